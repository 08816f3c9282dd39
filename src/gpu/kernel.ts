// A program on a WebGPU device: members go there, take their steps in slices, and come back. How
// they begin, and what is read off them at the end, is computed here, by the bits of every backend.

import { driveLater } from '../kernel/advances.ts'
import { beginMembers, createBlock, timeAfter } from '../kernel/block.ts'
import { createJsKernel } from '../kernel/emit-js.ts'
import {
  emitWgsl,
  SETTINGS,
  TIME_WORDS,
  type WgslOptions,
  type WgslProgram,
  type WgslVariant,
  WORKGROUP,
} from '../kernel/emit-wgsl.ts'
import { loadF32 } from '../kernel/f32-rule.ts'
import type { Program } from '../kernel/ir.ts'
import type { Block, DeviceKernel, Span } from '../kernel/kernel.ts'
import { pairStretches } from '../kernel/pairs.ts'
import { MemberBuffers, USAGE } from './buffers.ts'
import { createSlices, type Slices } from './slices.ts'

/** Steps of one slice at most: the table of their times stays small. */
const SLICE_STEPS_MAX = 2 ** 16
const COMPUTE = 4

export interface GpuKernelOptions extends WgslOptions {
  /** Milliseconds, by any clock: it sizes slices alone. */
  readonly now: () => number
  /** Workgroups in one dimension at most, where that is less than the device's own limit. */
  readonly workgroupsMax?: number
}

export interface GpuKernel extends DeviceKernel {
  /** Gives the device's memory back. */
  close(): void
}

/** Makes a program runnable on a device. Whoever opened the device watches whether it is lost. */
export function createGpuKernel(
  device: GPUDevice,
  program: Program,
  options: GpuKernelOptions,
): GpuKernel {
  const runner = new DeviceRunner(device, emitWgsl(program, options), options)
  const beside = createJsKernel(program, options)
  return {
    program,
    backend: 'gpu',
    block: (size, twins) => createBlock(program, size, twins),
    begin: (block, count) => beginMembers(program, block, count),
    async advance(block, count, span, pairs = []) {
      if (pairs.length === 0) return runner.advance(block, count, span)
      return driveLater(pairStretches(program, block, count, span, pairs), (asked) =>
        runner.advance(asked.block, asked.count, asked.span),
      )
    },
    finish: (block, count, time) => beside.finish(block, count, time),
    close: () => runner.close(),
  }
}

class DeviceRunner {
  readonly #device: GPUDevice
  readonly #emitted: WgslProgram
  readonly #now: () => number
  readonly #slices: Slices = createSlices()
  readonly #workgroupsMax: number
  readonly #layout: GPUBindGroupLayout
  readonly #settings: GPUBuffer
  readonly #tables: GPUBuffer | undefined
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>()
  readonly #blocks = new Map<Block, MemberBuffers>()
  #times: GPUBuffer
  /** Calls are made one after the other: they share settings and times. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    device: GPUDevice,
    emitted: WgslProgram,
    { now, workgroupsMax = Number.POSITIVE_INFINITY }: GpuKernelOptions,
  ) {
    this.#device = device
    this.#emitted = emitted
    this.#now = now
    const { maxComputeWorkgroupsPerDimension } = device.limits
    this.#workgroupsMax = Math.min(workgroupsMax, maxComputeWorkgroupsPerDimension)
    const bindings = emitted.tables.length > 0 ? [0, 1, 2, 3] : [0, 1, 2]
    this.#layout = device.createBindGroupLayout({
      entries: bindings.map((binding) => {
        const type = binding === 2 ? 'storage' : 'read-only-storage'
        return { binding, visibility: COMPUTE, buffer: { type } }
      }),
    })
    this.#settings = this.#storage(4 * SETTINGS.length)
    this.#times = this.#storage(4 * TIME_WORDS * 256)
    if (emitted.tables.length > 0) {
      this.#tables = this.#storage(4 * emitted.tables.length)
      device.queue.writeBuffer(this.#tables, 0, emitted.tables)
    }
  }

  advance(block: Block, count: number, span: Span): Promise<number> {
    const next = this.#last.then(() => this.#advance(block, count, span))
    this.#last = next.catch(() => {})
    return next
  }

  close(): void {
    for (const buffers of this.#blocks.values()) buffers.destroy()
    for (const buffer of [this.#settings, this.#times, this.#tables]) buffer?.destroy()
  }

  async #advance(block: Block, count: number, span: Span): Promise<number> {
    const { from, to } = span
    let { time } = span
    if (to <= from || count === 0) return timeAfter(time, this.#emitted.program.dt, to - from)
    const pipeline = await this.#pipeline(span)
    const buffers = this.#buffersOf(block)
    buffers.upload(count)
    for (let at = from; at < to; ) {
      const end = Math.min(to, at + Math.min(SLICE_STEPS_MAX, this.#slices.next(count)))
      time = this.#writeTimes(at, end, time)
      const began = this.#now()
      this.#dispatch(pipeline, buffers, count, at, end)
      await this.#device.queue.onSubmittedWorkDone()
      this.#slices.took(count, end - at, this.#now() - began)
      at = end
    }
    await buffers.download(count)
    return time
  }

  #dispatch(
    pipeline: GPUComputePipeline,
    { members }: MemberBuffers,
    count: number,
    from: number,
    to: number,
  ): void {
    const groups = Math.ceil(count / WORKGROUP)
    const rows = Math.ceil(groups / this.#workgroupsMax)
    const across = Math.ceil(groups / rows)
    const settings = { zero: 0, from, to, count, across: across * WORKGROUP }
    const words = Uint32Array.from(SETTINGS, (name) => settings[name])
    this.#device.queue.writeBuffer(this.#settings, 0, words)
    const used = [this.#settings, this.#times, members, this.#tables]
    const group = this.#device.createBindGroup({
      layout: this.#layout,
      entries: used.flatMap((buffer, binding) => {
        return buffer ? [{ binding, resource: { buffer } }] : []
      }),
    })
    const encoder = this.#device.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(pipeline)
    pass.setBindGroup(0, group)
    pass.dispatchWorkgroups(across, rows)
    pass.end()
    this.#device.queue.submit([encoder.finish()])
  }

  /** Sends the times of steps `from` to `to`, and returns the last. */
  #writeTimes(from: number, to: number, time: number): number {
    const { program } = this.#emitted
    const rows = to - from + 1
    const bytes = 4 * TIME_WORDS * rows
    if (bytes > this.#times.size) {
      this.#times.destroy()
      this.#times = this.#storage(Math.max(bytes, 2 * this.#times.size))
    }
    const wide = new Float64Array(2 * rows)
    const narrow = new Float32Array(wide.buffer)
    for (let i = 0; i < rows; i++) {
      wide[2 * i] = time
      narrow[4 * i + 2] = loadF32(time)
      if (i < rows - 1) time += program.dt
    }
    this.#device.queue.writeBuffer(this.#times, 0, wide)
    return time
  }

  #pipeline({ observe, fingerprint }: WgslVariant): Promise<GPUComputePipeline> {
    const key = `${observe} ${fingerprint}`
    const known = this.#pipelines.get(key)
    if (known) return known
    const code = this.#emitted.advance({ observe, fingerprint })
    const made = compile(this.#device, this.#layout, code)
    this.#pipelines.set(key, made)
    return made
  }

  #buffersOf(block: Block): MemberBuffers {
    const known = this.#blocks.get(block)
    if (known) return known
    const { program, layout } = this.#emitted
    const made = new MemberBuffers(this.#device, program, layout, block)
    this.#blocks.set(block, made)
    return made
  }

  #storage(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: USAGE.storage })
  }
}

async function compile(
  device: GPUDevice,
  layout: GPUBindGroupLayout,
  code: string,
): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ code })
  const { messages } = await module.getCompilationInfo()
  const error = messages.find(({ type }) => type === 'error')
  if (error) {
    const line = code.split('\n')[error.lineNum - 1]
    throw new Error(`the shader does not compile: ${error.message} (${line})`)
  }
  return device.createComputePipelineAsync({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: 'advance' },
  })
}
