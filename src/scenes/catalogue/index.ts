// The catalogue: 73 systems whose Lyapunov exponents are known, to test and to explore with.

import { AREA_PRESERVING } from './area-preserving.ts'
import { CHUA } from './chua.ts'
import { CYCLIC } from './cyclic.ts'
import { DRIVEN_OSCILLATORS } from './driven-oscillators.ts'
import type { CatalogueEntry } from './entry.ts'
import { HAMILTONIAN } from './hamiltonian.ts'
import { INTERVAL_MAPS } from './interval-maps.ts'
import { JERK } from './jerk.ts'
import { LOGISTIC } from './logistic.ts'
import { LORENZ_96 } from './lorenz-96.ts'
import { LORENZ_FAMILY } from './lorenz-family.ts'
import { OSCILLATORS } from './oscillators.ts'
import { PLANE_MAPS } from './plane-maps.ts'
import { ROSSLER_FAMILY } from './rossler-family.ts'
import { SPACE_MAPS } from './space-maps.ts'
import { SPROTT_FLOWS } from './sprott.ts'

export { type CatalogueEntry, sceneOfEntry } from './entry.ts'

/** Flows first, then maps; a family together. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...LORENZ_FAMILY,
  ...ROSSLER_FAMILY,
  ...CHUA,
  ...CYCLIC,
  ...SPROTT_FLOWS,
  ...JERK,
  ...DRIVEN_OSCILLATORS,
  ...OSCILLATORS,
  ...LORENZ_96,
  ...HAMILTONIAN,
  ...LOGISTIC,
  ...INTERVAL_MAPS,
  ...PLANE_MAPS,
  ...AREA_PRESERVING,
  ...SPACE_MAPS,
]
