import { expect, test } from 'vitest'
import { compileProgram } from '../compile.ts'
import { createJsKernel } from '../emit-js.ts'
import { createWasmKernel } from '../emit-wasm.ts'
import type { Precision } from '../ir.ts'
import type { Kernel } from '../kernel.ts'
import { Choice } from './choice.ts'
import { modulesOf } from './wabt.fixture.ts'

/** The forms that are used, one a piece of work, where each takes so long. */
function used(forms: readonly number[], cost: (form: number, piece: number) => number) {
  const choice = new Choice(forms)
  return Array.from({ length: 900 }, (_, piece) => {
    const form = choice.next()
    choice.record(form, cost(form, piece), 1)
    return form
  })
}

test('settles on the fastest form, wherever it stands', () => {
  for (const fastest of [1, 2, 3]) {
    const forms = used([2, 1, 3], (form) => (form === fastest ? 2 : 3))
    expect(new Set(forms.slice(-200))).toEqual(new Set([fastest]))
  }
})

test('tries nothing while there is little work, and others only for as long as it needs', () => {
  const forms = used([2, 1, 3], () => 2)
  expect(new Set(forms.slice(0, 500))).toEqual(new Set([2]))
  expect(forms.filter((form) => form === 1).length).toBeLessThan(80)
  expect(forms.filter((form) => form === 3).length).toBeGreaterThan(60)
})

test('lets a form warm up, and keeps the first one where another is hardly faster', () => {
  const turns = new Map<number, number>()
  const cost = (form: number) => {
    turns.set(form, (turns.get(form) ?? 0) + 1)
    return form === 1 && turns.get(1)! > 20 ? 1 : 4
  }
  expect(used([2, 1], cost).at(-1)).toBe(1)
  expect(used([2, 1], (form) => (form === 1 ? 1.98 : 2)).at(-1)).toBe(2)
})

test('one slow piece among many does not decide', () => {
  const cost = (form: number, piece: number) => (form === 1 ? 1 : 2) + (piece % 7 === 0 ? 40 : 0)
  expect(used([2, 1], cost).at(-1)).toBe(1)
})

test('with one form there is no choice', () => {
  expect(new Set(used([1], () => 5))).toEqual(new Set([1]))
})

interface V {
  readonly [name: string]: number
}

const MEMBERS = 45
const SPANS = 60

/** Some stop on the way; twins run beside all of them. */
const programOf = (precision: Precision) =>
  compileProgram({
    ...{
      name: 'tent',
      precision,
      state: { x: 0.3, n: 0 },
      velocities: [],
      params: { top: 1.9 },
      dt: 1,
      use: {},
    },
    body: {
      shape: 'next',
      source: ({ x, n }: V, { top }: V) => ({ x: top * Math.min(x, 1 - x), n: n + x }),
    },
    stop: ({ n }: V) => n > 2100,
    observed: [{ kind: 'mean', of: 'x' }],
  })

function outcome(kernel: Kernel) {
  const block = kernel.block(MEMBERS, 1)
  const [twin] = block.twins
  for (const half of [block, twin]) {
    for (let m = 0; m < MEMBERS; m++) {
      half.state[0][m] = 0.3 + m / 1000 + (half === twin ? 1e-3 : 0)
      half.params[0][m] = 1.2 + m / 60
    }
    kernel.begin(half, MEMBERS)
  }
  const distances = new Float64Array(MEMBERS * 4 * SPANS)
  const last = 64 * SPANS
  const pair = {
    twin,
    metric: 'sound' as const,
    stride: 16,
    last,
    distances,
    start: 0,
    width: 4 * SPANS,
  }
  let time = 0
  for (let from = 0; from < last; from += 64) {
    const span = { from, to: from + 64, time, observe: true, fingerprint: 1 }
    time = kernel.advance(block, MEMBERS, span, [pair])
  }
  const { state, accumulators, hash, status, steps } = block
  const all = [...state, ...accumulators, hash, distances, status, steps]
  return all.map((column) => {
    const length = column === hash ? 2 * MEMBERS : column === distances ? column.length : MEMBERS
    return Array.from<number>(column).slice(0, length)
  })
}

test.each(['f64', 'f32'] as const)('no bit depends on the clock, in %s', (precision) => {
  const program = programOf(precision)
  const wanted = outcome(createJsKernel(program, { seed: [0, 0] }))
  expect(new Set(wanted.at(-2))).toEqual(new Set([0, 2]))
  let formsTried = 0
  for (const pace of [1, 30, 60, 170, 400]) {
    let clock = 0
    const now = () => {
      clock += 1 + ((clock * 7) % pace)
      return clock
    }
    const modules = modulesOf(() => {
      expect(outcome(createWasmKernel(program, { seed: [0, 0], now }))).toEqual(wanted)
    })
    formsTried = Math.max(formsTried, modules.length)
  }
  // For members with twins, and without once those have stopped.
  expect(formsTried).toBeGreaterThanOrEqual(3)
})
