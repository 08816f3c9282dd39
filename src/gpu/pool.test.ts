// The pool's own logic, on a kernel that answers in time but needs no device.

import { expect, it } from 'vitest'
import type { DeviceKernel } from '../kernel/kernel.ts'
import { createFakePool } from '../workers/fake.ts'
import { createRotorKernel, rotor, rotorJob } from '../workers/rotor.fixture.ts'
import { createGpuPool, type Lane } from './pool.ts'

/** A lane whose device is lost at its `lostAt`-th advance; from then on it never answers. */
function laneOf(lostAt = Number.POSITIVE_INFINITY) {
  const kernel = createRotorKernel(rotor)
  let advances = 0
  let lose = (_: string) => {}
  const state = { closed: 0 }
  const device: DeviceKernel = {
    ...kernel,
    backend: 'gpu',
    block: (size, twins) => kernel.block(size, twins),
    begin: (block, count) => kernel.begin(block, count),
    finish: (block, count, time) => kernel.finish(block, count, time),
    async advance(block, count, span, pairs) {
      if (++advances >= lostAt) {
        lose('it fell off the bus')
        return new Promise(() => {})
      }
      await undefined
      return kernel.advance(block, count, span, pairs)
    },
  }
  const lane: Lane = {
    kernel: device,
    lost: new Promise((resolve) => {
      lose = resolve
    }),
    close: () => {
      state.closed += 1
    },
  }
  return { lane, state }
}

const jobs = Array.from({ length: 9 }, (_, i) => rotorJob(20 * i, 20, 20))

async function plainAnswers() {
  const pool = createFakePool(createRotorKernel, { lanes: 1 })
  await pool.open(rotor)
  return Promise.all(jobs.map((job) => pool.run(job)))
}

it('answers what one thread would, in blocks of any size', async () => {
  for (const members of [1, 7, 64]) {
    const { lane, state } = laneOf()
    const pool = createGpuPool({ open: async () => lane, members })
    await pool.open(rotor)
    expect(await Promise.all(jobs.map((job) => pool.run(job)))).toEqual(await plainAnswers())
    await pool.close()
    expect(state.closed).toBe(1)
  }
})

it('asks for a lost device again, twice at most, and runs what it took with it anew', async () => {
  const lanes = [laneOf(3), laneOf(5), laneOf()]
  let opened = 0
  const pool = createGpuPool({ open: async () => lanes[opened++].lane, members: 8 })
  await pool.open(rotor)
  expect(await Promise.all(jobs.map((job) => pool.run(job)))).toEqual(await plainAnswers())
  expect(opened).toBe(3)
  await pool.close()
  expect(lanes.map(({ state }) => state.closed)).toEqual([1, 1, 1])
})

it('rejects with the reason when a device is lost a third time', async () => {
  const lanes = [laneOf(1), laneOf(1), laneOf(1)]
  let opened = 0
  const pool = createGpuPool({ open: async () => lanes[opened++].lane })
  await pool.open(rotor)
  const results = await Promise.allSettled(jobs.slice(0, 2).map((job) => pool.run(job)))
  for (const result of results) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { name: 'DeviceLostError', message: 'the GPU was lost: it fell off the bus' },
    })
  }
  expect(opened).toBe(3)
})

it('rejects all jobs as lost when the device does not come back', async () => {
  const lanes = [laneOf(3).lane]
  const open = async () => {
    const lane = lanes.pop()
    if (!lane) throw new Error('there is no adapter')
    return lane
  }
  const pool = createGpuPool({ open, members: 8 })
  await pool.open(rotor)
  const results = await Promise.allSettled(jobs.map((job) => pool.run(job)))
  expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(6)
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    const { name, message } = result.reason
    expect(name).toBe('DeviceLostError')
    expect(message).toBe(
      'the GPU was lost: it fell off the bus, and does not come back: there is no adapter',
    )
  }
})

it('rejects jobs when it is closed, and opens once', async () => {
  const pool = createGpuPool({ open: async () => laneOf().lane })
  await expect(pool.run(jobs[0])).rejects.toThrow('the pool is not open')
  await pool.open(rotor)
  await expect(pool.open(rotor)).rejects.toThrow('a pool is opened once')
  const results = Promise.allSettled(jobs.map((job) => pool.run(job)))
  await pool.close()
  for (const { status } of await results) expect(status).toBe('rejected')
})
