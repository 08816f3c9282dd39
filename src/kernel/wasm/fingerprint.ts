// FNV-1a 64 in WebAssembly: one chain of i64 multiplies a member, four of them in flight, since a
// multiply has to wait for the one before it.

import { ownComponents, type Precision, type Program } from '../ir.ts'
import { type Code, I64 } from './code.ts'
import { laneCount, UPPER_HALF } from './ops.ts'

const PRIME = 0x100000001b3n
const IN_FLIGHT = 4

/** PRIME to the power of `count`: what so many zero bytes multiply by. */
function power(count: number): bigint {
  let product = 1n
  for (let i = 0; i < count; i++) product = BigInt.asUintN(64, product * PRIME)
  return product
}

function multiply(c: Code, hash: number, count: number): void {
  c.get(hash)
  c.i64(power(count))
  c.op('i64.mul')
  c.set(hash)
}

/** Writes a small part of an absorption; parts are to be written in order, each once. */
export type Part = () => void

/**
 * Absorbs states and time into all hashes, in small parts, so that others can write between them;
 * tangents stay outside. `states` give the variables of each register's components, which are
 * finite, and `time` is an f64 variable: these must keep their values until the last part.
 */
export function absorbState(
  c: Code,
  program: Program,
  hashes: readonly number[],
  states: readonly ((component: number) => number)[],
  time: number,
): Part[] {
  const { precision, state, positions } = program
  const absorbSlice = (from: number, to: number): Part[] => [
    () => absorbLength(c, hashes, to - from),
    ...state.slice(from, to).flatMap((_, i) => {
      const vectors = states.map((variable) => variable(from + i))
      return absorbNumbers(c, precision, hashes, vectors)
    }),
  ]
  return [
    ...absorbSlice(0, positions),
    ...absorbSlice(positions, ownComponents(program)),
    ...absorbTime(c, hashes, time),
  ]
}

/** Absorbs a length, a whole number from 0 to 2^32 - 1. */
function absorbLength(c: Code, hashes: readonly number[], length: number): void {
  for (const hash of hashes) {
    let rest = length
    let zeros = 8
    do {
      c.get(hash)
      c.i64(BigInt(rest & 255))
      c.op('i64.xor')
      c.set(hash)
      rest >>>= 8
      zeros -= 1
      multiply(c, hash, rest === 0 ? zeros + 1 : 1)
    } while (rest !== 0)
  }
}

/** Absorbs a finite quantity of each member; `vectors` hold it for all hashes, in order. */
function absorbNumbers(
  c: Code,
  precision: Precision,
  hashes: readonly number[],
  vectors: readonly number[],
): Part[] {
  const lanes = laneCount(precision)
  // The f64 of an f32 value ends in 29 zero bits.
  const zeros = precision === 'f32' ? 3 : 0
  const parts: Part[] = []
  for (let first = 0; first < hashes.length; first += IN_FLIGHT) {
    const chains = hashes.slice(first, first + IN_FLIGHT)
    const words: number[] = []
    for (let byte = zeros; byte < 8; byte++) {
      parts.push(() => {
        if (byte === zeros) {
          for (const i of chains.keys()) words.push(takeWord(first + i))
          if (zeros > 0) for (const hash of chains) multiply(c, hash, zeros)
        }
        for (const [i, hash] of chains.entries()) absorbByte(c, hash, words[i], byte)
        if (byte === 7) for (const word of words) c.release(word)
      })
    }
  }
  return parts

  function takeWord(member: number): number {
    c.get(vectors[Math.floor(member / lanes)])
    pushWord(c, precision, member % lanes)
    return c.pop(I64)
  }
}

/** Turns the vector on the stack into the bits of the f64 that a member's lane is equal to. */
function pushWord(c: Code, precision: Precision, lane: number): void {
  if (precision === 'f32') {
    if (lane >= 2) c.rearrange(UPPER_HALF)
    c.op('f64x2.promote_low_f32x4')
  }
  c.lane('i64x2.extract_lane', lane % 2)
}

/** hash <- (hash ^ byte) * PRIME */
function absorbByte(c: Code, hash: number, word: number, byte: number): void {
  c.get(hash)
  pushByte(c, word, byte)
  c.op('i64.xor')
  c.i64(PRIME)
  c.op('i64.mul')
  c.set(hash)
}

function pushByte(c: Code, word: number, byte: number): void {
  c.get(word)
  if (byte > 0) {
    c.i64(BigInt(8 * byte))
    c.op('i64.shr_u')
  }
  if (byte < 7) {
    c.i64(255n)
    c.op('i64.and')
  }
}

/** Absorbs the same number, an f64 variable, into all hashes. */
function absorbTime(c: Code, hashes: readonly number[], time: number): Part[] {
  return Array.from({ length: 8 }, (_, byte) => () => {
    c.get(time)
    c.op('i64.reinterpret_f64')
    const word = c.pop(I64)
    pushByte(c, word, byte)
    c.set(word)
    for (const hash of hashes) {
      c.get(hash, word)
      c.op('i64.xor')
      c.i64(PRIME)
      c.op('i64.mul')
      c.set(hash)
    }
    c.release(word)
  })
}
