import { expect, it } from 'vitest'
import { createFakePool } from './fake.ts'
import { createNodePool } from './node.ts'
import type { Pool } from './protocol.ts'
import { createRotorKernel, rotor, rotorAnswer, rotorJob } from './rotor.fixture.ts'
import { createWebPool } from './web.ts'
import { createWebThread } from './web-thread.fixture.ts'

/** One suite of cases that every pool passes. */
const entry = new URL('./rotor-worker.fixture.ts', import.meta.url)
const webEntry = new URL('./rotor-web-worker.fixture.ts', import.meta.url)
const createWorker = () => createWebThread(webEntry)
const pools: Record<string, () => Pool> = {
  'a scripted pool with 1 lane': () => createFakePool(createRotorKernel, { lanes: 1 }),
  'a scripted pool with 3 lanes': () =>
    createFakePool(createRotorKernel, { order: reversed, lanes: 3 }),
  'a pool of 1 thread': () => createNodePool({ lanes: 1, entry }),
  'a pool of 2 threads': () => createNodePool({ lanes: 2, entry }),
  'a pool of 3 threads': () => createNodePool({ lanes: 3, entry }),
  'a pool of 1 web worker': () => createWebPool({ createWorker, lanes: 1, shared: false }),
  'a pool of 2 web workers': () => createWebPool({ createWorker, lanes: 2, shared: false }),
  'a pool of 2 web workers that share memory': () =>
    createWebPool({ createWorker, lanes: 2, shared: true }),
}

function reversed(batches: number) {
  return Array.from({ length: batches }, (_, i) => batches - 1 - i)
}

for (const [name, create] of Object.entries(pools)) {
  it(`gets from ${name} what a single runner gives, while it is open`, async () => {
    const pool = create()
    await expect(pool.run(rotorJob(0, 1, 1))).rejects.toThrow('the pool is not open')
    await pool.open(rotor)
    await expect(pool.open(rotor)).rejects.toThrow('a pool is opened once')

    const one = rotorJob(0, 90, 7)
    const first = await pool.run(one)
    for (const job of [rotorJob(300, 1, 64), rotorJob(301, 40, 1000)]) {
      expect(await pool.run(job)).toEqual(rotorAnswer(job))
    }
    // Several at once, the second smaller: memory is used again, and answers do not mix.
    const jobs = [rotorJob(1000, 120, 16), rotorJob(1500, 33, 1), rotorJob(1599, 70, 8)]
    const answers = await Promise.all(jobs.map((job) => pool.run(job)))
    expect(answers).toEqual(jobs.map((job) => rotorAnswer(job)))
    // The first answer is the caller's own: no later job has written to it.
    expect(first).toEqual(rotorAnswer(one))
    expect(first.values.buffer).toBeInstanceOf(ArrayBuffer)
    expect((await pool.run(rotorJob(5, 0, 64))).count).toBe(0)

    await pool.close()
    await expect(pool.run(rotorJob(0, 1, 1))).rejects.toThrow('the pool is not open')
    await pool.close()
  })
}
