// `furrow run`: a sweep or a suite into its folder, going on from where earlier runs left it.

import { join } from 'node:path'
import { folderName, type Plan } from '../farm/plan.ts'
import { parseShard, type Shard } from '../farm/shard.ts'
import { isSuite } from '../farm/suite.ts'
import { loadFile } from './load-sweep.ts'
import { engineCode, planLoaded } from './plan-file.ts'
import { choosePool, type PoolChoice } from './pool.ts'
import { jsonOutput, textOutput } from './run-output.ts'
import { runPlan } from './run-plan.ts'

export interface RunOptions extends PoolChoice {
  readonly out?: string
  /** `I/N`. */
  readonly shard?: string
  /** Percent of the rollouts that are run once more at the end. */
  readonly audit: number
  readonly json?: boolean
}

/** Runs the sweep or the suite in the file at `path` and returns the exit code. */
export async function run(path: string, options: RunOptions): Promise<number> {
  const shard = options.shard === undefined ? undefined : parseShard(options.shard)
  const chosen = await choosePool(options)
  const loaded = await loadFile(path)
  if (isSuite(loaded)) return (await import('./suite-run.ts')).runSuite(path, loaded, options)
  const plan = await planLoaded(loaded, path, engineCode(loaded, path))
  return runPlan({
    plan,
    path,
    axes: loaded.axes ?? {},
    folder: options.out ?? join('results', folderFor(plan, shard)),
    shard,
    chosen,
    auditPercent: options.audit,
    output: options.json ? jsonOutput() : textOutput(),
  })
}

/** Shards of a sweep go to folders of their own: a folder has one writer. */
function folderFor(plan: Plan, shard: Shard | undefined): string {
  return folderName(plan) + (shard === undefined ? '' : `-shard-${shard.index}-of-${shard.of}`)
}
