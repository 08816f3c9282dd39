// Many short batches through two threads into a journal on disk: nothing grows, nothing slows down.
// FURROW_BATCHES=100000 asks for more of them than the tests have time for.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { logistic } from '../scenes/logistic.ts'
import { createNodePool } from '../workers/node.ts'
import { linspace } from './axes.ts'
import { runSweep } from './coordinator.ts'
import { compiler } from './engine-sweep.fixture.ts'
import { openJournal } from './journal-sqlite.ts'
import { last } from './measures.ts'
import { planSweep } from './plan.ts'
import { defineSweep } from './sweep.ts'

const BATCHES = Number(process.env.FURROW_BATCHES ?? 4000)
const folder = mkdtempSync(join(tmpdir(), 'furrow-flat-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const threads: Worker[] = []
process.on('worker', (thread: Worker) => threads.push(thread))

/** What must not grow. */
function look() {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  const heard = [process, ...threads].flatMap((emitter) =>
    emitter.eventNames().map((name) => emitter.listenerCount(name as never)),
  )
  const open = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort')
  return {
    bytes: heapUsed + external,
    listeners: heard.reduce((sum, n) => sum + n, 0),
    // Only those that work just now.
    ports: open.length,
    // CPU time of all threads: the machine may have other work.
    at: Object.values(process.cpuUsage()).reduce((sum, us) => sum + us / 1000, 0),
  }
}

test('short batches by the thousand leave memory, listeners and pace as they were', async () => {
  const sweep = defineSweep({
    scene: logistic,
    axes: { r: linspace(2.5, 4, BATCHES) },
    rollout: { steps: 10 },
    measures: { end: last('x') },
  })
  const plan = planSweep(sweep, compiler)
  const journal = openJournal(join(folder, 'journal.sqlite'), plan)
  const pool = createNodePool({ lanes: 2 })
  const looks: ReturnType<typeof look>[] = []
  const warnings: string[] = []
  const warn = ({ message }: Error) => warnings.push(message)
  process.on('warning', warn)
  const result = await runSweep({
    ...{ plan, pool, journal, now: () => performance.now(), jobSize: { count: 2, batch: 1 } },
    progress: ({ done }) => {
      if (done % (BATCHES / 10) === 0) looks.push(look())
    },
  })
  process.off('warning', warn)
  await pool.close()
  journal.close()
  expect(result).toMatchObject({ done: BATCHES, duplicates: 0, conflicts: 0 })
  expect(looks).toHaveLength(11)
  expect(warnings).toEqual([])
  expect(threads).toHaveLength(2)
  // The first tenth makes the threads and warms the code up.
  const [, first, ...rest] = looks
  const end = rest.at(-1) as typeof first
  expect(end.bytes - first.bytes).toBeLessThan(2 ** 20)
  for (const { listeners, ports } of rest) {
    expect(listeners).toBe(first.listeners)
    expect(ports).toBeLessThanOrEqual(2)
  }
  const pace = rest.map(({ at }, i) => at - looks[i + 1].at)
  if (process.env.FURROW_BATCHES)
    console.log({ pace: pace.map(Math.round), bytes: looks.map(({ bytes }) => bytes) })
  const quickest = (tenths: readonly number[]) => Math.min(...tenths)
  expect(quickest(pace.slice(-3)) / quickest(pace.slice(0, 3))).toBeLessThan(1.5)
}, 3_600_000)
