// Child processes as lanes, for engine scenes: whatever an engine does to its process, it takes one
// rollout along and no other. What becomes of a rollout that fails, by its cause:
//
//   cause          when                                              tried again   its row
//   threw          the engine threw, or gave what it should not      no            as far as it got
//   crashed        its process ended: an abort, a signal, an exit    once          no result
//   out-of-memory  its process took too much, or could get no more   once          no result
//   timeout        it took too long, or no step for too long         once          no result
//
// It is tried again alone on a fresh process, so that nobody pays for what another one left behind,
// and a machine that was busy or full for a moment costs no result. Where it was when its process
// ended depends on the clock; its row, and so the root, does not: steps and fingerprint are 0.

import { availableParallelism } from 'node:os'
import { STATUS } from '../kernel/kernel.ts'
import { type LaneData, prepareLanes } from './backends.ts'
import { createColumns, NAN_BITS, placeColumns, viewColumns } from './columns.ts'
import { checkLanes, unreadyLane } from './job-memory.ts'
import { defaultMemory, refuseLargeWorlds, TimeLimit, type Timeout } from './process-limits.ts'
import { type Death, ProcessLine } from './process-line.ts'
import type { FromLane } from './process-worker.ts'
import type { Cause, Columns, Fault, Job, Pool, Task } from './protocol.ts'

const RETRIES: Readonly<Record<Cause, number>> = {
  threw: 0,
  crashed: 1,
  'out-of-memory': 1,
  timeout: 1,
}

const FAILED: Readonly<Record<Cause, number>> = {
  threw: STATUS.threw,
  crashed: STATUS.crashed,
  'out-of-memory': STATUS.outOfMemory,
  timeout: STATUS.timeout,
}

/** Quick rollouts are handed out several at a time, of so much work: a message takes 0.1 ms. */
const STRETCH_MS = 5
const STRETCH_MAX = 64
/** How often limits are looked at. */
const LOOK_MS = 50
/** A look that comes later than this says that we stood still ourselves, or the machine slept. */
const LOOK_MAX_MS = 1_000
/** How long a lane may take to get ready. */
const START_MS = 600_000
/** After so many deaths without a finished rollout the next process is waited for, ever longer. */
const DEATHS_FREE = 5
const WAIT_MIN_MS = 100
const WAIT_MAX_MS = 1_000
/** After so many processes that died before they were ready there is no hope. */
const STARTS_MAX = 20

export interface ProcessPoolOptions {
  /** A module that gives an `EngineLoader` as `loadEngine`: what loads the scene. */
  readonly loader: URL
  /** Milliseconds; any clock that does not go back. Limits are taken by it. */
  readonly now: () => number
  /** Processes; as many as the machine runs at once where nothing is said. */
  readonly lanes?: number | undefined
  /** Hears why rollouts are given up, before their job is answered. */
  readonly tell?: ((fault: Fault) => void) | undefined
  /** Hears each time that a rollout is tried again, however that ends. */
  readonly retried?: (() => void) | undefined
  /**
   * The time of a whole rollout. Without it a rollout may take for ever, if it goes on: it ends
   * when it takes no step for 60 s, or ten times the median of finished rollouts if that is more.
   */
  readonly timeout?: Timeout | undefined
  /** Megabytes that a process may take; without it an equal part of half of the machine's. */
  readonly memory?: number | undefined
}

/** A pool of child processes. */
export function createProcessPool(options: ProcessPoolOptions): Pool {
  return new ProcessPool(options)
}

/** A job of which rollouts are missing. */
interface Open {
  readonly job: Job
  readonly columns: Columns
  left: number
  resolve(columns: Columns): void
  reject(cause: Error): void
}

/** Rollouts of a job that are to be run, from its `offset`-th on. */
interface Work {
  readonly open: Open
  readonly offset: number
  readonly count: number
  /** More than 0: it is one rollout, and was tried before. */
  readonly retries: number
}

/** A place for a process; those that die are replaced. */
interface Slot {
  line: ProcessLine | undefined
  /** What is not yet answered of what the process was given. */
  work: Work | undefined
  /** Milliseconds of the rollout that runs, or of the start; of these, without a sign of life. */
  whole: number
  still: number
  beat: number
}

class ProcessPool implements Pool {
  readonly lanes: number
  /** A job waits for its slowest rollout, and every lane may have such a one. */
  readonly window: number
  readonly #options: ProcessPoolOptions
  readonly #megabytes: number
  readonly #limit: TimeLimit
  readonly #slots: Slot[]
  readonly #jobs = new Set<Open>()
  /** The next work first. */
  readonly #queue: Work[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #data: LaneData | undefined
  /** Why nothing more can be run. */
  #over: Error | undefined
  /** Resolves `open`, until that is done. */
  #opened: { resolve(): void; reject(cause: Error): void } | undefined
  #deaths = 0
  #failedStarts = 0
  #looked = 0

  constructor(options: ProcessPoolOptions) {
    this.lanes = checkLanes(options.lanes ?? availableParallelism())
    this.window = this.lanes + 1
    this.#options = options
    this.#megabytes = options.memory ?? defaultMemory(this.lanes)
    this.#limit = new TimeLimit(options.timeout)
    this.#slots = Array.from({ length: this.lanes }, () => {
      return { line: undefined, work: undefined, whole: 0, still: 0, beat: 0 }
    })
  }

  async open(task: Task): Promise<void> {
    if (this.#data || this.#over) throw new Error('a pool is opened once')
    refuseLargeWorlds(task, this.#megabytes)
    this.#data = { ...prepareLanes(task, 'js'), loader: this.#options.loader.href }
    const ready = new Promise<void>((resolve, reject) => {
      this.#opened = { resolve, reject }
    })
    for (const slot of this.#slots) this.#start(slot, this.#data)
    this.#looked = this.#options.now()
    this.#timers.add(setInterval(() => this.#look(), LOOK_MS))
    try {
      await ready
    } catch (cause) {
      await this.close()
      throw cause
    } finally {
      this.#opened = undefined
    }
  }

  run(job: Job): Promise<Columns> {
    if (!this.#data || this.#over)
      return Promise.reject(this.#over ?? new Error('the pool is not open'))
    const columns = createColumns(this.#data.task, job.from, job.count)
    if (job.count === 0) return Promise.resolve(columns)
    return new Promise((resolve, reject) => {
      const open = { job, columns, left: job.count, resolve, reject }
      this.#jobs.add(open)
      this.#queue.push({ open, offset: 0, count: job.count, retries: 0 })
      this.#handOut()
    })
  }

  async close(): Promise<void> {
    this.#end(new Error('the pool was closed'))
    this.#over = new Error('the pool is not open')
    await Promise.all(this.#slots.map(({ line }) => line?.close()))
  }

  /** Nothing more is run; whoever waits hears why. */
  #end(cause: Error): void {
    this.#over ??= cause
    for (const timer of this.#timers) clearTimeout(timer)
    this.#opened?.reject(cause)
    for (const open of this.#jobs) open.reject(cause)
    this.#jobs.clear()
    this.#queue.length = 0
  }

  /** A lane cannot be made ready, for this reason. */
  #fail(message: string): void {
    this.#end(unreadyLane(message))
  }

  #start(slot: Slot, data: LaneData): void {
    slot.whole = slot.still = slot.beat = 0
    slot.line = new ProcessLine(data, this.#megabytes, {
      ready: () => {
        this.#failedStarts = 0
        if (this.#slots.every(({ line }) => line?.isReady)) this.#opened?.resolve()
        this.#handOut()
      },
      unready: (message) => this.#fail(message),
      rollout: (answer) => this.#take(slot, answer),
      ended: (death) => this.#bury(slot, death, data),
    })
  }

  /** Gives work to the lanes that have none. */
  #handOut(): void {
    for (const slot of this.#slots) {
      const { line } = slot
      if (slot.work || !line?.isReady) continue
      const at = this.#nextFor(line)
      if (at >= 0) this.#give(slot, line, this.#queue[at], at)
      // Only a fresh process will do, and none is on its way.
      else if (this.#queue.length > 0 && this.#slots.every(isWorn)) line.kill(WORN)
    }
  }

  /** The place of the next work for a process: a fresh one begins with what waits for it. */
  #nextFor({ isFresh }: ProcessLine): number {
    const again = isFresh ? this.#queue.findIndex(({ retries }) => retries > 0) : -1
    return again < 0 ? this.#queue.findIndex(({ retries }) => retries === 0) : again
  }

  #give(slot: Slot, line: ProcessLine, head: Work, at: number): void {
    const { open, offset } = head
    const { median } = this.#limit
    const quick = Math.max(1, Math.floor(STRETCH_MS / (median ?? STRETCH_MS)))
    const count = Math.min(quick, STRETCH_MAX, Math.ceil(head.count / this.lanes))
    const rest = { ...head, offset: offset + count, count: head.count - count }
    this.#queue.splice(at, 1, ...(rest.count > 0 ? [rest] : []))
    slot.work = { ...head, count }
    slot.whole = slot.still = 0
    const inputs = open.job.inputs.map((column) => column.slice(offset, offset + count))
    line.run({ from: open.job.from + offset, count, inputs })
  }

  /** A finished rollout. */
  #take(slot: Slot, { index, ms, row, faults }: Extract<FromLane, { kind: 'rollout' }>): void {
    const { work } = slot
    if (!work || !this.#data || index !== work.open.job.from + work.offset) return
    const columns = viewColumns(row, this.#data.task, index, 1)
    if (columns.status[0] === STATUS.outOfMemory) {
      // Whatever the engine holds is still there; a fresh process has all of its memory.
      slot.line?.kill({ cause: 'out-of-memory', message: faults[0]?.message ?? 'no memory left' })
      return
    }
    for (const fault of faults) this.#options.tell?.({ ...fault, retries: work.retries })
    this.#deaths = 0
    if (columns.status[0] < STATUS.threw) this.#limit.finished(ms)
    slot.whole = slot.still = 0
    slot.work = work.count > 1 ? withoutFirst(work) : undefined
    this.#record(work.open, columns)
    if (!slot.work) this.#handOut()
  }

  #record(open: Open, columns: Columns): void {
    placeColumns(columns, open.columns)
    open.left -= 1
    if (open.left > 0 || !this.#jobs.delete(open)) return
    open.resolve(open.columns)
  }

  /** A process has ended. Its rollout is tried again or given up, and another one started. */
  #bury(slot: Slot, death: Death, data: LaneData): void {
    const { work, line } = slot
    slot.line = slot.work = undefined
    if (this.#over) return
    if (!line?.isReady && (this.#opened || ++this.#failedStarts >= STARTS_MAX)) {
      this.#fail(death.message)
      return
    }
    if (work) this.#blame(work, death, line)
    if (death !== WORN) this.#deaths += 1
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#start(slot, data)
    }, this.#pause())
    this.#timers.add(timer)
    this.#handOut()
  }

  #pause(): number {
    const beyond = this.#deaths - DEATHS_FREE
    if (beyond < 0) return 0
    let wait = WAIT_MIN_MS
    for (let i = 0; i < beyond && wait < WAIT_MAX_MS; i++) wait *= 2
    return Math.min(wait, WAIT_MAX_MS)
  }

  /** The first rollout without an answer is the one that ran; the others were not begun. */
  #blame(work: Work, { cause, message }: Death, line: ProcessLine | undefined): void {
    const { open, offset, retries } = work
    if (work.count > 1) this.#queue.unshift(withoutFirst(work))
    if (retries < RETRIES[cause]) {
      this.#options.retried?.()
      this.#queue.unshift({ open, offset, count: 1, retries: retries + 1 })
      return
    }
    const { task } = this.#data as LaneData
    const index = open.job.from + offset
    const replica = index % task.replicas.count
    const cell = (index - replica) / task.replicas.count
    const step = line?.stepOf(index) ?? 0
    this.#options.tell?.({ cell, replica, step, cause, retries, message })
    this.#record(open, failedRow(task, index, FAILED[cause]))
  }

  #look(): void {
    const now = this.#options.now()
    const passed = Math.min(now - this.#looked, LOOK_MAX_MS)
    this.#looked = now
    for (const slot of this.#slots) {
      const { line, work } = slot
      if (!line || (line.isReady && !work)) continue
      slot.whole += passed
      slot.still = line.beat === slot.beat ? slot.still + passed : 0
      slot.beat = line.beat
      if (!line.isReady) {
        if (slot.whole > START_MS) line.kill({ cause: 'timeout', message: 'did not get ready' })
        continue
      }
      const message = this.#limit.overdue(slot.whole, slot.still)
      if (message !== undefined) line.kill({ cause: 'timeout', message })
    }
  }
}

/** The end of a process that did nothing wrong, but is not fresh. */
const WORN: Death = { cause: 'crashed', message: 'was replaced' }

const isWorn = ({ line }: Slot) => line?.isReady === true && !line.isFresh

const withoutFirst = (work: Work): Work => {
  return { ...work, offset: work.offset + 1, count: work.count - 1 }
}

/** The columns of a rollout that has no result. */
function failedRow(task: Task, index: number, status: number): Columns {
  const columns = createColumns(task, index, 1)
  for (const { buffer, byteOffset, length } of [columns.values, columns.curves])
    new BigUint64Array(buffer, byteOffset, length).fill(NAN_BITS)
  columns.status[0] = status
  return columns
}
