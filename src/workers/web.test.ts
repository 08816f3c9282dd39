import { expect, it } from 'vitest'
import { breakingTask } from './breaking-kernel.fixture.ts'
import { rotor, rotorAnswer, rotorJob } from './rotor.fixture.ts'
import { createWebPool } from './web.ts'
import { createWebThread } from './web-thread.fixture.ts'

// On threads that look like web workers; src/web has the tests with a browser.

const entry = new URL('./rotor-web-worker.fixture.ts', import.meta.url)
const createWorker = () => createWebThread(entry)

it('refuses a number of lanes that is none', () => {
  for (const lanes of [0, -1, 1.5, Number.NaN]) {
    expect(() => createWebPool({ createWorker, lanes })).toThrow(`at least 1; this is ${lanes}`)
  }
})

it('says when it opens that the scene cannot be made ready', async () => {
  const pool = createWebPool({ createWorker, lanes: 1 })
  await expect(pool.open(breakingTask('whenMade'))).rejects.toThrow(
    'a lane could not be made ready: this kernel cannot be made',
  )
})

it('says when it opens that a worker cannot be loaded, or cannot even be made', async () => {
  const missing = () => createWebThread(new URL('./no-such-worker.fixture.ts', import.meta.url))
  const lost = createWebPool({ createWorker: missing, lanes: 2 })
  await expect(lost.open(rotor)).rejects.toThrow('a lane could not be made ready: the worker fail')
  const refuse = () => {
    throw new Error('no workers here')
  }
  const refused = createWebPool({ createWorker: refuse, lanes: 2 })
  await expect(refused.open(rotor)).rejects.toThrow('made ready: no workers here')
})

for (const shared of [true, false]) {
  const memory = shared ? 'memory is shared' : 'batches are sent'

  it(`rejects the job in which a lane throws, and goes on with others (${memory})`, async () => {
    const pool = createWebPool({ createWorker, lanes: 2, shared })
    await pool.open(breakingTask('onRollout100'))
    const bad = pool.run(rotorJob(0, 200, 10))
    const good = pool.run(rotorJob(200, 200, 10))
    await expect(bad).rejects.toThrow('rollouts 0 to 199: rollout 100 is bad')
    expect(await good).toEqual(rotorAnswer(rotorJob(200, 200, 10)))
    const again = rotorJob(400, 30, 4)
    expect(await pool.run(again)).toEqual(rotorAnswer(again))
    await pool.close()
  })

  it(`rejects what is under way when it is closed (${memory})`, async () => {
    const pool = createWebPool({ createWorker, lanes: 2, shared })
    await pool.open(rotor)
    const jobs = [0, 1, 2].map((i) => pool.run(rotorJob(i * 20_000, 20_000, 64)))
    const results = Promise.allSettled(jobs)
    await pool.close()
    for (const result of await results) {
      expect(result.status).toBe('rejected')
      expect(String((result as PromiseRejectedResult).reason)).toContain('the pool was closed')
    }
  })
}
