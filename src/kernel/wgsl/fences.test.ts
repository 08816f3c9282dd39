// No float operation without a fence, in any module that is written.

import { expect, test } from 'vitest'
import { compiler } from '../../cli/compiler.ts'
import { linspace } from '../../farm/axes.ts'
import { divergence, last, lyapunov, mean } from '../../farm/measures.ts'
import { planSweep } from '../../farm/plan.ts'
import { defineSweep } from '../../farm/sweep.ts'
import { bouncingBall } from '../../scenes/bouncing-ball.ts'
import { doublePendulum } from '../../scenes/double-pendulum.ts'
import { lorenz } from '../../scenes/lorenz.ts'
import { emitWgsl } from '../emit-wgsl.ts'

const SCENES = { lorenz, doublePendulum, bouncingBall } as const

function modules(name: keyof typeof SCENES, precision: 'f32' | 'f64', exact: boolean): string[] {
  const scene = SCENES[name] as typeof lorenz
  const x = Object.keys(scene.state)[0] as 'x'
  const sweep = defineSweep({
    ...{ scene, precision, rollout: { steps: 100 } },
    axes: { [x]: linspace(1, 2, 3) },
    measures: {
      ...{ end: last(x), middle: mean(x), rate: lyapunov() },
      curve: divergence({ perturb: x, ulps: 1, stride: 10 }),
    },
  })
  const { program, seed } = planSweep(sweep, compiler).task
  const emitted = emitWgsl(program, { seed, exact })
  return [true, false].flatMap((observe) =>
    [0, 1, 3].map((fingerprint) => emitted.advance({ observe, fingerprint })),
  )
}

/** Lines that mention a float: a type, a conversion, a literal with a point, a builtin. */
const floatLines = (text: string) =>
  text.split('\n').filter((line) => /\bf32\b|\d\.\d|\b(sqrt|fma|mix|sin|cos|exp|pow)\(/.test(line))

test.each(Object.keys(SCENES) as (keyof typeof SCENES)[])(
  'in f32 %s has floats in five fenced places alone',
  (name) => {
    for (const text of modules(name, 'f32', false)) {
      const lines = floatLines(text)
      expect(lines.map((line) => line.split('(')[0])).toEqual([
        ...['fn fadd', 'fn fsub', 'fn fmul'],
        // The candidates of a quotient and a root.
        ...['var q=u32', 'var c=u32'],
      ])
      for (const line of lines.slice(0, 3)) {
        expect(line).toMatch(/bitcast<u32>\(bitcast<f32>\(a\).bitcast<f32>\(b(\+z)?\)\)\^z/)
      }
      for (const line of lines.slice(3)) expect(line).toMatch(/\(bitcast<u32>\(.*\)\^z\)/)
    }
  },
)

test.each([
  ['f64', false],
  ['f64', true],
  ['f32', true],
] as const)('in %s by integers (exact: %s) there is no float at all', (precision, exact) => {
  for (const name of Object.keys(SCENES) as (keyof typeof SCENES)[]) {
    for (const text of modules(name, precision, exact)) expect(floatLines(text)).toEqual([])
  }
})

test('z comes from a buffer that is read, where no compiler knows it', () => {
  for (const text of modules('lorenz', 'f32', false)) {
    expect(text).toContain('var<storage,read> settings:array<u32>;')
    expect(text).toContain('var<private> z:u32;')
    expect(text.match(/\bz=/g)).toHaveLength(1)
    expect(text).toContain('z=settings[0];')
  }
})
