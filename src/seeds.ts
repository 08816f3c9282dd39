// `furrow/seeds`: what the four seeds have, bit for bit, their faults included, under their own
// names in camelCase (`sim` before those of rusting_engine's sim_math, `portable` before those of
// terminal_graphics_interactive's math.rs; the rest is phyz's determinism.rs). Vectors are number[]
// of 3, matrices number[] of 9 row-major (`simMul`: column-major) or of 16 column-major, 64-bit
// integers bigint, a state { q, v, time }, None undefined. Corrected versions have names of their
// own and live in `furrow/math`.

export {
  Divergence,
  type DivergenceSample,
  divergence,
  fitLyapunov,
  type MutableState,
  stateDistance,
} from './analysis/seed-divergence.ts'
export { hashRollout, RolloutHasher, type State } from './math/fingerprint.ts'
export { portableCos, portableExp, portableSin } from './math/portable.ts'
export { simAsin, simAtan2 } from './math/sim-arc.ts'
export { simDiv, simRecip, simRsqrt, simSqrt, simToInt } from './math/sim-arithmetic.ts'
export {
  simEulerFromRotation,
  simRotationFromEuler,
  simRotationFromScaledAxis,
  simTransformFromMatrix,
  simTransformMatrix,
  type Transform,
} from './math/sim-rotations.ts'
export { simSinCos, simSinCosGlsl } from './math/sim-sin-cos.ts'
export {
  simDivVector,
  simDot,
  simLength,
  simMul,
  simMulTransposed,
  simNormalize,
  simToIntVector,
} from './math/sim-vectors.ts'
export { ulpOffset, ulpsBetween } from './math/ulps.ts'
