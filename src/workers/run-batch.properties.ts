import fc from 'fast-check'
import { expect, it } from 'vitest'
import { STATUS } from '../kernel/kernel.ts'
import { createColumns, curveWidth, rungs, valuesWidth } from './columns.ts'
import { createRotorKernel, rotor, rotorJob } from './rotor.fixture.ts'
import { createRunner } from './run-batch.ts'

const runner = createRunner(rotor, createRotorKernel(rotor))

function run(from: number, count: number, cuts: readonly number[] = []) {
  const out = createColumns(rotor, from, count)
  // What a runner leaves unwritten shows.
  new Uint8Array(out.values.buffer).fill(0xa5)
  const { inputs } = rotorJob(from, count, count)
  const at = [0, ...cuts.filter((cut) => cut < count).sort((a, b) => a - b), count]
  for (let i = 0; i + 1 < at.length; i++) runner.run(inputs, at[i], at[i + 1] - at[i], out)
  return out
}

const whole = run(0, 600)

it('has rollouts of every kind in its test', () => {
  const kinds = new Set(whole.status)
  expect(kinds).toEqual(new Set([STATUS.done, STATUS.stopped, STATUS.escaped]))
  expect(new Set(whole.steps).size).toBeGreaterThan(4)
  expect(whole.values.some(Number.isNaN)).toBe(true)
})

it('gives a rollout the same entries however a job is cut, across borders of blocks too', () => {
  const ladder = rungs(rotor).length
  const values = valuesWidth(rotor)
  const curves = curveWidth(rotor)
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.oneof(fc.constantFrom(0, 1, 255, 256, 257, 300), fc.nat(300)),
      fc.array(fc.nat(299), { maxLength: 6 }),
      (from, count, cuts) => {
        const part = run(from, count, cuts)
        const end = from + count
        expect(part.status).toEqual(whole.status.slice(from, end))
        expect(part.steps).toEqual(whole.steps.slice(from, end))
        expect(part.fingerprint).toEqual(whole.fingerprint.slice(from, end))
        expect(part.ladder).toEqual(whole.ladder.slice(from * ladder, end * ladder))
        expect(part.values).toEqual(whole.values.slice(from * values, end * values))
        expect(part.curves).toEqual(whole.curves.slice(from * curves, end * curves))
      },
    ),
    { numRuns: 12 },
  )
})

it('leaves the entries of other rollouts alone', () => {
  const out = createColumns(rotor, 0, 40)
  new Uint8Array(out.values.buffer).fill(0xa5)
  const untouched = new Uint8Array(out.values.buffer).slice()
  const { inputs } = rotorJob(0, 40, 40)
  runner.run(inputs, 10, 20, out)
  for (let i = 0; i < 40; i++) if (i < 10 || i >= 30) expect(out.status[i]).toBe(0xa5)
  const { status, steps, fingerprint, ladder, values, curves } = whole
  for (const [column, full] of [
    [out.status, status],
    [out.steps, steps],
    [out.fingerprint, fingerprint],
    [out.ladder, ladder],
    [out.values, values],
    [out.curves, curves],
  ] as const) {
    const width = column.length / 40
    expect(column.slice(10 * width, 30 * width)).toEqual(full.slice(10 * width, 30 * width))
    const before = column.byteOffset
    const bytes = new Uint8Array(column.buffer, before, column.byteLength).slice()
    const from = (column.byteLength / 40) * 10
    const to = (column.byteLength / 40) * 30
    expect(bytes.subarray(0, from)).toEqual(untouched.subarray(before, before + from))
    expect(bytes.subarray(to)).toEqual(untouched.subarray(before + to, before + column.byteLength))
  }
})
