// `--backend gpu`: a device that has passed the probe, threads beside it where they are asked for,
// and threads in its place where it is refused or lost for good.

import { UserError } from '../farm/user-error.ts'
import { certify, whyNoGpu } from '../gpu/certify.ts'
import { isDeviceLost } from '../gpu/device-lost.ts'
import { nodeGpu } from '../gpu/node-gpu.ts'
import { createGpuPool } from '../gpu/pool.ts'
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
  /** Hears, in words, that the device was lost for good; set it before the pool is opened. */
  note: (text: string) => void
}

export function createGpuLanes({ workers, exact = false }: GpuChoice): GpuLanes {
  let prepared: Promise<Prepared> | undefined
  let pool: Pool | undefined
  const threads = () => createNodePool(workers === undefined ? {} : { lanes: workers })
  const prepare = async (task: Task): Promise<Prepared> => {
    checkTask(task, exact)
    const gpu = await nodeGpu().catch((cause) => {
      throw new UserError(`--backend gpu: ${cause.message}`, 2, cause)
    })
    const found = await certify(gpu, task, exact)
    if ('refused' in found) {
      pool = threads()
      const { backend } = prepareLanes(task, 'auto')
      return { backend, note: `${found.refused}; the sweep runs on ${backend} instead` }
    }
    const device = createGpuPool({ open: found.open })
    pool = together(workers === undefined ? [device] : [device, threads()], {
      isGone: isDeviceLost,
      gone: (error) => lanes.note(`${(error as Error).message}; the sweep goes on on threads`),
      spare: threads,
    })
    return { backend: 'gpu', device: found.certificate }
  }
  const ready = () => {
    if (!pool) throw new Error('the pool is not open')
    return pool
  }
  const lanes: GpuLanes = {
    note: () => {},
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
export function checkTask(task: Task, exact: boolean): void {
  const why = whyNoGpu(task, exact)
  if (why !== undefined) throw new UserError(`--backend gpu: ${why}`)
}
