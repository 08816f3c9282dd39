// A block's members as the shader has them: columns of numbers into columns of words, and back.

import type { Layout } from '../kernel/emit-wgsl.ts'
import type { Program } from '../kernel/ir.ts'
import type { Block, Column } from '../kernel/kernel.ts'

// Little-endian machines hold the low word first; WebGPU runs on no others.
const STORAGE = 128
const COPY_SRC = 4
const COPY_DST = 8
const MAP_READ = 1
const READ = 1

export const USAGE = {
  storage: STORAGE | COPY_DST,
  members: STORAGE | COPY_DST | COPY_SRC,
  readBack: COPY_DST | MAP_READ,
} as const

/** The numbers of a block in the words of a shader. */
export class MemberBuffers {
  readonly members: GPUBuffer
  readonly #readBack: GPUBuffer
  readonly #device: GPUDevice
  readonly #program: Program
  readonly #layout: Layout
  readonly #block: Block
  #stride = 0
  readonly #words: Uint32Array
  readonly #floats: Float32Array
  readonly #wide = new Float64Array(1)
  readonly #wideWords = new Uint32Array(this.#wide.buffer)

  constructor(device: GPUDevice, program: Program, layout: Layout, block: Block) {
    this.#device = device
    this.#program = program
    this.#layout = layout
    this.#block = block
    this.#words = new Uint32Array(layout.columns * block.size)
    this.#floats = new Float32Array(this.#words.buffer)
    const size = 4 * this.#words.length
    this.members = device.createBuffer({ size, usage: USAGE.members })
    const back = 4 * layout.written * block.size
    this.#readBack = device.createBuffer({ size: back, usage: USAGE.readBack })
  }

  destroy(): void {
    this.members.destroy()
    this.#readBack.destroy()
  }

  /** Sends members 0 to count - 1. The shader finds them `count` words apart. */
  upload(count: number): void {
    this.#stride = count
    const { state, params, accumulators, hash, status, steps, cell, replica } = this.#block
    const { words } = this.#layout
    for (const [i, column] of state.entries()) {
      this.#putFloats(this.#layout.state + words * i, column, count)
    }
    for (const [i, column] of params.entries()) {
      this.#putFloats(this.#layout.params + words * i, column, count)
    }
    accumulators.forEach((column, i) => {
      const at = this.#layout.accumulators + words * i
      if (this.#program.accumulators[i].type === 'float') this.#putFloats(at, column, count)
      else this.#column(at, count).set(column.subarray(0, count))
    })
    this.#putPairs(this.#layout.hash, hash, count)
    this.#putPairs(this.#layout.cell, cell, count)
    this.#column(this.#layout.status, count).set(status.subarray(0, count))
    this.#column(this.#layout.steps, count).set(steps.subarray(0, count))
    this.#column(this.#layout.replica, count).set(replica.subarray(0, count))
    const all = this.#layout.columns * count
    this.#device.queue.writeBuffer(this.members, 0, this.#words, 0, all)
  }

  /** Fetches what the shader has written. */
  async download(count: number): Promise<void> {
    const { state, accumulators, hash, status, steps } = this.#block
    const { words, written } = this.#layout
    const bytes = 4 * written * count
    const encoder = this.#device.createCommandEncoder()
    encoder.copyBufferToBuffer(this.members, 0, this.#readBack, 0, bytes)
    this.#device.queue.submit([encoder.finish()])
    await this.#readBack.mapAsync(READ, 0, bytes)
    this.#words.set(new Uint32Array(this.#readBack.getMappedRange(0, bytes)))
    this.#readBack.unmap()
    for (const [i, column] of state.entries()) {
      this.#takeFloats(this.#layout.state + words * i, column, count)
    }
    accumulators.forEach((column, i) => {
      const at = this.#layout.accumulators + words * i
      if (this.#program.accumulators[i].type === 'float') this.#takeFloats(at, column, count)
      else for (let m = 0; m < count; m++) column[m] = this.#words[at * this.#stride + m] | 0
    })
    const [low, high] = [this.#layout.hash, this.#layout.hash + 1].map((at) => {
      return this.#column(at, count)
    })
    for (let m = 0; m < count; m++) {
      hash[2 * m] = low[m]
      hash[2 * m + 1] = high[m]
    }
    status.set(this.#column(this.#layout.status, count))
    steps.set(this.#column(this.#layout.steps, count))
  }

  #column(at: number, count: number): Uint32Array {
    return this.#words.subarray(at * this.#stride, at * this.#stride + count)
  }

  #putPairs(at: number, pairs: Uint32Array, count: number): void {
    const [low, high] = [this.#column(at, count), this.#column(at + 1, count)]
    for (let m = 0; m < count; m++) {
      low[m] = pairs[2 * m]
      high[m] = pairs[2 * m + 1]
    }
  }

  #putFloats(at: number, column: Column, count: number): void {
    const start = at * this.#stride
    if (this.#layout.words === 1) {
      this.#floats.set(column.subarray(0, count), start)
      return
    }
    for (let m = 0; m < count; m++) {
      this.#wide[0] = column[m]
      this.#words[start + m] = this.#wideWords[0]
      this.#words[start + this.#stride + m] = this.#wideWords[1]
    }
  }

  #takeFloats(at: number, column: Column, count: number): void {
    const start = at * this.#stride
    if (this.#layout.words === 1) {
      column.set(this.#floats.subarray(start, start + count))
      return
    }
    for (let m = 0; m < count; m++) {
      this.#wideWords[0] = this.#words[start + m]
      this.#wideWords[1] = this.#words[start + this.#stride + m]
      column[m] = this.#wide[0]
    }
  }
}
