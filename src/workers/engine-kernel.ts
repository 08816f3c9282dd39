// The kernel of an engine scene: the user's engine makes each step and its state goes into the
// columns; a compiled kernel whose step is the identity absorbs, observes and stops as ever.

import { timeAfter } from '../kernel/block.ts'
import { createJsKernel } from '../kernel/emit-js.ts'
import { type Block, type Kernel, type Pairs, type Span, STATUS } from '../kernel/kernel.ts'
import type { AnyEngineScene } from '../scenes/engine.ts'
import { engineSeed } from './engine-seed.ts'
import { Engine, type World } from './engine-world.ts'
import type { Cause, Fault, Program, Task } from './protocol.ts'

export interface EngineWatch {
  /** Hears why members are given up. */
  readonly tell?: (fault: Fault) => void
  /** Is told of each step before it is taken: a sign of life. */
  readonly step?: (step: number) => void
}

/** The worlds of a block's members, and where these were asked to start. */
interface Worlds {
  readonly worlds: (World | undefined)[]
  readonly starts: readonly Float64Array[]
  /** The block whose twin this one is. */
  readonly reference: Block | undefined
  /** One member's new state, until it is known to be sound. */
  readonly read: Float64Array
}

/** Runs a task of an engine scene on the scene itself. */
export function createEngineKernel(
  task: Task,
  scene: AnyEngineScene,
  watch: EngineWatch = {},
): Kernel {
  return new EngineKernel(task, new Engine(scene, task.program), watch)
}

class EngineKernel implements Kernel {
  readonly program: Program
  readonly backend = 'js'
  readonly #seed: Task['seed']
  /** Components of the start that axes set, with the scene's own values. */
  readonly #swept: readonly { readonly index: number; readonly own: number }[]
  readonly #inner: Kernel
  readonly #engine: Engine
  readonly #watch: EngineWatch
  readonly #blocks = new WeakMap<Block, Worlds>()

  constructor({ program, seed, inputs, defaults }: Task, engine: Engine, watch: EngineWatch) {
    this.program = program
    this.#swept = inputs.flatMap(({ target, index }) =>
      target === 'state' ? { index, own: defaults.state[index] } : [],
    )
    this.#seed = seed
    this.#inner = createJsKernel(program, { seed })
    this.#engine = engine
    this.#watch = watch
  }

  block(size: number, twins?: number): Block {
    const block = this.#inner.block(size, twins)
    this.#blocks.set(block, this.#worldsOf(block, undefined))
    for (const twin of block.twins) this.#blocks.set(twin, this.#worldsOf(twin, block))
    return block
  }

  /** The start of a rollout is what its engine shows of it, not what it was asked for. */
  begin(block: Block, count: number): void {
    const { reference } = this.#worlds(block)
    const failed: [member: number, cause: unknown][] = []
    for (let m = 0; m < count; m++) {
      this.#end(block, m)
      if (reference && reference.status[m] !== STATUS.live) continue
      try {
        this.#create(block, m)
      } catch (cause) {
        failed.push([m, cause])
        this.#say(block, m, 0, cause)
      }
    }
    this.#inner.begin(block, count)
    for (const [m, cause] of failed) this.#giveUp(block, m, cause)
    if (!reference) return
    for (let m = 0; m < count; m++) {
      if (reference.status[m] !== STATUS.live) block.status[m] = reference.status[m]
    }
  }

  advance(block: Block, count: number, span: Span, pairs: readonly Pairs[] = []): number {
    const { to } = span
    let { from, time } = span
    while (from < to) {
      if (!block.status.subarray(0, count).includes(STATUS.live)) {
        return timeAfter(time, this.program.dt, to - from)
      }
      this.#watch.step?.(from + 1)
      for (let m = 0; m < count; m++) this.#step(block, m, from, pairs)
      time = this.#inner.advance(block, count, { ...span, from, to: from + 1, time }, pairs)
      from += 1
    }
    return time
  }

  restore(block: Block, count: number): void {
    const { worlds, read } = this.#worlds(block)
    for (let m = 0; m < count; m++) {
      const world = worlds[m]
      if (!world || block.status[m] !== STATUS.live) continue
      try {
        this.#engine.restore(world, block.state, m)
        this.#engine.read(world, read)
        place(read, block, m)
      } catch (cause) {
        this.#say(block, m, block.steps[m], cause)
        this.#giveUp(block, m, cause)
      }
    }
  }

  finish(block: Block, count: number, time: (member: number) => number): void {
    for (let m = 0; m < count; m++) this.#endAll(block, m)
    this.#inner.finish(block, count, time)
  }

  #worldsOf({ size, state }: Block, reference: Block | undefined): Worlds {
    const starts = state.map(() => new Float64Array(size))
    return { worlds: [], starts, reference, read: new Float64Array(state.length) }
  }

  #worlds(block: Block): Worlds {
    const worlds = this.#blocks.get(block)
    if (!worlds) throw new Error('the block is of another kernel')
    return worlds
  }

  #create(block: Block, m: number): void {
    const { worlds, starts, reference, read } = this.#worlds(block)
    for (const [i, column] of block.state.entries()) {
      starts[i][m] = reference ? this.#startBeside(reference, i, m, column[m]) : column[m]
    }
    const cell = block.cell[2 * m] + 0x1_0000_0000 * block.cell[2 * m + 1]
    const seed = engineSeed(this.#seed, cell, block.replica[m])
    const world = this.#engine.create(block.params, starts, m, seed)
    worlds[m] = world
    this.#engine.read(world, read)
    if (!reference) this.#seeTaken(starts, read, m)
    place(read, block, m)
  }

  /**
   * An axis over a start that the engine does not take over would give the same cell again and
   * again: the engine shows the scene's own start though another one was asked for. Engines that
   * round to binary32 show neither.
   */
  #seeTaken(starts: Worlds['starts'], shown: Float64Array, m: number): void {
    for (const { index, own } of this.#swept) {
      const asked = starts[index][m]
      if (shown[index] === own && Math.fround(asked) !== Math.fround(own))
        throw new Error(
          `the engine starts at ${this.program.state[index]} = ${own}, and ${asked} was asked ` +
            'for: let create take it over, or sweep a parameter',
        )
    }
  }

  /**
   * What a twin is asked for, that stands at `x` in a component: as far from what its reference was
   * asked for as it stands from that, for an engine may start elsewhere (a push by the seed).
   */
  #startBeside(reference: Block, component: number, m: number, x: number): number {
    const asked = this.#worlds(reference).starts[component][m]
    const shown = reference.state[component][m]
    if (Object.is(shown, x)) return asked
    return Object.is(shown, asked) ? x : asked + (x - shown)
  }

  /**
   * One step of a live member and of its live twins. All of them show a sound state, or the member
   * stays where it was and is given up.
   */
  #step(block: Block, m: number, from: number, pairs: readonly Pairs[]): void {
    if (block.status[m] !== STATUS.live) return
    try {
      this.#stepWorld(block, m)
      for (const { twin } of pairs) {
        if (twin.status[m] === STATUS.live) this.#stepWorld(twin, m)
      }
    } catch (cause) {
      this.#say(block, m, from + 1, cause)
      this.#giveUp(block, m, cause)
      return
    }
    place(this.#worlds(block).read, block, m)
    for (const { twin } of pairs) {
      if (twin.status[m] === STATUS.live) place(this.#worlds(twin).read, twin, m)
    }
  }

  #stepWorld(block: Block, m: number): void {
    const { worlds, read } = this.#worlds(block)
    this.#engine.step(worlds[m], read)
  }

  #say(block: Block, m: number, step: number, cause: unknown): void {
    const cell = block.cell[2 * m] + 0x1_0000_0000 * block.cell[2 * m + 1]
    this.#watch.tell?.({
      ...{ cell, replica: block.replica[m], step, message: messageOf(cause) },
      ...{ cause: causeOf(cause), retries: 0 },
    })
  }

  /** Ends a rollout whose engine failed; a twin that fails takes its reference along. */
  #giveUp(block: Block, m: number, cause: unknown): void {
    const { reference = block } = this.#worlds(block)
    for (const one of [reference, ...reference.twins]) {
      if (one.status[m] === STATUS.live) one.status[m] = FAILED[causeOf(cause)]
    }
  }

  /** Lets go of the worlds of a rollout that is over. Whose engine fails now has failed as well. */
  #endAll(block: Block, m: number): void {
    const causes = [block, ...block.twins].flatMap((one) => this.#end(one, m) ?? [])
    if (causes.length === 0 || block.status[m] >= STATUS.threw) return
    this.#say(block, m, block.steps[m], causes[0].thrown)
    block.status[m] = FAILED[causeOf(causes[0].thrown)]
  }

  /** Lets go of a world; gives what its engine threw then. */
  #end(block: Block, m: number): { thrown: unknown } | undefined {
    const { worlds } = this.#worlds(block)
    const world = worlds[m]
    worlds[m] = undefined
    try {
      if (world) this.#engine.dispose(world)
      return undefined
    } catch (thrown) {
      return { thrown }
    }
  }
}

function place(read: Float64Array, { state }: Block, m: number): void {
  for (let i = 0; i < read.length; i++) state[i][m] = read[i]
}

const FAILED = { threw: STATUS.threw, 'out-of-memory': STATUS.outOfMemory } as const

/** What engines of JavaScript say where no memory is left for a buffer. */
const NO_MEMORY = /Array buffer allocation failed|could not allocate memory|Unable to grow/

const causeOf = (thrown: unknown): Cause & keyof typeof FAILED =>
  thrown instanceof RangeError && NO_MEMORY.test(messageOf(thrown)) ? 'out-of-memory' : 'threw'

const MESSAGE_MAX = 300

/** Anything may be thrown, also what cannot be made a text. */
function messageOf(cause: unknown): string {
  try {
    const text = cause instanceof Error ? cause.message || cause.name : String(cause)
    return text.replace(/\p{Cc}+/gu, ' ').slice(0, MESSAGE_MAX)
  } catch {
    return 'something that has no text'
  }
}
