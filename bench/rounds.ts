// The rounds of one row: every contender's bits are checked, each is warmed up, then they take
// turns, so that what the machine does meanwhile meets them all.

import { type Contender, NotHere } from './contenders.ts'
import { type Answer, Peer } from './peer.ts'
import { type Figure, figureOf } from './statistics.ts'
import { MEMBERS, type Row } from './workloads.ts'

export interface RoundSettings {
  readonly rounds: number
  readonly warmUpMs: number
  /** CPU time that a run shall take at most; slow contenders run fewer steps. */
  readonly runMs: number
}

/** Steps of a run at most, and of the run that shows the bits. */
export const STEPS = 10_000
const CHECK_STEPS = 300

/** Nanoseconds per member-step, or why there are none. */
export type Result = { readonly figure: Figure; readonly steps: number } | { readonly not: string }

interface Runner {
  readonly name: string
  readonly peer: Peer
  readonly times: number[]
  steps: number
}

/** Results by contender. The first one must run; what the others do is compared with its bits. */
export async function runRow(
  row: Row,
  contenders: readonly Contender[],
  settings: RoundSettings,
  folder: string,
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>()
  const runners: Runner[] = []
  try {
    let wanted: Answer | undefined
    for (const contender of contenders) {
      const { name } = contender
      try {
        const peer = new Peer(await contender.command(row, folder))
        runners.push({ name, peer, times: [], steps: CHECK_STEPS })
        const answer = await peer.ask(CHECK_STEPS)
        wanted ??= answer
        const fault = differenceOf(answer, wanted)
        if (fault) throw new NotHere(fault)
        await warmUp(runners[runners.length - 1], settings, contender.patience ?? 1)
      } catch (error) {
        if (!wanted) throw error
        if (runners.at(-1)?.name === name) await runners.pop()?.peer.close()
        results.set(name, { not: (error as Error).message })
      }
    }
    await takeTurns(runners, settings.rounds)
  } finally {
    await Promise.all(runners.map(({ peer }) => peer.close()))
  }
  for (const { name, times, steps } of runners)
    results.set(name, { figure: figureOf(times), steps })
  return results
}

function differenceOf(answer: Answer, wanted: Answer): string | undefined {
  if (answer.states !== wanted.states) return 'its end states are other bits'
  if (answer.fingerprints !== wanted.fingerprints) return 'its fingerprints are other bits'
  return undefined
}

/**
 * Runs until an engine has put its best code in place, which it compiles beside the runs: until
 * three runs in a row were no faster than what came before. Finds how many steps fit a run.
 */
async function warmUp(runner: Runner, settings: RoundSettings, patience: number): Promise<void> {
  const warmUpMs = patience * settings.warmUpMs
  const { runMs } = settings
  let fastest = Number.POSITIVE_INFINITY
  let since = 0
  for (let spent = 0; since < 3 || spent < warmUpMs; since++) {
    const { ns } = await runner.peer.ask(runner.steps)
    spent += ns / 1e6
    const step = ns / runner.steps
    if (step < 0.97 * fastest && spent < 5 * warmUpMs) since = 0
    fastest = Math.min(fastest, step)
    runner.steps = Math.max(1, Math.min(STEPS, Math.floor((runMs * 1e6) / fastest)))
  }
}

async function takeTurns(runners: readonly Runner[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const { peer, steps, times } of runners) {
      const { ns } = await peer.ask(steps)
      times.push(ns / (MEMBERS * steps))
    }
  }
}
