// `furrow doctor` on a machine whose arithmetic is right.

import { expect, test } from 'vitest'
import { closeTestDevice, openTestDevice } from '../gpu/adapter.fixture.ts'
import { furrow } from './furrow.fixture.ts'

const device = await openTestDevice()
await closeTestDevice()

test('doctor finds js and wasm right, and says what it finds of a GPU', () => {
  const { status, stdout } = furrow(['doctor'])
  expect(status).toBe(0)
  for (const backend of ['js', 'wasm']) {
    expect(stdout).toMatch(new RegExp(`^${backend} +f64 +PASS +\\d+ cases, 61c5981a8c07eda4$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^${backend} +f32 +PASS +\\d+ cases, f7834868e244acc9$`, 'm'))
  }
  expect(stdout).toMatch(typeof device === 'string' ? /^gpu +f32 +absent /m : /^gpu +f32 +PASS /m)
  // Of the arithmetic alone: the same on every machine.
  expect(stdout).toMatch(/^digest [0-9a-f]{16}\n$/m)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})
