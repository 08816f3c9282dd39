// Which functions of the library have a derivative of their own, and what each of them is.

/** A function of the library by what it computes, whichever precision or seed it stems from. */
export type Meaning = (typeof MEANINGS)[number]

const MEANINGS = [
  ...(['sin', 'cos', 'sinCos', 'tan', 'asin', 'acos', 'atan', 'atan2'] as const),
  ...(['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'pow'] as const),
  ...(['sinh', 'cosh', 'tanh', 'cbrt', 'hypot'] as const),
  ...(['divide', 'reciprocal', 'root', 'inverseRoot', 'step'] as const),
] as const

/**
 * By exported name. A `step` is constant wherever it has a derivative; a draw of noise counts as
 * one, since it does not depend on the state. All others are derived by their operations.
 */
const BY_NAME: Readonly<Record<string, Meaning>> = {
  sin: 'sin',
  portableSin: 'sin',
  simSin: 'sin',
  cos: 'cos',
  portableCos: 'cos',
  simCos: 'cos',
  sinCosF32: 'sinCos',
  simSinCos: 'sinCos',
  simSinCosGlsl: 'sinCos',
  tan: 'tan',
  tanF32: 'tan',
  asin: 'asin',
  simAsin: 'asin',
  acos: 'acos',
  acosF32: 'acos',
  atan: 'atan',
  atanF32: 'atan',
  simAtan: 'atan',
  atan2: 'atan2',
  atan2F32: 'atan2',
  simAtan2: 'atan2',
  exp: 'exp',
  expF32: 'exp',
  portableExp: 'exp',
  expm1: 'expm1',
  expm1F32: 'expm1',
  log: 'log',
  logF32: 'log',
  log1p: 'log1p',
  log1pF32: 'log1p',
  log2: 'log2',
  log2F32: 'log2',
  log10: 'log10',
  log10F32: 'log10',
  pow: 'pow',
  powF32: 'pow',
  sinh: 'sinh',
  sinhF32: 'sinh',
  cosh: 'cosh',
  coshF32: 'cosh',
  tanh: 'tanh',
  tanhF32: 'tanh',
  cbrt: 'cbrt',
  cbrtF32: 'cbrt',
  hypot: 'hypot',
  hypotF32: 'hypot',
  divF32: 'divide',
  simDiv: 'divide',
  recipF32: 'reciprocal',
  simRecip: 'reciprocal',
  sqrtF32: 'root',
  simSqrt: 'root',
  rsqrtF32: 'inverseRoot',
  simRsqrt: 'inverseRoot',
  noiseUniform: 'step',
  noiseNormal: 'step',
  noiseUniformF32: 'step',
  noiseNormalF32: 'step',
  simToInt: 'step',
}

export function meaningOf(name: string): Meaning | undefined {
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
}
