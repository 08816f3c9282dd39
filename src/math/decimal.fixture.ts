// Values of the elementary functions to 40 digits and more by decimal.js, to check the oracle.

import { Decimal } from 'decimal.js'
import { type Exact, integerParts } from './oracle.fixture.ts'

/** For sums and products that must be exact up to the largest binary64. */
const Wide = Decimal.clone({ precision: 420, minE: -9e15, maxE: 9e15 })
const Digits = Decimal.clone({ precision: 60, minE: -9e15, maxE: 9e15 })
const halfPi = Wide.acos(-1).div(2)

/** All digits of a binary64; `new Decimal(x)` would take the shortest decimal instead. */
function digitsOf(x: number): string {
  const { fraction, exponent } = integerParts(x)
  if (exponent >= 0) return (fraction << BigInt(exponent)).toString()
  return `${fraction * 5n ** BigInt(-exponent)}e${exponent}`
}

const exact = (x: number): Decimal => new Digits(digitsOf(x)).toSignificantDigits(60)

/** x + c3 x^3 + c5 x^5, right to 42 digits below 1e-10 where the coefficients are a function's. */
function odd(c3: number, c5: number, rest: (x: Decimal) => Decimal): (x: number) => Decimal {
  return (x) => {
    const d = exact(x)
    if (d.abs().gt(1e-10)) return rest(d)
    const square = d.times(d)
    const series = square.times(new Digits(c5).div(120)).plus(new Digits(c3).div(6))
    return d.plus(d.times(square).times(series))
  }
}

/** The quadrant of an angle, and what is left of it. */
function quadrant(x: number): [number, Decimal] {
  const wide = new Wide(digitsOf(x))
  const turns = wide.div(halfPi).round()
  const left = new Digits(wide.minus(turns.times(halfPi)).toSignificantDigits(60))
  return [turns.mod(4).plus(4).mod(4).toNumber(), left]
}

function sinOf(x: number, shift: number): Decimal {
  const [turns, left] = quadrant(x)
  const n = (turns + shift) & 3
  const value = (n & 1) === 0 ? sinOfSmall(left) : left.cos()
  return n < 2 ? value : value.neg()
}

/** Within pi/4; the series keeps the digits of a tiny angle. */
function sinOfSmall(left: Decimal): Decimal {
  if (left.abs().gt(1e-10)) return left.sin()
  const square = left.times(left)
  return left.minus(
    left
      .times(square)
      .div(6)
      .times(new Digits(1).minus(square.div(20))),
  )
}

function atan2Of(y: number, x: number): Decimal {
  const pi = new Digits(halfPi.times(2))
  const [dy, dx] = [exact(y), exact(x)]
  if (dx.isZero()) return pi.div(2).times(Math.sign(y))
  const ratio = dy.div(dx)
  const tiny = ratio.abs().lt(1e-10)
  const cube = ratio.pow(3)
  const small = ratio.minus(cube.div(3)).plus(cube.times(ratio).times(ratio).div(5))
  const angle = tiny ? small : ratio.atan()
  return x > 0 ? angle : angle.plus(y < 0 ? pi.neg() : pi)
}

function log1pOf(x: number): Decimal {
  const d = exact(x)
  if (d.abs().gt(1e-10)) return d.plus(1).ln()
  return d.minus(d.pow(2).div(2)).plus(d.pow(3).div(3)).minus(d.pow(4).div(4))
}

function expm1Of(x: number): Decimal {
  const d = exact(x)
  if (d.abs().gt(1e-10)) return d.exp().minus(1)
  return d.plus(d.pow(2).div(2)).plus(d.pow(3).div(6)).plus(d.pow(4).div(24))
}

const sinhOf = (d: Decimal): Decimal => d.exp().minus(d.neg().exp()).div(2)
const coshOf = (d: Decimal): Decimal => d.exp().plus(d.neg().exp()).div(2)

/** The exact value of each function at numbers inside its domain where it is finite. */
export const DECIMAL = {
  sin: (x: number) => sinOf(x, 0),
  cos: (x: number) => sinOf(x, 1),
  tan: (x: number) => sinOf(x, 0).div(sinOf(x, 1)),
  asin: odd(1, 9, (d) => d.asin()),
  acos: (x: number) => exact(x).acos(),
  atan: odd(-2, 24, (d) => d.atan()),
  atan2: atan2Of,
  exp: (x: number) => exact(x).exp(),
  expm1: expm1Of,
  log: (x: number) => exact(x).ln(),
  log1p: log1pOf,
  log2: (x: number) => exact(x).log(2),
  log10: (x: number) => exact(x).log(10),
  pow: (x: number, y: number) => {
    const size = exact(Math.abs(x)).ln().times(exact(y)).exp()
    return x < 0 && y % 2 !== 0 ? size.neg() : size
  },
  sinh: odd(1, 1, sinhOf),
  cosh: (x: number) => coshOf(exact(x)),
  tanh: odd(-2, 16, (d) => sinhOf(d).div(coshOf(d))),
  cbrt: (x: number) => exact(x).cbrt(),
  hypot: (x: number, y: number) => exact(x).pow(2).plus(exact(y).pow(2)).sqrt(),
}

/** How far the oracle's value is from the decimal one, relative to it. */
export function disagreement(value: Exact, decimal: Decimal): number {
  const top = new Wide(value.top.toString()).div(new Wide(2).pow(value.scale))
  return top.div(decimal).minus(1).abs().toNumber()
}
