// The seeds' functions as scenes call them, one scene for each file of reference vectors, and the
// words of a row as the numbers of a scene.

import {
  fromBits,
  fromBits32,
  type Manifest,
  manifest,
  words32,
  words64,
} from '../math/reference.fixture.ts'
import type { Precision } from './ir.ts'
import type { ProgramSource } from './source.ts'
import { functionOf } from './sources.fixture.ts'

/** Some inputs, or entries of an array, as an array literal. */
const part = (name: string, from: number, count: number) =>
  `[${Array.from({ length: count }, (_, i) => `${name}[${from + i}]`).join(', ')}]`
const x = (from: number, count: number) => part('x', from, count)

/** What a scene's body gives for the inputs `x`; an int goes out in halves, which f32 holds. */
const BODIES: Readonly<Record<string, string>> = {
  'sm_recip.bin': 'return [simRecip(x[0])]',
  'sm_rsqrt.bin': 'return [simRsqrt(x[0])]',
  'sm_sqrt.bin': 'return [simSqrt(x[0])]',
  'sm_to_int.bin': 'const i = simToInt(x[0])\nreturn [i >>> 16, i & 65535]',
  'sm_sin_cos.bin': 'return simSinCos(x[0])',
  // The third word says where GLSL leaves the cast undefined: of the seed's text, not a result.
  'glsl_sin_cos.bin': 'return simSinCosGlsl(x[0])',
  'sm_asin.bin': 'return [simAsin(x[0])]',
  'sm_div.bin': 'return [simDiv(x[0], x[1])]',
  'sm_atan2.bin': 'return [simAtan2(x[0], x[1])]',
  'sm_dot.bin': `return [simDot(${x(0, 3)}, ${x(3, 3)})]`,
  'sm_length.bin': 'return [simLength(x)]',
  'sm_normalize.bin': 'return simNormalize(x)',
  'glsl_mul.bin': `const p = simMul(${x(0, 9)}, ${x(9, 3)})
    const q = simMulTransposed(${x(0, 9)}, ${x(9, 3)})
    return [p[0], p[1], p[2], q[0], q[1], q[2]]`,
  'sm_rotation_from_euler.bin': 'return simRotationFromEuler(x[0], x[1], x[2])',
  'sm_euler_from_rotation.bin': 'return simEulerFromRotation(x)',
  'sm_rotation_from_scaled_axis.bin': 'return simRotationFromScaledAxis(x)',
  'sm_transform_matrix.bin': `return simModelMatrix(${x(0, 3)}, ${x(3, 3)}, ${x(6, 3)})`,
  'sm_transform_from_matrix.bin': 'return simModelParts(x)',
  'tgi_sin.bin': 'return [portableSin(x[0])]',
  'tgi_cos.bin': 'return [portableCos(x[0])]',
  'tgi_exp.bin': 'return [portableExp(x[0])]',
  'ln.bin': 'return [Math.log(x[0])]',
}

export interface Vectors {
  readonly file: string
  /** Of a function `seen(x)` that gives an array. */
  readonly text: string
  readonly inputs: number
  readonly outputs: number
  readonly rows: readonly { readonly input: number[]; readonly output: number[] }[]
}

/** All files whose function a scene can call. */
export const VECTORS: readonly Vectors[] = manifest
  .filter(({ file }) => Object.hasOwn(BODIES, file))
  .map((entry) => {
    const rows = entry.wordBits === 32 ? rows32(entry) : rowsOfLog(entry)
    const text = `function seen(x) {\n${BODIES[entry.file]}\n}`
    return { file: entry.file, text, inputs: entry.inWords, outputs: rows[0].output.length, rows }
  })

function rows32({ file, inWords, outWords, rows }: Manifest): Vectors['rows'] {
  const words = words32(file)
  return Array.from({ length: rows }, (_, row) => {
    const at = row * (inWords + outWords)
    const output = [...words.subarray(at + inWords, at + inWords + outWords)]
    return {
      input: Array.from(words.subarray(at, at + inWords), fromBits32),
      output: outputOf(file, output),
    }
  })
}

function outputOf(file: string, words: readonly number[]): number[] {
  if (file === 'sm_to_int.bin') return words.flatMap((i) => [i >>> 16, i & 65535])
  return words.slice(0, file === 'glsl_sin_cos.bin' ? 2 : undefined).map(fromBits32)
}

/** Rows of x, glibc's logarithm, musl's; Furrow's is the last. */
function rowsOfLog({ file, rows }: Manifest): Vectors['rows'] {
  const words = words64(file)
  return Array.from({ length: rows }, (_, row) => ({
    input: [fromBits(words[3 * row])],
    output: [fromBits(words[3 * row + 2])],
  }))
}

/** A map whose state is what the function gives for the parameters. */
export function sceneOf({ text, inputs, outputs }: Vectors, precision: Precision): ProgramSource {
  return {
    ...{ name: 'vectors', precision, velocities: [], dt: 1, stop: undefined, observed: [] },
    state: { y: Array.from({ length: outputs }, () => 0) },
    params: { x: Array.from({ length: inputs }, () => 0) },
    use: { seen: functionOf(text) },
    body: { shape: 'next', source: functionOf('({ y }, { x }) => ({ y: seen(x) })') },
  }
}
