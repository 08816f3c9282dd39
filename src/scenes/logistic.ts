// The logistic map: growth with a limit, period doubling, chaos.
//   x -> r x (1 - x)
// One step is one iteration; x is a share of the carrying capacity, in [0, 1] for r in [0, 4].
// Default r = 3.9, well inside the chaotic range. R. M. May, Nature 261 (1976).

import { defineScene } from './scene.ts'

export const logistic = defineScene({
  name: 'logistic',
  state: { x: 0.3 },
  params: { r: 3.9 },
  next({ x }, { r }) {
    return { x: r * x * (1 - x) }
  },
})
