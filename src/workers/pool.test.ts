import { expect, it } from 'vitest'
import { createColumns } from './columns.ts'
import { createFakePool } from './fake.ts'
import { createInlinePool } from './inline.ts'
import { createNodePool } from './node.ts'
import type { Columns, Job, Pool, Task } from './protocol.ts'
import { createRotorKernel, rotor, rotorJob } from './rotor.fixture.ts'
import { createRunner } from './run-batch.ts'

/** One suite of cases that every pool passes. */
const entry = new URL('./rotor-worker.fixture.ts', import.meta.url)
const pools: Record<string, () => Pool> = {
  'the pool on the calling thread': () => createInlinePool(createRotorKernel),
  'a scripted pool': () => createFakePool(createRotorKernel, { order: reversed, lanes: 3 }),
  'a pool of 1 thread': () => createNodePool({ lanes: 1, entry }),
  'a pool of 2 threads': () => createNodePool({ lanes: 2, entry }),
  'a pool of 3 threads': () => createNodePool({ lanes: 3, entry }),
}

function reversed(batches: number) {
  return Array.from({ length: batches }, (_, i) => batches - 1 - i)
}

/** What comes of a job without any pool. */
function expected({ from, count, inputs }: Job, task: Task = rotor): Columns {
  const out = createColumns(task, from, count)
  createRunner(task, createRotorKernel(task)).run(inputs, 0, count, out)
  return out
}

for (const [name, create] of Object.entries(pools)) {
  it(`gets from ${name} what a single runner gives, while it is open`, async () => {
    const pool = create()
    await expect(pool.run(rotorJob(0, 1, 1))).rejects.toThrow('the pool is not open')
    await pool.open(rotor)
    await expect(pool.open(rotor)).rejects.toThrow('a pool is opened once')

    const one = rotorJob(0, 300, 7)
    const first = await pool.run(one)
    for (const job of [rotorJob(300, 1, 64), rotorJob(301, 40, 1000)]) {
      expect(await pool.run(job)).toEqual(expected(job))
    }
    // Several at once, the second smaller: memory is used again, and answers do not mix.
    const jobs = [rotorJob(1000, 400, 16), rotorJob(1500, 99, 1), rotorJob(1599, 260, 64)]
    const answers = await Promise.all(jobs.map((job) => pool.run(job)))
    expect(answers).toEqual(jobs.map((job) => expected(job)))
    // The first answer is the caller's own: no later job has written to it.
    expect(first).toEqual(expected(one))
    expect(first.values.buffer).toBeInstanceOf(ArrayBuffer)
    expect((await pool.run(rotorJob(5, 0, 64))).count).toBe(0)

    await pool.close()
    await expect(pool.run(rotorJob(0, 1, 1))).rejects.toThrow('the pool is not open')
    await pool.close()
  })
}

it('lets close() in between two batches on the calling thread', async () => {
  const pool = createInlinePool(createRotorKernel)
  await pool.open(rotor)
  const result = pool.run(rotorJob(0, 40, 8))
  await pool.close()
  await expect(result).rejects.toThrow('the pool is not open')
})
