// An engine of one's own: balls on a shaken floor, which hit each other. How high do they get?
//
// Furrow cannot look inside an engine, so its bits are the engine's own business. This one gives the
// same on every machine: it adds, multiplies and takes square roots, which IEEE 754 settles to the
// last bit, and its sine is that of 'furrow/math' (Math.sin differs between engines of JavaScript).
// It draws no random number but by its seed.
import { defineEngineScene, defineSweep, divergence, linspace, max, mean, values } from 'furrow'
import { sin } from 'furrow/math'

const BALLS = 6
const RADIUS = 0.1
const WIDTH = 2
const GRAVITY = 9.81

class Box {
  #time = 0
  readonly #x: number[]
  readonly #y: number[]
  readonly #vx: number[] = new Array(BALLS).fill(0)
  readonly #vy: number[] = new Array(BALLS).fill(0)
  readonly #shake: (t: number) => { height: number; speed: number }
  readonly #bounce: number

  constructor(x: number[], y: number[], shake: Box['shake'], bounce: number, seed: number) {
    this.#x = x
    this.#y = y
    this.#shake = shake
    this.#bounce = bounce
    // Each ball gets a small push of its own: 5 bits of the seed.
    for (let i = 0; i < BALLS; i++) this.#vx[i] = ((seed >>> (5 * i)) & 31) / 31 - 0.5
  }

  get shake() {
    return this.#shake
  }

  step(dt: number): void {
    this.#time += dt
    const floor = this.#shake(this.#time)
    for (let i = 0; i < BALLS; i++) {
      this.#vy[i] -= GRAVITY * dt
      this.#x[i] += this.#vx[i] * dt
      this.#y[i] += this.#vy[i] * dt
      if (this.#x[i] < RADIUS && this.#vx[i] < 0) this.#vx[i] *= -this.#bounce
      if (this.#x[i] > WIDTH - RADIUS && this.#vx[i] > 0) this.#vx[i] *= -this.#bounce
      const falling = this.#vy[i] - floor.speed
      if (this.#y[i] - RADIUS < floor.height && falling < 0) {
        this.#y[i] = floor.height + RADIUS
        this.#vy[i] = floor.speed - this.#bounce * falling
      }
    }
    for (let i = 0; i < BALLS; i++) for (let j = 0; j < i; j++) this.#collide(i, j)
  }

  #collide(i: number, j: number): void {
    const [dx, dy] = [this.#x[i] - this.#x[j], this.#y[i] - this.#y[j]]
    const distance = Math.sqrt(dx * dx + dy * dy)
    if (distance === 0 || distance > 2 * RADIUS) return
    const [nx, ny] = [dx / distance, dy / distance]
    const closing = (this.#vx[i] - this.#vx[j]) * nx + (this.#vy[i] - this.#vy[j]) * ny
    if (closing > 0) return
    const push = -0.5 * (1 + this.#bounce) * closing
    this.#vx[i] += push * nx
    this.#vy[i] += push * ny
    this.#vx[j] -= push * nx
    this.#vy[j] -= push * ny
  }

  state() {
    return { x: this.#x, y: this.#y, vx: this.#vx, vy: this.#vy }
  }
}

const none: number[] = new Array(BALLS).fill(0)

const balls = defineEngineScene({
  name: 'balls',
  engine: 'box 1',
  state: { x: [0.3, 0.6, 0.9, 1.2, 1.5, 1.8], y: [1, 1.1, 1.2, 1.3, 1.4, 1.5], vx: none, vy: none },
  velocities: ['vx', 'vy'],
  params: { amplitude: 0.05, frequency: 20, bounce: 0.9 },
  dt: 0.002,
  create({ amplitude, frequency, bounce }, seed, { x, y }, dt) {
    const shake = (t: number) => ({
      height: amplitude * sin(frequency * t),
      speed: amplitude * frequency * sin(frequency * t + Math.PI / 2),
    })
    const box = new Box(x, y, shake, bounce, seed)
    return { step: () => box.step(dt), state: () => box.state() }
  },
})

export default defineSweep({
  scene: balls,
  axes: { frequency: linspace(10, 40, 16), bounce: values([0.7, 0.8, 0.9]) },
  rollout: { steps: 5_000, discard: 1_000 },
  measures: {
    highest: max(({ y }) => Math.max(y[0], y[1], y[2], y[3], y[4], y[5])),
    level: mean(({ y }) => (y[0] + y[1] + y[2] + y[3] + y[4] + y[5]) / 6),
    curve: divergence({ perturb: 'y[0]', stride: 50 }),
  },
})
