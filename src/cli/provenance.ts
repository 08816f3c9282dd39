// Where a result was made: versions and machine, for the manifest alone.

import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os'

/** The version in package.json, which lies beside both src and dist. */
export function ownVersion(): string {
  const path = new URL('../../package.json', import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')).version
}

export function versions(): Record<string, string> {
  const { node, v8 } = process.versions
  return { furrow: ownVersion(), node, v8 }
}

export function machine(): Record<string, string | number> {
  return {
    system: `${platform()} ${release()}`,
    architecture: arch(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    parallel: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
  }
}
