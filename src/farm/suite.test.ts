import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { VERDICTS } from '../analysis/verdict.ts'
import { dampedOscillator, defineSweep, last, linspace, lyapunov, spectrum } from '../index.ts'
import {
  defineSuite,
  drawMembers,
  isSuite,
  suiteDigest,
  suiteRoot,
  VERDICT_WORDS,
} from './suite.ts'

const sweep = (name?: string, axes = {}) =>
  defineSweep({
    ...(name === undefined ? {} : { name }),
    scene: dampedOscillator,
    axes,
    rollout: { steps: 100 },
    measures: { end: last('q'), largest: lyapunov(), all: spectrum(2) },
  })

const rates = [{ value: -0.1, error: 0 }]

function faultsOf(definition: unknown): string[] {
  try {
    defineSuite(definition as Parameters<typeof defineSuite>[0])
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

describe('a suite', () => {
  it('is marked by its kind and keeps its members in order', () => {
    const known = { measure: 'all', rates, verdict: 'contracting', note: 'exact' } as const
    const suite = defineSuite({
      name: 'two',
      members: [{ sweep: sweep('a'), known }, { sweep: sweep('b') }],
    })
    expect(isSuite(suite)).toBe(true)
    expect(isSuite(sweep('a'))).toBe(false)
    expect(suite.members.map((member) => member.sweep.name)).toEqual(['a', 'b'])
  })

  it('knows the verdicts of the analysis', () => {
    expect(VERDICT_WORDS).toEqual(VERDICTS)
  })
})

describe('a fault of a suite is named in one line', () => {
  const one = (known: object, axes = {}) => ({
    name: 's',
    members: [{ sweep: sweep('a', axes), known }],
  })
  const cases: [what: string, definition: unknown, faults: string[]][] = [
    ['nothing', undefined, ['suite: expected an object with name and members']],
    [
      'no members',
      { name: 'a/b', members: [] },
      [
        'name: expected up to 64 letters, digits, dots, _ and -',
        'members: expected an array of { sweep, known? }, at least one',
      ],
    ],
    [
      'bare sweeps, other things, and settings that are none',
      { name: 's', extra: 1, members: [sweep('a'), 3, { sweep: 4, steps: 5 }, { sweep: sweep() }] },
      [
        "suite: unknown setting 'extra'; remove it",
        'members[0]: a sweep; write { sweep: ... } around it',
        'members[1]: expected { sweep, known? }',
        "members[2]: unknown setting 'steps'; remove it",
        'members[2].sweep: expected defineSweep({ ... })',
        'members[3].sweep: has no name; give it one',
      ],
    ],
    [
      'one name twice',
      { name: 's', members: [{ sweep: sweep('a') }, { sweep: sweep('b') }, { sweep: sweep('A') }] },
      ["members[2]: its sweep has the name 'A' of members[0]; rename it"],
    ],
    [
      'rates of a measure that is none',
      one({ measure: 'end', rates }),
      ['members[0].known.measure: expected the name of a lyapunov() or spectrum() of its sweep'],
    ],
    [
      'rates that are no numbers',
      one({ measure: 'all', rates: [{ value: Number.NaN, error: 0 }] }),
      ['members[0].known.rates: expected an array of { value, error }, each error 0 or more'],
    ],
    [
      'a negative error',
      one({ measure: 'all', rates: [{ value: 1, error: -1 }] }),
      ['members[0].known.rates: expected an array of { value, error }, each error 0 or more'],
    ],
    [
      'more rates than are measured',
      one({ measure: 'largest', rates: [...rates, ...rates] }),
      ["members[0].known.rates: 2 are known, 'largest' has 1"],
    ],
    [
      'a word that is no verdict, and a largest that is no rate',
      one({ measure: 'all', rates, verdict: 'wild', largest: 'all' }),
      [
        `members[0].known.verdict: expected one of ${VERDICTS.join(', ')}`,
        'members[0].known.largest: expected the name of a lyapunov() of its sweep',
      ],
    ],
    [
      'more than one rollout',
      one({ measure: 'all', rates }, { q: linspace(0, 1, 2) }),
      ['members[0].known: its sweep has more than one rollout; make it a sweep without axes'],
    ],
  ]
  it.each(cases)('%s', (_, definition, faults) => {
    expect(faultsOf(definition)).toEqual(faults)
  })

  it('but a superstable rate, and an axis of one value, are none', () => {
    const known = { measure: 'all', rates: [{ value: Number.NEGATIVE_INFINITY, error: 0 }] }
    expect(faultsOf(one(known, { q: linspace(1, 1, 1) }))).toEqual([])
  })
})

describe('the identity of a suite', () => {
  const [a, b] = ['a', 'b'].map((digit) => digit.repeat(64))
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

  it('hashes digests and roots in the order of the members', () => {
    expect(suiteDigest([a, b])).toBe(sha256(`furrow suite digest\n${a}\n${b}\n`))
    expect(suiteDigest([b, a])).not.toBe(suiteDigest([a, b]))
    const roots = [
      { digest: a, root: b },
      { digest: b, root: a },
    ]
    expect(suiteRoot(roots)).toBe(sha256(`furrow suite root\n${a} ${b}\n${b} ${a}\n`))
  })
})

describe('a sample of a suite', () => {
  const digest = '80000000'.padEnd(64, '0')

  it('draws small members by their share, the same every time, and one at least', () => {
    const drawn = drawMembers(
      digest,
      Array.from({ length: 400 }, () => 1),
      1,
    )
    expect(drawn.filter((percent) => percent > 0)).toEqual([1, 1, 1, 1])
    expect(drawn).toEqual(
      drawMembers(
        digest,
        Array.from({ length: 400 }, () => 1),
        1,
      ),
    )
    expect(drawMembers(digest, [1, 1, 1], 1)).toEqual([0, 1, 0])
  })

  it('draws every member that is large, all of them at 100 percent and none at 0', () => {
    expect(drawMembers(digest, [1000, 1, 300], 1)).toEqual([1, 0, 1])
    expect(drawMembers(digest, [1, 1], 100)).toEqual([100, 100])
    expect(drawMembers(digest, [1, 1], 0)).toEqual([0, 0])
  })
})
