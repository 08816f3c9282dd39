import { expect, test } from 'vitest'
import { RateMeter } from './rate-meter.ts'

function meterAt(done: number) {
  let time = 0
  const meter = new RateMeter(done, () => time)
  return (seconds: number, done: number) => {
    time = seconds * 1000
    return meter.at(done)
  }
}

test('what earlier runs did is not counted, and too short a span gives no rate', () => {
  const at = meterAt(500)
  expect(at(0.1, 520)).toBeUndefined()
  expect(at(2, 700)).toBe(100)
})

test('the rate follows the last half minute', () => {
  const at = meterAt(0)
  for (let second = 1; second <= 60; second++) at(second, 100 * second)
  for (let second = 61; second <= 120; second++) at(second, 6000 + 10 * (second - 60))
  expect(at(121, 6610)).toBeCloseTo(10, 5)
})

test('an hour of sleep between two batches does not count as work', () => {
  const at = meterAt(0)
  for (let second = 1; second <= 10; second++) at(second, 100 * second)
  expect(at(3611, 1100)).toBe(100)
})

test('batches of minutes each have a rate too', () => {
  const at = meterAt(0)
  for (const [minutes, done] of [
    [5, 300],
    [9, 600],
    [14, 900],
  ])
    at(60 * minutes, done)
  expect(at(60 * 19, 1200)).toBe(1)
})
