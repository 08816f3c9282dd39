// A device on trial: what may run on it at all, and whether its arithmetic is right. Wherever the
// WebGPU comes from: Node's package and a page's own both end up here.

import { dialectFor } from '../kernel/wgsl/dialect.ts'
import type { Task } from '../workers/protocol.ts'
import { type Adapter, NoDeviceError, nameOf, type OpenedDevice, openDevice } from './device.ts'
import { createGpuKernel } from './kernel.ts'
import type { Lane } from './pool.ts'
import { type ProbeReport, probe } from './probe.ts'

/** A device that has passed the probe. */
export interface Certified {
  /** Adapter, arithmetic and the digest of the probe. */
  readonly certificate: Readonly<Record<string, string>>
  /** Gives the device that was probed, and after its loss one of the same adapter. */
  readonly open: (task: Task) => Promise<Lane>
}

const now = () => performance.now()

/** Why no device can run a task, with the mend; undefined where one can. */
export function whyNoGpu({ engine, program }: Task, exact: boolean): string | undefined {
  if (engine)
    return `scene ${engine.scene} is an engine scene, which runs on js; use --backend js or auto`
  if (program.precision === 'f64' && !exact)
    return (
      "this sweep is f64, which no GPU has; set precision: 'f32' in the sweep, or " +
      'use --exact, which computes f64 by integers'
    )
  return undefined
}

/** A device whose arithmetic is right, or why it is not to be had. */
export async function certify(
  gpu: GPU,
  { program }: Task,
  exact: boolean,
): Promise<Certified | { readonly refused: string }> {
  const open = () => openDevice(gpu)
  let opened: OpenedDevice
  try {
    opened = await open()
  } catch (error) {
    return { refused: `gpu: ${(error as Error).message}` }
  }
  const dialect = dialectFor(program.precision, exact)
  const { vendor, architecture, device, description } = opened.adapter
  const report = await probe(opened.device, { dialect, now })
  if (report.failure) {
    opened.device.destroy()
    const name = nameOf(opened.adapter)
    return { refused: `gpu: ${name} is refused: ${failureLine(report.failure)}` }
  }
  const certificate = {
    ...{ vendor, architecture, device, description },
    ...{ arithmetic: dialect.name, probe: report.digest },
  }
  return { certificate, open: openerOf(open, opened, exact) }
}

/** `add(0x3f800000, 0x33800000): expected 0x3f800000, found 0x3f800001`. */
export const failureLine = (failure: NonNullable<ProbeReport['failure']>) =>
  `${failure.case}(${failure.inputs.join(', ')}): expected ${failure.expected}, ` +
  `found ${failure.found}`

const isSame = (a: Adapter, b: Adapter) =>
  (Object.keys(a) as (keyof Adapter)[]).every((key) => a[key] === b[key])

function openerOf(open: () => Promise<OpenedDevice>, opened: OpenedDevice, exact: boolean) {
  let next: OpenedDevice | undefined = opened
  return async ({ program, seed }: Task): Promise<Lane> => {
    const { device, lost, adapter } = next ?? (await open())
    next = undefined
    // What was probed was the other one.
    if (!isSame(adapter, opened.adapter)) {
      device.destroy()
      throw new NoDeviceError(`instead there is ${nameOf(adapter)}, which was not probed`)
    }
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
