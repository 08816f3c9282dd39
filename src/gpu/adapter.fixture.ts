// The WebGPU device that tests share: the first adapter that Dawn for Node finds, which is a
// software one where the machine has no GPU.

import { existsSync } from 'node:fs'

/** Where distributions put the Vulkan drivers that compute on the CPU and that Dawn takes. */
const SOFTWARE_DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
  '/usr/lib/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
  '/usr/share/vulkan/icd.d/vk_swiftshader_icd.json',
]

/** Dawn aborts the process when the object that made the adapter is collected. */
const kept: GPU[] = []
let opening: Promise<GPUDevice | string> | undefined

/** The device, the same one for all of a process, or why there is none. */
export function openTestDevice(): Promise<GPUDevice | string> {
  opening ??= open()
  return opening
}

/** To be called after the last test of a file: a process with an open device may not end. */
export async function closeTestDevice(): Promise<void> {
  const device = await opening
  opening = undefined
  if (typeof device === 'object') device.destroy()
}

async function open(): Promise<GPUDevice | string> {
  const driver = SOFTWARE_DRIVERS.find((path) => existsSync(path))
  if (process.env.VK_DRIVER_FILES === undefined && driver) process.env.VK_DRIVER_FILES = driver
  try {
    const { create, globals } = await import('webgpu')
    Object.assign(globalThis, globals)
    const gpu = kept[0] ?? create([])
    kept[0] = gpu
    const adapter = await gpu.requestAdapter()
    return adapter ? await adapter.requestDevice() : 'there is no WebGPU adapter'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const missing = code === 'ERR_MODULE_NOT_FOUND' || message.includes("'webgpu'")
    return missing ? 'the package webgpu is not installed' : `WebGPU does not open: ${message}`
  }
}
