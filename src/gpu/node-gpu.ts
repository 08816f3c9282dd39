// WebGPU in Node, by the optional package `webgpu` (Dawn).

let opened: Promise<GPU> | undefined

/** The package is not installed, or does not run here. */
export class NoWebGpuError extends Error {
  override readonly name = 'NoWebGpuError'
}

/**
 * Node's WebGPU, the same for all of a process.
 *
 * @throws NoWebGpuError without the package
 */
export function nodeGpu(): Promise<GPU> {
  // Held for good: Dawn aborts the process when the object is collected.
  opened ??= open()
  return opened
}

async function open(): Promise<GPU> {
  let dawn: typeof import('webgpu')
  try {
    dawn = await import('webgpu')
  } catch (cause) {
    throw new NoWebGpuError(
      'needs the package webgpu, which is not installed or does not run here; npm install webgpu',
      { cause },
    )
  }
  Object.assign(globalThis, dawn.globals)
  return dawn.create([])
}
