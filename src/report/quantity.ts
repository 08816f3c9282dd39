// Numbers for people: grouped counts, sensible digits, rates and durations with their units.

/** A whole number with its thousands set apart: 12,345,678. */
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun: `1 cell`, `12 cells`. */
export function counted(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`
}

/** `x` with at most `digits` significant digits and no trailing zeros: 0.9056, 1.3e+12, -inf. */
export function sensible(x: number, digits = 4): string {
  if (Number.isNaN(x)) return 'nan'
  if (!Number.isFinite(x)) return x > 0 ? 'inf' : '-inf'
  if (x === 0) return '0'
  const size = Math.abs(x)
  if (Number.isInteger(x) && size < 1e6) return String(x)
  const rounded = Number(x.toPrecision(digits))
  return size >= 1e6 || size < 1e-4 ? exponent(rounded) : String(rounded)
}

function exponent(x: number): string {
  return x.toExponential().replace('e+', 'e')
}

const PREFIXES = ['', ' k', ' M', ' G', ' T', ' P']

/** A rate with a metric prefix, its unit `steps/s` or `/s` alone: `1.35 M steps/s`, `12.3 k/s`. */
export function rate(perSecond: number, unit: string): string {
  const gap = unit.startsWith('/') ? '' : ' '
  if (!(perSecond > 0) || !Number.isFinite(perSecond)) return `0${gap}${unit}`
  let scaled = perSecond
  let prefix = 0
  while (Number(scaled.toPrecision(3)) >= 1000 && prefix < PREFIXES.length - 1) {
    scaled /= 1000
    prefix += 1
  }
  return `${sensible(scaled, 3)}${PREFIXES[prefix]}${gap}${unit}`
}

/** A duration: `0.42 s`, `12.3 s`, `4 min 05 s`, `3 h 07 min`, `2 d 04 h`; else `unknown`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'unknown'
  if (seconds < 9.995) return `${Number(seconds.toFixed(2))} s`
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return two(Math.floor(whole / 60), 'min', whole % 60, 's')
  const minutes = Math.round(whole / 60)
  if (minutes < 1440) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  const hours = Math.round(whole / 3600)
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function two(large: number, unit: string, small: number, lesser: string): string {
  return `${count(large)} ${unit} ${String(small).padStart(2, '0')} ${lesser}`
}

/** The share `part` of `whole`, rounded down, so that 100 % means all: `42.1 %`. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '100 %'
  return `${Math.floor((part / whole) * 1000) / 10} %`
}
