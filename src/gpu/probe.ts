// The probe that a device must pass before its results are believed: small programs, bit for bit
// against js. WGSL lets a driver round, fuse and reorder as it likes; that none of it happened can
// only be found out.

import { createJsKernel } from '../kernel/emit-js.ts'
import { NAN_BITS_F32 } from '../kernel/f32-rule.ts'
import type { Precision, Program } from '../kernel/ir.ts'
import type { Block, DeviceKernel, Kernel } from '../kernel/kernel.ts'
import type { Dialect } from '../kernel/wgsl/dialect.ts'
import { floatBits, highWord, lowWord } from '../math/bits.ts'
import { absorbWords, startHash } from '../math/fingerprint.ts'
import { createGpuKernel } from './kernel.ts'
import { type ProbeProgram, probePrograms } from './probe-cases.ts'

export interface ProbeFailure {
  readonly case: string
  /** Bits as hex, as those below. */
  readonly inputs: readonly string[]
  readonly expected: string
  readonly found: string
}

export interface ProbeReport {
  /** FNV-1a 64 over all bits that were found; equal digests mean equal arithmetic. */
  readonly digest: string
  /** Results that were compared. */
  readonly cases: number
  readonly failure?: ProbeFailure
}

export interface ProbeOptions {
  readonly dialect: Dialect
  readonly now: () => number
}

/** The digests of right arithmetic, on whatever machine. */
export const PROBE_DIGESTS: Readonly<Record<Precision, string>> = {
  f64: '61c5981a8c07eda4',
  f32: 'f7834868e244acc9',
}

/** A kernel that the probe makes, tries and gives back. */
type Tried = (Kernel | DeviceKernel) & { close?(): void }

const SEED = { seed: [1, 2] } as const
const SPAN = { from: 0, time: 0, observe: true, fingerprint: 1 }
/** Random pairs beside those of the edges. */
const RANDOM = 1024

/** Probes a device; ends at the first failure. */
export function probe(device: GPUDevice, { dialect, now }: ProbeOptions): Promise<ProbeReport> {
  const precision = dialect.words === 2 ? 'f64' : 'f32'
  return probeKernels(precision, (program) =>
    createGpuKernel(device, program, { ...SEED, dialect, now }),
  )
}

/** The same for any backend: what `make` makes of a program is tried against js. */
export async function probeKernels(
  precision: Precision,
  make: (program: Program) => Tried,
): Promise<ProbeReport> {
  const pairs = inputPairs(precision)
  const book = { hash: new Uint32Array(2), cases: 0 }
  startHash(book.hash, 0)
  for (const programme of probePrograms(precision)) {
    const { program } = programme
    const kernel = make(program)
    try {
      const wanted = await run(createJsKernel(program, SEED), programme, pairs)
      const found = await run(kernel, programme, pairs)
      const failure = compare(programme, pairs, wanted, found, book)
      if (failure) return { digest: hashText(book.hash, 0), cases: book.cases, failure }
    } finally {
      kernel.close?.()
    }
  }
  return { digest: hashText(book.hash, 0), cases: book.cases }
}

async function run(
  kernel: Kernel | DeviceKernel,
  { inputs, steps }: ProbeProgram,
  pairs: readonly (readonly [number, number])[],
): Promise<Block> {
  const count = pairs.length
  const block = kernel.block(count)
  for (const [m, pair] of pairs.entries()) {
    for (const [i, column] of block.state.entries()) {
      column[m] = i < inputs ? pair[i] : inputs > 0 ? 0 : startOf(m, i)
    }
  }
  kernel.begin(block, count)
  await kernel.advance(block, count, { ...SPAN, to: steps })
  return block
}

/** Starts of the rollouts: near 1, each another. */
const startOf = (m: number, i: number) => 0.5 + (m % 97) / 97 + i / 16

function compare(
  { names, inputs, program }: ProbeProgram,
  pairs: readonly (readonly [number, number])[],
  wanted: Block,
  found: Block,
  book: { readonly hash: Uint32Array; cases: number },
): ProbeFailure | undefined {
  const { precision } = program
  const bits = (x: number) => hexOf(bitsOf(x, precision), precision)
  for (const [m, pair] of pairs.entries()) {
    const fault = (what: string, expected: string, seen: string): ProbeFailure => ({
      case: what,
      inputs: inputs > 0 ? pair.slice(0, inputs).map(bits) : [`member ${m}`],
      expected,
      found: seen,
    })
    for (const [i, name] of names.entries()) {
      const [expected, seen] = [wanted.state[i][m], found.state[i][m]]
      book.cases += 1
      const [first, second] = bitsOf(seen, precision)
      absorbWords(book.hash, 0, first, second)
      // All NaN are one to it, and the zeros are two.
      if (!Object.is(seen, expected)) return fault(name, bits(expected), bits(seen))
    }
    for (const i of [2 * m, 2 * m + 1]) {
      if (found.hash[i] === wanted.hash[i]) continue
      return fault('fingerprint', hashText(wanted.hash, m), hashText(found.hash, m))
    }
  }
  return undefined
}

const scratch = new DataView(new ArrayBuffer(8))

/** The words of a number of the precision, the upper one first; NaN as its one pattern. */
function bitsOf(x: number, precision: Precision): readonly [first: number, second: number] {
  if (precision === 'f32') return [x === x ? floatBits(x) : NAN_BITS_F32, 0]
  return x === x ? [highWord(x), lowWord(x)] : [0x7ff80000, 0]
}

const wordText = (word: number) => (word >>> 0).toString(16).padStart(8, '0')
const hexOf = ([first, second]: readonly [number, number], precision: Precision) =>
  `0x${wordText(first)}${precision === 'f64' ? wordText(second) : ''}`
const hashText = (hash: Uint32Array, m: number) => wordText(hash[2 * m + 1]) + wordText(hash[2 * m])

/** Numbers at which arithmetic goes wrong, each with each, and numbers of every exponent. */
function inputPairs(precision: Precision): (readonly [number, number])[] {
  const edges = precision === 'f64' ? [...EDGES, ...EDGES_F64] : EDGES
  const random = randomNumbers(precision)
  return [
    ...edges.flatMap((x) => edges.map((y) => [x, y] as const)),
    ...Array.from({ length: RANDOM }, () => [random(), random()] as const),
    // Close to each other, so that sums cancel.
    ...Array.from({ length: RANDOM / 4 }, () => {
      const x = random()
      return [x, -x * 1.0000009536743164] as const
    }),
  ]
}

const EDGES = [
  ...[0, 1, -1, 0.5, -0.5, 1.5, -2.5, 1 / 3, 0.1, 7, -7.25, 1000, 8193, 1e9, -1e9],
  ...[8388607.5, 8388608, 16777215, 16777216, 2147483520, 2147483648, 4294967296, 1e15],
  ...[3.4e38, -3.4e38, 8.7e-19, 7.888609052210118e-31, -7.888609052210118e-31, 9e-31, 5e-31],
  ...[1.0000001192092896, 0.9999999403953552, 3.1415927410125732],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN],
] as const

const EDGES_F64 = [-0, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 4e-320]

/** Bits from a linear congruential generator: every exponent is as likely as another. */
function randomNumbers(precision: Precision): () => number {
  let state = 0x2545f491
  const word = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state ^ (state >>> 15)
  }
  return () => {
    scratch.setInt32(0, word())
    scratch.setInt32(4, word())
    return precision === 'f64' ? scratch.getFloat64(0) : scratch.getFloat32(0)
  }
}
