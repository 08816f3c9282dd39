// What AMD's compiler (Mesa's radv, for a GPU that need not be there) makes of a sweep's shaders:
// machine code without a fused multiply-add, by which a sum would skip a rounding.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { DENO } from './deno.fixture.ts'
import type { SweepName } from './roots.fixture.ts'

const SWEEPS: readonly SweepName[] = ['lorenz', 'henon', 'doublePendulum']
/** GCN 4 and 5, RDNA 1, 2 and 3. */
const FAMILIES = ['polaris10', 'vega10', 'navi10', 'navi21', 'gfx1100']
const RADV = '/usr/share/vulkan/icd.d/radeon_icd.x86_64.json'

/** `v_fma_f32`, `v_mac_f32_e32`, `v_fmaak_f32`, `v_mad_mix_f32`; no integer `v_mad_u64_u32`. */
const FUSED = /\bv_\w*(?:fma|mad|mac)\w*_f\d\d\w*/

// It names the driver for the process that prints the SPIR-V, too.
const device = await openTestDevice()
afterAll(closeTestDevice)

const missing =
  typeof device === 'string'
    ? device
    : DENO === ''
      ? 'FURROW_DENO names no deno'
      : !existsSync(RADV)
        ? 'there is no radv (mesa-vulkan-drivers)'
        : spawnSync('spirv-as', ['--version']).status !== 0
          ? 'there is no spirv-as (spirv-tools)'
          : undefined

describe.skipIf(missing)(`radv${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-radv-'))
  const files: string[] = []
  beforeAll(() => {
    for (const [i, spirv] of dumpSpirv().entries()) {
      const file = join(folder, `${i}.spv`)
      writeFileSync(`${file}asm`, spirv)
      execFileSync('spirv-as', ['--target-env', 'spv1.4', '-o', file, `${file}asm`])
      files.push(file)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(FAMILIES)('fuses no product and sum of a sweep for %s', (family) => {
    const [small, naive, ...fenced] = codeFor(family, files)
    // What is looked for is there to be found, where nothing is fenced.
    expect(small).toMatch(FUSED)
    expect(naive).toMatch(FUSED)
    expect(fenced).toHaveLength(SWEEPS.length)
    for (const code of fenced) {
      expect(code).toMatch(/\bv_mul_f32/)
      expect(code).toMatch(/\bv_add_f32/)
      expect(code.match(FUSED) ?? []).toEqual([])
    }
  })
})

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The SPIR-V of two naive shaders and of each sweep's, as text. */
function dumpSpirv(): string[] {
  const script = pathOf('spirv-dump.fixture.ts')
  const said = execFileSync(process.execPath, ['--import', 'tsx', script, ...SWEEPS], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [, ...dumps] = said.split('/* Dumped SPIRV disassembly */\n')
  expect(dumps).toHaveLength(SWEEPS.length + 2)
  return dumps.map((dump) => dump.split(/^info:/m)[0] ?? '')
}

/** The machine code of each file, as radv prints it. */
function codeFor(family: string, files: readonly string[]): string[] {
  const { status, stderr } = spawnSync(
    DENO,
    ['run', '-A', pathOf('radv-deno.fixture.ts'), ...files],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      env: {
        ...process.env,
        XDG_RUNTIME_DIR: tmpdir(),
        VK_DRIVER_FILES: RADV,
        RADV_FORCE_FAMILY: family,
        RADV_DEBUG: 'shaders,nocache',
      },
    },
  )
  if (status !== 0) throw new Error(stderr.slice(-2000))
  return stderr.split(/^shader \d+$/m).slice(1)
}
