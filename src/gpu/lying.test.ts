// A device that passes the probe and lies all the same: one sum in a million has one bit turned.
// The audit finds it in one sweep.

import { afterAll, expect, test } from 'vitest'
import { compiler } from '../cli/compiler.ts'
import { linspace } from '../farm/axes.ts'
import { runSweep } from '../farm/coordinator.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { last } from '../farm/measures.ts'
import { planSweep } from '../farm/plan.ts'
import { defineSweep } from '../farm/sweep.ts'
import { type Difference, verifySweep } from '../farm/verify.ts'
import { fenced } from '../kernel/wgsl/fenced-f32.ts'
import { lorenz } from '../scenes/lorenz.ts'
import { KERNELS } from '../workers/backends.ts'
import { createFakePool } from '../workers/fake.ts'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { createGpuKernel } from './kernel.ts'
import { createGpuPool } from './pool.ts'
import { probe } from './probe.ts'
import { FENCED } from './probe-mutants.fixture.ts'

const device = await openTestDevice()
afterAll(closeTestDevice)
const absent = typeof device === 'string'
const why = absent ? ` (skipped: ${device})` : ''

const TURNED = 'u32((((a*2654435769u)^(b*2246822519u))>>12u)==5u)'
const LIAR = { ...FENCED, text: FENCED.text.replace(fenced('+'), `${fenced('+')}^${TURNED}`) }
const now = () => performance.now()

test.skipIf(absent)(`one wrong bit in a million sums is found by the audit${why}`, async () => {
  if (typeof device === 'string') return
  expect(LIAR.text).not.toBe(FENCED.text)
  // So seldom a lie is not for the probe to find.
  expect((await probe(device, { dialect: LIAR, now })).failure).toBeUndefined()
  const sweep = defineSweep({
    ...{ scene: lorenz, precision: 'f32' },
    axes: { rho: linspace(20, 60, 3000) },
    rollout: { steps: 4000 },
    measures: { end: last('x') },
  })
  const plan = planSweep(sweep, compiler)
  const journal = createMemoryJournal()
  const lost = device.lost.then(({ message }) => message)
  const liar = createGpuPool({
    async open({ program, seed }) {
      const kernel = createGpuKernel(device, program, { seed, now, dialect: LIAR })
      return { kernel, lost, close: () => kernel.close() }
    },
  })
  const { done } = await runSweep({ plan, pool: liar, journal, now })
  await liar.close()
  expect(done).toBe(3000)
  const found: Difference[] = []
  const audit = await verifySweep({
    ...{ plan, journal, percent: 1 },
    pool: createFakePool(KERNELS.js),
    difference: (one) => found.push(one),
  })
  expect(audit.checked).toBeGreaterThan(20)
  expect(audit.differing).toBeGreaterThan(0)
  // Cell and step are told: the first rung of the ladder after the lie.
  const ladder = found.find(({ field }) => /^ladder at step \d+$/.test(field))
  expect(ladder?.cell).toBeLessThan(3000)
})
