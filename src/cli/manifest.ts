// manifest.json: what a result folder holds, so that every command but `run` needs no sweep file.
// What is said of machines, versions and times never enters a fingerprint.

import { readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Axis } from '../farm/axes.ts'
import { gridCells } from '../farm/cells.ts'
import { explainStorage } from '../farm/journal-faults.ts'
import type { AnyMeasure } from '../farm/measures.ts'
import type { Plan } from '../farm/plan.ts'
import { samplerCells } from '../farm/sampler-cells.ts'
import { isSampler, type Sampler } from '../farm/sampling.ts'
import { sha256OfText, toHex } from '../farm/sha256.ts'
import { UserError } from '../farm/user-error.ts'
import type { Task } from '../workers/protocol.ts'
import { fromBitsJson, toBitsJson } from './bits-json.ts'
import { writeWhole } from './write-file.ts'

/** Raised when older programs would read the file wrongly. */
const FORMAT = 1

/** One call of `run`. Counts are rollouts; times are ISO 8601. */
export interface RunRecord {
  readonly started: string
  /** Null while it goes on, and after it was killed. */
  readonly ended: string | null
  readonly outcome: 'finished' | 'interrupted' | 'failed' | null
  /** How often its process died and was started again. */
  readonly restarts: number
  /** How often rollouts were tried again, however they ended. */
  readonly retries: number
  /** The words of its call after `run`. */
  readonly flags: readonly string[]
  /** SHA-256 of the sweep's file with those beside it, and of scene and measures as compiled. */
  readonly code: Readonly<Record<'file' | 'scene', string | null>>
  /** What earlier runs had recorded when it began, and what it added. */
  readonly before: number
  readonly added: number
  readonly seconds: number
  readonly lanes: number
  readonly backend: string
  /** The GPU that it ran on, with the digest of its probe. */
  readonly device?: Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, string>>
  readonly machine: Readonly<Record<string, string | number>>
}

export interface AuditRecord {
  readonly percent: number
  /** Rollouts that seed and index chose; those of them that there was time for were run again. */
  readonly chosen?: number
  readonly rollouts: number
  /** Of `rollouts`, those that ran on js, where the sweep ran on something else. */
  readonly onJs?: number
  readonly mismatches: number
  /** Whether it was given up, since the farm died under it again and again. */
  readonly died?: true
}

/** What a result is, as far as its manifest keeps it. */
export interface Manifest {
  readonly plan: Plan
  readonly axes: Readonly<Record<string, Axis>> | Sampler
  readonly shard: string | undefined
  /** Undefined until the result is finished and audited. */
  readonly root: string | undefined
  readonly audit: AuditRecord | undefined
  readonly runs: readonly RunRecord[]
}

/** Writes a folder's manifest; after a crash at any instant the old one or the new one stands. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const { plan, axes, shard, root, audit, runs } = manifest
  const entries = {
    furrow: FORMAT,
    name: plan.name,
    scene: plan.scene,
    digest: plan.digest,
    root: root ?? null,
    shard: shard ?? null,
    cells: plan.cells.count,
    replicas: plan.replicas,
    columns: plan.columns,
    audit: audit ?? null,
    runs,
    axes,
    measures: plan.measures.map(({ name, measure, columns }) => {
      return { name, kind: measure.kind, columns }
    }),
    task: taskSeenFrom(folder, plan.task),
    canonical: JSON.parse(plan.canonical),
  }
  // One entry a line: readable at its head, and a program of ten thousand nodes stays on one line.
  const lines = Object.entries(entries).map(([key, value]) => `  "${key}": ${jsonOf(key, value)}`)
  const path = join(folder, 'manifest.json')
  try {
    writeWhole(path, `{\n${lines.join(',\n')}\n}\n`)
  } catch (error) {
    throw explainStorage(error, path)
  }
}

/** What is for people stands in decimals, what results depend on by its bits. */
function jsonOf(key: string, value: unknown): string {
  return key === 'runs' || key === 'audit' ? JSON.stringify(value) : toBitsJson(value)
}

/**
 * The manifest of a folder; undefined where there is none.
 *
 * @throws UserError when the file is another program's, damaged, or of another version
 */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, 'manifest.json')
  let raw: Record<string, unknown>
  try {
    raw = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code !== undefined) throw explainStorage(error, path)
    throw new UserError(`${path}: is damaged; restore it, or move the folder away`, 2, error)
  }
  if (typeof raw?.furrow !== 'number')
    throw new UserError(`${path}: is no manifest of furrow; name the folder of a result`)
  if (raw.furrow !== FORMAT)
    throw new UserError(
      `${path}: has format ${raw.furrow}, this furrow reads ${FORMAT}; use the other version`,
    )
  const canonical = JSON.stringify(raw.canonical)
  if (toHex(sha256OfText(canonical)) !== raw.digest)
    throw new UserError(`${path}: its digest is not that of its sweep; restore the file`)
  const entries = fromBitsJson(JSON.stringify(raw)) as Entries
  return fromEntries({ ...entries, task: taskSeenIn(folder, entries.task) }, canonical)
}

/** The file of an engine scene by its way from the folder, so that both may be moved together. */
function taskSeenFrom(folder: string, task: Task): Task {
  if (!task.engine) return task
  const way = relative(resolve(folder), fileURLToPath(task.engine.module))
  return { ...task, engine: { ...task.engine, module: way.split(sep).join('/') } }
}

function taskSeenIn(folder: string, task: Task): Task {
  if (!task.engine) return task
  const module = pathToFileURL(resolve(folder, task.engine.module)).href
  return { ...task, engine: { ...task.engine, module } }
}

interface Entries {
  readonly name: string
  readonly scene: string
  readonly digest: string
  readonly root: string | null
  readonly shard: string | null
  readonly replicas: number
  readonly columns: readonly string[]
  readonly audit: AuditRecord | null
  readonly runs: readonly RunRecord[]
  readonly axes: Manifest['axes']
  readonly measures: readonly { name: string; kind: AnyMeasure['kind']; columns: string[] }[]
  readonly task: Task
}

function fromEntries(entries: Entries, canonical: string): Manifest {
  const { name, scene, digest, axes, replicas, columns, task, root, shard, audit, runs } = entries
  const cells = isSampler(axes) ? samplerCells(axes, task.seed) : gridCells(axes)
  const plan: Plan = {
    name,
    scene,
    // Folders from before there was a choice have none here.
    task: { ...task, fingerprintEvery: task.fingerprintEvery ?? 1 },
    cells,
    replicas,
    rollouts: cells.count * replicas,
    axes: cells.names,
    // The formulas are in the task as a program; of a measure only its kind is still asked.
    measures: entries.measures.map(({ name, kind, columns }) => {
      return { name, measure: { kind } as AnyMeasure, columns }
    }),
    columns,
    canonical,
    digest,
  }
  return {
    plan,
    axes,
    shard: shard ?? undefined,
    root: root ?? undefined,
    audit: audit ?? undefined,
    runs,
  }
}
