// Every row of the reference vectors, which the seeds' own Rust code gave: bit for bit.

import { describe, expect, it } from 'vitest'
import { log } from './math/log.ts'
import {
  fromBits,
  fromBits32,
  type Manifest,
  manifest,
  toBits,
  toBits32,
  words32,
  words64,
} from './math/reference.fixture.ts'
import * as seeds from './seeds.ts'

/** From the input words of a row of a 32-bit file to its output words. */
type Row32 = (words: number[]) => number[]

const floats =
  (f: (x: number[]) => number[]): Row32 =>
  (words) =>
    f(words.map(fromBits32)).map(toBits32)

const transformOf = (x: number[]) => ({
  position: x.slice(0, 3),
  rotation: x.slice(3, 6),
  scale: x.slice(6, 9),
})

/** Whether GLSL leaves `uint(scaled)` undefined for this argument of its sin_cos. */
function castIsUndefined(x: number): number {
  const f = Math.fround
  const size = Math.abs(x)
  const turns = Math.floor(f(size * f(0.15915494)))
  const reduced = size > 8192 ? f(size - f(turns * f(6.2831855))) : size
  const scaled = f(reduced * f(1.2732395))
  return scaled > -1 && scaled < 2 ** 32 ? 0 : 1
}

const ROWS_32: Record<string, Row32> = {
  'sm_recip.bin': floats(([x]) => [seeds.simRecip(x)]),
  'sm_rsqrt.bin': floats(([x]) => [seeds.simRsqrt(x)]),
  'sm_sqrt.bin': floats(([x]) => [seeds.simSqrt(x)]),
  'sm_to_int.bin': ([x]) => [seeds.simToInt(fromBits32(x)) >>> 0],
  'sm_sin_cos.bin': floats(([x]) => seeds.simSinCos(x)),
  'glsl_sin_cos.bin': ([x]) => [
    ...seeds.simSinCosGlsl(fromBits32(x)).map(toBits32),
    castIsUndefined(fromBits32(x)),
  ],
  'sm_asin.bin': floats(([x]) => [seeds.simAsin(x)]),
  'sm_div.bin': floats(([a, b]) => [seeds.simDiv(a, b)]),
  'sm_atan2.bin': floats(([y, x]) => [seeds.simAtan2(y, x)]),
  'sm_dot.bin': floats((x) => [seeds.simDot(x.slice(0, 3), x.slice(3))]),
  'sm_length.bin': floats((v) => [seeds.simLength(v)]),
  'sm_normalize.bin': floats((v) => seeds.simNormalize(v)),
  'glsl_mul.bin': floats((x) => [
    ...seeds.simMul(x.slice(0, 9), x.slice(9)),
    ...seeds.simMulTransposed(x.slice(0, 9), x.slice(9)),
  ]),
  'sm_rotation_from_euler.bin': floats(([roll, pitch, yaw]) =>
    seeds.simRotationFromEuler(roll, pitch, yaw),
  ),
  'sm_euler_from_rotation.bin': floats((m) => seeds.simEulerFromRotation(m)),
  'sm_rotation_from_scaled_axis.bin': floats((axis) => seeds.simRotationFromScaledAxis(axis)),
  'sm_transform_matrix.bin': floats((x) => seeds.simTransformMatrix(transformOf(x))),
  'sm_transform_from_matrix.bin': floats((model) => {
    const { position, rotation, scale } = seeds.simTransformFromMatrix(model)
    return [...position, ...rotation, ...scale]
  }),
  'tgi_sin.bin': floats(([x]) => [seeds.portableSin(x)]),
  'tgi_cos.bin': floats(([x]) => [seeds.portableCos(x)]),
  'tgi_exp.bin': floats(([x]) => [seeds.portableExp(x)]),
}

/** Reads the rows of a 64-bit file one after another. */
class Reader {
  readonly #words: BigUint64Array
  #at = 0
  constructor(words: BigUint64Array) {
    this.#words = words
  }
  get done(): boolean {
    return this.#at === this.#words.length
  }
  word = (): bigint => this.#words[this.#at++]
  signed = (): bigint => BigInt.asIntN(64, this.word())
  float = (): number => fromBits(this.word())
  floats = (count: number): number[] => Array.from({ length: count }, this.float)
}

/** Takes one row from the reader; returns the word computed and the word expected. */
type Row64 = (row: Reader) => [ours: bigint, theirs: bigint]

const hashOf = (absorb: (hasher: seeds.RolloutHasher) => void): bigint => {
  const hasher = new seeds.RolloutHasher()
  absorb(hasher)
  return hasher.finish()
}
const chain = new seeds.RolloutHasher()
const NONE = 0xffffffffffffffffn

const ROWS_64: Record<string, Row64> = {
  // Raw payloads of NaN: a JavaScript number might lose them.
  'phyz_absorb_f64.bin': (row) => [hashOf((h) => h.absorbU64(row.word())), row.word()],
  'phyz_absorb_u64_chain.bin': (row) => {
    chain.absorbU64(row.word())
    return [chain.finish(), row.word()]
  },
  'phyz_absorb_slice.bin': (row) => [
    hashOf((h) => h.absorbSlice(row.floats(Number(row.word())))),
    row.word(),
  ],
  'phyz_absorb_state.bin': (row) => {
    const [nq, nv] = [Number(row.word()), Number(row.word())]
    const state = { q: row.floats(nq), v: row.floats(nv), time: row.float() }
    return [hashOf((h) => h.absorbState(state)), row.word()]
  },
  'phyz_ulp_offset.bin': (row) => [
    toBits(seeds.ulpOffset(row.float(), row.signed())),
    toBits(row.float()),
  ],
  'phyz_ulps_between.bin': (row) => [seeds.ulpsBetween(row.float(), row.float()), row.signed()],
  'phyz_state_distance.bin': (row) => {
    const [nq, nv] = [Number(row.word()), Number(row.word())]
    const state = () => ({ q: row.floats(nq), v: row.floats(nv), time: 0 })
    return [toBits(seeds.stateDistance(state(), state())), row.word()]
  },
  'ln.bin': (row) => {
    const ours = toBits(log(row.float()))
    row.word()
    return [ours, row.word()]
  },
  'phyz_fit_lyapunov.bin': (row) => {
    const initial = row.float()
    const samples = Array.from({ length: Number(row.word()) }, () => ({
      time: row.float(),
      distance: row.float(),
    }))
    const rate = seeds.fitLyapunov(initial, samples)
    row.word()
    return [rate === undefined ? NONE : toBits(rate), row.word()]
  },
}

interface Outcome {
  reproduced: number
  /** The first rows that differ, as text. */
  wrong: string[]
}

const hex = (words: readonly (number | bigint)[]) => words.map((word) => word.toString(16)).join()

function run32({ file, inWords, outWords, rows }: Manifest): Outcome {
  const words = [...words32(file)]
  const outcome: Outcome = { reproduced: 0, wrong: [] }
  for (let row = 0; row < rows; row++) {
    const at = row * (inWords + outWords)
    const input = words.slice(at, at + inWords)
    const theirs = hex(words.slice(at + inWords, at + inWords + outWords))
    const ours = hex(ROWS_32[file](input))
    if (ours === theirs) outcome.reproduced++
    else outcome.wrong.push(`${file} row ${row}: ${hex(input)} -> ${ours}, not ${theirs}`)
  }
  return outcome
}

function run64({ file }: Manifest): Outcome {
  const reader = new Reader(words64(file))
  const outcome: Outcome = { reproduced: 0, wrong: [] }
  for (let row = 0; !reader.done; row++) {
    const [ours, theirs] = ROWS_64[file](reader)
    if (ours === theirs) outcome.reproduced++
    else outcome.wrong.push(`${file} row ${row}: ${hex([ours])}, not ${hex([theirs])}`)
  }
  return outcome
}

describe('the seeds reproduce the reference vectors', () => {
  let reproduced = 0

  for (const entry of manifest) {
    it(`${entry.fn}: ${entry.rows} rows of ${entry.file}`, () => {
      const outcome = entry.wordBits === 32 ? run32(entry) : run64(entry)
      reproduced += outcome.reproduced
      expect(outcome.wrong.slice(0, 5)).toEqual([])
      expect(outcome.reproduced).toBe(entry.rows)
    })
  }

  it('and no row is missing', () => {
    const rows = manifest.reduce((sum, entry) => sum + entry.rows, 0)
    process.stdout.write(`${reproduced} of ${rows} rows reproduced\n`)
    expect([reproduced, rows]).toEqual([110893, 110893])
  })
})
