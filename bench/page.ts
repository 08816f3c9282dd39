// docs/performance.md: the last whole run, and how to read it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { CONTENDERS } from './contenders.ts'
import { WORKLOADS } from './workloads.ts'

export interface Page {
  readonly machine: readonly string[]
  readonly rounds: number
  readonly times: readonly string[]
  readonly notes: readonly string[]
  readonly goals: readonly string[]
}

const HOW = `
Run it with \`npm run bench\` (about five minutes), with \`npm run bench -- --quick\` (about one) or
for some rows alone, \`npm run bench -- W1+H W2\`. \`--write\` writes this page; \`--strict\` makes
the exit code 1 where an "at least" is not met.`.trim()

const READING = `
Nanoseconds of CPU time of one thread per member-step: the median of all rounds, and half the
distance from the fastest to the slowest. In a round every contender runs once, each in a warmed-up
process of its own. Compare within a column: columns were measured one after the other.

Every contender runs 1024 members from the same starts. It counts only if it shows the bits of the
first one: all end states, and all fingerprints in the columns +H. A run has 10,000 steps, and fewer
where these would take too long.`.trim()

const GOALS = `
A ratio says how many times faster Furrow's wasm is; behind it stand the ratios of the extremes. The
farm runs Lorenz, 4000 steps a rollout, with a journal on disk, against the same kernel called
directly; these figures and that of two workers compare the quietest rounds, since what else a
machine does only ever adds. Two workers say something on an idle machine alone. Text to running
kernel is wall time from a function's text until its first four steps are done; cold is the first
kernel of a process. Memory is the most that a whole process ever had, at 100 steps a cell.`.trim()

/** Writes the page beside the other documents. */
export function writePage({ machine, rounds, times, notes, goals }: Page): void {
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`)
  const text = [
    '# Performance',
    '',
    HOW,
    '',
    '## The machine',
    '',
    ...list([...machine, `${new Date().toISOString().slice(0, 10)}, ${rounds} rounds`]),
    '',
    '## Member-steps',
    '',
    READING,
    '',
    ...list(
      WORKLOADS.map(
        ({ name, title }) => `${name}: ${title}. ${name}+H: with the fingerprint of every step`,
      ),
    ),
    '',
    ...times,
    '',
    ...notes,
    '',
    'The contenders:',
    '',
    ...list(CONTENDERS.map(({ name, about }) => `${name}: ${about}`)),
    '',
    '## Goals',
    '',
    GOALS,
    '',
    ...goals,
    '',
  ]
  const folder = new URL('../docs/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('performance.md', folder), text.join('\n'))
}
