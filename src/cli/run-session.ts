// One run with its folder locked: record, progress, audit, and the books of the manifest.

import { createFaultBook } from '../farm/answers.ts'
import { type RunResult, runSweep, type Watch } from '../farm/coordinator.ts'
import { JournalError } from '../farm/journal.ts'
import { openJournal, type SqliteJournal } from '../farm/journal-sqlite.ts'
import type { Plan } from '../farm/plan.ts'
import type { Shard } from '../farm/shard.ts'
import { countFailed } from '../farm/status.ts'
import { countCovered, type Stretch } from '../farm/stretches.ts'
import { count, counted } from '../report/quantity.ts'
import type { Fault } from '../workers/protocol.ts'
import { auditRun } from './audit.ts'
import type { Prepared } from './gpu-lanes.ts'
import { abandonLate, INTERRUPTED, listenForInterruption } from './interruption.ts'
import type { Manifest } from './manifest.ts'
import type { ChosenPool } from './pool.ts'
import type { Reporter } from './progress.ts'
import { journalIn } from './result-folder.ts'
import { openBooks } from './run-books.ts'
import { exitCode, factsOf, rootOf } from './run-facts.ts'
import type { RunOutput } from './run-output.ts'
import { noteSpent } from './spent-buffers.ts'
import { handed, tellParent } from './supervised.ts'
import { nounFor, rolloutName } from './tally.ts'

export interface Session {
  readonly plan: Plan
  readonly path: string
  readonly axes: Manifest['axes']
  readonly folder: string
  readonly shard: Shard | undefined
  /** The rollouts of the shard, or all. */
  readonly whole: Stretch
  readonly chosen: ChosenPool
  /** What the lanes run on. */
  readonly backend: string
  /** Of a GPU: what was found of it. */
  readonly prepared?: Prepared
  readonly auditPercent: number
  readonly output: RunOutput
  /** What earlier runs left in the folder. */
  readonly held: Manifest | undefined
  /** Where the caller listens for Ctrl-C. */
  readonly signal?: AbortSignal | undefined
}

export const STOPPING = 'stopping: recording what is under way; Ctrl-C again stops at once'

/** Runs what is left, and returns the exit code. The caller holds the folder's lock. */
export async function runSession(session: Session): Promise<number> {
  const { plan, folder, whole, chosen, output, shard } = session
  const journal = openJournal(journalIn(folder), plan, { spent: noteSpent })
  let reporter: Reporter | undefined
  // A member of a suite is one of many; the suite speaks for it.
  const alone = session.signal === undefined
  const interruption = session.signal
    ? { signal: session.signal, release() {} }
    : listenForInterruption(() => reporter?.note(STOPPING))
  const books = openBooks(session, countCovered(journal.covered(), whole))
  const punctual = abandonLate(interruption.signal, () => void chosen.pool.close())
  try {
    reporter = output.start(startFacts(session, journal))
    if (session.prepared?.note) reporter.note(session.prepared.note)
    chosen.note = (text) => reporter?.note(text)
    const faults = createFaultBook(plan.replicas)
    const tell = faultTeller(plan.replicas, reporter)
    chosen.tell = (fault) => {
      faults.add(fault)
      tell(fault)
    }
    for (const rollout of (alone && handed?.crashed) || []) {
      const [cell, replica] = [Math.floor(rollout / plan.replicas), rollout % plan.replicas]
      const message = 'ended the whole process twice'
      reporter.note(`${rolloutName(rollout, plan.replicas)} ${message}; it is recorded as crashed`)
      faults.add({ cell, replica, step: 0, cause: 'crashed', retries: 1, message })
    }
    const result = await runSweep({
      plan,
      pool: chosen.pool,
      journal,
      now: () => performance.now(),
      signal: interruption.signal,
      faults,
      ...(shard === undefined ? {} : { shard }),
      deaths: alone ? handed : undefined,
      watch: alone ? WATCH : undefined,
      progress: ({ done, failed }) => {
        if (alone) tellParent({ done })
        reporter?.update(done, failed)
      },
    })
    chosen.tell = () => {}
    const audit = await auditRun(session, journal, result, interruption.signal, reporter)
    reporter.end()
    const outcome = result.aborted || audit === 'interrupted' ? 'interrupted' : 'finished'
    const manifest =
      outcome === 'finished' && audit !== 'interrupted'
        ? books.close(outcome, result, { audit, root: rootOf(books.manifest, journal) })
        : books.close(outcome, result)
    const facts = factsOf({ folder, manifest, journal, work: workOf(result, session) })
    output.end(facts)
    if (outcome === 'interrupted') return INTERRUPTED
    return exitCode(facts)
  } catch (error) {
    reporter?.end()
    books.abandon(countCovered(journal.covered(), whole))
    throw told(error, journal, session)
  } finally {
    punctual()
    interruption.release()
    await chosen.pool.close()
    journal.close()
  }
}

/** The parent hears what is under way, so that it can say after a death what it was. */
const WATCH: Watch = {
  begun: (begun) => tellParent({ begun }),
  ended: (ended) => tellParent({ ended }),
  cleared: () => tellParent({ cleared: true }),
}

const TOLD_MAX = 3

const HAPPENED: Readonly<Record<Fault['cause'], string>> = {
  threw: 'threw',
  timeout: 'timed out',
  'out-of-memory': 'ran out of memory',
  crashed: 'crashed',
}

/** Says why rollouts of an engine scene are given up: the first few, since each may be. */
function faultTeller(replicas: number, reporter: Reporter): (fault: Fault) => void {
  let told = 0
  return ({ cell, replica, step, cause, retries, message }) => {
    told += 1
    if (told > TOLD_MAX) return
    const place = rolloutName(cell * replicas + replica, replicas)
    const tries = retries === 0 ? '' : `, tried ${retries + 1} times`
    reporter.note(`${place} ${HAPPENED[cause]} at step ${step}${tries}: ${message}`)
  }
}

function startFacts({ plan, folder, chosen, backend, whole }: Session, journal: SqliteJournal) {
  const done = countCovered(journal.covered(), whole)
  return {
    noun: nounFor(plan.replicas),
    total: whole.count,
    done,
    failed: countFailed(journal.counts()),
    sweep: plan.name,
    folder,
    digest: plan.digest,
    cells: plan.cells.count,
    replicas: plan.replicas,
    lanes: chosen.pool.lanes,
    backend,
  }
}

function workOf(
  { fresh, elapsedMs, duplicates }: RunResult,
  { chosen: { pool }, backend }: Session,
) {
  if (fresh === 0) return undefined
  return { rollouts: fresh, seconds: elapsedMs / 1000, lanes: pool.lanes, backend, duplicates }
}

/** A full disk is no loss: say what is kept. */
function told(error: unknown, journal: SqliteJournal, { plan, whole }: Session): unknown {
  if (!(error instanceof JournalError) || error.fault !== 'full') return error
  const kept = countCovered(journal.covered(), whole)
  const which = `${count(kept)} of ${counted(whole.count, nounFor(plan.replicas))} are kept`
  return new JournalError('full', `${error.message}\n${which}`, error)
}
