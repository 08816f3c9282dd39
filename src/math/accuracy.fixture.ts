// What the functions of `furrow/math` promise: the largest error over the whole domain, in units in
// the last place of the exact result (of 2^-1074 where that is subnormal). The tests read this
// table.

/** Largest error and domain of each function; outside the domain the result is NaN. */
export const ACCURACY = {
  sin: { errorUlpMax: 0.85, domain: 'finite x' },
  cos: { errorUlpMax: 0.85, domain: 'finite x' },
  tan: { errorUlpMax: 0.95, domain: 'finite x' },
  asin: { errorUlpMax: 0.95, domain: '|x| <= 1' },
  acos: { errorUlpMax: 0.95, domain: '|x| <= 1' },
  atan: { errorUlpMax: 0.9, domain: 'all x' },
  atan2: { errorUlpMax: 0.9, domain: 'all y and x' },
  exp: { errorUlpMax: 0.9, domain: 'all x' },
  expm1: { errorUlpMax: 0.7, domain: 'all x' },
  log: { errorUlpMax: 0.95, domain: 'x >= 0' },
  log1p: { errorUlpMax: 0.95, domain: 'x >= -1' },
  log2: { errorUlpMax: 0.95, domain: 'x >= 0' },
  log10: { errorUlpMax: 0.8, domain: 'x >= 0' },
  pow: { errorUlpMax: 0.9, domain: 'x >= 0, or x < 0 and y an integer' },
  sinh: { errorUlpMax: 0.85, domain: 'all x' },
  cosh: { errorUlpMax: 0.85, domain: 'all x' },
  tanh: { errorUlpMax: 0.9, domain: 'all x' },
  cbrt: { errorUlpMax: 0.7, domain: 'all x' },
  hypot: { errorUlpMax: 0.8, domain: 'all x and y' },
} as const satisfies Record<string, { errorUlpMax: number; domain: string }>
