import { expect, it } from 'vitest'
import { createFakePool, type Script } from './fake.ts'
import type { Columns } from './protocol.ts'
import { createRotorKernel, rotor, rotorJob } from './rotor.fixture.ts'

async function open(script: Script) {
  const pool = createFakePool(createRotorKernel, script)
  await pool.open(rotor)
  return pool
}

it('runs batches in the order, on the lanes and of the size that the script says', async () => {
  const pool = await open({
    lanes: 4,
    batch: 10,
    order: () => [2, 0, 1, 0],
    lane: (batch) => 3 - batch,
  })
  await pool.run(rotorJob(100, 25, 7))
  expect(pool.ran).toEqual([
    { job: 0, lane: 1, from: 120, count: 5 },
    { job: 0, lane: 3, from: 100, count: 10 },
    { job: 0, lane: 2, from: 110, count: 10 },
    { job: 0, lane: 3, from: 100, count: 10 },
  ])
  expect(pool.jobs.map(({ from }) => from)).toEqual([100])
})

it('gives the same columns whatever the order, the lanes and the repetitions', async () => {
  const plain = await (await open({})).run(rotorJob(0, 40, 40))
  const scripts: Script[] = [
    { batch: 1, lane: (batch) => batch % 3, lanes: 3 },
    { batch: 7, order: (batches) => Array.from({ length: batches }, (_, i) => batches - 1 - i) },
    { batch: 9, order: (batches) => [...Array(batches).keys(), ...Array(batches).keys()] },
  ]
  for (const script of scripts) {
    expect(await (await open(script)).run(rotorJob(0, 40, 5))).toEqual(plain)
  }
})

it('lets another job go on while a batch is delayed', async () => {
  const pool = await open({ delay: (_, job) => (job === 0 ? 5 : 1) })
  await Promise.all([pool.run(rotorJob(0, 20, 10)), pool.run(rotorJob(20, 20, 10))])
  expect(pool.ran.map(({ job }) => job)).toEqual([1, 1, 0, 0])
})

it('keeps an answer back until others have come', async () => {
  const pool = await open({ outcome: (job) => (job === 0 ? { late: 2 } : 'answer') })
  const came: number[] = []
  const note = ({ from }: Columns) => came.push(from)
  await Promise.all([0, 10, 20].map((from) => pool.run(rotorJob(from, 10, 10)).then(note)))
  expect(came).toEqual([10, 20, 0])
})

it('fails a job, and answers one with the columns of another, as the script says', async () => {
  const pool = await open({
    outcome: (job) => [{ fail: new Error('lost') }, 'answer', { repeat: 1 }][job] as 'answer',
  })
  await expect(pool.run(rotorJob(0, 10, 10))).rejects.toThrow('lost')
  const answer = await pool.run(rotorJob(10, 10, 10))
  expect(await pool.run(rotorJob(20, 10, 10))).toBe(answer)
})

it('rejects what is under way or kept back when it is closed', async () => {
  const pool = await open({
    outcome: (job) => (job === 0 ? { late: 9 } : 'answer'),
    delay: (_, job) => (job === 1 ? 100 : 0),
  })
  const results = Promise.allSettled([0, 10].map((from) => pool.run(rotorJob(from, 10, 10))))
  await pool.close()
  for (const result of await results) expect(result.status).toBe('rejected')
  expect(pool.closed).toBe(true)
})
