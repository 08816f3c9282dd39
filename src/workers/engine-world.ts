// The user's engine behind the contract of its scene: names become columns, and what it gives back
// is checked before anything believes it.

import type { Column } from '../kernel/kernel.ts'
import type { AnyEngineScene, EngineInstance } from '../scenes/engine.ts'
import type { Quantities, Values } from '../scenes/scene.ts'
import type { Program } from './protocol.ts'

export type World = EngineInstance<Quantities>

/** Where a quantity lies among components; `length` where it is an array. */
interface Entry {
  readonly name: string
  readonly at: number
  readonly length: number | undefined
}

export class Engine {
  readonly #scene: AnyEngineScene
  readonly #state: readonly Entry[]
  readonly #params: readonly Entry[]
  readonly #dt: number

  constructor(scene: AnyEngineScene, program: Program) {
    this.#scene = scene
    this.#state = entriesOf(scene.state, program.state)
    this.#params = entriesOf(scene.params ?? {}, program.params)
    this.#dt = program.dt
  }

  create(params: readonly Column[], starts: readonly Column[], m: number, seed: number): World {
    const [given, state] = [objectOf(this.#params, params, m), objectOf(this.#state, starts, m)]
    const world = this.#scene.create(given, seed, state, this.#dt) as Partial<World> | undefined
    if (isPromise(world))
      throw new Error('create gave a promise; await what is slow in `load`, which runs before it')
    for (const name of ['step', 'state'] as const) {
      if (typeof world?.[name] !== 'function')
        throw new Error(`create must give { step, state }; its '${name}' is no function`)
    }
    return world as World
  }

  /** Takes a step and reads the state after it. */
  step(world: World | undefined, into: Float64Array): void {
    if (!world) throw new Error('the member has no world')
    const given: unknown = world.step()
    if (given !== undefined && isPromise(given))
      throw new Error('step gave a promise; a step must be over when it returns')
    this.read(world, into)
  }

  /** Writes the components of the engine's state. */
  read(world: World, into: Float64Array): void {
    const state: Readonly<Record<string, unknown>> | undefined = world.state()
    if (typeof state !== 'object' || state === null)
      throw new Error(`state() gave ${shown(state)}; expected ${this.#wanted()}`)
    for (const { name, at, length } of this.#state) {
      const value = state[name]
      if (length === undefined) {
        if (typeof value !== 'number') throw this.#odd(name, value)
        into[at] = value
        continue
      }
      const list = value as ArrayLike<unknown> | undefined
      if (typeof list !== 'object' || list === null || list.length !== length)
        throw this.#odd(name, value)
      for (let i = 0; i < length; i++) {
        const item = list[i]
        if (typeof item !== 'number') throw this.#odd(`${name}[${i}]`, item)
        into[at + i] = item
      }
    }
  }

  restore(world: World, state: readonly Column[], m: number): void {
    if (typeof world.restore !== 'function')
      throw new Error('the world has no function `restore`, which lyapunov needs')
    world.restore(objectOf(this.#state, state, m) as Values<Quantities>)
  }

  dispose(world: World): void {
    world.dispose?.()
  }

  #odd(name: string, value: unknown): Error {
    return new Error(`state() gave ${shown(value)} for '${name}'; expected ${this.#wanted()}`)
  }

  #wanted(): string {
    const parts = this.#state.map(({ name, length }) =>
      length === undefined ? name : `${name} (${length} numbers)`,
    )
    return `an object of numbers: ${parts.join(', ')}`
  }
}

/** The entries of a group; `names` are its components in the order of the columns. */
function entriesOf(group: Quantities, names: readonly string[]): Entry[] {
  return Object.entries(group).map(([name, value]) => {
    const length = typeof value === 'number' ? undefined : value.length
    const at = names.indexOf(length === undefined ? name : `${name}[0]`)
    if (at < 0) throw new Error(`the program lacks '${name}'`)
    return { name, at, length }
  })
}

/** A member's quantities as an object of its own, which the engine may keep or change. */
function objectOf(entries: readonly Entry[], columns: readonly Column[], m: number) {
  const object: Record<string, number | number[]> = {}
  for (const { name, at, length } of entries) {
    object[name] =
      length === undefined ? columns[at][m] : Array.from({ length }, (_, i) => columns[at + i][m])
  }
  return object
}

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<Promise<unknown>>).then === 'function'
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  const length = (value as Partial<ArrayLike<unknown>>).length
  if (typeof value !== 'object' || typeof length !== 'number') return `a ${typeof value}`
  return `a list of ${length}`
}
