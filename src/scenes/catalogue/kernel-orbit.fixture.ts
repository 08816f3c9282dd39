// The scene of an entry on the js backend, one orbit or two beside each other.

import { compileProgram } from '../../kernel/compile.ts'
import { createJsKernel } from '../../kernel/emit-js.ts'
import { type Block, type Kernel, STATUS } from '../../kernel/kernel.ts'
import type { SceneBody } from '../../kernel/source.ts'
import type { Scene } from '../scene.ts'
import { type CatalogueEntry, sceneOfEntry } from './entry.ts'

/** Orbit 0 and its companion 1, which both start at the entry's start. */
export class KernelOrbit {
  readonly names: readonly string[]
  step = 0
  time = 0
  readonly #kernel: Kernel
  readonly #block: Block

  constructor(entry: CatalogueEntry) {
    const scene = sceneOfEntry(entry)
    this.#kernel = createJsKernel(compileProgram(sourceOf(scene)), { seed: [0, 0] })
    const { state, params } = this.#kernel.program
    this.names = state
    this.#block = this.#kernel.block(2)
    for (const orbit of [0, 1]) {
      for (const [i, name] of state.entries())
        this.#block.state[i]![orbit] = component(scene.state, name)
      for (const [i, name] of params.entries())
        this.#block.params[i]![orbit] = component(scene.params ?? {}, name)
    }
    this.#kernel.begin(this.#block, 2)
  }

  advance(steps: number): void {
    const span = { from: this.step, to: this.step + steps, time: this.time }
    this.time = this.#kernel.advance(this.#block, 2, { ...span, observe: false, fingerprint: 0 })
    this.step += steps
  }

  get live(): boolean {
    return this.#block.status[0] === STATUS.live
  }

  get state(): number[] {
    return this.#block.state.map((column) => column[0]!)
  }

  /** Puts the companion beside orbit 0. */
  nudge(by: number): void {
    for (const [i, column] of this.#block.state.entries()) column[1] = column[0]! + (i ? 0 : by)
  }

  /** The distance of the two, after which the companion is drawn in or out to `distance`. */
  renormalise(distance: number): number {
    let square = 0
    for (const [a, b] of this.#block.state) square += (b! - a!) ** 2
    const found = Math.sqrt(square)
    for (const column of this.#block.state)
      column[1] = column[0]! + ((column[1]! - column[0]!) * distance) / found
    return found
  }
}

function component(values: Scene['state'], name: string): number {
  const [entry, index = '0]'] = name.split('[')
  const value = values[entry!]!
  return typeof value === 'number' ? value : value[Number.parseInt(index, 10)]!
}

function sourceOf(scene: Scene) {
  const { name, state, velocities = [], params = {}, dt = 1 } = scene
  const names = { name, precision: 'f64', state, velocities, params, dt } as const
  return { ...names, body: bodyOf(scene), use: {}, stop: undefined, observed: [] }
}

function bodyOf(scene: Scene): SceneBody {
  if ('rates' in scene) return { shape: 'rates', integrator: scene.integrator, source: scene.rates }
  if ('next' in scene) return { shape: 'next', source: scene.next }
  return { shape: 'step', source: scene.step }
}
