import { afterAll, expect, test } from 'vitest'
import { compiler } from '../cli/compiler.ts'
import { linspace } from '../farm/axes.ts'
import { max } from '../farm/measures.ts'
import { planSweep } from '../farm/plan.ts'
import { defineSweep } from '../farm/sweep.ts'
import { createJsKernel } from '../kernel/emit-js.ts'
import { lorenz } from '../scenes/lorenz.ts'
import { createColumns } from '../workers/columns.ts'
import { createDeviceRunner, createRunner } from '../workers/run-batch.ts'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { createGpuKernel } from './kernel.ts'

const device = await openTestDevice()
afterAll(closeTestDevice)

const why = typeof device === 'string' ? ` (skipped: ${device})` : ''

test.skipIf(why !== '')(
  `a batch of more workgroups than one dimension takes is laid out in two${why}`,
  async () => {
    if (typeof device === 'string') return
    // 16 workgroups in rows of 3: the last row has one, and that one is not full.
    const count = 1000
    const sweep = defineSweep({
      ...{ scene: lorenz, precision: 'f32' },
      axes: { rho: linspace(0, 60, count) },
      rollout: { steps: 20 },
      measures: { peak: max('z') },
    })
    const { task, cells } = planSweep(sweep, compiler)
    const { program, seed } = task
    const inputs = cells.columns(0, count, 1)
    const [expected, found] = [createColumns(task, 0, count), createColumns(task, 0, count)]
    createRunner(task, createJsKernel(program, { seed })).run(inputs, 0, count, expected)
    const kernel = createGpuKernel(device, program, { seed, now: () => 0, workgroupsMax: 3 })
    await createDeviceRunner(task, kernel, count).run(inputs, 0, count, found)
    kernel.close()
    expect(found).toEqual(expected)
  },
)
