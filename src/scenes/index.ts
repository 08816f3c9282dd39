// The built-in scenes, one file each. A new one is added here and nowhere else.

export { bouncingBall } from './bouncing-ball.ts'
export { dampedOscillator } from './damped-oscillator.ts'
export { doublePendulum } from './double-pendulum.ts'
export { henon } from './henon.ts'
export { henonHeiles } from './henon-heiles.ts'
export { logistic } from './logistic.ts'
export { lorenz } from './lorenz.ts'
export { pendulum } from './pendulum.ts'
export { rossler } from './rossler.ts'
export { standardMap } from './standard-map.ts'
export { threeBody } from './three-body.ts'
