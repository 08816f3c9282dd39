// Hénon's map: a folded, contracting plane with a strange attractor.
//   x -> 1 - a x^2 + y      y -> b x
// One step is one iteration. Defaults: Hénon's a = 1.4, b = 0.3 (the Jacobian is -b everywhere).
// M. Hénon, A two-dimensional mapping with a strange attractor, Commun. Math. Phys. 50 (1976).

import { defineScene } from './scene.ts'

export const henon = defineScene({
  name: 'henon',
  state: { x: 0, y: 0 },
  params: { a: 1.4, b: 0.3 },
  next({ x, y }, { a, b }) {
    return { x: 1 - a * x * x + y, y: b * x }
  },
})
