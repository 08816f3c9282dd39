// A real scene from its sweep to its root: compiler, kernel, lanes, coordinator, journal together.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileProgram } from '../kernel/compile.ts'
import { programText } from '../kernel/program-text.ts'
import { lorenz } from '../scenes/index.ts'
import { KERNELS } from '../workers/backends.ts'
import { createFakePool } from '../workers/fake.ts'
import { linspace, values } from './axes.ts'
import { runSweep } from './coordinator.ts'
import { bitsOf } from './journal.cases.ts'
import { createMemoryJournal } from './journal.ts'
import { openJournal, readJournal } from './journal-sqlite.ts'
import { firstTime, last, max, mean, seedDivergence } from './measures.ts'
import { merkleRoot } from './merkle.ts'
import { planSweep } from './plan.ts'
import { defineSweep } from './sweep.ts'
import { verifySweep } from './verify.ts'

const sweep = defineSweep({
  scene: lorenz,
  axes: { rho: linspace(0, 200, 5), x: values([1, 2]) },
  rollout: { steps: 400, discard: 40 },
  replicas: { count: 2, perturb: 'x' },
  measures: {
    end: last('x'),
    peak: max(({ z }) => z),
    level: mean('z'),
    left: firstTime(({ x }) => x < 0),
    curve: seedDivergence({ perturb: 'x', stride: 20 }),
  },
  seed: 'end to end',
})
const plan = planSweep(sweep, { compile: compileProgram, programText })
const now = () => performance.now()

test('a Lorenz sweep has one root in memory and on disk, and is equal when run again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-end-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'journal.db')
  const memory = createMemoryJournal()
  const disk = openJournal(file, plan)
  for (const [journal, lanes] of [
    [memory, 1],
    [disk, 3],
  ] as const) {
    const result = await runSweep({
      plan,
      pool: createFakePool(KERNELS.js, { lanes }),
      journal,
      now,
    })
    expect(result).toMatchObject({ done: 20, failed: 0, aborted: false })
    expect(result.counts[1]).toBe(20)
  }
  disk.close()
  const reader = readJournal(file)
  expect(bitsOf(reader.read()).map(({ from }) => from)).not.toEqual([0])
  const { root } = merkleRoot(plan.digest, plan.rollouts, memory.read())
  expect(merkleRoot(reader.identity.digest, reader.identity.rollouts, reader.read()).root).toBe(
    root,
  )
  // Under a digest of its own: these are results, which stay when a sweep is written otherwise.
  expect(merkleRoot('00'.repeat(32), plan.rollouts, memory.read()).root).toMatchInlineSnapshot(
    `"c69fc4b9133bc3008392c734fbfc4dc4cfd3a2cd9242201dc82ef7505d86135d"`,
  )

  const pool = createFakePool(KERNELS.js, { lanes: 2 })
  const differences: unknown[] = []
  const verify = { plan, pool, journal: reader, difference: (d: unknown) => differences.push(d) }
  expect(await verifySweep(verify)).toEqual({
    checked: 20,
    differing: 0,
    undecided: 0,
    aborted: false,
  })
  expect(differences).toEqual([])
  reader.close()
})

test('what the measures say of the Lorenz system is what is known of it', async () => {
  const journal = createMemoryJournal()
  await runSweep({ plan, pool: createFakePool(KERNELS.js), journal, now })
  const value = (cell: number, column: string) => {
    const names = plan.measures.flatMap(({ columns }) => columns)
    const rollout = cell * plan.replicas
    const columns = journal.find(rollout)!
    return columns.values[(rollout - columns.from) * names.length + names.indexOf(column)]
  }
  // rho = 0: the origin attracts everything, so the twin comes nearer and x never turns negative.
  expect(Math.abs(value(0, 'end'))).toBeLessThan(1)
  expect(value(0, 'left')).toBeNaN()
  expect(value(0, 'curve_final')).toBeLessThan(value(0, 'curve_initial') + 1e-15)
  // rho = 100 is chaotic (with a rate of about 1.3), and z moves about rho - 1.
  expect(value(4, 'curve_rate')).toBeGreaterThan(0.5)
  expect(value(4, 'peak')).toBeGreaterThan(100)
  expect(value(4, 'level')).toBeGreaterThan(60)
})
