// Chirikov's standard map: a kicked rotor; area-preserving, islands in a chaotic sea.
//   p -> p + k sin q      q -> q + p      (both modulo 2 pi)
// One step is one kick; q and p in radians, in [0, 2 pi). Default k = 1, just above the value
// 0.9716 at which the last invariant circle breaks. B. V. Chirikov, Phys. Rep. 52 (1979).

import { defineScene } from './scene.ts'

export const standardMap = defineScene({
  name: 'standard-map',
  state: { q: 1, p: 0.5 },
  velocities: ['p'],
  period: { q: 2 * Math.PI, p: 2 * Math.PI },
  params: { k: 1 },
  next({ q, p }, { k }) {
    const turn = 2 * Math.PI
    const kicked = p + k * Math.sin(q)
    const momentum = kicked - turn * Math.floor(kicked / turn)
    const moved = q + momentum
    return { q: moved - turn * Math.floor(moved / turn), p: momentum }
  },
})
