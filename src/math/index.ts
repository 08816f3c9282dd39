// `furrow/math`: the elementary functions of our own, and the corrected versions of what the seeds
// get wrong (`furrow/seeds` keeps the seeds' own bits).

export * from './elementary.ts'
export { divF32, recipF32, rsqrtF32, sqrtF32 } from './f32-arithmetic.ts'
export { atan2F32 } from './f32-atan2.ts'
export { expF32 } from './f32-exp-range.ts'
export { eulerFromRotationF32, transformFromMatrixF32 } from './f32-rotations.ts'
export { sinCosF32 } from './f32-sin-cos.ts'
export { lengthF32, normalizeF32 } from './f32-vectors.ts'
export { separation } from './separation.ts'
export { stepUlps, ulpDistance, ulpDistance32, ulpOffset32 } from './ulps.ts'
