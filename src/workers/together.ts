// Several pools as one: they share a queue of jobs, and a job goes to whichever has room for it.

import type { Columns, Job, Pool, Task } from './protocol.ts'

export interface TogetherOptions {
  /**
   * Whether a pool that rejected a job with this has had its day: others get its jobs, and it gets
   * no more. Any other error is the job's own.
   */
  isGone(error: unknown): boolean
  /** Hears of each pool that is gone, and whether others are left. */
  readonly gone?: (error: unknown, left: boolean) => void
  /** Pools that take over when none is left; opened only then. */
  readonly spare?: () => Pool
}

/** A pool over these; opening and closing it opens and closes them. */
export function together(pools: readonly Pool[], options: TogetherOptions): Pool {
  return new Together(pools, options)
}

interface Member {
  readonly pool: Pool
  busy: number
}

class Together implements Pool {
  readonly #options: TogetherOptions
  #members: Member[]
  #spare: Promise<void> | undefined
  #task: Task | undefined
  readonly #all: Pool[]
  readonly #waiting: (() => void)[] = []
  #closed = false

  constructor(pools: readonly Pool[], options: TogetherOptions) {
    this.#options = options
    this.#members = pools.map((pool) => ({ pool, busy: 0 }))
    this.#all = [...pools]
  }

  get lanes(): number {
    return sum(this.#members, ({ pool }) => pool.lanes)
  }

  get window(): number {
    return sum(this.#members, ({ pool }) => pool.window)
  }

  async open(task: Task): Promise<void> {
    this.#task = task
    await Promise.all(this.#members.map(({ pool }) => pool.open(task)))
  }

  async run(job: Job): Promise<Columns> {
    for (;;) {
      const member = await this.#room()
      try {
        return await member.pool.run(job)
      } catch (error) {
        if (this.#closed || !this.#options.isGone(error)) throw error
        await this.#retire(member, error)
      } finally {
        member.busy -= 1
        this.#waiting.shift()?.()
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const wake of this.#waiting.splice(0)) wake()
    await Promise.all(this.#all.map((pool) => pool.close()))
  }

  /** A member with room for one more job, which is counted. */
  async #room(): Promise<Member> {
    for (;;) {
      await this.#spare
      if (this.#closed) throw new Error('the pool was closed')
      const member = this.#members.find(({ pool, busy }) => busy < pool.window)
      if (member) {
        // At once: others look for room before whoever awaits this goes on.
        member.busy += 1
        return member
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  async #retire(member: Member, error: unknown): Promise<void> {
    if (this.#members.includes(member)) {
      this.#members = this.#members.filter((other) => other !== member)
      this.#options.gone?.(error, this.#members.length > 0)
      await member.pool.close()
    }
    if (this.#members.length > 0 || !this.#task) return
    const { spare } = this.#options
    if (!spare && !this.#spare) throw error
    this.#spare ??= this.#openSpare(spare as () => Pool, this.#task)
    await this.#spare
  }

  async #openSpare(spare: () => Pool, task: Task): Promise<void> {
    const pool = spare()
    this.#all.push(pool)
    await pool.open(task)
    this.#members.push({ pool, busy: 0 })
  }
}

const sum = (members: readonly Member[], count: (member: Member) => number) =>
  members.reduce((total, member) => total + count(member), 0)
