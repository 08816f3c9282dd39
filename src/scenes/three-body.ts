// Three bodies in a plane under Newton's gravitation.
//   r_i'' = sum over j of G m_j (r_j - r_i) / |r_j - r_i|^3
// G = 1; masses, lengths and times in units that make it so. p = [x1, y1, x2, y2, x3, y3], v alike.
// Defaults: the figure-eight orbit of three equal masses, period 6.3259.
// A. Chenciner, R. Montgomery, Ann. of Math. 152 (2000); initial values by C. Simó.

import { defineScene } from './scene.ts'

export const threeBody = defineScene({
  name: 'three-body',
  state: {
    p: [0.97000436, -0.24308753, -0.97000436, 0.24308753, 0, 0],
    v: [0.466203685, 0.43236573, 0.466203685, 0.43236573, -0.93240737, -0.86473146],
  },
  velocities: ['v'],
  params: { m: [1, 1, 1] },
  dt: 0.001,
  integrator: 'leapfrog',
  rates({ p, v }, { m }) {
    const pull = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 3; i++) {
      for (let j = i + 1; j < 3; j++) {
        const dx = p[2 * j] - p[2 * i]
        const dy = p[2 * j + 1] - p[2 * i + 1]
        const square = dx * dx + dy * dy
        const cube = square * Math.sqrt(square)
        pull[2 * i] += (m[j] * dx) / cube
        pull[2 * i + 1] += (m[j] * dy) / cube
        pull[2 * j] -= (m[i] * dx) / cube
        pull[2 * j + 1] -= (m[i] * dy) / cube
      }
    }
    return { p: v, v: pull }
  },
})
