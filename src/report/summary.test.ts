import { expect, test } from 'vitest'
import { type RunFacts, recorded, summary } from './summary.ts'

const facts: RunFacts = {
  sweep: 'lorenz-rho',
  folder: 'results/lorenz-rho-0123abcd',
  cells: 802,
  replicas: 1,
  stepsPerRollout: 20_000,
  tally: {
    noun: 'cell',
    total: 802,
    byStatus: new Map([
      ['done', 800],
      ['escaped', 2],
    ]),
    failed: 0,
  },
  work: { rollouts: 802, seconds: 2.5, lanes: 2, backend: 'js' },
  audit: { rollouts: 8, mismatches: 0 },
  shard: undefined,
  picture: [],
  root: 'ab'.repeat(32),
}

test('a run that went well, in a few lines, the root last', () => {
  expect(summary(facts)).toEqual([
    'lorenz-rho: 802 cells, 20,000 steps each',
    '800 done, 2 escaped, 0 failed',
    '802 cells in 2.5 s on 2 lanes (js), 321 cells/s',
    'audit: 8 cells run again, all equal',
    'in results/lorenz-rho-0123abcd',
    `root ${'ab'.repeat(32)}`,
  ])
})

test('recorded counts all that is recorded, whatever its status', () => {
  expect(recorded(facts.tally)).toBe(802)
})

test('a shard has no root, and failures and audit differences are said', () => {
  const byStatus = new Map([
    ['done', 99],
    ['threw', 1],
  ])
  const lines = summary({
    ...facts,
    replicas: 4,
    shard: '1/8',
    tally: { noun: 'rollout', total: 400, byStatus, failed: 1 },
    audit: { rollouts: 1, mismatches: 1 },
    work: undefined,
    root: undefined,
  })
  expect(lines).toEqual([
    'lorenz-rho: 802 cells of 4 replicas, 20,000 steps each, shard 1/8',
    '99 done, 1 threw, 1 failed in all',
    'audit: 1 rollout run again, 1 DIFFER',
    'furrow status results/lorenz-rho-0123abcd tells which, and why',
    'in results/lorenz-rho-0123abcd',
    '300 rollouts left; the same command goes on from here',
  ])
})

test('a shard that is complete says so in place of a root', () => {
  const lines = summary({ ...facts, shard: '2/2', root: undefined })
  expect(lines.at(-1)).toBe('shard 2/2 is complete; the root is that of all shards together')
})

test('only what went wrong is painted as bad', () => {
  const paint = { strong: (t: string) => t, faint: (t: string) => t, bad: (t: string) => `!${t}` }
  expect(summary(facts, paint).join('\n')).not.toContain('!')
  const failed = { ...facts, tally: { ...facts.tally, failed: 2 } }
  expect(summary(failed, paint)[1]).toMatch(/^!/)
})

test('no line passes 80 characters and none holds a control character', () => {
  const byStatus = new Map(
    ['done', 'stopped', 'escaped', 'threw', 'timeout', 'out-of-memory', 'crashed'].map(
      (name) => [name, 123_456_789] as const,
    ),
  )
  for (const line of summary({
    ...facts,
    tally: { noun: 'cell', total: 1e9, byStatus, failed: 4e8 },
  })) {
    expect(line.length).toBeLessThanOrEqual(80)
    expect(line).toMatch(/^[ -~]*$/)
  }
})

test('an audit that was given up is said, with what to do', () => {
  const lines = summary({ ...facts, audit: { rollouts: 0, mismatches: 0, died: true } })
  const at = lines.indexOf('audit: NOT MADE, the process died under it twice')
  expect(lines[at + 1]).toBe(`furrow verify ${facts.folder} runs all again`)
})

test('what the audit ran where, what it had no time for, and results that contradict', () => {
  const first = 'cell 3, fingerprint: recorded 0123456789abcdef, audit found fedcba9876543210'
  const lines = summary({
    ...facts,
    work: { rollouts: 802, seconds: 2.5, lanes: 2, backend: 'wasm', duplicates: 3 },
    audit: { chosen: 9, rollouts: 8, onJs: 1, mismatches: 1 },
    conflicts: { rollouts: 2, first },
  })
  expect(lines.slice(2, 7)).toEqual([
    '802 cells in 2.5 s on 2 lanes (wasm), 321 cells/s; 3 came again, no conflict',
    'audit: 8 cells run again (1 on js) of 9 in the time for it, 1 DIFFER',
    '2 cells are NONDETERMINISTIC: each has two results, the first stands',
    `  ${first}`,
    'furrow status results/lorenz-rho-0123abcd tells which, and why',
  ])
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})
