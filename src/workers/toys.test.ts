import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileProgram } from '../kernel/compile.ts'
import { STATUS } from '../kernel/kernel.ts'
import { KERNELS } from './backends.ts'
import { createColumns, rungs } from './columns.ts'
import { createNodePool } from './node.ts'
import type { Columns, Task } from './protocol.ts'
import { createRunner } from './run-batch.ts'
import { createStepTimes } from './step-times.ts'
import { toys } from './toys.fixture.ts'

/** Numbers as the hex of their bits; computed by the seeds' own code. */
interface Reference {
  readonly q: string[]
  readonly v: string[]
  readonly steps: number
  readonly stride: number
  readonly qIndex: number
  readonly ulps: string
  readonly hashes: [steps: number, hash: string][]
  readonly final: string[]
  readonly initial: string
  readonly lyapunovMusl: string | null
  readonly timeToThreshold: string | null
  readonly samples: [step: number, time: string, distance: string][]
}

const file = new URL('../math/reference/toy_rollouts.json', import.meta.url)
const references: Record<string, Reference> = JSON.parse(readFileSync(file, 'utf8'))

const number = (bits: string) =>
  new Float64Array(new BigUint64Array([BigInt(`0x${bits}`)]).buffer)[0]
const hex = (bits: bigint) => bits.toString(16).padStart(16, '0')
const bitsOf = (numbers: Float64Array) =>
  [...new BigUint64Array(Float64Array.from(numbers).buffer)].map(hex)
const NONE = '7ff8000000000000'

function taskOf(name: string, steps: number): Task {
  const { q, v, stride, qIndex, ulps } = references[name]
  const source = toys[name]
  const f32 = source.precision === 'f32'
  const readings = Object.keys(source.state).map((of) => ({ kind: 'last', of }) as const)
  const time = { kind: 'last', of: (_: unknown, __: unknown, t: number) => t } as const
  const program = compileProgram({ ...source, observed: f32 ? readings : [...readings, time] })
  return {
    program,
    defaults: { state: [...q, ...v].map(number), params: Object.values(source.params) as number[] },
    inputs: [],
    steps,
    discard: 0,
    ladderEvery: 1000,
    fingerprintEvery: 1,
    replicas: { count: 1, component: 0, ulps: 0 },
    measures: [
      { kind: 'seedDivergence', divergence: 0 },
      ...program.readings.map((_, reading) => ({ kind: 'reading', reading }) as const),
    ],
    // The reference counts in steps of binary64, of which a step of binary32 holds 2^29.
    divergences: [
      { metric: 'seed', component: qIndex, ulps: Number(ulps) / (f32 ? 2 ** 29 : 1), stride },
    ],
    seed: [0, 0],
  }
}

function run(task: Task): Columns {
  const out = createColumns(task, 0, 1)
  createRunner(task, KERNELS.js(task)).run([], 0, 1, out)
  return out
}

describe.each(Object.keys(references))('%s', (name) => {
  const reference = references[name]
  const out = run(taskOf(name, reference.steps))

  it('ends in the state of the reference', () => {
    expect([...out.status]).toEqual([STATUS.done])
    // In f32 an observed time would be rounded.
    const exact = toys[name].precision === 'f64' ? reference.final : reference.final.slice(0, -1)
    expect(bitsOf(out.values.subarray(5))).toEqual(exact)
  })

  it('has the fingerprints of the reference, of prefixes too', () => {
    const ladder = new Map(rungs(taskOf(name, reference.steps)).map((rung, i) => [rung, i]))
    for (const [steps, hash] of reference.hashes) {
      const rung = ladder.get(steps)
      if (rung !== undefined) expect([steps, hex(out.ladder[rung])]).toEqual([steps, hash])
      expect(hex(run(taskOf(name, steps)).fingerprint[0])).toBe(hash)
    }
  })

  it('has every divergence sample of the reference, and its fit', () => {
    const { initial, samples, lyapunovMusl, timeToThreshold } = reference
    expect(bitsOf(out.curves)).toEqual([initial, ...samples.map(([, , distance]) => distance)])
    const timeOf = createStepTimes(toys[name].dt)
    for (const [step, time] of samples) expect(timeOf(step)).toBe(number(time))
    const [rate, , threshold, first, final] = bitsOf(out.values)
    expect(rate).toBe(lyapunovMusl ?? NONE)
    expect(threshold).toBe(timeToThreshold ?? NONE)
    expect(first).toBe(initial)
    expect(final).toBe(samples.at(-1)?.[2])
  })
})

it('gets the same from threads', async () => {
  const pool = createNodePool({ lanes: 2 })
  const task = taskOf('double_pendulum_f32', 5000)
  await pool.open(task)
  expect(await pool.run({ from: 0, count: 1, batch: 1, inputs: [] })).toEqual(run(task))
  await pool.close()
})
