// What a lane's process loads in tests: a flow by Euler's method, which does something odd where
// its parameter says so.

import { existsSync, writeFileSync } from 'node:fs'
import { type AnyEngineScene, defineEngineScene } from '../scenes/engine.ts'

export const ODD = { never: 0, crashesOnce: 1, exits: 2, hangs: 3, diesLater: 4 }

export const flow = defineEngineScene({
  name: 'flow',
  engine: 'by hand 1',
  state: { x: 1, p: [1, 1] },
  velocities: ['x'],
  params: { sigma: 10, odd: ODD.never },
  dt: 0.01,
  load: () => {
    if (process.env.FURROW_TEST_LOAD === 'exit') process.exit(4)
    if (process.env.FURROW_TEST_LOAD === 'throw') throw new Error('no engine here')
  },
  create({ sigma, odd }, _seed, { x, p }, dt) {
    let at = 0
    return {
      step() {
        at += 1
        const [y, z] = p
        const rates = [sigma * (y - x), x * (28 - z) - y, x * y - 2.5 * z]
        x += dt * rates[0]
        p = [y + dt * rates[1], z + dt * rates[2]]
        if (at === 7) misbehave(odd)
      },
      state: () => ({ x, p }),
    }
  },
})

function misbehave(odd: number): void {
  if (odd === ODD.exits) process.exit(3)
  if (odd === ODD.hangs) for (;;);
  if (odd === ODD.diesLater) setTimeout(() => process.kill(process.pid, 'SIGKILL'))
  const mark = process.env.FURROW_TEST_MARK ?? ''
  if (odd !== ODD.crashesOnce || existsSync(mark)) return
  writeFileSync(mark, '')
  process.abort()
}

export const loadEngine = async () => flow as unknown as AnyEngineScene
