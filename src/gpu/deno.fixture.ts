// Deno as a second WebGPU: wgpu, with naga as its compiler of shaders, on Debian's lavapipe, which
// is the other software GPU. FURROW_DENO names the program.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const LAVAPIPE = '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json'
const DENO = process.env.FURROW_DENO ?? ''

/** Why nothing can be run on lavapipe; undefined where it can. */
export const lavapipeMissing =
  DENO === ''
    ? 'FURROW_DENO names no deno'
    : existsSync(LAVAPIPE)
      ? undefined
      : 'there is no lavapipe (mesa-vulkan-drivers)'

/** Runs a script of this folder on lavapipe and returns the JSON that it prints. */
export function onLavapipe(script: string, ...args: readonly string[]) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const env = { ...process.env, VK_DRIVER_FILES: LAVAPIPE, XDG_RUNTIME_DIR: tmpdir() }
  const call = ['run', '-A', '--unstable-webgpu', path, ...args]
  return JSON.parse(execFileSync(DENO, call, { env, encoding: 'utf8' }))
}
