import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJournal } from '../farm/journal-sqlite.ts'
import type { Columns } from '../workers/protocol.ts'
import { furrow, root } from './furrow.fixture.ts'

// The eight systems with which the seeds were checked, as sweep files run by the command line; the
// expected bits were computed by the seeds' own Rust code.

interface Reference {
  readonly steps: number
  readonly hashes: [steps: number, hash: string][]
  readonly final: string[]
  readonly initial: string
  readonly lyapunovMusl: string | null
  readonly timeToThreshold: string | null
  readonly samples: [step: number, time: string, distance: string][]
}

const file = join(root, 'src/math/reference/toy_rollouts.json')
const references: Record<string, Reference> = JSON.parse(readFileSync(file, 'utf8'))
const SWEEPS = {
  lorenz: 'lorenz',
  henon_heiles: 'henon-heiles',
  damped_oscillator: 'damped-oscillator',
  logistic_3_9: 'logistic',
  bouncing_ball: 'bouncing-ball',
  pendulum_f32_sim_math: 'pendulum-sim',
  pendulum_f32_tgi_math: 'pendulum-portable',
  double_pendulum_f32: 'double-pendulum',
}

const folder = mkdtempSync(join(tmpdir(), 'furrow-toys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NONE = '7ff8000000000000'
const hex = (bits: bigint) => bits.toString(16).padStart(16, '0')
const bitsOf = (numbers: Float64Array) =>
  [...new BigUint64Array(Float64Array.from(numbers).buffer)].map(hex)

function runSweep(sweep: string, out: string): Columns {
  const { status, stderr } = furrow(['run', sweep, '--out', out, '--workers', '1'])
  expect(`${status} ${status === 0 ? '' : stderr}`).toBe('0 ')
  const journal = readJournal(join(out, 'journal.sqlite'))
  const [columns] = journal.read()
  journal.close()
  return columns as Columns
}

/** Steps at which a ladder has its rungs: powers of two and multiples of 10. */
const rungs = (steps: number) =>
  Array.from({ length: steps }, (_, i) => i + 1).filter((k) => k % 10 === 0 || (k & (k - 1)) === 0)

describe.each(Object.entries(SWEEPS))('%s', (system, name) => {
  const reference = references[system] as Reference
  const sweep = join(root, 'sweeps/seeds', `${name}.ts`)
  let columns: Columns
  beforeAll(() => {
    columns = runSweep(sweep, join(folder, name))
  })

  it('has every fingerprint of the reference', () => {
    const ladder = new Map(rungs(reference.steps).map((step, i) => [step, columns.ladder[i]]))
    for (const [steps, hash] of reference.hashes) {
      if (steps > 0) expect([steps, hex(ladder.get(steps) as bigint)]).toEqual([steps, hash])
    }
    expect(hex(columns.fingerprint[0] as bigint)).toBe(reference.hashes.at(-1)?.[1])
  })

  it('has the fingerprint of the initial state when it takes no step', () => {
    const still = join(folder, `${name}-still.ts`)
    writeFileSync(
      still,
      `import sweep from ${JSON.stringify(sweep)}
       export default { ...sweep, rollout: { steps: 0 }, measures: {} }\n`,
    )
    const { fingerprint } = runSweep(still, join(folder, `${name}-still`))
    expect([0, hex(fingerprint[0] as bigint)]).toEqual(reference.hashes[0])
  })

  it('has the final state, the divergence samples and the fit of the reference', () => {
    const { initial, samples, final, lyapunovMusl, timeToThreshold } = reference
    expect(bitsOf(columns.curves)).toEqual([initial, ...samples.map(([, , distance]) => distance)])
    const [rate, , threshold, first, last, ...ends] = bitsOf(columns.values)
    expect([rate, threshold]).toEqual([lyapunovMusl ?? NONE, timeToThreshold ?? NONE])
    expect([first, last]).toEqual([initial, samples.at(-1)?.[2]])
    expect(ends).toEqual(final.slice(0, -1))
  })
})
