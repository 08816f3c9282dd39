// The functions of a program that run on columns: the loop over steps for one group of members, and
// the evaluation of their outputs. Every member of a group takes part; who is alive is the host's.

import type { Graph, Node, Program } from '../ir.ts'
import type { Span } from '../kernel.ts'
import { Code, F64, I32, I64, V128 } from './code.ts'
import { addressOf, type Places, Register } from './columns.ts'
import { absorbLength, absorbNumbers, absorbWord } from './fingerprint.ts'
import { type Input, type Writer, writeFunctions, writeGraph } from './graph.ts'
import { moduleBytes } from './module.ts'
import { constant, HOST, laneCount, settle } from './ops.ts'

/** Why the loop over steps came back. */
export const CAUSE = { end: 0, escape: 1, stop: 2 } as const
/** Addresses of what the loop leaves: the step, the time, and the masks of those that stop. */
export const LEFT = { step: 0, time: 8, stops: 16, end: 144 } as const

export interface Plan {
  readonly program: Program
  readonly writer: Writer
  readonly places: Places
  /** Registers a quantity: a group is as many vectors of members. */
  readonly registers: number
  readonly seed: readonly number[]
}

type Kept = Pick<Span, 'observe' | 'fingerprint'>

const ADDRESSES = [I32, I32, I32] as const
/** Parameters of the loop, after the addresses of the group. */
const STEP = 3
const TO = 4
const TIME = 5

/** Exports `run(eight, four, stride, from, to, time)`, which takes one step and gives a cause. */
export function stepModule(plan: Plan): Uint8Array {
  const nothing = { observe: false, fingerprint: false }
  return loopModule(plan, nothing, (loop) => loop.writeStep())
}

/**
 * Exports `run(eight, four, stride, from, to, time)`, which goes on after the step that led to
 * `from`, absorbs and observes its state, and takes steps up to `to`. It gives a cause.
 */
export function advanceModule(plan: Plan, kept: Kept): Uint8Array {
  return loopModule(plan, kept, (loop) => loop.writeLoop())
}

function loopModule(plan: Plan, kept: Kept, write: (loop: Loop) => void): Uint8Array {
  const code = new Code([...ADDRESSES, I32, I32, F64])
  write(new Loop(code, plan, kept))
  return moduleBytes(HOST, [...writeFunctions(plan.program, plan.writer), { code, result: I32 }])
}

/** Exports `run(eight, four, stride)`, which writes the outputs of one group. */
export function finishModule(plan: Plan): Uint8Array {
  const { program, writer, places } = plan
  const { finish } = program
  const c = new Code(ADDRESSES)
  for (let u = 0; u < plan.registers; u++) {
    const register = new Register(c, program, places, u)
    register.load(finish.nodes)
    register.loadTime()
    const time = c.pop(V128)
    register.loadWord(places.steps)
    const step = c.pop(V128)
    writeGraph(c, finish, writer, (node) => {
      if (node.op === 'time') c.get(time)
      else if (node.op === 'step') c.get(step)
      else if (!register.push(node)) pushSeed(c, plan, node)
    })
    for (const [i, root] of [...finish.roots.entries()].reverse()) {
      const value = c.pop(V128)
      register.storeNumber(places.outputs + i, finish.nodes[root].type, value)
      c.release(value)
    }
  }
  return moduleBytes(HOST, [...writeFunctions(program, writer), { code: c, result: undefined }])
}

function pushSeed(c: Code, { program, seed }: Plan, { op, value = 0 }: Node): void {
  if (op !== 'seed') throw new Error(`no backend gives the input ${op} here`)
  constant(c, program.precision, 'int', seed[value])
}

interface Component {
  readonly kind: 'state' | 'accumulator'
  readonly i: number
  readonly node: Node
  readonly column: number
}

const component = (
  kind: Component['kind'],
  i: number,
  type: Node['type'],
  first: number,
): Component => ({ kind, i, node: { op: kind, type, args: [], value: i }, column: first + i })

/**
 * The state is absorbed and observed in the turn that steps away from it, so that its fingerprint
 * and the step overlap in the machine. No branch may come back together within a turn: the engine
 * would spill the hashes there. But each register has its own way out: without these borders the
 * engine mixes the steps of all, and runs out of machine registers.
 */
class Loop {
  readonly #c: Code
  readonly #plan: Plan
  readonly #registers: readonly Register[]
  readonly #hashes: readonly number[]
  readonly #observe: Graph | undefined
  readonly #stop: Graph | undefined
  readonly #fingerprint: boolean

  constructor(c: Code, plan: Plan, { observe, fingerprint }: Kept) {
    const { program, places, registers } = plan
    this.#c = c
    this.#plan = plan
    this.#fingerprint = fingerprint
    this.#observe = observe && program.observe.roots.length > 0 ? program.observe : undefined
    this.#stop = observe && fingerprint ? program.stop : undefined
    const indices = Array.from({ length: registers }, (_, u) => u)
    this.#registers = indices.map((u) => new Register(c, program, places, u))
    const members = fingerprint ? registers * laneCount(program.precision) : 0
    this.#hashes = Array.from({ length: members }, () => c.local(I64))
  }

  /** One step. Leaves ESCAPE where the state may not be finite, else END. */
  writeStep(): void {
    const c = this.#c
    this.#load()
    for (const register of this.#registers) this.#step(register)
    this.#tick()
    for (const [u, register] of this.#registers.entries()) {
      this.#askEscape(register)
      if (u > 0) c.op('i32.or')
    }
    const cause = c.pop(I32)
    this.#save()
    c.get(cause)
  }

  /**
   * From a step that was taken to the end, or to an event. Where a register escapes, the others
   * have to take the step, too: after the block that it leaves.
   */
  writeLoop(): void {
    const c = this.#c
    const registers = this.#registers
    this.#load()
    const cause = c.local(I32)
    c.open('block')
    for (const _ of registers) c.open('block')
    c.open('loop')
    this.#after(cause)
    c.get(STEP, TO)
    c.op('i32.ge_u')
    this.#leaveIf(cause, CAUSE.end)
    for (const [u, register] of registers.entries()) {
      this.#step(register)
      this.#askEscape(register)
      c.branchIf(1 + u)
    }
    this.#tick()
    c.branch(0)
    c.op('end', 'end')
    for (const register of registers.slice(1)) {
      this.#step(register)
      c.op('end')
    }
    this.#tick()
    c.i32(CAUSE.escape)
    c.set(cause)
    c.op('end')
    this.#save()
    c.get(cause)
  }

  /** Leaves the loop and all blocks with a cause where the condition on the stack holds. */
  #leaveIf(cause: number, value: number, before: () => void = () => {}): void {
    const c = this.#c
    c.open('if')
    before()
    c.i32(value)
    c.set(cause)
    c.branch(2 + this.#registers.length)
    c.op('end')
  }

  /** What the loop changes, and where it comes from. */
  #components(): Component[] {
    const { program, places } = this.#plan
    const state = program.state.map((_, i) => component('state', i, 'float', places.state))
    if (!this.#observe) return state
    const accumulators = program.accumulators.map(({ type }, i) =>
      component('accumulator', i, type, places.accumulators),
    )
    return [...state, ...accumulators]
  }

  #load(): void {
    const c = this.#c
    const { program, places } = this.#plan
    const graphs = [program.next, this.#observe, this.#stop]
    const inputs = graphs.flatMap(
      (graph) => graph?.nodes.filter(({ args }) => args.length === 0) ?? [],
    )
    for (const register of this.#registers) {
      register.load(this.#components().map(({ node }) => node))
      register.load(inputs)
    }
    for (const [i, hash] of this.#hashes.entries()) {
      addressOf(c, places.hash)
      c.memory('i64.load', 8 * i)
      c.set(hash)
    }
  }

  #save(): void {
    const c = this.#c
    const { places } = this.#plan
    for (const register of this.#registers) {
      for (const { kind, i, node, column } of this.#components()) {
        register.storeNumber(column, node.type, register.variable(kind, i))
      }
    }
    for (const [i, hash] of this.#hashes.entries()) {
      addressOf(c, places.hash)
      c.get(hash)
      c.memory('i64.store', 8 * i)
    }
    c.i32(0)
    c.get(STEP)
    c.memory('i32.store', LEFT.step)
    c.i32(0)
    c.get(TIME)
    c.memory('f64.store', LEFT.time)
  }

  #input(register: Register): Input {
    const c = this.#c
    const { precision } = this.#plan.program
    return (node) => {
      if (node.op === 'step') {
        c.get(STEP)
        c.op('i32x4.splat')
      } else if (node.op === 'time') {
        c.get(TIME)
        if (precision === 'f64') c.op('f64x2.splat')
        else {
          c.op('f32.demote_f64', 'f32x4.splat')
          settle(c)
        }
      } else if (!register.push(node)) pushSeed(c, this.#plan, node)
    }
  }

  #step(register: Register): void {
    const { program, writer } = this.#plan
    writeGraph(this.#c, program.next, writer, this.#input(register))
    for (let i = program.state.length - 1; i >= 0; i--) this.#c.set(register.variable('state', i))
  }

  #tick(): void {
    const c = this.#c
    c.get(STEP)
    c.i32(1)
    c.op('i32.add')
    c.set(STEP)
    c.get(TIME)
    c.f64(this.#plan.program.dt)
    c.op('f64.add')
    c.set(TIME)
  }

  /**
   * Leaves 0 on the stack unless a component is not finite, or so large that a sum is not: the host
   * looks closer then.
   */
  #askEscape(register: Register): void {
    const c = this.#c
    const { precision, state } = this.#plan.program
    const shape = precision === 'f64' ? 'f64x2' : 'f32x4'
    if (state.length === 0) constant(c, precision, 'float', 0)
    for (const i of state.keys()) {
      c.get(register.variable('state', i))
      if (i > 0) c.op(`${shape}.add`)
    }
    const sum = c.pop(V128)
    c.get(sum, sum)
    c.op(`${shape}.sub`, 'v128.any_true')
    c.release(sum)
  }

  /** What follows a step whose state is finite. */
  #after(cause: number): void {
    if (this.#fingerprint) this.#absorb()
    if (this.#observe) this.#accumulate(this.#observe)
    if (this.#stop) this.#askStop(this.#stop, cause)
  }

  #absorb(): void {
    const c = this.#c
    const { precision, state, positions } = this.#plan.program
    const hashes = this.#hashes
    const absorbPart = (from: number, to: number) => {
      absorbLength(c, hashes, to - from)
      for (let i = from; i < to; i++) {
        const vectors = this.#registers.map((register) => register.variable('state', i))
        absorbNumbers(c, precision, hashes, vectors)
      }
    }
    absorbPart(0, positions)
    absorbPart(positions, state.length)
    c.get(TIME)
    c.op('i64.reinterpret_f64')
    const word = c.pop(I64)
    absorbWord(c, hashes, word)
    c.release(word)
  }

  #accumulate(observe: Graph): void {
    const c = this.#c
    for (const register of this.#registers) {
      writeGraph(c, observe, this.#plan.writer, this.#input(register))
      for (let i = observe.roots.length - 1; i >= 0; i--) c.set(register.variable('accumulator', i))
    }
  }

  /** Leaves the loop where a member stops, with the masks of those that do in memory. */
  #askStop(stop: Graph, cause: number): void {
    const c = this.#c
    const masks = this.#registers.map((register) => {
      writeGraph(c, stop, this.#plan.writer, this.#input(register))
      return c.pop(V128)
    })
    for (const [u, mask] of masks.entries()) {
      c.get(mask)
      if (u > 0) c.op('v128.or')
    }
    c.op('v128.any_true')
    this.#leaveIf(cause, CAUSE.stop, () => {
      for (const [u, mask] of masks.entries()) {
        c.i32(0)
        c.get(mask)
        c.memory('v128.store', LEFT.stops + 16 * u)
      }
    })
    for (const mask of masks) c.release(mask)
  }
}
