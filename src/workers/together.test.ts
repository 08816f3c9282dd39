import { expect, it } from 'vitest'
import { createFakePool, type Script } from './fake.ts'
import { createRotorKernel, rotor, rotorJob } from './rotor.fixture.ts'
import { together } from './together.ts'

class Gone extends Error {}
const isGone = (error: unknown) => error instanceof Gone
const fake = (script: Script = {}) => createFakePool(createRotorKernel, script)
const jobs = Array.from({ length: 12 }, (_, i) => rotorJob(10 * i, 10, 5))

async function plainAnswers() {
  const pool = fake({ lanes: 1 })
  await pool.open(rotor)
  return Promise.all(jobs.map((job) => pool.run(job)))
}

it('hands each job to whichever pool has room, and answers what one pool would', async () => {
  // The first is slow, so the second takes what the first has no room for.
  const pools = [fake({ lanes: 1, window: 1, delay: () => 20 }), fake({ lanes: 3, window: 2 })]
  const pool = together(pools, { isGone })
  expect([pool.lanes, pool.window]).toEqual([4, 3])
  await pool.open(rotor)
  expect(await Promise.all(jobs.map((job) => pool.run(job)))).toEqual(await plainAnswers())
  const counts = pools.map((one) => one.jobs.length)
  expect(counts[0] + counts[1]).toBe(12)
  expect(counts[0]).toBeGreaterThan(0)
  expect(counts[1]).toBeGreaterThan(counts[0])
  await pool.close()
  expect(pools.map(({ closed }) => closed)).toEqual([true, true])
})

it('gives the jobs of a pool that is gone to the others, and it gets no more', async () => {
  const lost = fake({ outcome: () => ({ fail: new Gone('lost') }) })
  const other = fake()
  const told: string[] = []
  const gone = (error: unknown, left: boolean) => told.push(`${error} ${left}`)
  const pool = together([lost, other], { isGone, gone })
  await pool.open(rotor)
  expect(await Promise.all(jobs.map((job) => pool.run(job)))).toEqual(await plainAnswers())
  expect(lost.jobs.length).toBeLessThanOrEqual(2)
  expect(lost.closed).toBe(true)
  expect(other.jobs).toHaveLength(12)
  expect(told).toEqual(['Error: lost true'])
})

it('opens the spare pool when none is left, once', async () => {
  const opened: string[] = []
  const spare = () => {
    opened.push('spare')
    return fake()
  }
  const pool = together([fake({ outcome: () => ({ fail: new Gone() }) })], { isGone, spare })
  await pool.open(rotor)
  expect(opened).toEqual([])
  expect(await Promise.all(jobs.map((job) => pool.run(job)))).toEqual(await plainAnswers())
  expect(opened).toEqual(['spare'])
})

it('rejects a job for a fault of its own, and for the loss of the last pool', async () => {
  const outcomes = [{ fail: new Error('bad scene') }, 'answer', { fail: new Gone('lost') }] as const
  const pool = together([fake({ outcome: (job) => outcomes[job] })], { isGone })
  await pool.open(rotor)
  await expect(pool.run(jobs[0])).rejects.toThrow('bad scene')
  expect((await pool.run(jobs[1])).from).toBe(10)
  await expect(pool.run(jobs[2])).rejects.toThrow('lost')
})

it('rejects what waits for room when it is closed', async () => {
  const slow = fake({ lanes: 1, window: 1, delay: () => 50 })
  const pool = together([slow], { isGone })
  await pool.open(rotor)
  const results = Promise.allSettled(jobs.map((job) => pool.run(job)))
  await pool.close()
  for (const { status } of await results) expect(status).toBe('rejected')
})
