// One root for each sweep: on js, on wasm, and on the devices that this machine can pretend to
// have.

import { afterAll, expect, test } from 'vitest'
import { KERNELS } from '../workers/backends.ts'
import { createFakePool } from '../workers/fake.ts'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { lavapipeMissing, onLavapipe } from './deno.fixture.ts'
import { createGpuKernel } from './kernel.ts'
import { createGpuPool } from './pool.ts'
import { rootOn, SWEEPS, type SweepName } from './roots.fixture.ts'

const NAMES = Object.keys(SWEEPS) as SweepName[]
const device = await openTestDevice()
afterAll(closeTestDevice)

const roots = new Map<SweepName, string>()
for (const name of NAMES) roots.set(name, await rootOn(name, () => createFakePool(KERNELS.js)))

test.each(NAMES)('%s has the root of js on wasm', async (name) => {
  const root = await rootOn(name, () => createFakePool((task) => KERNELS.wasm(task), { lanes: 3 }))
  expect(root).toBe(roots.get(name))
})

const why = typeof device === 'string' ? ` (skipped: ${device})` : ''

const absent = typeof device === 'string'
test.skipIf(absent).each(NAMES)(`%s has the root of js on SwiftShader${why}`, async (name) => {
  if (typeof device === 'string') return
  const lost = device.lost.then(({ message }) => message)
  const pool = () =>
    createGpuPool({
      async open({ program, seed }) {
        const kernel = createGpuKernel(device, program, { seed, now: () => performance.now() })
        return { kernel, lost, close: () => kernel.close() }
      },
      // Not all in one block, and the last one not full.
      members: 33,
    })
  expect(await rootOn(name, pool)).toBe(roots.get(name))
})

const unable = lavapipeMissing ? ` (skipped: ${lavapipeMissing})` : ''

test.skipIf(lavapipeMissing)(`all have the roots of js on lavapipe by Deno${unable}`, () => {
  const found = onLavapipe('roots-deno.fixture.ts')
  expect(found.adapter.description).toContain('llvmpipe')
  expect(found.roots).toEqual(Object.fromEntries(roots))
})
