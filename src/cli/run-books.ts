// The manifest's record of a run: begun at once, closed with its outcome.

import type { RunResult } from '../farm/coordinator.ts'
import { type Manifest, type RunRecord, writeManifest } from './manifest.ts'
import { codeDigests, machine, versions } from './provenance.ts'
import type { Session } from './run-session.ts'
import { handed, tellParent } from './supervised.ts'

export interface Books {
  /** As it was written at the start. */
  readonly manifest: Manifest
  close(
    outcome: 'finished' | 'interrupted',
    result: RunResult,
    found?: Pick<Manifest, 'audit' | 'root'>,
  ): Manifest
  /** After a fault; `done` are the rollouts recorded now. */
  abandon(done: number): void
}

/** Begins the record of a run that finds `before` rollouts recorded. */
export function openBooks(session: Session, before: number): Books {
  const { folder, plan, path, axes, shard, chosen, backend, held } = session
  let retries = handed?.retries ?? 0
  chosen.retried = () => {
    retries += 1
    // The next farm, if there is one, begins with these.
    tellParent({ retries })
  }
  const { begun, earlier } = earlierRuns(held?.runs ?? [])
  const start: RunRecord = {
    started: handed?.started ?? new Date().toISOString(),
    ended: null,
    outcome: null,
    restarts: handed?.restarts ?? 0,
    retries,
    flags: process.argv.slice(3),
    code: codeDigests(path, plan),
    before: begun?.before ?? before,
    added: 0,
    seconds: 0,
    lanes: chosen.pool.lanes,
    backend,
    ...(session.prepared?.device ? { device: session.prepared.device } : {}),
    versions: versions(),
    machine: machine(),
  }
  const manifest: Manifest = {
    plan,
    axes,
    shard: shard && `${shard.index}/${shard.of}`,
    root: undefined,
    audit: undefined,
    runs: [...earlier, start],
  }
  const write = (run: Partial<RunRecord>, rest: Partial<Manifest> = {}) => {
    const ended = { ...start, retries, ended: new Date().toISOString(), ...run }
    const closed = { ...manifest, ...rest, runs: [...earlier, ended] }
    writeManifest(folder, closed)
    return closed
  }
  /** A restarted run has no clock that ran all the time. */
  const sinceStart = () => Math.max(0, Date.now() - Date.parse(start.started)) / 1000
  writeManifest(folder, manifest)
  return {
    manifest,
    close(outcome, { fresh, elapsedMs }, found = { audit: undefined, root: undefined }) {
      const seconds = begun ? sinceStart() : elapsedMs / 1000
      return write({ outcome, added: before + fresh - start.before, seconds }, found)
    },
    abandon(done) {
      try {
        write({ outcome: 'failed', added: done - start.before, seconds: sinceStart() })
      } catch {
        // It may be the disk's fault; the fault itself is what the user hears of.
      }
    },
  }
}

/** The runs before this one; what this one has begun in a process that died is taken out. */
function earlierRuns(runs: readonly RunRecord[]) {
  const last = runs.at(-1)
  const begun = handed && last?.started === handed.started ? last : undefined
  return { begun, earlier: begun ? runs.slice(0, -1) : runs }
}
