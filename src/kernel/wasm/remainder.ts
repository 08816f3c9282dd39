// `%` on vectors of two f64, exactly as JavaScript has it.

import { Code, type Plain, V128 } from './code.ts'
import type { Func } from './module.ts'

/** 2^900 and 2^-900: beyond, a part of the product below might overflow or be subnormal. */
const LARGEST = 8.452712498170644e270
const SMALLEST = 1.1830521861667747e-271
/** 2^52; whole numbers below this are exact, also after rounding up. */
const QUOTIENTS = 4503599627370496
/** 2^27 + 1 splits 53 bits into two halves. */
const SPLITTER = 134217729

/**
 * A function of x and y. With a = |x|, b = |y| and q the whole part of a / b, which may be one too
 * large after rounding, q * b is p + e exactly (Dekker), a - p is exact since p is within a factor
 * of two of a, and a - p - e, a multiple of the last bit of b below b in magnitude, is so as well.
 * Where a member is out of this range, `otherwise` does all, with x and y on the stack.
 */
export function remainderFunction(otherwise: (c: Code) => void): Func {
  const c = new Code([V128, V128])
  const [x, y] = [0, 1]
  const operate = (name: Plain, left: number, right: number): number => {
    c.get(left, right)
    c.op(name)
    return c.pop(V128)
  }
  const f64 = (x: number): number => {
    c.f64x2(x)
    return c.pop(V128)
  }
  const abs = (x: number): number => {
    c.get(x)
    c.op('f64x2.abs')
    return c.pop(V128)
  }
  const splitter = f64(SPLITTER)
  const split = (x: number): [number, number] => {
    const scaled = operate('f64x2.mul', x, splitter)
    const high = operate('f64x2.sub', scaled, operate('f64x2.sub', scaled, x))
    return [high, operate('f64x2.sub', x, high)]
  }
  const a = abs(x)
  const b = abs(y)
  const ratio = operate('f64x2.div', a, b)
  const larger = operate('f64x2.max', a, b)
  c.get(operate('f64x2.le', larger, f64(LARGEST)), operate('f64x2.ge', b, f64(SMALLEST)))
  c.op('v128.and')
  c.get(operate('f64x2.lt', ratio, f64(QUOTIENTS)))
  c.op('v128.and', 'i64x2.all_true')
  c.open('if', V128)
  c.get(ratio)
  c.op('f64x2.trunc')
  const q = c.pop(V128)
  const p = operate('f64x2.mul', q, b)
  const [qHigh, qLow] = split(q)
  const [bHigh, bLow] = split(b)
  let error = operate('f64x2.sub', operate('f64x2.mul', qHigh, bHigh), p)
  error = operate('f64x2.add', error, operate('f64x2.mul', qHigh, bLow))
  error = operate('f64x2.add', error, operate('f64x2.mul', qLow, bHigh))
  error = operate('f64x2.add', error, operate('f64x2.mul', qLow, bLow))
  const rest = operate('f64x2.sub', operate('f64x2.sub', a, p), error)
  c.get(rest, b, operate('f64x2.lt', rest, f64(0)))
  c.op('v128.and', 'f64x2.add')
  // The sign is that of x, also of zero; what is added up is never -0.
  c.get(x)
  c.f64x2(-0)
  c.op('v128.and', 'v128.or', 'else')
  c.get(x, y)
  otherwise(c)
  c.op('end')
  return { code: c, result: V128 }
}
