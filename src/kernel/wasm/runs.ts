// The functions of a kernel as they run: modules made when they are first needed, or before, and
// bound to memory.

import { advanceModule, type Variant } from './loop.ts'
import { HOST_FUNCTIONS } from './ops.ts'
import { finishModule } from './outputs.ts'
import type { Plan } from './plan.ts'

/** A function of a module; loop.ts and outputs.ts say what it takes. */
export type Run = (eight: number, four: number, stride: number, ...others: number[]) => number

interface Advance extends WebAssembly.Exports {
  readonly first: Run
  readonly rest: Run
  readonly all: Run
}

/** The compiled modules of a kernel, by names that say what they are for. */
export class Modules {
  readonly compiled: Map<string, WebAssembly.Module>
  readonly plan: Plan

  constructor(plan: Plan, compiled: Map<string, WebAssembly.Module>) {
    this.plan = plan
    this.compiled = compiled
  }

  advance(variant: Variant): WebAssembly.Module {
    const { observe, fingerprint, paired } = variant
    const name = `${this.plan.registers} ${observe} ${fingerprint} ${paired}`
    return this.#module(name, () => advanceModule(this.plan, variant))
  }

  finish(): WebAssembly.Module {
    return this.#module(`${this.plan.registers} finish`, () => finishModule(this.plan))
  }

  #module(name: string, write: () => Uint8Array): WebAssembly.Module {
    const known = this.compiled.get(name)
    if (known) return known
    const module = new WebAssembly.Module(write() as Uint8Array<ArrayBuffer>)
    this.compiled.set(name, module)
    return module
  }
}

/** The functions of a kernel, bound to one memory. */
export class Runs {
  readonly #modules: Modules
  readonly #memory: WebAssembly.Memory
  readonly #bound = new Map<WebAssembly.Module, WebAssembly.Exports>()

  constructor(modules: Modules, memory: WebAssembly.Memory) {
    this.#modules = modules
    this.#memory = memory
  }

  /** See loop.ts. */
  advance(variant: Variant): Advance {
    return this.#bind(this.#modules.advance(variant)) as Advance
  }

  get finish(): Run {
    return this.#bind(this.#modules.finish()).finish as Run
  }

  #bind(module: WebAssembly.Module): WebAssembly.Exports {
    const known = this.#bound.get(module)
    if (known) return known
    const host = { ...HOST_FUNCTIONS, memory: this.#memory }
    const { exports } = new WebAssembly.Instance(module, { host })
    this.#bound.set(module, exports)
    return exports
  }
}
