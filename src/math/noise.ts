// The draws of a rollout's noise, each a function of (seed, cell, replica, step, draw): what the
// kernel compiles `noise.uniform()` and `noise.normal()` to. Scene-language sources.

import { logF32 } from './f32-log.ts'
import { log } from './log.ts'
import { philox4x32 } from './philox.ts'
import { simSinCos } from './sim-sin-cos.ts'
import { cos } from './sin-cos.ts'
import { uniform24, uniform53, uniformAboveZero, uniformAboveZeroF32 } from './uniform.ts'

/**
 * Four random words for one draw, in the layout of random-stream.ts with purpose 0.
 * seedLow, seedHigh, cellLow: 32 bits; cellHigh: the cell's bits 32 to 55; replica and draw: 0 to
 * 65535, draw counting the draws inside one step; step: 32 bits.
 */
export function noiseBlock(
  seedLow: number,
  seedHigh: number,
  cellLow: number,
  cellHigh: number,
  replica: number,
  step: number,
  draw: number,
): number[] {
  return philox4x32(step, cellLow, cellHigh, replica | (draw << 16), seedLow, seedHigh)
}

/** Uniform in [0, 1) with 53 bits; arguments as `noiseBlock`. */
export function noiseUniform(
  seedLow: number,
  seedHigh: number,
  cellLow: number,
  cellHigh: number,
  replica: number,
  step: number,
  draw: number,
): number {
  const words = noiseBlock(seedLow, seedHigh, cellLow, cellHigh, replica, step, draw)
  return uniform53(words[0], words[1])
}

/**
 * Normal with mean 0 and variance 1, by Box and Muller's transform, at most 8.7 from 0; arguments
 * as `noiseBlock`.
 */
export function noiseNormal(
  seedLow: number,
  seedHigh: number,
  cellLow: number,
  cellHigh: number,
  replica: number,
  step: number,
  draw: number,
): number {
  const words = noiseBlock(seedLow, seedHigh, cellLow, cellHigh, replica, step, draw)
  const radius = Math.sqrt(-2 * log(uniformAboveZero(words[0], words[1])))
  return radius * cos(6.283185307179586 * uniform53(words[2], words[3]))
}

/** Uniform in [0, 1) with 24 bits, in binary32; arguments as `noiseBlock`. */
export function noiseUniformF32(
  seedLow: number,
  seedHigh: number,
  cellLow: number,
  cellHigh: number,
  replica: number,
  step: number,
  draw: number,
): number {
  const words = noiseBlock(seedLow, seedHigh, cellLow, cellHigh, replica, step, draw)
  return uniform24(words[0])
}

/**
 * Normal with mean 0 and variance 1, in binary32, by Box and Muller's transform, at most 6.8 from
 * 0: what `noiseNormal` draws from the leading bits of the same words. Arguments as `noiseBlock`.
 */
export function noiseNormalF32(
  seedLow: number,
  seedHigh: number,
  cellLow: number,
  cellHigh: number,
  replica: number,
  step: number,
  draw: number,
): number {
  const f = Math.fround
  const words = noiseBlock(seedLow, seedHigh, cellLow, cellHigh, replica, step, draw)
  const radius = f(Math.sqrt(f(-2 * logF32(uniformAboveZeroF32(words[0])))))
  const [, cosine] = simSinCos(f(f(6.2831854820251465) * uniform24(words[2])))
  return f(radius * cosine)
}
