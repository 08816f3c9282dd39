import { expect, it } from 'vitest'
import { mulHigh, philox4x32 } from './philox.ts'

const hex = (words: number[]) => words.map((w) => (w >>> 0).toString(16).padStart(8, '0')).join(' ')

// Random123's kat_vectors, rows "philox4x32 10".
it.each([
  ['00000000 00000000 00000000 00000000 00000000 00000000', '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
  ['ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff', '408f276d 41c83b0e a20bc7c6 6d5451fd'],
  ['243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0', 'd16cfe09 94fdcceb 5001e420 24126ea1'],
])('turns the published counter and key %s into %s', (input, output) => {
  const [c0, c1, c2, c3, k0, k1] = input.split(' ').map((word) => Number.parseInt(word, 16))
  expect(hex(philox4x32(c0, c1, c2, c3, k0, k1))).toBe(output)
  expect(hex(philox4x32(c0 | 0, c1 | 0, c2 | 0, c3 | 0, k0 | 0, k1 | 0))).toBe(output)
})

it('takes the upper word of products at the corners of the range', () => {
  expect(mulHigh(-1, -1) >>> 0).toBe(0xfffffffe)
  expect(mulHigh(0xffffffff, 0x10000)).toBe(0xffff)
  expect(mulHigh(0x80000000, 2)).toBe(1)
  expect(mulHigh(0xffff, 0xffff)).toBe(0)
})
