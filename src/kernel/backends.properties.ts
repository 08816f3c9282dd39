// Random graphs, made of every operation, against the scalar reference: in local variables and in
// memory (where small chunks hand values to each other).

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BACKENDS, type MakeKernel } from './backends.fixture.ts'
import { loadF32 } from './f32-rule.ts'
import { GraphBuilder } from './graph/graph.ts'
import { EDGES, evaluateGraph, type Inputs, programOf, SlowHash } from './graphs.fixture.ts'
import { type Graph, OPS, type Precision, type Program, type PureOp, type Type } from './ir.ts'
import { STATUS } from './kernel.ts'

const STATE = 3
const SEED = [0x12345678, -5] as const
const FLOAT_TABLE = [0.5, -3, 1e30, 7]
const INT_TABLE = [5, -1, 2 ** 31 - 1]

/** A node to be: which operation, and which earlier nodes of the right type. */
interface Recipe {
  readonly op: PureOp | 'select' | 'lookup' | 'call'
  readonly picks: readonly number[]
}

const ops = [...(Object.keys(OPS) as PureOp[]), 'select', 'lookup', 'call'] as const
const recipe: fc.Arbitrary<Recipe> = fc.record({
  op: fc.constantFrom(...ops),
  picks: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
})
const startValue = fc.oneof(fc.constantFrom(...EDGES), fc.double({ noNaN: true, min: -4, max: 4 }))

interface Case {
  readonly precision: Precision
  readonly recipes: readonly Recipe[]
  /** The states at which the members of a block begin. */
  readonly starts: readonly (readonly number[])[]
  readonly roots: readonly number[]
}

const cases: fc.Arbitrary<Case> = fc.record({
  precision: fc.constantFrom<Precision>('f64', 'f32'),
  recipes: fc.array(recipe, { minLength: 1, maxLength: 60 }),
  starts: fc.array(fc.array(startValue, { minLength: STATE, maxLength: STATE }), {
    minLength: 1,
    maxLength: 5,
  }),
  roots: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
})

const only64 = new Set<string>(['highWord', 'lowWord', 'fromWords'])

class Growing {
  readonly b: GraphBuilder
  readonly #made: Record<Type, number[]> = { float: [], int: [], bool: [] }

  constructor(b: GraphBuilder, inputs: readonly number[]) {
    this.b = b
    for (const input of inputs) this.add(input)
    for (const x of [0.75, -2, 1e25]) this.add(b.constant(x))
    for (const i of [0, 3, -7]) this.add(b.int(i))
    this.add(b.bool(true))
    this.add(b.raw('lt', [this.pick('float', 0), b.constant(0.3)]))
  }

  add(id: number): void {
    this.#made[this.b.node(id).type].push(id)
  }

  /** The latest nodes are the likeliest. */
  pick(type: Type, n: number): number {
    const made = this.#made[type]
    return made[made.length - 1 - (n % Math.min(made.length, 6))]
  }

  grow({ op, picks }: Recipe): void {
    const { b } = this
    if (b.precision === 'f32' && only64.has(op)) return
    if (op === 'select') {
      const type = (['float', 'int', 'bool'] as const)[picks[3] % 3]
      const condition = this.pick('bool', picks[0])
      this.add(b.rawSelect(condition, this.pick(type, picks[1]), this.pick(type, picks[2])))
    } else if (op === 'lookup') {
      const table = picks[1] % 2
      this.add(b.lookup(table, table === 0 ? 'float' : 'int', this.pick('int', picks[0])))
    } else if (op === 'call') {
      const args = [this.pick('float', picks[1]), this.pick('int', picks[2])]
      this.add(b.call(0, 'float', this.pick('bool', picks[0]), args))
    } else {
      const args = OPS[op].args.map((type, i) => this.pick(type, picks[i]))
      this.add(b.raw(op, args))
    }
  }
}

function graphOf({ precision, recipes }: Case, roots: readonly number[], type: Type): Graph {
  const b = new GraphBuilder(precision)
  const inputs = [0, 1, 2].map((i) => b.input('state', i))
  const more = (['time', 'step', 'seed', 'cell', 'replica'] as const).map((op) => b.input(op))
  const growing = new Growing(b, [
    ...more,
    b.input('param', 0),
    b.input('accumulator', 0),
    ...inputs,
  ])
  for (const each of recipes) growing.grow(each)
  return b.finish(roots.map((root) => growing.pick(type, root)))
}

function programFor(one: Case): Program {
  const { precision, roots } = one
  const f = new GraphBuilder(precision)
  const x = f.input('arg', 0, 'float')
  const scaled = f.raw('mul', [x, f.raw('toFloat', [f.input('arg', 1, 'int')])])
  const graph = f.finish([f.raw('add', [scaled, x])])
  return programOf(precision, STATE, graphOf(one, roots.slice(0, 3), 'float'), {
    positions: 2,
    params: ['a'],
    dt: 0.3,
    tables: [
      { type: 'float', values: FLOAT_TABLE.map((v) => (precision === 'f32' ? loadF32(v) : v)) },
      { type: 'int', values: INT_TABLE },
    ],
    functions: [{ name: 'f', params: ['float', 'int'], graph }],
    observe: graphOf(one, roots.slice(3, 4), 'float'),
    accumulators: [{ type: 'float', initial: 0 }],
    stop: graphOf(one, roots.slice(4, 5), 'bool'),
    finish: graphOf(one, roots.slice(5, 7), 'float'),
  })
}

/** The rollout as kernel.ts defines it, in the plainest words. */
function referenceRollout(program: Program, start: readonly number[], steps: number) {
  const load = program.precision === 'f32' ? loadF32 : (x: number) => x
  const hash = new SlowHash()
  let state = start.map(load)
  let accumulators = [0]
  let status: number = STATUS.live
  let time = 0
  let step = 0
  const inputs = (): Inputs => ({
    ...{ state, accumulators, step, seed: SEED, cell: [9, 0], replica: 2 },
    ...{ params: [load(2.5)], time: load(time) },
  })
  hash.state(state.slice(0, 2), state.slice(2), time)
  while (step < steps && status === STATUS.live) {
    state = evaluateGraph(program, program.next, inputs())
    step += 1
    time += program.dt
    hash.state(state.slice(0, 2), state.slice(2), time)
    if (!state.every(Number.isFinite)) status = STATUS.escaped
    else {
      accumulators = evaluateGraph(program, program.observe, inputs())
      const [stopped] = evaluateGraph(program, program.stop as Graph, inputs())
      if (stopped === 1) status = STATUS.stopped
    }
  }
  const outputs = evaluateGraph(program, program.finish, inputs())
  return { state, accumulators, outputs, status, step, time, hash: hash.value }
}

function kernelRollouts(program: Program, starts: Case['starts'], steps: number, make: MakeKernel) {
  const kernel = make(program, { seed: SEED })
  const count = starts.length
  const block = kernel.block(count)
  for (const [m, start] of starts.entries()) {
    for (const [i, x] of start.entries()) block.state[i][m] = x
    block.params[0][m] = 2.5
    block.cell[2 * m] = 9
    block.replica[m] = 2
  }
  kernel.begin(block, count)
  const half = Math.floor(steps / 2)
  const flags = { observe: true, fingerprint: 1 }
  const reached = kernel.advance(block, count, { ...flags, from: 0, to: half, time: 0 })
  kernel.advance(block, count, { ...flags, from: half, to: steps, time: reached })
  const timeOf = (m: number) => {
    let time = 0
    for (let k = 0; k < block.steps[m]; k++) time += program.dt
    return time
  }
  kernel.finish(block, count, timeOf)
  return starts.map((_, m) => {
    const ofMember = (columns: typeof block.state) => columns.map((column) => column[m])
    return {
      ...{ state: ofMember(block.state), accumulators: ofMember(block.accumulators) },
      ...{ outputs: ofMember(block.outputs), status: block.status[m] },
      ...{ step: block.steps[m], time: timeOf(m) },
      hash: BigInt(block.hash[2 * m]) + (BigInt(block.hash[2 * m + 1]) << 32n),
    }
  })
}

const runs = Number(process.env.FURROW_RUNS ?? 200)

test('random graphs give the same bits as the scalar reference, however they are written', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const program = programFor(one)
      const members = one.starts.map((start) => referenceRollout(program, start, 6))
      for (const [form, make] of BACKENDS) {
        expect({ form, members: kernelRollouts(program, one.starts, 6, make) }).toEqual({
          form,
          members,
        })
      }
    }),
    { numRuns: runs },
  )
})
