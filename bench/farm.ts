// What the farm costs over the kernel alone, and what a second worker brings.

import { join } from 'node:path'
import { compiler } from '../src/cli/compiler.ts'
import { linspace } from '../src/farm/axes.ts'
import { runSweep } from '../src/farm/coordinator.ts'
import { openJournal } from '../src/farm/journal-sqlite.ts'
import { last } from '../src/farm/measures.ts'
import { type Plan, planSweep } from '../src/farm/plan.ts'
import { defineSweep } from '../src/farm/sweep.ts'
import { createWasmKernel } from '../src/kernel/emit-wasm.ts'
import { lorenz } from '../src/scenes/lorenz.ts'
import { createNodePool } from '../src/workers/node.ts'
import type { Pool } from '../src/workers/protocol.ts'
import { type Figure, figureOf } from './statistics.ts'

const BLOCK = 256
const SPAN = 1024

/** Lorenz over `cells` values of rho. */
export function lorenzPlan(cells: number, steps: number): Plan {
  const sweep = defineSweep({
    scene: lorenz,
    axes: { rho: linspace(20, 40, cells) },
    rollout: { steps },
    measures: { end: last('x') },
  })
  return planSweep(sweep, compiler)
}

interface Spent {
  readonly wallMs: number
  /** Of all threads. */
  readonly cpuMs: number
}

async function spentBy(work: () => unknown): Promise<Spent> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  await work()
  const wallMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000 }
}

/** A pool with its threads under way, which many runs use. */
async function openPool(lanes: number, plan: Plan): Promise<Pool> {
  const pool = createNodePool({ lanes, backend: 'wasm' })
  await pool.open(plan.task)
  return {
    ...{ lanes: pool.lanes, window: pool.window, open: async () => {} },
    run: (job) => pool.run(job),
    close: () => pool.close(),
  }
}

/** Runs a plan through coordinator, threads and a journal on disk. */
function farmOf(folder: string, plan: Plan) {
  let runs = 0
  return async (pool: Pool): Promise<Spent> => {
    const journal = openJournal(join(folder, `farm-${plan.rollouts}-${runs++}.sqlite`), plan)
    try {
      return await spentBy(() => runSweep({ plan, pool, journal, now: () => performance.now() }))
    } finally {
      journal.close()
    }
  }
}

/** Runs a plan's rollouts on the kernel, block by block, and keeps nothing. */
function bareKernel({ task, cells, rollouts }: Plan): () => void {
  const kernel = createWasmKernel(task.program, { seed: task.seed })
  const block = kernel.block(BLOCK)
  const { defaults, inputs, steps } = task
  return () => {
    for (let first = 0; first < rollouts; first += BLOCK) {
      const count = Math.min(BLOCK, rollouts - first)
      for (const [i, column] of block.state.entries()) column.fill(defaults.state[i])
      for (const [i, column] of block.params.entries()) column.fill(defaults.params[i])
      const [values] = cells.columns(first, count, 1)
      block.params[inputs[0].index].set(values)
      kernel.begin(block, count)
      for (let from = 0, time = 0; from < steps; from += SPAN) {
        const to = Math.min(from + SPAN, steps)
        const span = { from, to, time, observe: true, fingerprint: 1 }
        time = kernel.advance(block, count, span)
      }
    }
  }
}

export interface FarmSettings {
  readonly folder: string
  readonly rounds: number
  readonly rollouts: number
}

const STEPS = 4000

/**
 * How two works compare, `ratio` of the least times each took: what else a machine does only ever
 * adds, and by more than what is asked for here. The spread is that of the rounds.
 */
function quietest(
  one: readonly number[],
  other: readonly number[],
  ratio: (a: number, b: number) => number,
): Figure {
  const rounds = figureOf(one.map((a, i) => ratio(a, other[i])))
  return { ...rounds, median: ratio(Math.min(...one), Math.min(...other)) }
}

const percentMore = (whole: number, alone: number) => 100 * (whole / alone - 1)

/** Percent by which the farm with one lane takes longer than the kernel alone. */
export async function farmOverhead(
  settings: FarmSettings,
): Promise<{ readonly wall: Figure; readonly cpu: Figure }> {
  const plan = lorenzPlan(settings.rollouts, STEPS)
  const bare = bareKernel(plan)
  const farm = farmOf(settings.folder, plan)
  const pool = await openPool(1, plan)
  const whole: Spent[] = []
  const alone: Spent[] = []
  try {
    await farm(pool)
    bare()
    for (let round = 0; round < settings.rounds; round++) {
      whole.push(await farm(pool))
      alone.push(await spentBy(bare))
    }
  } finally {
    await pool.close()
  }
  const figure = (time: keyof Spent) =>
    quietest(
      whole.map((spent) => spent[time]),
      alone.map((spent) => spent[time]),
      percentMore,
    )
  return { wall: figure('wallMs'), cpu: figure('cpuMs') }
}

/** How many times faster two lanes are than one. */
export async function twoWorkers(settings: FarmSettings): Promise<Figure> {
  const plan = lorenzPlan(2 * settings.rollouts, STEPS)
  const farm = farmOf(settings.folder, plan)
  const pools = [await openPool(1, plan), await openPool(2, plan)]
  const times: [one: number[], two: number[]] = [[], []]
  try {
    for (const pool of pools) await farm(pool)
    for (let round = 0; round < settings.rounds; round++) {
      for (const [i, pool] of pools.entries()) times[i].push((await farm(pool)).wallMs)
    }
  } finally {
    for (const pool of pools) await pool.close()
  }
  return quietest(...times, (one, two) => one / two)
}
