// `furrow root`: the root of a finished result or suite, alone on its line.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { merkleRoot, type Root } from '../farm/merkle.ts'
import { suiteRoot } from '../farm/suite.ts'
import { UserError } from '../farm/user-error.ts'
import { counted } from '../report/quantity.ts'
import { openResult } from './result-folder.ts'
import { readSuite, type SuiteRecord } from './suite-folder.ts'

/**
 * Computes the root anew from the journal, or the journals of a suite, and prints it; what failed
 * is said on stderr.
 *
 * @throws UserError when the result is a shard, is not finished, or is not what its manifest says
 */
export function printRoot(folder: string): number {
  const suite = readSuite(folder)
  const { root, failed } = suite ? rootOfSuite(folder, suite) : rootOfResult(folder)
  process.stdout.write(`${root}\n`)
  if (failed > 0) process.stderr.write(`${counted(failed, 'rollout')} failed\n`)
  return 0
}

type Found = Pick<Root, 'root' | 'failed'>

function rootOfResult(folder: string): Found {
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
    return { root, failed }
  } finally {
    journal.close()
  }
}

function rootOfSuite(folder: string, suite: SuiteRecord): Found {
  const members = suite.members.map((member) => {
    const own = join(folder, member.folder)
    if (!existsSync(own))
      throw new UserError(
        `${folder}: the suite is not finished: ${member.name} is missing; ` +
          'run the same `furrow run` again, it goes on where it stopped',
      )
    return { digest: member.digest, ...rootOfResult(own) }
  })
  const root = suiteRoot(members)
  if (suite.root !== undefined && suite.root !== root)
    throw new UserError(
      `${folder}: its members have the root ${root}, its suite.json ${suite.root}; ` +
        'run `furrow verify` on it',
      1,
    )
  return { root, failed: members.reduce((sum, { failed }) => sum + failed, 0) }
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
