import { expect, it } from 'vitest'
import * as scenes from './index.ts'
import { defineScene, SceneError } from './scene.ts'

const rates = ({ x }: { x: number }) => ({ x: -x })
const base = { name: 's', state: { x: 1 }, dt: 0.1, integrator: 'rk4', rates } as const

it('marks a defined scene by its kind, since instanceof fails across two copies', () => {
  expect(defineScene(base).kind).toBe('furrow.scene')
})

it.each([
  ['a name that is empty', { ...base, name: '' }, "scene '': give it a `name`"],
  ['no state', { ...base, state: {} }, "scene 's': its `state` is empty"],
  [
    'an array in the state that is empty',
    { ...base, state: { x: [] } },
    "scene 's': state.x: expected a number or a fixed-length array of numbers",
  ],
  [
    'a start that is not finite',
    { ...base, state: { x: Number.NaN } },
    "scene 's': state.x: every number must be finite",
  ],
  [
    'a name that no destructuring could bind',
    { ...base, params: { 'a b': 1 } },
    "scene 's': params.a b: a name is letters, digits and _",
  ],
  [
    'a name used twice',
    { ...base, params: { x: 2 } },
    "scene 's': 'x' is a state entry and a parameter; rename one, since an axis names it",
  ],
  [
    'a velocity that is no state entry',
    { ...base, velocities: ['v'] },
    "scene 's': velocities names 'v', which is no state entry",
  ],
  ['a dt of zero', { ...base, dt: 0 }, "scene 's': dt must be a positive number, not 0"],
  [
    'an unknown integrator',
    { ...base, integrator: 'rk5' },
    "scene 's': integrator must be one of euler, symplectic-euler, leapfrog, rk4, dp5, not rk5",
  ],
  [
    'two shapes at once',
    { ...base, step: rates },
    "scene 's': give it exactly one of `rates`, `next` and `step`",
  ],
  [
    'a map whose step is not one iteration',
    { name: 's', state: { x: 1 }, dt: 2, next: rates },
    "scene 's': a map has dt 1: its time counts iterations",
  ],
])('refuses %s and says how to mend it', (_, definition, message) => {
  expect(() => defineScene(definition as never)).toThrow(new SceneError(message))
})

it('names every built-in scene as its file', () => {
  const names = Object.values(scenes).map((scene) => scene.name)
  expect(names).toEqual([
    'bouncing-ball',
    'damped-oscillator',
    'double-pendulum',
    'henon',
    'henon-heiles',
    'logistic',
    'lorenz',
    'pendulum',
    'rossler',
    'standard-map',
    'three-body',
  ])
})
