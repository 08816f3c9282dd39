// An engine of one's own: balls on a shaken floor that hit each other. How high do they get?
//
// Furrow cannot look inside an engine, so its bits are the engine's own business. These are the same
// on every machine: sums, products and square roots are settled by IEEE 754 to the last bit, the
// sine is that of 'furrow/math' (Math.sin differs between engines of JavaScript), and what is random
// comes from the seed.
import { defineEngineScene, defineSweep, linspace, lyapunov, max, mean, values } from 'furrow'
import { cos, sin } from 'furrow/math'

const RADIUS = 0.1
const WIDTH = 2
const GRAVITY = 9.81

interface Ball {
  x: number
  y: number
  vx: number
  vy: number
}

/** Lets two balls that touch and come nearer part again. */
function collide(a: Ball, b: Ball, bounce: number): void {
  const dx = a.x - b.x
  const dy = a.y - b.y
  const distance = Math.sqrt(dx * dx + dy * dy)
  if (distance === 0 || distance > 2 * RADIUS) return
  const nx = dx / distance
  const ny = dy / distance
  const closing = (a.vx - b.vx) * nx + (a.vy - b.vy) * ny
  if (closing >= 0) return
  const push = -0.5 * (1 + bounce) * closing
  a.vx += push * nx
  a.vy += push * ny
  b.vx -= push * nx
  b.vy -= push * ny
}

const balls = defineEngineScene({
  name: 'balls',
  engine: 'balls 1', // raise it when the engine changes in a package of its own
  state: { x: [0.4, 0.8, 1.2, 1.6], y: [1, 1.1, 1.2, 1.3], vx: [0, 0, 0, 0], vy: [0, 0, 0, 0] },
  velocities: ['vx', 'vy'],
  params: { amplitude: 0.05, frequency: 20, bounce: 0.9 },
  dt: 0.002,
  create({ amplitude, frequency, bounce }, seed, start, dt) {
    let time = 0
    const all = start.x.map((x, i): Ball => {
      // Each ball gets a small push of its own, by 5 bits of the seed.
      const push = ((seed >>> (5 * i)) & 31) / 31 - 0.5
      return { x, y: start.y[i], vx: start.vx[i] + push, vy: start.vy[i] }
    })
    return {
      step() {
        time += dt
        const floor = amplitude * sin(frequency * time)
        const rising = amplitude * frequency * cos(frequency * time)
        for (const ball of all) {
          ball.vy -= GRAVITY * dt
          ball.x += ball.vx * dt
          ball.y += ball.vy * dt
          if (ball.x < RADIUS && ball.vx < 0) ball.vx *= -bounce
          if (ball.x > WIDTH - RADIUS && ball.vx > 0) ball.vx *= -bounce
          const falling = ball.vy - rising
          if (ball.y < floor + RADIUS && falling < 0) {
            ball.y = floor + RADIUS
            ball.vy = rising - bounce * falling
          }
        }
        for (let i = 0; i < all.length; i++)
          for (let j = 0; j < i; j++) collide(all[i], all[j], bounce)
      },
      state: () => ({
        x: all.map(({ x }) => x),
        y: all.map(({ y }) => y),
        vx: all.map(({ vx }) => vx),
        vy: all.map(({ vy }) => vy),
      }),
      // Rates bring a second box back to the first one, now and then.
      restore({ x, y, vx, vy }) {
        for (const [i, ball] of all.entries()) {
          Object.assign(ball, { x: x[i], y: y[i], vx: vx[i], vy: vy[i] })
        }
      },
    }
  },
})

export default defineSweep({
  scene: balls,
  axes: { frequency: linspace(10, 40, 16), bounce: values([0.7, 0.8, 0.9]) },
  rollout: { steps: 5_000, discard: 1_000 },
  measures: {
    highest: max(({ y }) => Math.max(y[0], y[1], y[2], y[3])),
    level: mean(({ y }) => (y[0] + y[1] + y[2] + y[3]) / 4),
    rate: lyapunov({ method: 'two-trajectory', every: 50 }),
  },
})
