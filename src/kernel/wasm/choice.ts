// Which form of a kernel is the fastest, found out by the work that is to be done anyway. No form
// changes a bit of what is computed, so neither does a clock.

import type { Span } from '../kernel.ts'

/** Work in one form before others are tried: a trial pays in work that takes much longer. */
const DECIDED_MS = 1000
/** Work in another form before it counts: an engine runs new code slowly at first. */
const WARM_MS = 120
/** Pieces of work that are compared, each form in turn. */
const SAMPLES = 9
/** What another form must do better, so that noise does not decide. */
const GAIN = 0.97

/** Steps of a span and members of a block from which a call tells something of speed. */
const STEPS_MIN = 64
const MEMBERS_MIN = 32

/** Chooses the form of each call, separately for each kind of work. */
export class Chooser {
  readonly #places: readonly number[]
  readonly #now: (() => number) | undefined
  readonly #choices = new Map<string, Choice>()

  /** Forms are told by their places in a list; without a clock it is always the first. */
  constructor(forms: readonly number[], now: (() => number) | undefined) {
    this.#places = [...forms.keys()]
    this.#now = now
  }

  /** Runs a span of `count` members in the form of the moment. */
  run(
    count: number,
    span: Span,
    paired: string | undefined,
    run: (place: number) => number,
  ): number {
    const now = this.#now
    if (!now || this.#places.length < 2) return run(0)
    const kind = `${span.observe} ${span.fingerprint} ${paired}`
    const choice = this.#choices.get(kind) ?? new Choice(this.#places)
    this.#choices.set(kind, choice)
    const place = choice.next()
    const steps = span.to - span.from
    const start = now()
    const result = run(place)
    if (steps >= STEPS_MIN && count >= MEMBERS_MIN) {
      choice.record(place, now() - start, steps * count)
    }
    return result
  }
}

export class Choice {
  readonly #forms: readonly number[]
  readonly #spent = new Map<number, number>()
  #best: number
  /** The place of the form on trial; past the end when all were tried. */
  #trial = 1
  #turn = 0
  #samples: [best: number[], other: number[]] = [[], []]

  /** The first form is used until another one proves to be faster. */
  constructor(forms: readonly number[]) {
    this.#forms = forms
    this.#best = forms[0]
  }

  /** The form for the next piece of work. */
  next(): number {
    const other = this.#forms[this.#trial]
    if (other === undefined || this.#spentOn(this.#forms[0]) < DECIDED_MS) return this.#best
    return this.#turn % 2 === 0 ? this.#best : other
  }

  /** Tells how long the piece took that `next` gave the form for, and how much work it was. */
  record(form: number, milliseconds: number, work: number): void {
    const other = this.#forms[this.#trial]
    const wasTrial = this.#spentOn(this.#forms[0]) >= DECIDED_MS
    this.#spent.set(form, this.#spentOn(form) + milliseconds)
    if (other === undefined || !wasTrial) return
    this.#turn += 1
    if (this.#spentOn(other) < WARM_MS) return
    this.#samples[form === other ? 1 : 0].push(milliseconds / work)
    const [best, others] = this.#samples
    if (Math.min(best.length, others.length) < SAMPLES) return
    if (median(others) < GAIN * median(best)) this.#best = other
    this.#trial += 1
    this.#samples = [[], []]
  }

  #spentOn(form: number): number {
    return this.#spent.get(form) ?? 0
  }
}

const median = (xs: readonly number[]) => xs.toSorted((a, b) => a - b)[xs.length >> 1]
