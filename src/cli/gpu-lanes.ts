// `--backend gpu`: a device that has passed the probe, threads beside it where they are asked for,
// and threads in its place where it is refused or lost for good.

import { UserError } from '../farm/user-error.ts'
import { nameOf, openDevice } from '../gpu/device.ts'
import { DeviceLostError } from '../gpu/device-lost.ts'
import { createGpuKernel } from '../gpu/kernel.ts'
import { nodeGpu } from '../gpu/node-gpu.ts'
import { createGpuPool, type Lane } from '../gpu/pool.ts'
import { type ProbeReport, probe } from '../gpu/probe.ts'
import { dialectFor } from '../kernel/wgsl/dialect.ts'
import { prepareLanes } from '../workers/backends.ts'
import { createNodePool } from '../workers/node.ts'
import type { Pool, Task } from '../workers/protocol.ts'
import { together } from '../workers/together.ts'

/** What a task runs on, once that is known for sure. */
export interface Prepared {
  readonly backend: string
  /** The device and its certificate, for the manifest. */
  readonly device?: Readonly<Record<string, string>>
  /** What the user is told of it. */
  readonly note?: string
}

export interface GpuChoice {
  /** Threads beside the device. */
  readonly workers?: number | undefined
  /** Integers alone. */
  readonly exact?: boolean | undefined
}

export interface GpuLanes {
  readonly pool: Pool
  /** Opens the device and probes it; `open` does it too. Asked again it says the same. */
  prepare(task: Task): Promise<Prepared>
}

const now = () => performance.now()

export function createGpuLanes({ workers, exact = false }: GpuChoice): GpuLanes {
  let prepared: Promise<Prepared> | undefined
  let pool: Pool | undefined
  const threads = () => createNodePool(workers === undefined ? {} : { lanes: workers })
  const prepare = async (task: Task): Promise<Prepared> => {
    checkTask(task, exact)
    const found = await certify(task, exact)
    if ('refused' in found) {
      pool = threads()
      const { backend } = prepareLanes(task, 'auto')
      return { backend, note: `${found.refused}; the sweep runs on ${backend} instead` }
    }
    const device = createGpuPool({ open: openerOf(found, exact) })
    pool = together(workers === undefined ? [device] : [device, threads()], {
      isGone: (error) => error instanceof DeviceLostError,
      spare: threads,
    })
    return { backend: 'gpu', device: found.certificate }
  }
  const ready = () => {
    if (!pool) throw new Error('the pool is not open')
    return pool
  }
  const lanes: GpuLanes = {
    prepare: (task) => {
      prepared ??= prepare(task)
      return prepared
    },
    pool: {
      get lanes() {
        return pool?.lanes ?? 1
      },
      get window() {
        return ready().window
      },
      async open(task) {
        await lanes.prepare(task)
        await ready().open(task)
      },
      run: (job) => ready().run(job),
      close: async () => pool?.close(),
    },
  }
  return lanes
}

/** @throws UserError for a task that no device can run */
export function checkTask({ engine, program }: Task, exact: boolean): void {
  if (engine)
    throw new UserError(
      `--backend gpu: scene ${engine.scene} is an engine scene, which runs on js; ` +
        'use --backend js or auto',
    )
  if (program.precision === 'f64' && !exact)
    throw new UserError(
      "--backend gpu: this sweep is f64, which no GPU has; set precision: 'f32' in the sweep, or " +
        'use --exact, which computes f64 by integers',
    )
}

interface Found {
  readonly open: () => Promise<OpenDevice>
  readonly opened: OpenDevice
  readonly certificate: Readonly<Record<string, string>>
}

type OpenDevice = Awaited<ReturnType<typeof openDevice>>

/** A device whose arithmetic is right, or why it is not to be had. */
async function certify(task: Task, exact: boolean): Promise<Found | { readonly refused: string }> {
  const gpu = await nodeGpu().catch((cause) => {
    throw new UserError(`--backend gpu: ${cause.message}`, 2, cause)
  })
  const open = () => openDevice(gpu)
  let opened: OpenDevice
  try {
    opened = await open()
  } catch (error) {
    return { refused: `gpu: ${(error as Error).message}` }
  }
  const dialect = dialectFor(task.program.precision, exact)
  const { vendor, architecture, device, description } = opened.adapter
  const name = nameOf(opened.adapter)
  const report = await probe(opened.device, { dialect, now })
  if (report.failure) {
    opened.device.destroy()
    return { refused: `gpu: ${name} is refused: ${failureLine(report.failure)}` }
  }
  const certificate = {
    ...{ vendor, architecture, device, description },
    ...{ arithmetic: dialect.name, probe: report.digest },
  }
  return { open, opened, certificate }
}

/** `add(0x3f800000, 0x33800000): expected 0x3f800000, found 0x3f800001`. */
export const failureLine = (failure: NonNullable<ProbeReport['failure']>) =>
  `${failure.case}(${failure.inputs.join(', ')}): expected ${failure.expected}, ` +
  `found ${failure.found}`

/** Gives the device that was probed, and after its loss the same kind again. */
function openerOf({ open, opened }: Found, exact: boolean) {
  let next: OpenDevice | undefined = opened
  return async ({ program, seed }: Task): Promise<Lane> => {
    const { device, lost } = next ?? (await open())
    next = undefined
    const kernel = createGpuKernel(device, program, { seed, exact, now })
    return {
      kernel,
      lost,
      close() {
        kernel.close()
        device.destroy()
      },
    }
  }
}
