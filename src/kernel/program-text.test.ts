import { expect, test } from 'vitest'
import { compileProgram } from './compile.ts'
import { programText } from './program-text.ts'
import { mapOf } from './sources.fixture.ts'

interface Xyz {
  x: number
  y: number
  z: number
}

test('a program is written with every number as its bits', () => {
  const program = compileProgram(
    mapOf(
      ({ x, y, z }: Xyz, { a }: { a: number }) => {
        const table = [1, 2.5, -0]
        return { x: x * 0.1 + a, y: table[(y | 0) & 1], z: z > 0 ? -z : z }
      },
      { stop: ({ x }: Xyz) => x < 0, observed: [{ kind: 'max', of: 'x' }] },
    ),
  )
  expect(programText(program)).toBe(`furrow program 1
precision f64
state x y z
positions 3
params a b
dt 3ff0000000000000
table float 3ff0000000000000 4004000000000000 8000000000000000
accumulator float fff0000000000000
reading max 0
graph next
0 param float 0
1 state float 0
2 const float 3fb999999999999a
3 mul float 1 2
4 add float 0 3
5 state float 1
6 toInt int 5
7 const int 1
8 iand int 6 7
9 lookup float 0 8
10 const float 0000000000000000
11 state float 2
12 lt bool 10 11
13 neg float 11
14 select float 12 13 11
roots 4 9 14
graph observe
0 accumulator float 0
1 state float 0
2 max float 0 1
roots 2
graph stop
0 state float 0
1 const float 0000000000000000
2 lt bool 0 1
roots 2
graph finish
roots
`)
})

test('names of variables and of helpers leave no trace', () => {
  const one = mapOf(({ x, y, z }: Xyz) => {
    const sum = x + y
    return { x: sum, y: sum * z, z }
  })
  const other = mapOf((state: Xyz) => {
    const { z: depth } = state
    const total = state.x + state.y
    return { z: depth, y: total * depth, x: total }
  })
  expect(programText(compileProgram(one))).toBe(programText(compileProgram(other)))
})

test('operands of a sum or a product may stand in either order', () => {
  const one = mapOf(({ x, y, z }: Xyz) => ({ x: x * y + z, y: 2 * x, z: z * (x * y) }))
  const other = mapOf(({ x, y, z }: Xyz) => ({ x: z + y * x, y: x * 2, z: y * x * z }))
  expect(programText(compileProgram(one))).toBe(programText(compileProgram(other)))
})
