// Axes: the values of a swept quantity, each a function of its index and never a stored product.

import { pow } from '../math/pow.ts'

/** An axis as a sweep states it; plain data. */
export type Axis =
  | {
      readonly kind: 'linspace'
      readonly from: number
      readonly to: number
      readonly count: number
    }
  | {
      readonly kind: 'logspace'
      readonly from: number
      readonly to: number
      readonly count: number
    }
  | { readonly kind: 'range'; readonly from: number; readonly to: number; readonly step: number }
  | { readonly kind: 'values'; readonly values: readonly number[] }

/** `count` evenly spaced values from `from` to exactly `to`: numpy's linspace, to the bit. */
export function linspace(from: number, to: number, count: number): Axis {
  return { kind: 'linspace', from, to, count }
}

/**
 * `count` values from 10^`from` to 10^`to`, evenly spaced in their logarithm: numpy's logspace with
 * our own power, so that every machine has the same values. Whole powers of ten are exact.
 */
export function logspace(from: number, to: number, count: number): Axis {
  return { kind: 'logspace', from, to, count }
}

/**
 * from, from + step, from + 2 step, ... as far as `to`, which is taken in when the steps reach it
 * up to rounding: range(0, 1, 0.1) has 11 values and ends at exactly 1. A negative step goes down.
 */
export function range(from: number, to: number, step: number): Axis {
  return { kind: 'range', from, to, step }
}

/** The values as given, in their order. */
export function values(list: readonly number[]): Axis {
  return { kind: 'values', values: list }
}

/** How many values an axis has. Nothing checks them here: `defineSweep` has. */
export function axisLength(axis: Axis): number {
  switch (axis.kind) {
    case 'values':
      return axis.values.length
    case 'range':
      return rangeSteps(axis).whole + 1
    default:
      return axis.count
  }
}

/** Value `i` of an axis, i from 0. */
export function axisValue(axis: Axis, i: number): number {
  switch (axis.kind) {
    case 'values':
      return axis.values[i]
    case 'linspace':
      return evenly(axis, i)
    case 'logspace':
      return powerOfTen(evenly(axis, i))
    case 'range': {
      const { whole, reached } = rangeSteps(axis)
      if (reached && i === whole && i > 0) return axis.to
      return axis.from + i * axis.step
    }
  }
}

/** How many whole steps fit between the ends, and whether the last one reaches the far end. */
function rangeSteps({ from, to, step }: { from: number; to: number; step: number }) {
  const steps = (to - from) / step
  // The ends and the step were rounded, so a last step that is short by less counts as taken.
  const fuzz = 1e-10 + steps * 1e-12
  const whole = Math.floor(steps + fuzz)
  return { whole, reached: steps - whole <= fuzz }
}

function evenly({ from, to, count }: { from: number; to: number; count: number }, i: number) {
  if (i === count - 1 && count > 1) return to
  const step = (to - from) / (count - 1)
  if (count === 1) return from
  // numpy's own way out where the step underflows.
  return step === 0 ? from + (i / (count - 1)) * (to - from) : from + i * step
}

/** A whole power of ten is the number that its literal denotes: our power is not exact there. */
function powerOfTen(exponent: number): number {
  return Number.isInteger(exponent) ? Number(`1e${exponent}`) : pow(10, exponent)
}
