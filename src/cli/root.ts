// `furrow root`: the root of a finished result, alone on its line.

import { merkleRoot } from '../farm/merkle.ts'
import { UserError } from '../farm/user-error.ts'
import { counted } from '../report/quantity.ts'
import { openResult } from './result-folder.ts'

/**
 * Computes the root anew from the journal and prints it; what failed is said on stderr.
 *
 * @throws UserError when the result is a shard, is not finished, or is not what its manifest says
 */
export function printRoot(folder: string): number {
  const { manifest, plan, journal } = openResult(folder)
  try {
    if (manifest.shard !== undefined)
      throw new UserError(`${folder}: shard ${manifest.shard} alone has no root; merge all shards`)
    const { root, failed } = found(folder, () =>
      merkleRoot(plan.digest, plan.rollouts, journal.read()),
    )
    if (manifest.root !== undefined && manifest.root !== root)
      throw new UserError(
        `${folder}: its journal has the root ${root}, its manifest ${manifest.root}; ` +
          'run `furrow verify` on it',
        1,
      )
    process.stdout.write(`${root}\n`)
    if (failed > 0) process.stderr.write(`${counted(failed, 'rollout')} failed\n`)
    return 0
  } finally {
    journal.close()
  }
}

function found<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof UserError && !error.message.startsWith(folder))
      throw new UserError(`${folder}: ${error.message}`, error.exitCode, error)
    throw error
  }
}
