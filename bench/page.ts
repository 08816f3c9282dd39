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

const HOW = `Run it with \`npm run bench\` (about five minutes), \`npm run bench -- --quick\` (about one), or with the names of
rows (\`npm run bench -- W1+H W2\`). \`--write\` writes this page, \`--strict\` makes a missed "at least" exit code 1.`

const READING = `Nanoseconds of CPU time of one thread per member-step: the median of all rounds, and half the distance from the fastest
to the slowest. In a round every contender runs once, each in a process of its own that was warmed up before. Compare within a column:
its contenders took turns, columns ran one after the other.

Every contender runs 1024 members and shows the bits of the first one, end states and all fingerprints, or it is
listed below with the reason. A run has 10,000 steps, fewer where they would take too long.`

const GOALS = `Ratios say how many times faster Furrow's wasm is; beside the ratio of the medians stand the ratios of the extremes. The
sweep of the farm's goals is Lorenz with 4000 steps a rollout, a journal on disk included; two workers are compared with one in turns, which
says something on an idle machine alone. Text to running kernel is wall time from the function's text until its first
four steps are done, with V8 as it comes; cold is the first kernel of a process, its median over processes.
Peak memory is that of a whole process which runs 100 steps a cell.`

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
