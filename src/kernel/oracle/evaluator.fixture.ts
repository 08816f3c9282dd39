// Whole rollouts by the tree-walking evaluator: the oracle of the compiler and its backends. It is
// slow and says each rule of DESIGN.md in the plainest way.

import { SlowHash } from '../graphs.fixture.ts'
import { STATUS } from '../kernel.ts'
import { INTEGRATORS } from '../program/integrators.ts'
import type { ProgramSource, SourceFunction } from '../source.ts'
import type { Interpreter } from './evaluator-interpreter.fixture.ts'
import { createInterpreter } from './evaluator-library.fixture.ts'
import {
  type Arr,
  array,
  type Native,
  type Obj,
  object,
  type Val,
} from './evaluator-memory.fixture.ts'
import { arithmeticOf, lit, type Num } from './evaluator-numbers.fixture.ts'

export interface Start {
  /** Component values; positions first. */
  readonly state: readonly number[]
  readonly params: readonly number[]
  readonly cell?: number
  readonly replica?: number
  readonly seed?: readonly [number, number]
}

export interface Rollout {
  readonly state: readonly number[]
  readonly status: number
  readonly steps: number
  readonly hash: bigint
  /** One entry a measure; `sum` and `mean` have two numbers, the sum and its compensation. */
  readonly measures: readonly (readonly number[])[]
}

type Named = readonly (readonly [name: string, length: number | undefined])[]

/** The entries of a record; those in `last` come last. */
function entriesOf(record: ProgramSource['state'], last: readonly string[] = []): Named {
  const named = Object.entries(record).map(([name, value]) => {
    return [name, typeof value === 'number' ? undefined : value.length] as const
  })
  return [...named.filter(([n]) => !last.includes(n)), ...named.filter(([n]) => last.includes(n))]
}

const sizeOf = (named: Named) => named.reduce((sum, [, length]) => sum + (length ?? 1), 0)

function toObject(named: Named, values: readonly Val[]): Obj {
  let at = 0
  return object(
    named.map(([name, length]) => {
      const part = values.slice(at, at + (length ?? 1))
      at += length ?? 1
      return [name, length === undefined ? part[0] : array(part)] as const
    }),
  )
}

function toValues(named: Named, value: Obj): Val[] {
  return named.flatMap(([name, length]) => {
    const entry = value.entries.get(name)?.val as Val
    return length === undefined ? [entry] : (entry as Arr).cells.map(({ val }) => val)
  })
}

export class Evaluator {
  readonly #source: ProgramSource
  readonly #walk: Interpreter
  readonly #state: Named
  readonly #params: Named
  readonly #positions: number

  constructor(source: ProgramSource) {
    this.#source = source
    this.#walk = createInterpreter(arithmeticOf(source.precision), source.use)
    this.#state = entriesOf(source.state, source.velocities)
    this.#params = entriesOf(source.params)
    this.#positions = sizeOf(this.#state.filter(([name]) => !source.velocities.includes(name)))
  }

  /** A whole rollout; `stop` and the measures see the states from step `discard` + 1 on. */
  rollout(start: Start, steps: number, discard = 0): Rollout {
    const { n } = this.#walk
    const hash = new SlowHash()
    let state = start.state.map(n.load)
    const params = start.params.map(n.load)
    const measures = this.#source.observed.map(({ kind }) => INITIAL[kind])
    let status: number = STATUS.live
    let time = 0
    let taken = 0
    const absorb = () => {
      hash.state(state.slice(0, this.#positions), state.slice(this.#positions), time)
    }
    absorb()
    while (taken < steps && status === STATUS.live) {
      state = this.#step(state, params, time, taken, start)
      taken += 1
      time += this.#source.dt
      absorb()
      if (!state.every(Number.isFinite)) {
        status = STATUS.escaped
        break
      }
      if (taken <= discard) continue
      this.#source.observed.forEach(({ kind, of }, i) => {
        if (kind === 'last') return
        const value = this.#observed(of, state, params, time)
        measures[i] = this.#update(kind, measures[i], value, taken)
      })
      const { stop } = this.#source
      if (stop && this.#observed(stop, state, params, time) === 1) status = STATUS.stopped
    }
    this.#source.observed.forEach(({ kind, of }, i) => {
      if (kind === 'last') measures[i] = [this.#observed(of, state, params, time)]
    })
    return { state, status, steps: taken, hash: hash.value, measures }
  }

  #float = (x: number) => this.#walk.n.flt(x)
  #numbers = (values: readonly Val[]) =>
    values.map((value) => this.#walk.n.floatOf(this.#walk.number(value)))

  #step(
    state: readonly number[],
    params: readonly number[],
    time: number,
    step: number,
    start: Start,
  ): number[] {
    const { body, dt } = this.#source
    const { n } = this.#walk
    const source = this.#walk.fn(body.source.toString())
    const [t, h] = [this.#float(n.load(time)), n.flt(n.load(dt), true)]
    const y = state.map(this.#float)
    if (body.shape !== 'rates') {
      const args = [this.#stateOf(y), this.#paramsOf(params), t, h, this.#noise(step, start)]
      return this.#numbers(toValues(this.#state, this.#walk.call(source, args) as Obj))
    }
    const rates: Native = {
      k: 'native',
      call: ([values, at]) => {
        const now = (values as Arr).cells.map(({ val }) => val)
        const result = this.#walk.call(source, [this.#stateOf(now), this.#paramsOf(params), at])
        return array(this.#numbers(toValues(this.#state, result as Obj)).map(this.#float))
      },
    }
    const integrator = this.#walk.fn(INTEGRATORS[body.integrator].toString())
    const next = this.#walk.call(integrator, [array(y), rates, t, h, lit(this.#positions)])
    return this.#numbers((next as Arr).cells.map(({ val }) => val))
  }

  #stateOf = (values: readonly Val[]) => toObject(this.#state, values)
  #paramsOf = (params: readonly number[]) => toObject(this.#params, params.map(this.#float))

  /** Draws are numbered in the order of the text; scenes of the tests draw on no condition. */
  #noise(step: number, { seed = [0, 0], cell = 0, replica = 0 }: Start): Obj {
    const { n } = this.#walk
    const suffix = n.precision === 'f32' ? 'F32' : ''
    let draws = 0
    const draw = (name: string): [string, Native] => [
      name,
      {
        k: 'native',
        call: () => {
          const low = cell | 0
          const key = [seed[0] | 0, seed[1] | 0, low, Math.floor(cell / 2 ** 32) | 0, replica, step]
          const args = key.map((word) => n.int(word, -(2 ** 31), 2 ** 31 - 1))
          const title = `noise${name[0].toUpperCase()}${name.slice(1)}${suffix}`
          return this.#walk.call(this.#walk.name(title), [...args, lit(draws++)])
        },
      },
    ]
    return object([draw('uniform'), draw('normal')])
  }

  #observed(
    of: SourceFunction | string,
    state: readonly number[],
    params: readonly number[],
    time: number,
  ): number {
    const { n } = this.#walk
    if (typeof of === 'string') {
      const names = this.#state.flatMap(([name, length]) =>
        length === undefined ? [name] : Array.from({ length }, (_, i) => `${name}[${i}]`),
      )
      return state[names.indexOf(of)]
    }
    const args = [this.#stateOf(state.map(this.#float)), this.#paramsOf(params)]
    const value = this.#walk.call(this.#walk.fn(of.toString()), [
      ...args,
      this.#float(n.load(time)),
    ])
    return value.k === 'bool' ? Number(value.v) : n.floatOf(value as Num)
  }

  #update(kind: string, old: readonly number[], value: number, step: number): readonly number[] {
    const { n } = this.#walk
    switch (kind) {
      case 'max':
        return [Math.max(old[0], value)]
      case 'min':
        return [Math.min(old[0], value)]
      case 'count':
        return [old[0] + value]
      case 'firstTime':
        return old[0] === -1 && value === 1 ? [step] : old
      default: {
        const [sum, compensation] = old
        const next = n.round(sum + value)
        const big = Math.abs(sum) >= Math.abs(value)
        const lost = big
          ? n.round(n.round(sum - next) + value)
          : n.round(n.round(value - next) + sum)
        return [next, n.round(compensation + lost)]
      }
    }
  }
}

const INITIAL: Readonly<Record<string, readonly number[]>> = {
  last: [],
  max: [Number.NEGATIVE_INFINITY],
  min: [Number.POSITIVE_INFINITY],
  sum: [0, 0],
  mean: [0, 0],
  count: [0],
  firstTime: [-1],
}
