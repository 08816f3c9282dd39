// The GPU of a page: used by the page itself and not by a worker, since the device works beside it
// and the page only begins members and reads them off.

import { certify, whyNoGpu } from '../gpu/certify.ts'
import { isDeviceLost } from '../gpu/device-lost.ts'
import { createGpuPool } from '../gpu/pool.ts'
import type { Pool, Task } from '../workers/protocol.ts'
import { together } from '../workers/together.ts'

/** A pool on a device that has passed the probe, or why there is none. */
export type PageGpu = { readonly pool: Pool } | { readonly refused: string }

/**
 * Opens the page's GPU and probes it.
 *
 * @param spare what takes over when the device is lost for good
 * @throws Error for a task that no device can run
 */
export async function createPageGpu(task: Task, spare: () => Pool): Promise<PageGpu> {
  const why = whyNoGpu(task, false)
  if (why !== undefined) throw new Error(`backend=gpu: ${why}`)
  // The types promise one; browsers without WebGPU and pages that are not secure have none.
  const gpu = navigator.gpu as GPU | undefined
  if (!gpu) return { refused: 'gpu: this browser has no WebGPU here' }
  const found = await certify(gpu, task, false)
  if ('refused' in found) return found
  return { pool: together([createGpuPool({ open: found.open })], { isGone: isDeviceLost, spare }) }
}
