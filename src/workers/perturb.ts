// A start value moved by representable steps of the program's precision.

import type { Precision } from '../kernel/ir.ts'
import { ulpOffset, ulpOffset32 } from '../math/ulps.ts'

/** `x` moved `count` representable steps upwards (downwards where negative). */
export function representableSteps(precision: Precision): (x: number, count: number) => number {
  // In f32 a step is one of the binary32 that the kernel makes of x, however x was given.
  return precision === 'f64' ? ulpOffset : (x, count) => ulpOffset32(Math.fround(x), count)
}
