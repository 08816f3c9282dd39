// Loads the engine scene of a task in the process that needs it, and only if it is still the code
// that the task was planned with.

import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isEngine, isSweep } from '../farm/sweep.ts'
import { UserError } from '../farm/user-error.ts'
import type { AnyEngineScene } from '../scenes/engine.ts'
import type { EngineSource } from '../workers/protocol.ts'
import { codeOf } from './file-code.ts'
import { loadFile } from './load-sweep.ts'

/** @throws UserError when the code is gone, or is not what it was */
export function checkEngine({ module, code, scene }: EngineSource): string {
  const path = fileURLToPath(module)
  const near = relative('', path)
  const shown = near.startsWith('..') ? path : near
  if (!existsSync(path))
    throw new UserError(`${shown}: no such file; the engine scene ${scene} runs from it`)
  if (codeOf(path) !== code)
    throw new UserError(
      `${shown}: the engine scene ${scene} was begun with other code, in this file or in one ` +
        'that it loads; put it back',
    )
  return path
}

/** The scene of the sweep in the file that the task names. */
export async function loadEngine(source: EngineSource): Promise<AnyEngineScene> {
  const path = checkEngine(source)
  const loaded = await loadFile(path)
  if (!isSweep(loaded) || !isEngine(loaded.scene))
    throw new UserError(`${path}: holds no sweep of an engine scene`)
  return loaded.scene as unknown as AnyEngineScene
}
