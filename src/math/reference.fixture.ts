// Reads the reference vectors of src/math/reference.

import { readFileSync } from 'node:fs'

const folder = new URL('./reference/', import.meta.url)

export interface Manifest {
  readonly file: string
  readonly fn: string
  readonly wordBits: 32 | 64
  readonly inWords: number
  readonly outWords: number
  readonly rows: number
}

export const readText = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
export const manifest: readonly Manifest[] = JSON.parse(readText('manifest.json'))

function bytesOf(name: string): DataView {
  const file = readFileSync(new URL(name, folder))
  return new DataView(file.buffer, file.byteOffset, file.byteLength)
}

/** The words of a 32-bit file. */
export function words32(name: string): Uint32Array {
  const view = bytesOf(name)
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true))
}

/** The words of a 64-bit file. */
export function words64(name: string): BigUint64Array {
  const view = bytesOf(name)
  return BigUint64Array.from({ length: view.byteLength / 8 }, (_, i) =>
    view.getBigUint64(8 * i, true),
  )
}

const float64 = new Float64Array(1)
const word64 = new BigUint64Array(float64.buffer)

/** The number with these 64 bits. */
export function fromBits(bits: bigint): number {
  word64[0] = bits
  return float64[0]
}

/** The 64 bits of a number, every NaN as the one pattern. */
export function toBits(x: number): bigint {
  float64[0] = x
  return x === x ? word64[0] : 0x7ff8000000000000n
}

/** The number with the 64 bits that these 16 hexadecimal digits say. */
export const fromHex = (hex: string): number => fromBits(BigInt(`0x${hex}`))
export const toHex = (x: number): string => toBits(x).toString(16).padStart(16, '0')

const float32 = new Float32Array(1)
const word32 = new Uint32Array(float32.buffer)

/** The binary32 number with these bits. */
export function fromBits32(bits: number): number {
  word32[0] = bits
  return float32[0]
}

/** The bits of a number rounded to binary32, every NaN as the one pattern. */
export function toBits32(x: number): number {
  float32[0] = x
  return x === x ? word32[0] : 0x7fc00000
}
