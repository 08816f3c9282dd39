// Several sweeps in one run: what a user writes in a suite file, the check that names every fault,
// and the identity of the whole.

import { axisLength } from './axes.ts'
import type { AnyMeasure } from './measures.ts'
import { isSampler } from './sampling.ts'
import { sha256OfText, toHex } from './sha256.ts'
import { isSweep, type Sweep } from './sweep.ts'
import { UserError } from './user-error.ts'

/** The words of analysis/verdict.ts, which the farm may not load (a test holds them together). */
export const VERDICT_WORDS = [
  'chaotic',
  'regular',
  'contracting',
  'superstable',
  'collapsed',
  'escaped',
  'not-converged',
] as const

export type VerdictWord = (typeof VERDICT_WORDS)[number]

/** A rate as it is known from elsewhere: -Infinity for a superstable orbit, error 0 where exact. */
export interface KnownRate {
  readonly value: number
  readonly error: number
}

/** What is known of a sweep with one rollout. It changes no result, and is no part of a digest. */
export interface Known {
  /** The lyapunov or spectrum measure whose rates these are. */
  readonly measure: string
  /** The largest first; further rates of the measure have no reference. */
  readonly rates: readonly KnownRate[]
  readonly verdict?: VerdictWord
  /** The lyapunov measure that gives the verdict; the sweep's first by default. */
  readonly largest?: string
  readonly note?: string
}

export interface SuiteMember {
  readonly sweep: Sweep
  readonly known?: Known
}

export interface SuiteDefinition {
  /** Names the result folder: letters, digits, `.`, `_` and `-`. */
  readonly name: string
  /** In the order of the table. Each sweep has a name of its own. */
  readonly members: readonly SuiteMember[]
}

/** A checked suite. `kind` marks it, since a module may be loaded twice. */
export interface Suite extends SuiteDefinition {
  readonly kind: 'furrow.suite'
}

/**
 * Checks a suite and marks it as one.
 *
 * @throws UserError with a line for each fault, which names the field and the mend
 */
export function defineSuite(definition: SuiteDefinition): Suite {
  const faults = suiteFaults(definition)
  if (faults.length > 0) throw new UserError(faults.join('\n'))
  return { ...definition, kind: 'furrow.suite' }
}

/** Whether a module's export is a suite. */
export function isSuite(value: unknown): value is Suite {
  return isRecord(value) && value.kind === 'furrow.suite'
}

/** SHA-256 over the members' digests in order, as 64 hex digits. */
export function suiteDigest(digests: readonly string[]): string {
  return toHex(sha256OfText(`furrow suite digest\n${digests.map((d) => `${d}\n`).join('')}`))
}

/** SHA-256 over the members' digests and roots in order, as 64 hex digits. */
export function suiteRoot(members: readonly { digest: string; root: string }[]): string {
  const lines = members.map(({ digest, root }) => `${digest} ${root}\n`)
  return toHex(sha256OfText(`furrow suite root\n${lines.join('')}`))
}

/**
 * The percentage at which each member's rollouts are drawn when `percent` of the suite's are to be:
 * a sweep gives at least one, so of small members only some are asked, chosen by the suite's
 * digest; 0 for the others, and one member at least has more.
 */
export function drawMembers(
  digest: string,
  rollouts: readonly number[],
  percent: number,
): number[] {
  if (percent === 0 || percent >= 100) return rollouts.map(() => percent)
  const start = Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32
  let sum = start
  const drawn = rollouts.map((n) => {
    const before = Math.floor(sum)
    sum += (n * percent) / 100
    return Math.floor(sum) > before ? percent : 0
  })
  if (rollouts.length > 0 && !drawn.some((p) => p > 0))
    drawn[Math.floor(start * rollouts.length)] = percent
  return drawn
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

function suiteFaults(definition: unknown): string[] {
  if (!isRecord(definition)) return ['suite: expected an object with name and members']
  const { name, members, kind: _, ...unknown } = definition
  const faults = Object.keys(unknown).map((key) => `suite: unknown setting '${key}'; remove it`)
  if (typeof name !== 'string' || !NAME.test(name))
    faults.push('name: expected up to 64 letters, digits, dots, _ and -')
  if (!Array.isArray(members) || members.length === 0)
    return [...faults, 'members: expected an array of { sweep, known? }, at least one']
  faults.push(...members.flatMap((member, i) => memberFaults(member, `members[${i}]`)))
  const seen = new Map<string, number>()
  for (const [i, member] of members.entries()) {
    const own = isRecord(member) && isSweep(member.sweep) ? member.sweep.name : undefined
    if (own === undefined) continue
    // Their folders stand beside each other, and some systems take `A` and `a` for one.
    const first = seen.get(own.toLowerCase())
    if (first === undefined) seen.set(own.toLowerCase(), i)
    else
      faults.push(`members[${i}]: its sweep has the name '${own}' of members[${first}]; rename it`)
  }
  return faults
}

function memberFaults(member: unknown, field: string): string[] {
  if (isSweep(member)) return [`${field}: a sweep; write { sweep: ... } around it`]
  if (!isRecord(member)) return [`${field}: expected { sweep, known? }`]
  const { sweep, known, ...unknown } = member
  const faults = Object.keys(unknown).map((key) => `${field}: unknown setting '${key}'; remove it`)
  if (!isSweep(sweep)) return [...faults, `${field}.sweep: expected defineSweep({ ... })`]
  if (sweep.name === undefined) faults.push(`${field}.sweep: has no name; give it one`)
  if (known !== undefined) faults.push(...knownFaults(sweep, known, `${field}.known`))
  return faults
}

function knownFaults(sweep: Sweep, known: unknown, field: string): string[] {
  if (!isRecord(known)) return [`${field}: expected { measure, rates, verdict? }`]
  const { measure, rates, verdict, largest, note, ...unknown } = known
  const faults = Object.keys(unknown).map((key) => `${field}: unknown setting '${key}'; remove it`)
  if (rolloutsOf(sweep) !== 1)
    faults.push(`${field}: its sweep has more than one rollout; make it a sweep without axes`)
  const measures = (sweep.measures ?? {}) as Record<string, AnyMeasure>
  const rate = measures[String(measure)]
  if (rate?.kind !== 'lyapunov' && rate?.kind !== 'spectrum')
    faults.push(`${field}.measure: expected the name of a lyapunov() or spectrum() of its sweep`)
  if (!Array.isArray(rates) || !rates.every(isKnownRate))
    faults.push(`${field}.rates: expected an array of { value, error }, each error 0 or more`)
  else if (rate !== undefined && 'exponents' in rate && rates.length > rate.exponents)
    faults.push(`${field}.rates: ${rates.length} are known, '${measure}' has ${rate.exponents}`)
  if (verdict !== undefined && !VERDICT_WORDS.some((word) => word === verdict))
    faults.push(`${field}.verdict: expected one of ${VERDICT_WORDS.join(', ')}`)
  if (largest !== undefined && measures[String(largest)]?.kind !== 'lyapunov')
    faults.push(`${field}.largest: expected the name of a lyapunov() of its sweep`)
  else if (verdict !== undefined && !Object.values(measures).some((m) => m.kind === 'lyapunov'))
    faults.push(`${field}.verdict: its sweep has no lyapunov() to give one; add it`)
  if (note !== undefined && typeof note !== 'string') faults.push(`${field}.note: expected a text`)
  return faults
}

function isKnownRate(rate: unknown): boolean {
  if (!isRecord(rate)) return false
  const { value, error } = rate
  const isRate = Number.isFinite(value) || value === Number.NEGATIVE_INFINITY
  return isRate && Number.isFinite(error) && (error as number) >= 0
}

function rolloutsOf({ axes = {}, replicas }: Sweep): number {
  const lengths = isSampler(axes) ? [axes.count] : Object.values(axes).map(axisLength)
  return lengths.reduce((product, n) => product * n, replicas?.count ?? 1)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
