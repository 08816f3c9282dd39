// Runs the members of a block: whole groups where they stand and many in one call; those who are
// left of a group, or have lost their twins, gathered side by side.

import { absorbMember, ownColumns } from '../block.ts'
import type { Program } from '../ir.ts'
import { type Block, type Pairs, type Span, STATUS } from '../kernel.ts'
import { sampleAt, samplesUpTo, stepOfSample } from '../pairs.ts'
import { CAUSE, CODED, LEFT } from './groups.ts'
import { type Area, type BlockMemory, gatherMembers, SAMPLES, scatterMembers } from './memory.ts'
import { laneCount } from './ops.ts'
import type { Plan } from './plan.ts'
import type { Runs } from './runs.ts'

/** Where a group stands; `taken` says that its last step is yet to be absorbed and observed. */
interface Place {
  readonly step: number
  readonly time: number
  readonly taken: boolean
}

/** Who of a group goes on, and the time of someone who reached the end, or NaN. */
interface Stand {
  readonly members: Members
  readonly place: Place
  reached: number
}

/** Members in a row, who may run where they stand, or some that have to be gathered. */
type Members = readonly number[]

const { live, escaped, stopped } = STATUS

/** Advances the members of one block. */
export class BlockRunner {
  readonly #plan: Plan
  readonly #runs: Runs
  readonly #block: Area
  readonly #staging: Area
  readonly #samples: Float64Array
  /** Members of a group. */
  readonly #size: number
  readonly #step: Uint32Array
  readonly #sample: Uint32Array
  readonly #time: Float64Array
  readonly #stops: Int32Array

  constructor(plan: Plan, runs: Runs, { memory, staging, samples }: BlockMemory, block: Area) {
    const { buffer } = memory
    this.#plan = plan
    this.#runs = runs
    this.#block = block
    this.#staging = staging
    this.#samples = samples
    this.#size = plan.registers * laneCount(plan.program.precision)
    this.#step = new Uint32Array(buffer, LEFT.step, 1)
    this.#sample = new Uint32Array(buffer, LEFT.sample, 1)
    this.#time = new Float64Array(buffer, LEFT.time, 1)
    this.#stops = new Int32Array(buffer, LEFT.stops, (LEFT.end - LEFT.stops) / 4)
  }

  /** Returns the time of a member that reached `span.to`, or NaN when none did. */
  advance(count: number, span: Span, pairs: Pairs | undefined): number {
    const size = this.#size
    const scattered: { readonly alone: number[]; readonly paired: number[] } = {
      alone: [],
      paired: [],
    }
    let reached = Number.NaN
    let first = 0
    while (first < count) {
      const kind = this.#kindOf(first, count, pairs)
      let end = first + size
      if (kind === 'mixed') {
        for (let m = first; m < Math.min(end, count); m++) {
          if (this.#block.status[m] !== live) continue
          scattered[pairs?.twin.status[m] === live ? 'paired' : 'alone'].push(m)
        }
      } else {
        while (this.#kindOf(end, count, pairs) === kind) end += size
        const given = kind === 'paired' ? pairs : undefined
        reached = known(this.#runGroups(first, end, span, given), reached)
      }
      first = end
    }
    const start = { step: span.from, time: span.time, taken: false }
    for (const members of inGroups(scattered.alone, size)) {
      reached = known(this.#walk(members, start, span, undefined), reached)
    }
    for (const members of inGroups(scattered.paired, size)) {
      reached = known(this.#walk(members, start, span, pairs), reached)
    }
    return reached
  }

  /** Whether a whole group lives, alone or with all its twins. */
  #kindOf(first: number, count: number, pairs: Pairs | undefined): 'alone' | 'paired' | 'mixed' {
    const end = first + this.#size
    if (end > count) return 'mixed'
    const { status } = this.#block
    const twins = pairs?.twin.status
    let paired = 0
    for (let m = first; m < end; m++) {
      if (status[m] !== live) return 'mixed'
      if (twins?.[m] === live) paired += 1
    }
    if (paired === 0) return 'alone'
    return paired === end - first ? 'paired' : 'mixed'
  }

  /** Advances whole groups, who run where they stand, from member `first` to `end - 1`. */
  #runGroups(first: number, end: number, span: Span, pairs: Pairs | undefined): number {
    const size = this.#size
    const { address, stride, steps } = this.#block
    const { from, to, time } = span
    const run = this.#runs.advance({ ...span, paired: pairs?.metric }).all
    const twins = pairs?.twin as Area | undefined
    const sample = pairs ? sampleAt(pairs, from + 1) : 0
    const each = pairs ? samplesUpTo(pairs, to) - samplesUpTo(pairs, from) : 0
    const most = each === 0 ? end : Math.max(1, Math.floor(SAMPLES / each)) * size
    let reached = Number.NaN
    let m = first
    while (m < end) {
      const groups = (Math.min(end, m + most) - m) / size
      const own = [address + 8 * m, address + 4 * m, stride, from, to, time] as const
      const code =
        pairs && twins
          ? run(...own, twins.address + 8 * m, ...this.#sampling(pairs, sample), groups)
          : run(...own, groups)
      const left = Math.floor(code / CODED.groups)
      const done = m + (groups - left) * size
      steps.fill(to, m, done)
      if (left === 0) reached = this.#time[0]
      if (pairs && twins) {
        twins.steps.fill(to, m, done)
        for (let k = 0; k < groups - left; k++) {
          const members = inRow(m + k * size, size)
          this.#fetch(members, pairs, sample, k * each, each)
        }
      }
      m = done
      if (left === 0) continue
      const cause = code & CODED.cause
      const taken = (code & CODED.rest) !== 0
      const members = inRow(m, size)
      if (pairs && taken) this.#fetchLeft(members, pairs, sample, (groups - left) * each)
      const stand = this.#settle(members, { cause, taken }, span, pairs)
      const last = this.#walk(stand.members, stand.place, span, pairs)
      reached = known(last, known(stand.reached, reached))
      m += size
    }
    return reached
  }

  finish(count: number, time: (member: number) => number): void {
    const run = this.#runs.finish
    for (let m = 0; m < count; m++) this.#block.time[m] = time(m)
    const size = this.#size
    for (let first = 0; first < count; first += size) {
      const length = Math.min(size, count - first)
      this.#call(
        Array.from({ length }, (_, i) => first + i),
        undefined,
        ({ address, stride }, m) => run(address + 8 * m, address + 4 * m, stride),
      )
    }
  }

  /** Calls `use` with an area and the place in it where the members stand side by side. */
  #call(
    members: Members,
    twins: Area | undefined,
    use: (area: Area, first: number, twins: Area | undefined) => number,
  ): number {
    const size = this.#size
    const first = members[0]
    if (members.length === size && first % size === 0 && members[size - 1] === first + size - 1) {
      return use(this.#block, first, twins)
    }
    const stagedTwins = twins && this.#staging.twins[0]
    gatherMembers(this.#block, members, this.#staging, size)
    if (twins) gatherMembers(twins, members, stagedTwins as Area, size)
    const result = use(this.#staging, 0, stagedTwins)
    scatterMembers(this.#staging, members, this.#block)
    if (twins) scatterMembers(stagedTwins as Area, members, twins)
    return result
  }

  /** Takes a group to the end of a span, or as far as its last member lives. */
  #walk(group: Members, from: Place, span: Span, pairs: Pairs | undefined): number {
    const runs = this.#runs.advance({ ...span, paired: pairs?.metric })
    let stand: Stand = { members: group, place: from, reached: Number.NaN }
    while (stand.members.length > 0) {
      const { members, place, reached } = stand
      const { step, time, taken } = place
      if (step >= span.to && !taken) return time
      const run = taken ? runs.rest : runs.first
      const sample = pairs ? sampleAt(pairs, step) : 0
      const cause = this.#call(members, pairs?.twin as Area, ({ address, stride }, m, twins) => {
        const own = [address + 8 * m, address + 4 * m, stride, step, span.to, time] as const
        return pairs && twins
          ? run(...own, twins.address + 8 * m, ...this.#sampling(pairs, sample))
          : run(...own)
      })
      if (pairs && taken) this.#fetchLeft(members, pairs, sample, 0)
      stand = this.#settle(members, { cause, taken }, span, pairs)
      stand.reached = known(stand.reached, reached)
    }
    return stand.reached
  }

  /** What becomes of a group that came back, from `first` or, where `taken`, from `rest`. */
  #settle(
    group: Members,
    { cause, taken }: { readonly cause: number; readonly taken: boolean },
    span: Span,
    pairs: Pairs | undefined,
  ): Stand {
    const step = this.#step[0]
    const time = this.#time[0]
    const twins = pairs?.twin as Area | undefined
    const place = { step, time, taken: !taken || cause === CAUSE.escape }
    for (const m of group) this.#block.steps[m] = step
    if (twins) for (const m of group) twins.steps[m] = step
    let members = group
    let reached = Number.NaN
    if (cause === CAUSE.stop) members = this.#withoutStopped(group, time, span)
    else if (cause === CAUSE.escape) {
      members = this.#withoutEscaped(group, time, span.fingerprint)
      const lost = twins ? endEscaped(this.#plan.program, twins, members) : []
      members = members.filter((m) => !lost.includes(m))
      // Who has lost the twin goes on alone.
      if (lost.length > 0) reached = this.#walk(lost, place, span, undefined)
    }
    return { members, place, reached }
  }

  #sampling({ stride, last }: Pairs, sample: number) {
    const due = stepOfSample({ stride, last }, sample)
    return [this.#samples.byteOffset, due, stride, last] as const
  }

  /** Copies the distances that a group has left in rows from `row` on, until it came back. */
  #fetchLeft(members: Members, pairs: Pairs, sample: number, row: number): void {
    const rows = (this.#sample[0] - this.#samples.byteOffset) / (8 * this.#size)
    this.#fetch(members, pairs, sample, row, rows - row)
  }

  #fetch(members: Members, pairs: Pairs, sample: number, row: number, count: number): void {
    const size = this.#size
    const { distances, start, width } = pairs
    for (let i = 0; i < members.length; i++) {
      const to = start + members[i] * width + sample
      for (let k = 0; k < count; k++) {
        const distance = this.#samples[(row + k) * size + i]
        // A difference that overflowed has no place in its period.
        distances[to + k] = distance === distance ? distance : Number.POSITIVE_INFINITY
      }
    }
  }

  /** Whoever escapes is absorbed here, since each NaN has to become the one pattern. */
  #withoutEscaped(members: Members, time: number, fingerprint: number): Members {
    const { program } = this.#plan
    const finite = finiteMember(program, this.#block)
    return members.filter((m) => {
      if (finite(m)) return true
      this.#block.status[m] = escaped
      if (fingerprint > 0) absorbMember(program, this.#block, m, time)
      return false
    })
  }

  #withoutStopped(members: Members, time: number, { fingerprint }: Span): Members {
    const { program } = this.#plan
    const words = laneCount(program.precision) === 2 ? 2 : 1
    return members.filter((m, i) => {
      if (this.#stops[words * i] === 0) return true
      this.#block.status[m] = stopped
      const absorbed = this.#block.steps[m] % fingerprint === 0
      if (!absorbed) absorbMember(program, this.#block, m, time)
      return false
    })
  }
}

/** Ends the twins of these members whose state is not finite, and says which those are. */
function endEscaped(program: Program, twins: Area, members: Members): Members {
  const finite = finiteMember(program, twins)
  const lost = members.filter((m) => !finite(m))
  for (const m of lost) twins.status[m] = escaped
  return lost
}

/** Tells whether a member's state is finite. */
function finiteMember(program: Program, block: Block): (m: number) => boolean {
  const own = ownColumns(program, block)
  return (m) => own.every((x) => x[m] - x[m] === 0)
}

const known = (time: number, other: number) => (time === time ? time : other)
const inRow = (first: number, length: number) => Array.from({ length }, (_, i) => first + i)

function inGroups(members: Members, size: number): Members[] {
  const groups: Members[] = []
  for (let i = 0; i < members.length; i += size) groups.push(members.slice(i, i + size))
  return groups
}
