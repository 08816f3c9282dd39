import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { breakingTask } from './breaking-kernel.fixture.ts'
import { createNodePool } from './node.ts'
import { rotor, rotorAnswer, rotorJob } from './rotor.fixture.ts'

const entry = new URL('./rotor-worker.fixture.ts', import.meta.url)

it('has a lane for each processor where nothing is said', () => {
  expect(createNodePool().lanes).toBe(availableParallelism())
})

it('refuses a number of lanes that is none', () => {
  for (const lanes of [0, -1, 1.5, Number.NaN]) {
    expect(() => createNodePool({ lanes })).toThrow(`at least 1; this is ${lanes}`)
  }
})

it('says when it opens that the scene cannot be made ready', async () => {
  const pool = createNodePool({ lanes: 1, entry })
  await expect(pool.open(breakingTask('whenMade'))).rejects.toThrow(
    'a lane could not be made ready: this kernel cannot be made',
  )
})

it('says when it opens that the module of a thread cannot be loaded', async () => {
  const missing = new URL('./no-such-worker.fixture.ts', import.meta.url)
  const pool = createNodePool({ lanes: 1, entry: missing })
  await expect(pool.open(rotor)).rejects.toThrow('a lane could not be made ready')
})

it('rejects the job in which a lane throws, with its cause, and goes on with others', async () => {
  const pool = createNodePool({ lanes: 2, entry })
  await pool.open(breakingTask('onRollout100'))
  const bad = pool.run(rotorJob(0, 200, 10))
  const good = pool.run(rotorJob(200, 200, 10))
  const error = await bad.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(Error)
  expect((error as Error).message).toBe('rollouts 0 to 199: rollout 100 is bad')
  expect(((error as Error).cause as Error).message).toBe('rollout 100 is bad')
  expect(await good).toEqual(rotorAnswer(rotorJob(200, 200, 10)))
  const again = rotorJob(400, 30, 4)
  expect(await pool.run(again)).toEqual(rotorAnswer(again))
  await pool.close()
})

it('rejects the job in which a thread dies, and puts another thread in its place', async () => {
  const pool = createNodePool({ lanes: 2, entry })
  await pool.open(breakingTask('diesOnRollout100'))
  await expect(pool.run(rotorJob(0, 200, 10))).rejects.toThrow(
    'rollouts 0 to 199: worker exited with code: 3',
  )
  for (const job of [rotorJob(200, 300, 4), rotorJob(500, 300, 4)]) {
    expect(await pool.run(job)).toEqual(rotorAnswer(job))
  }
  await pool.close()
})

it('rejects what is under way when it is closed, and leaves no thread', async () => {
  const threads: Worker[] = []
  const keep = (thread: Worker) => threads.push(thread)
  process.on('worker', keep)
  const pool = createNodePool({ lanes: 2, entry })
  await pool.open(rotor)
  process.off('worker', keep)
  expect(threads.map(isRunning)).toEqual([true, true])
  const jobs = [0, 1, 2].map((i) => pool.run(rotorJob(i * 20_000, 20_000, 64)))
  const results = Promise.allSettled(jobs)
  await pool.close()
  expect(threads.map(isRunning)).toEqual([false, false])
  for (const result of await results) {
    expect(result.status).toBe('rejected')
    expect(String((result as PromiseRejectedResult).reason)).toContain('the pool was closed')
  }
})

/** A thread that has ended has no number any more. */
const isRunning = ({ threadId }: Worker) => threadId !== -1
