// Where a result was made: versions and machine, for the manifest alone.

import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os'
import { resolve } from 'node:path'
import type { Plan } from '../farm/plan.ts'
import { sha256OfText, toHex } from '../farm/sha256.ts'
import { compiler } from './compiler.ts'
import { codeOf } from './file-code.ts'
import type { RunRecord } from './manifest.ts'

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

/** Of the file at `path`, null where it is gone meanwhile, and of the scene that was made of it. */
export function codeDigests(path: string, { task }: Plan): RunRecord['code'] {
  const scene = toHex(sha256OfText(compiler.programText(task.program)))
  return { file: fileCode(path), scene: task.engine?.code ?? scene }
}

function fileCode(path: string): string | null {
  try {
    return codeOf(resolve(path))
  } catch {
    return null
  }
}
