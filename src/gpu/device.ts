// Opens a WebGPU device, with all the memory that its adapter allows.

/** Who computes, as the driver says it. */
export interface Adapter {
  readonly vendor: string
  readonly architecture: string
  readonly device: string
  readonly description: string
}

export interface OpenedDevice {
  readonly device: GPUDevice
  readonly adapter: Adapter
  /** Resolves with the reason when the device is lost. */
  readonly lost: Promise<string>
}

/** No adapter, or one that gives no device. */
export class NoDeviceError extends Error {
  override readonly name = 'NoDeviceError'
}

const LIMITS = ['maxBufferSize', 'maxStorageBufferBindingSize'] as const

/** @throws NoDeviceError where there is none */
export async function openDevice(gpu: GPU): Promise<OpenedDevice> {
  const adapter =
    (await gpu.requestAdapter({ powerPreference: 'high-performance' })) ??
    (await gpu.requestAdapter())
  if (!adapter) throw new NoDeviceError('there is no adapter')
  const { vendor, architecture, device: model, description } = adapter.info
  const requiredLimits = Object.fromEntries(LIMITS.map((name) => [name, adapter.limits[name]]))
  try {
    const device = await adapter.requestDevice({ requiredLimits })
    return {
      device,
      adapter: { vendor, architecture, device: model, description },
      lost: device.lost.then(({ message, reason }) => message || reason),
    }
  } catch (cause) {
    const { message } = cause as Error
    throw new NoDeviceError(`${nameOf(adapter.info)} gives no device: ${message}`, { cause })
  }
}

/** The name of an adapter for people. */
export function nameOf({ vendor, architecture, device, description }: Adapter): string {
  return description || [vendor, architecture, device].filter((part) => part).join(' ') || 'unnamed'
}
