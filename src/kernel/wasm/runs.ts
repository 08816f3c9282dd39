// The functions of a kernel as they run: modules made when they are first needed, bound to memory.

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

/** The functions of a kernel, bound to one memory when they are first needed. */
export class Runs {
  readonly #plan: Plan
  readonly #modules: Map<string, WebAssembly.Module>
  readonly #memory: WebAssembly.Memory
  readonly #known = new Map<string, WebAssembly.Exports>()

  constructor(plan: Plan, modules: Map<string, WebAssembly.Module>, memory: WebAssembly.Memory) {
    this.#plan = plan
    this.#modules = modules
    this.#memory = memory
  }

  /** See loop.ts. */
  advance(variant: Variant): Advance {
    const { observe, fingerprint, paired } = variant
    const name = `${observe} ${fingerprint} ${paired}`
    return this.#instance(name, () => advanceModule(this.#plan, variant)) as Advance
  }

  get finish(): Run {
    return this.#instance('finish', () => finishModule(this.#plan)).finish as Run
  }

  #instance(name: string, write: () => Uint8Array): WebAssembly.Exports {
    const known = this.#known.get(name)
    if (known) return known
    let module = this.#modules.get(name)
    if (!module) {
      module = new WebAssembly.Module(write() as Uint8Array<ArrayBuffer>)
      this.#modules.set(name, module)
    }
    const host = { ...HOST_FUNCTIONS, memory: this.#memory }
    const { exports } = new WebAssembly.Instance(module, { host })
    this.#known.set(name, exports)
    return exports
  }
}
