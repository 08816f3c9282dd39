// FNV-1a 64 as JavaScript text, for generated loops. The variables `l` and `h` hold the low and
// the high word of the hash as int32; `b` and `c` are scratch variables.
//
// The prime is 2^40 + 435, so a byte is: l ^= byte; h = h * 435 + floor(l * 435 / 2^32) + l * 2^8;
// l = l * 435. The floor is taken in f64, where these products are exact: that leaves two integer
// multiplies a byte. Two bytes at once save a little more.

import type { Precision } from '../ir.ts'

const PRIME = 0x100000001b3n
const HALF = 1 / 0x1_0000_0000
// Little-endian machines hold the low word first.
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0

const byteOf = (word: string, index: number) =>
  index === 3 ? `${word}>>>24` : `${word}>>>${8 * index}&255`

function oneByte(byte: string): string {
  const carry = `((l>>>0)*${435 * HALF}|0)`
  return `l^=${byte};h=Math.imul(h,435)+${carry}+(l<<8)|0;l=Math.imul(l,435);\n`
}

/** After the first byte l is `b`; with the second byte in it, `c`. `c - b` is below 256. */
function twoBytes(first: string, second: string): string {
  return (
    `l^=${first};b=Math.imul(l,435);c=b^${second};` +
    `h=Math.imul(h,189225)+((l>>>0)*${189225 * HALF}+(c-b|0)*${435 * HALF}|0)+(b+c<<8)|0;` +
    'l=Math.imul(c,435);\n'
  )
}

/** `count` bytes that are zero: one multiply by a power of the prime. */
function zeroBytes(count: number): string {
  const power = BigInt.asUintN(64, power64(PRIME, count))
  const high = Number(BigInt.asIntN(32, power >> 32n))
  const low = Number(BigInt.asUintN(32, power))
  const upper = low >>> 16
  const lower = low & 0xffff
  return (
    `b=Math.imul(l,${upper})&65535;` +
    `h=Math.imul(h,${low | 0})+Math.imul(l,${high})+((l>>>0)*${upper / 65536}|0)` +
    `+((l>>>0)*${lower * HALF}+b*${1 / 65536}|0)|0;` +
    `l=Math.imul(l,${low | 0});\n`
  )
}

function power64(base: bigint, exponent: number): bigint {
  let product = 1n
  for (let i = 0; i < exponent; i++) product = BigInt.asUintN(64, product * base)
  return product
}

/** Absorbs the f64 whose words are the variables `x` (low) and `y` (high). */
function words(precision: Precision): string {
  const upper = twoBytes(byteOf('y', 0), byteOf('y', 1)) + twoBytes(byteOf('y', 2), byteOf('y', 3))
  // The f64 of an f32 value ends in 29 zero bits.
  if (precision === 'f32') return zeroBytes(3) + oneByte(byteOf('x', 3)) + upper
  return twoBytes(byteOf('x', 0), byteOf('x', 1)) + twoBytes(byteOf('x', 2), byteOf('x', 3)) + upper
}

/** Absorbs a length, a whole number from 0 to 2^32 - 1. */
export function absorbLength(length: number): string {
  if (length < 256) return (length === 0 ? '' : `l^=${length};`) + zeroBytes(8)
  const bytes = [0, 1, 2, 3].map((i) => oneByte(String((length >>> (8 * i)) & 255)))
  return bytes.join('') + zeroBytes(4)
}

/** Absorbs a finite number, through the scratch arrays `W` and `WI`. */
export function absorbNumber(value: string, precision: Precision): string {
  return `W[0]=${value};x=WI[${1 - HIGH}];y=WI[${HIGH}];\n${words(precision)}`
}

/** Absorbs entries `from` to `to - 1` of a Float64Array whose words are the Int32Array `array`. */
export function absorbEntries(array: string, from: number, to: number, precision: Precision) {
  if (from === to) return ''
  const load = `x=${array}[i+${1 - HIGH}];y=${array}[i+${HIGH}];`
  return `for(let i=${2 * from};i<${2 * to};i+=2){${load}\n${words(precision)}}\n`
}

/** Declares the variables that the texts above use, the hash being that of member `m`. */
export const DECLARE = 'let l=hash[2*m]|0,h=hash[2*m+1]|0,b=0,c=0,x=0,y=0;'
export const STORE = 'hash[2*m]=l;hash[2*m+1]=h;'
