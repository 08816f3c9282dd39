// The GPU of a page: used by the page itself and not by a worker, since the device works beside it
// and the page only begins members and reads them off.

import { certify, whyNoGpu } from '../gpu/certify.ts'
import { isDeviceLost } from '../gpu/device-lost.ts'
import { createGpuPool } from '../gpu/pool.ts'
import type { Pool, Task } from '../workers/protocol.ts'
import { together } from '../workers/together.ts'

/** A pool on a device that has passed the probe, or why there is none. */
export type PageGpu = { readonly pool: Pool } | { readonly refused: string }

export interface Spare {
  /** What takes over when the device is lost for good. */
  readonly spare: () => Pool
  /** Hears why that is so. */
  readonly gone: (error: unknown) => void
}

/**
 * Opens the page's GPU and probes it.
 *
 * @throws Error for a task that no device can run
 */
export async function createPageGpu(task: Task, spare: Spare): Promise<PageGpu> {
  const why = whyNoGpu(task, false)
  if (why !== undefined) throw new Error(`backend=gpu: ${why}`)
  // The types promise one; browsers without WebGPU and pages that are not secure have none.
  const gpu = navigator.gpu as GPU | undefined
  if (!gpu) return { refused: 'gpu: this browser has no WebGPU here' }
  const found = await certify(gpu, task, false)
  if ('refused' in found) return found
  const device = createGpuPool({ open: found.open })
  return { pool: together([device], { isGone: isDeviceLost, ...spare }) }
}
