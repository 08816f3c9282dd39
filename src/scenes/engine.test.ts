import { expect, it } from 'vitest'
import { defineEngineScene } from './engine.ts'
import { SceneError } from './scene.ts'

const create = () => ({ step: () => {}, state: () => ({ x: 1 }) })
const base = { name: 's', engine: 'mine 1', state: { x: 1 }, dt: 0.1, create } as const

it('marks a defined scene as one, with what it was given', () => {
  expect(defineEngineScene({ ...base, bytes: 1000 })).toEqual({
    ...base,
    bytes: 1000,
    kind: 'furrow.scene',
  })
})

it.each([
  [
    'no engine',
    { engine: undefined },
    "give it an `engine`, its name and version, such as 'rapier 0.12'",
  ],
  [
    'a blank engine',
    { engine: ' ' },
    "give it an `engine`, its name and version, such as 'rapier 0.12'",
  ],
  ['no create', { create: undefined }, 'give it a function `create`'],
  ['a load that is none', { load: 3 }, '`load` must be a function'],
  ['an odd size', { bytes: 0.5 }, 'bytes must be a whole number of bytes, not 0.5'],
  [
    'a function that is compiled',
    { next: create },
    "'next' is for scenes that are compiled; an engine scene has `create`",
  ],
  [
    'a precision',
    { precision: 'f64' },
    "'precision' is for scenes that are compiled; an engine scene has `create`",
  ],
  ['no name', { name: '' }, 'give it a `name`'],
  ['no state', { state: {} }, 'its `state` is empty'],
  ['a start that is not finite', { state: { x: 1 / 0 } }, 'state.x: every number must be finite'],
  [
    'a name used twice',
    { params: { x: 1 } },
    "'x' is a state entry and a parameter; rename one, since an axis names it",
  ],
  ['a dt of zero', { dt: 0 }, 'dt must be a positive number, not 0'],
])('refuses %s and says how to mend it', (_, parts, fault) => {
  const name = 'name' in parts ? parts.name : 's'
  const define = () => defineEngineScene({ ...base, ...parts } as never)
  expect(define).toThrow(new SceneError(`scene '${name}': ${fault}`))
})
