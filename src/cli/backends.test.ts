import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { furrow, root, userFolder } from './furrow.fixture.ts'

// One root on every backend: flows, a map, arrays, a branch, stops and escapes, in both precisions.

const SWEEPS = ['lorenz-rho', 'double-pendulum', 'henon', 'three-body', 'bouncing-ball']
const folder = userFolder()

function rootOf(sweep: string, out: string, ...options: string[]): string {
  const result = furrow(['run', sweep, '--out', out, '--audit', '0', ...options], { cwd: folder })
  expect(result.stderr).not.toContain('furrow:')
  return result.stdout.trimEnd().split('\n').at(-1) as string
}

describe.each(SWEEPS)('%s', (name) => {
  it.each(['f64', 'f32'])('has one root on js and on wasm, in %s', (precision) => {
    const sweep = `${name}-${precision}.ts`
    writeFileSync(
      join(folder, sweep),
      `import sweep from ${JSON.stringify(join(root, 'sweeps', `${name}.ts`))}
       const rollout = { ...sweep.rollout, steps: sweep.rollout.steps / 10, discard: 50 }
       export default { ...sweep, rollout, precision: '${precision}' }\n`,
    )
    const [one, two] = precision === 'f64' ? ['js', 'wasm'] : ['wasm', 'js']
    const alone = rootOf(sweep, `${sweep}-${one}`, '--backend', one, '--workers', '1')
    expect(alone).toMatch(/^root [0-9a-f]{64}$/)
    expect(rootOf(sweep, `${sweep}-${two}`, '--backend', two, '--workers', '2')).toBe(alone)
  })
})
