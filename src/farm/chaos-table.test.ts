// Every system of the catalogue, measured by a short sweep: its rates lie within four combined
// standard errors (and 1e-4) of what is known, and its verdict is what it should be.

import { describe, expect, it } from 'vitest'
import { VERDICTS } from '../analysis/verdict.ts'
import { compiler } from '../cli/compiler.ts'
import {
  type CatalogueEntry,
  catalogue,
  defineSweep,
  lyapunov,
  sceneOfEntry,
  spectrum,
} from '../index.ts'
import { KERNELS } from '../workers/backends.ts'
import { createColumns } from '../workers/columns.ts'
import { createRunner } from '../workers/run-batch.ts'
import { planSweep } from './plan.ts'
import type { Sweep } from './sweep.ts'

const STEPS = 60_000
/** Of a state with more components only the largest rate is asked. */
const WHOLE = 10

/** Orbits that stay at the edge of islands for long, or move slowly: too short a run to tell. */
const SLOW = new Set(['vdp_forced_geist_5_5_2.466', 'standard_map_k1', 'gingerbreadman'])

function measure(entry: CatalogueEntry) {
  const scene = sceneOfEntry(entry)
  const size = Object.values(scene.state).flat().length
  const count = size > WHOLE ? 1 : size
  const sweep = defineSweep({
    scene,
    rollout: { steps: STEPS, discard: STEPS / 10 },
    measures: { largest: lyapunov(), all: spectrum(count) },
  })
  const { task } = planSweep(sweep as Sweep, compiler)
  const out = createColumns(task, 0, 1)
  createRunner(task, KERNELS.wasm(task)).run([], 0, 1, out)
  const [, , verdict, ...all] = out.values
  const rates = Array.from({ length: count }, (_, j) => ({
    rate: all[2 * j],
    error: all[2 * j + 1],
  }))
  return { rates, verdict: VERDICTS[verdict] }
}

describe.each(catalogue.filter(({ reference }) => reference).map((entry) => ({ entry })))(
  '$entry.name ($entry.id)',
  ({ entry }) => {
    const { rates, verdict } = measure(entry)

    it('has the rates that are known of it', () => {
      const { computed, exact } = entry
      for (const [j, { rate, error }] of rates.entries()) {
        const known = exact?.[j] ?? computed?.exponents[j]
        if (known === undefined) continue
        if (!Number.isFinite(known)) {
          expect(rate).toBe(known)
          continue
        }
        const uncertain = exact?.[j] === undefined ? (computed?.errors[j] ?? 0) : 0
        const allowed = 4 * Math.hypot(Number.isNaN(error) ? 0 : error, uncertain) + 1e-4
        expect(Math.abs(rate - known), `rate ${j + 1}: ${rate} +- ${error}`).toBeLessThan(allowed)
      }
    })

    it(`is called ${entry.verdict}`, () => {
      const words = SLOW.has(entry.id) ? [entry.verdict, 'not-converged'] : [entry.verdict]
      if (process.env.SHOW_VERDICTS && verdict !== entry.verdict) console.log(entry.id, verdict)
      expect(words).toContain(verdict)
    })
  },
)
