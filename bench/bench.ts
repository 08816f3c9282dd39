// `npm run bench`: nanoseconds of CPU time per member-step, all contenders interleaved in one run,
// after their bits were found equal. To add a contender, add it to CONTENDERS; to set a goal, to
// GOALS.

import type { Contender, Outcome } from './contender.ts'
import { jsBackend } from './js-backend.ts'
import { MEMBERS, STEPS, WORKLOADS, type Workload } from './workloads.ts'

const ROUNDS = 7
const WARM_UP_MS = 400

/**
 * The first is what the ratios are about. Hand-written code is loaded anew for each row, since an
 * engine compiles a function for all that ever ran through it, and one row would slow the others.
 */
const CONTENDERS = ['furrow js', 'closures'] as const
const contender = async (name: (typeof CONTENDERS)[number], row: string): Promise<Contender> =>
  name === 'closures' ? (await import(`./closures.ts?row=${row}`)).closures : jsBackend

/** How many times faster than another contender the first one must be. */
const GOALS: readonly { readonly row: string; readonly than: string; readonly atLeast: number }[] =
  [{ row: 'W1+H', than: 'closures', atLeast: 2 }]

interface Entry {
  readonly row: string
  readonly contender: string
  readonly run: () => Outcome
  readonly times: number[]
}

/** User and system time of this process in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function entriesOf(workload: Workload, fingerprint: boolean): Promise<Entry[]> {
  const row = fingerprint ? `${workload.name}+H` : workload.name
  const entries: Entry[] = []
  for (const name of CONTENDERS) {
    const run = (await contender(name, row)).prepare(workload, fingerprint)
    entries.push({ row, contender: name, run: () => run(MEMBERS, STEPS), times: [] })
  }
  checkBits(entries)
  return entries
}

/** Every contender must give the bits of the first one. */
function checkBits([first, ...others]: readonly Entry[]): void {
  const wanted = bytesOf(first.run())
  for (const { row, contender, run } of others) {
    if (bytesOf(run()).equals(wanted)) continue
    throw new Error(`${row}: ${contender} and ${first.contender} give different bits`)
  }
}

function bytesOf({ states, hashes }: Outcome): Buffer {
  return Buffer.concat([Buffer.from(states.buffer), Buffer.from(hashes.buffer)])
}

function warmUp({ run }: Entry): void {
  const end = cpuMs() + WARM_UP_MS
  while (cpuMs() < end) run()
}

function measure(entry: Entry): void {
  const start = cpuMs()
  entry.run()
  entry.times.push(((cpuMs() - start) * 1e6) / (MEMBERS * STEPS))
}

const median = (xs: readonly number[]) => xs.toSorted((a, b) => a - b)[xs.length >> 1]
const print = (line: string) => process.stdout.write(`${line}\n`)

function report(entries: readonly Entry[]): void {
  const rows = [...new Set(entries.map(({ row }) => row))]
  print(
    `\nns per member-step, CPU time, median of ${ROUNDS} interleaved rounds (fastest, slowest)\n`,
  )
  for (const row of rows) {
    for (const { contender, times } of entries.filter((entry) => entry.row === row)) {
      const [least, most] = [Math.min(...times), Math.max(...times)].map((x) => x.toFixed(1))
      const figure = median(times).toFixed(1).padStart(8)
      print(`${row.padEnd(6)}${contender.padEnd(12)}${figure}   (${least}, ${most})`)
    }
  }
  print('')
  const figure = (row: string, name: string) => {
    const entry = entries.find((e) => e.row === row && e.contender === name)
    return entry === undefined ? Number.NaN : median(entry.times)
  }
  const [subject, ...peers] = CONTENDERS
  for (const row of rows) {
    for (const name of peers) {
      const ratio = figure(row, name) / figure(row, subject)
      const goal = GOALS.find((g) => g.row === row && g.than === name)
      const wanted =
        goal && `, at least ${goal.atLeast} wanted: ${ratio >= goal.atLeast ? 'yes' : 'NO'}`
      print(`${row}: ${subject} is ${ratio.toFixed(2)} times as fast as ${name}${wanted ?? ''}`)
      if (goal && ratio < goal.atLeast) process.exitCode = 1
    }
  }
}

print(`${MEMBERS} members, ${STEPS} steps, node ${process.version}, ${process.arch}`)
for (const { name, title } of WORKLOADS) print(`${name}: ${title}; +H: with the fingerprint`)
const entries: Entry[] = []
for (const workload of WORKLOADS) {
  for (const fingerprint of [false, true]) entries.push(...(await entriesOf(workload, fingerprint)))
}
print('all contenders give the same bits')
for (const entry of entries) warmUp(entry)
for (let round = 0; round < ROUNDS; round++) for (const entry of entries) measure(entry)
report(entries)
