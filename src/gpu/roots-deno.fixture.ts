// Run by Deno, whose WebGPU is another one (wgpu, with naga as its compiler): prints the adapter
// and the roots of the sweeps of roots.fixture.ts as one JSON line.

import { createGpuKernel } from './kernel.ts'
import { createGpuPool } from './pool.ts'
import { rootOn, SWEEPS, type SweepName } from './roots.fixture.ts'

const adapter = await navigator.gpu.requestAdapter()
if (!adapter) throw new Error('no adapter')
const device = await adapter.requestDevice()
const lost = device.lost.then(({ message }) => message)
const now = () => performance.now()
const roots: Partial<Record<SweepName, string>> = {}
for (const name of Object.keys(SWEEPS) as SweepName[]) {
  roots[name] = await rootOn(name, () =>
    createGpuPool({
      async open({ program, seed }) {
        const kernel = createGpuKernel(device, program, { seed, now })
        return { kernel, lost, close: () => kernel.close() }
      },
      members: 64,
    }),
  )
}
const { vendor, architecture, device: name, description } = adapter.info
console.log(JSON.stringify({ adapter: { vendor, architecture, name, description }, roots }))
device.destroy()
