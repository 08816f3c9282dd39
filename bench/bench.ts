// `npm run bench`: what a member-step costs here and elsewhere, and the goals beside the figures.
//
//   npm run bench                    all rows and goals, about five minutes
//   npm run bench -- --quick         the same with few rounds, about a minute
//   npm run bench -- W1+H W2         these rows alone
//   npm run bench -- --strict        exit code 1 when an 'at least' is not met
//   npm run bench -- --write         writes docs/performance.md

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CONTENDERS } from './contenders.ts'
import { farmOverhead, twoWorkers } from './farm.ts'
import type { GoalName } from './goals.ts'
import { BUSY_LOAD, describeMachine, load, loadNow } from './machine.ts'
import { memoryGrowth } from './memory.ts'
import { writePage } from './page.ts'
import { type Result, type RoundSettings, runRow } from './rounds.ts'
import { coldStart, warmStart } from './start-up.ts'
import type { Figure } from './statistics.ts'
import { goalsTable, notes, timesTable, verdicts } from './tables.ts'
import { ROWS, type Row } from './workloads.ts'

interface Settings extends RoundSettings {
  readonly coldStarts: number
  readonly warmStarts: number
  readonly farmRounds: number
  readonly rollouts: number
}

const FULL: Settings = {
  ...{ rounds: 9, warmUpMs: 1000, runMs: 200 },
  ...{ coldStarts: 9, warmStarts: 50, farmRounds: 11, rollouts: 32_768 },
}
const QUICK: Settings = {
  ...{ rounds: 5, warmUpMs: 300, runMs: 40 },
  ...{ coldStarts: 3, warmStarts: 20, farmRounds: 3, rollouts: 4096 },
}

const print = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)
const progress = (text: string) => process.stderr.write(`${text}\n`)

async function runRows(rows: readonly Row[], settings: Settings, folder: string) {
  const results = new Map<string, ReadonlyMap<string, Result>>()
  for (const row of rows) {
    progress(`${row.name}: ${row.workload.title}`)
    results.set(row.name, await runRow(row, CONTENDERS, settings, folder))
  }
  return results
}

async function measureTheRest(settings: Settings, folder: string) {
  const findings = new Map<GoalName, Figure | { not: string }>()
  for (const scene of ['lorenz', 'double pendulum'] as const) {
    progress(`${scene}: from text to a running kernel`)
    const [cold, warm] = [
      `${scene}: text to running kernel, cold`,
      `${scene}: text to running kernel, warm`,
    ] as const
    findings.set(cold, await coldStart(scene, settings.coldStarts))
    findings.set(warm, await warmStart(scene, settings.warmStarts))
  }
  const farm = { folder, rounds: settings.farmRounds, rollouts: settings.rollouts }
  progress('the farm over the bare kernel')
  const { cpu, wall } = await farmOverhead(farm)
  findings.set('farm over bare kernel, CPU time, one lane', cpu)
  findings.set('farm over bare kernel, wall time, one lane', wall)
  progress('two workers against one')
  findings.set('two workers against one, wall time', await twoWorkers(farm))
  progress('memory')
  findings.set('peak memory, 10^6 cells over 10^4', await memoryGrowth(folder))
  return findings
}

function refuse(message: string): void {
  progress(message)
  process.exitCode = 2
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      strict: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  })
  const unknown = positionals.find((name) => !ROWS.some((row) => row.name === name))
  if (unknown !== undefined) {
    return refuse(`no row ${unknown}; the rows are ${ROWS.map(({ name }) => name).join(' ')}`)
  }
  if (values.write && positionals.length > 0) return refuse('--write needs all rows: name none')
  const settings = values.quick ? QUICK : FULL
  const all = positionals.length === 0
  const before = load()
  const busy = loadNow() > BUSY_LOAD
  const folder = mkdtempSync(join(tmpdir(), 'furrow-bench-'))
  const cleanUp = () => rmSync(folder, { recursive: true, force: true })
  process.once('SIGINT', () => {
    cleanUp()
    process.exit(130)
  })
  try {
    const rows = all ? ROWS : ROWS.filter(({ name }) => positionals.includes(name))
    const results = await runRows(rows, settings, folder)
    const findings = all ? await measureTheRest(settings, folder) : new Map()
    const found = verdicts(results, findings)
    const machine = [
      ...describeMachine(),
      `load average before ${before}, after ${load()} (1, 5 and 15 minutes)`,
      ...(busy ? ['The machine was busy with other work before the start: mind the spreads.'] : []),
    ]
    const page = {
      machine,
      rounds: settings.rounds,
      times: timesTable(results),
      notes: notes(results),
      goals: goalsTable(found),
    }
    print('', ...machine, '', ...page.times, '', ...page.notes, '', ...page.goals)
    if (values.write) writePage(page)
    if (values.strict && found.some(({ verdict }) => verdict === 'NOT met')) process.exitCode = 1
  } finally {
    cleanUp()
  }
}

await main()
