// Sweeps over engine scenes for tests, on a scripted pool that has the scene itself.

import { compileProgram } from '../kernel/compile.ts'
import { programText } from '../kernel/program-text.ts'
import { type AnyEngineScene, defineEngineScene } from '../scenes/engine.ts'
import { KERNELS } from '../workers/backends.ts'
import { createEngineKernel } from '../workers/engine-kernel.ts'
import { createFakePool, type Script } from '../workers/fake.ts'
import type { Columns, Fault } from '../workers/protocol.ts'
import { values } from './axes.ts'
import { runSweep } from './coordinator.ts'
import { createMemoryJournal } from './journal.ts'
import { divergence, last, max } from './measures.ts'
import { merkleRoot } from './merkle.ts'
import { planSweep } from './plan.ts'
import { STATUS_NAMES } from './status.ts'
import { defineSweep, type Sweep } from './sweep.ts'

export const compiler = { compile: compileProgram, programText }
export const code = { module: 'file:///sweep.ts', code: '0'.repeat(64) }
const now = () => performance.now()

/** What a sweep gives, and its root. */
export async function outcome(sweep: Sweep, script: Script = {}) {
  const plan = planSweep(sweep, compiler, code)
  const journal = createMemoryJournal()
  const faults: Fault[] = []
  const scene = sweep.scene as unknown as AnyEngineScene
  const pool = createFakePool(
    (task) =>
      task.engine
        ? createEngineKernel(task, scene, { tell: (fault) => faults.push(fault) })
        : KERNELS.js(task),
    script,
  )
  const result = await runSweep({ plan, pool, journal, now, jobSize: { count: 8, batch: 3 } })
  const { root } = merkleRoot(plan.digest, plan.rollouts, journal.read())
  return { plan, root, faults, result, columns: [...journal.read()] }
}

/** A run that ends after its first job, and another one that goes on from there. */
export async function interrupted(sweep: Sweep) {
  const plan = planSweep(sweep, compiler, code)
  const journal = createMemoryJournal()
  const scene = sweep.scene as unknown as AnyEngineScene
  const stop = new AbortController()
  const run = (signal: AbortSignal) =>
    runSweep({
      ...{ plan, journal, now, signal, jobSize: { count: 5, batch: 2 } },
      pool: createFakePool((task) => createEngineKernel(task, scene)),
      progress: ({ fresh }) => fresh > 0 && stop.abort(),
    })
  const first = await run(stop.signal)
  const second = await run(new AbortController().signal)
  const { root } = merkleRoot(plan.digest, plan.rollouts, journal.read())
  return { root, resumed: first.aborted && first.fresh > 0 && second.fresh < plan.rollouts }
}

export const statuses = (columns: readonly Columns[]) =>
  columns.flatMap(({ status }) => [...status]).map((status) => STATUS_NAMES[status])
export const steps = (columns: readonly Columns[]) => columns.flatMap(({ steps }) => [...steps])

/** An engine that counts its steps, and does something odd. */
export function counter(odd: {
  readonly create?: (k: number) => unknown
  readonly step?: (k: number, at: number) => unknown
  readonly state?: (k: number, at: number) => unknown
  readonly dispose?: (k: number, at: number) => unknown
}) {
  return defineEngineScene({
    name: 'counter',
    engine: 'counter 1',
    state: { x: 0, p: [0, 0] },
    params: { k: 0 },
    dt: 1,
    create({ k }) {
      let at = 0
      odd.create?.(k)
      return {
        step() {
          at += 1
          return odd.step?.(k, at) as undefined
        },
        state: () => (odd.state?.(k, at) ?? { x: at, p: [at, at] }) as never,
        dispose: () => void odd.dispose?.(k, at),
      }
    },
  })
}

export const oops = (message: unknown = new Error('oops')) => {
  throw message
}

/** Cells k = 0 to 3 of ten steps; the odd thing happens in cell 2. */
export async function odd(scene: ReturnType<typeof counter>, more: object = {}) {
  const axes = { k: values([0, 1, 2, 3]) }
  const measures = {
    end: last('x'),
    peak: max('x'),
    curve: divergence({ perturb: 'x', stride: 3 }),
  }
  return outcome(defineSweep({ scene, axes, rollout: { steps: 10 }, measures, ...more }))
}
