// Every system of the catalogue: all its Lyapunov exponents (of Lorenz-96 the largest) beside what
// is known of them.

import {
  type CatalogueEntry,
  catalogue,
  defineSuite,
  defineSweep,
  lyapunov,
  sceneOfEntry,
  spectrum,
} from 'furrow'

/** Of a state with more components only the largest exponent is asked. */
const WHOLE = 10

const STEPS = { flow: 1_000_000, map: 300_000 }
/** Its orbits stick to islands for millions of steps: only a long run shows how unsure it is. */
const SLOW: Record<string, number> = { standard_map_k1: 8_000_000 }
/** Tangent vectors are renewed so often: seldom is quick, and none of these stretches them by 2^53. */
const EVERY = { flow: 16, map: 4 }

function member(entry: CatalogueEntry) {
  const { id, exact = [], computed, kind, reference, verdict } = entry
  const scene = sceneOfEntry(entry)
  const size = Object.values(scene.state).flat().length
  const count = size > WHOLE ? 1 : size
  const steps = SLOW[id] ?? STEPS[kind]
  const sweep = defineSweep({
    name: id.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/-+$/, ''),
    scene,
    rollout: { steps, discard: steps / 10, fingerprint: { every: 100 } },
    measures: { largest: lyapunov(), all: spectrum(count, { every: EVERY[kind] }) },
  })
  const rates = Array.from({ length: count }, (_, j) => {
    const [value, error] = [exact[j] ?? computed?.exponents[j], computed?.errors[j]]
    return { value: value as number, error: exact[j] === undefined ? (error as number) : 0 }
  })
  // Without a safe reference nothing is judged; the table says so.
  const known = reference ? { rates, verdict } : { rates: [] }
  return { sweep, known: { measure: 'all', ...known } }
}

export default defineSuite({ name: 'chaos-table', members: catalogue.map(member) })
