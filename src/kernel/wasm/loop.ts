// The loop over steps for one group of members, with their twins or without. Everyone takes part;
// who is alive is the host's.

import type { Graph, Node } from '../ir.ts'
import type { Metric, Span } from '../kernel.ts'
import { Code, F64, I32, I64, setLesser, V128 } from './code.ts'
import { addressOf, Register } from './columns.ts'
import { storeDistances } from './distance.ts'
import { absorbState, type Part } from './fingerprint.ts'
import { writeFunctions, writeGraph } from './graph.ts'
import { CAUSE, LEFT, writeGroups } from './groups.ts'
import { moduleBytes } from './module.ts'
import { HOST, laneCount } from './ops.ts'
import type { Plan } from './plan.ts'
import {
  askEscape,
  inputOf,
  leavePlace,
  STEP,
  TIME,
  TO,
  TWINS,
  tick,
  writeFirst,
  writeOne,
} from './step.ts'
import { writeTurn } from './turn.ts'

/** What a loop does besides stepping. */
export interface Variant extends Pick<Span, 'observe' | 'fingerprint'> {
  /** Twins go along, and distances are taken by this metric. */
  readonly paired: Metric | undefined
}

/** Parameters for pairs alone: where the next sample goes, and steps as in Pairs. */
const SAMPLE = 7
const DUE = 8
const STRIDE = 9
const LAST = 10

/**
 * Exports three functions of `(eight, four, stride, from, to, time)`, in pairs also of `(twins,
 * sample, due, stride, last)`, each of which gives a cause:
 * - `first` takes one step;
 * - `rest` goes on after the step that led to `from`, absorbs and observes its state, and takes
 *   steps up to `to`;
 * - `all` takes a number of groups, one after another, from `from` to `to`: see groups.ts.
 */
export function advanceModule(plan: Plan, variant: Variant): Uint8Array {
  const pairs = variant.paired ? ([I32, I32, I32, I32, I32] as const) : []
  const params = [I32, I32, I32, I32, I32, F64, ...pairs] as const
  const rest = new Code(params)
  new Loop(rest, plan, variant).writeLoop()
  const functions = writeFunctions(plan.program, plan.writer)
  const one = HOST.length + functions.length
  const first = writeFirst(plan, params, one)
  const all = writeGroups(plan, params, { first: one + 1, rest: one + 2 })
  for (const code of [writeOne(plan), first, rest, all]) functions.push({ code, result: I32 })
  return moduleBytes(HOST, functions, ['first', 'rest', 'all'])
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
 * would spill the hashes there.
 */
class Loop {
  readonly #c: Code
  readonly #plan: Plan
  readonly #references: readonly Register[]
  readonly #twins: readonly Register[]
  /** All that step. */
  readonly #registers: readonly Register[]
  readonly #hashes: readonly number[]
  readonly #observe: Graph | undefined
  readonly #stop: Graph | undefined
  readonly #fingerprint: number
  readonly #metric: Metric | undefined

  constructor(c: Code, plan: Plan, { observe, fingerprint, paired }: Variant) {
    const { program, places, registers } = plan
    this.#c = c
    this.#plan = plan
    this.#fingerprint = fingerprint
    this.#metric = paired
    this.#observe = observe && program.observe.roots.length > 0 ? program.observe : undefined
    this.#stop = observe && fingerprint > 0 ? program.stop : undefined
    const indices = Array.from({ length: registers }, (_, u) => u)
    const twin = (reference: Register, u: number) =>
      new Register(c, program, places, u, { reference, eight: TWINS })
    this.#references = indices.map((u) => new Register(c, program, places, u))
    this.#twins = paired ? this.#references.map(twin) : []
    this.#registers = [...this.#references, ...this.#twins]
    const members = fingerprint > 0 ? registers * laneCount(program.precision) : 0
    this.#hashes = Array.from({ length: members }, () => c.local(I64))
  }

  /** From a step that was taken to the end, or to an event; where none escapes, absorbed there. */
  writeLoop(): void {
    const c = this.#c
    const due = this.#twins.length > 0 || this.#fingerprint > 1
    this.#load()
    const cause = c.local(I32)
    const until = due ? c.local(I32) : undefined
    for (let i = 0; i < 3; i++) c.open('block')
    if (until !== undefined) {
      c.open('loop')
      this.#takeDue(until)
    }
    const outer = until === undefined ? 0 : 1
    c.open('loop')
    this.#after(cause, outer)
    c.get(STEP, TO)
    c.op('i32.ge_u')
    this.#leaveIf(cause, CAUSE.end, outer)
    this.#turn()
    tick(c, this.#plan.program)
    askEscape(c, this.#plan.program, this.#registers)
    c.branchIf(1 + outer)
    if (until === undefined) c.branch(0)
    else {
      c.get(STEP, until)
      c.op('i32.lt_u')
      c.branchIf(0)
      c.op('end')
      c.branch(0)
    }
    c.op('end', 'end')
    c.i32(CAUSE.escape)
    c.set(cause)
    c.branch(1)
    c.op('end')
    if (this.#fingerprint === 1) for (const absorb of this.#absorption()) absorb()
    c.op('end')
    this.#save()
    c.get(cause)
  }

  /**
   * What is due only now and then is done between two rounds of the inner loop, which has no
   * branches for it then. `until` becomes the next step at which something is due.
   */
  #takeDue(until: number): void {
    const c = this.#c
    const paired = this.#twins.length > 0
    if (paired) {
      c.get(STEP, DUE)
      c.op('i32.eq')
      c.open('if')
      this.#sample()
      c.op('end')
    }
    if (this.#fingerprint > 1) {
      this.#pushPhase()
      c.op('i32.eqz')
      c.open('if')
      for (const absorb of this.#absorption()) absorb()
      c.op('end')
      c.get(STEP)
      c.i32(this.#fingerprint)
      c.op('i32.add')
      this.#pushPhase()
      c.op('i32.sub')
    }
    if (paired) c.get(DUE)
    c.set(until)
    if (paired && this.#fingerprint > 1) {
      const absorbed = c.pop(I32)
      setLesser(c, until, absorbed)
      c.release(absorbed)
    }
  }

  /** Steps since the fingerprint last absorbed a state. */
  #pushPhase(): void {
    this.#c.get(STEP)
    this.#c.i32(this.#fingerprint)
    this.#c.op('i32.rem_u')
  }

  /** Takes the distance of each pair, and tells when the next is due. */
  #sample(): void {
    const c = this.#c
    const { program, registers } = this.#plan
    for (const [u, reference] of this.#references.entries()) {
      storeDistances(c, program, this.#metric, [reference, this.#twins[u]], SAMPLE, u)
    }
    c.get(SAMPLE)
    c.i32(8 * registers * laneCount(program.precision))
    c.op('i32.add')
    c.set(SAMPLE)
    c.get(DUE, STRIDE)
    c.op('i32.add')
    c.set(DUE)
    setLesser(c, DUE, LAST)
  }

  /** Leaves the loop before a turn, with a cause, where the condition on the stack holds. */
  #leaveIf(cause: number, value: number, outer: number, before: () => void = () => {}): void {
    const c = this.#c
    c.open('if')
    before()
    c.i32(value)
    c.set(cause)
    c.branch(3 + outer)
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
    const changing = this.#components().map(({ node }) => node)
    for (const register of this.#registers) {
      register.load(changing)
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
    const components = this.#components()
    for (const register of this.#registers) {
      for (const { kind, i, node, column } of components) {
        if (kind === 'accumulator' && this.#twins.includes(register)) continue
        register.storeNumber(column, node.type, register.variable(kind, i))
      }
    }
    if (this.#twins.length > 0) {
      c.i32(0)
      c.get(SAMPLE)
      c.memory('i32.store', LEFT.sample)
    }
    for (const [i, hash] of this.#hashes.entries()) {
      addressOf(c, places.hash)
      c.get(hash)
      c.memory('i64.store', 8 * i)
    }
    leavePlace(c)
  }

  #turn(): void {
    const c = this.#c
    const { program, writer } = this.#plan
    const states = writeTurn(c, {
      ...{ program, writer, hashes: this.#hashes },
      inputs: this.#registers.map((register) => inputOf(this.#c, this.#plan, register)),
      absorption: this.#fingerprint === 1 ? this.#absorption() : [],
    })
    for (const [u, register] of this.#registers.entries()) {
      for (const [i, value] of states[u].entries()) {
        c.get(value)
        c.set(register.variable('state', i))
        c.release(value)
      }
    }
  }

  /** What follows a step whose state is finite, but for its absorption. */
  #after(cause: number, outer: number): void {
    if (this.#observe) this.#accumulate(this.#observe)
    if (this.#stop) this.#askStop(this.#stop, cause, outer)
  }

  #absorption(): Part[] {
    const states = this.#references.map((register) => (i: number) => register.variable('state', i))
    return absorbState(this.#c, this.#plan.program, this.#hashes, states, TIME)
  }

  #accumulate(observe: Graph): void {
    const c = this.#c
    for (const register of this.#references) {
      writeGraph(c, observe, this.#plan.writer, inputOf(this.#c, this.#plan, register))
      for (let i = observe.roots.length - 1; i >= 0; i--) c.set(register.variable('accumulator', i))
    }
  }

  /** Leaves the loop where a member stops, with the masks of those that do in memory. */
  #askStop(stop: Graph, cause: number, outer: number): void {
    const c = this.#c
    const masks = this.#references.map((register) => {
      writeGraph(c, stop, this.#plan.writer, inputOf(this.#c, this.#plan, register))
      return c.pop(V128)
    })
    for (const [u, mask] of masks.entries()) {
      c.get(mask)
      if (u > 0) c.op('v128.or')
    }
    c.op('v128.any_true')
    this.#leaveIf(cause, CAUSE.stop, outer, () => {
      for (const [u, mask] of masks.entries()) {
        c.i32(0)
        c.get(mask)
        c.memory('v128.store', LEFT.stops + 16 * u)
      }
    })
    for (const mask of masks) c.release(mask)
  }
}
