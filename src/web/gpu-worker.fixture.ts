// A web worker for tests: opens a GPU, has it probed, and answers with the root of the sweep named.

import { compiler } from '../cli/compiler.ts'
import { planSweep } from '../farm/plan.ts'
import { certify } from '../gpu/certify.ts'
import { createGpuPool } from '../gpu/pool.ts'
import { rootOn, SWEEPS, type SweepName } from '../gpu/roots.fixture.ts'

globalThis.addEventListener('message', async ({ data }: MessageEvent<SweepName>) => {
  const { task } = planSweep(SWEEPS[data], compiler)
  const found = await certify(navigator.gpu, task, false)
  if ('refused' in found) throw new Error(found.refused)
  postMessage(await rootOn(data, () => createGpuPool({ open: found.open })))
})
