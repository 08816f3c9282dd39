// The elementary functions of binary64 whose bits are the same on every machine.

export { acos, asin, atan } from './arc.ts'
export { atan2 } from './atan2.ts'
export { cbrt } from './cbrt.ts'
export { exp } from './exp.ts'
export { cosh, expm1, sinh, tanh } from './hyperbolic.ts'
export { hypot } from './hypot.ts'
export { log, log1p, log2, log10 } from './log.ts'
export { pow } from './pow.ts'
export { cos, sin } from './sin-cos.ts'
export { tan } from './tan.ts'
