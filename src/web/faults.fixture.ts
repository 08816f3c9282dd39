// A page for tests: pools whose workers cannot start, throw, or die, and what is heard of it.

import { breakingTask } from '../workers/breaking-kernel.fixture.ts'
import type { Job, Pool } from '../workers/protocol.ts'
import { rotorAnswer, rotorJob } from '../workers/rotor.fixture.ts'
import { createWebPool } from '../workers/web.ts'

type Breaks = Parameters<typeof breakingTask>[0]

const WORKERS = {
  rotor: () =>
    new Worker(new URL('../workers/rotor-web-worker.fixture.ts', import.meta.url), {
      type: 'module',
    }),
  missing: () => new Worker('/no-such-worker.js', { type: 'module' }),
  broken: () => new Worker('data:text/javascript,throw new Error("broken here")'),
}

/** Runs two jobs at once and then a third; what each of them gives, in words. */
async function tryPool(
  worker: keyof typeof WORKERS,
  breaks: Breaks,
  shared: boolean,
): Promise<string[]> {
  const pool = createWebPool({ createWorker: WORKERS[worker], lanes: 2, shared })
  try {
    await pool.open(breakingTask(breaks))
    const first = [rotorJob(0, 200, 10), rotorJob(200, 200, 10)].map((job) => ask(pool, job))
    return [...(await Promise.all(first)), await ask(pool, rotorJob(400, 30, 4))]
  } catch (error) {
    return [String(error)]
  } finally {
    await pool.close()
  }
}

async function ask(pool: Pool, job: Job): Promise<string> {
  try {
    const { fingerprint } = await pool.run(job)
    const right = fingerprint.join() === rotorAnswer(job).fingerprint.join()
    return right ? 'right' : 'wrong'
  } catch (error) {
    return String(error)
  }
}

Object.assign(globalThis, { tryPool })
