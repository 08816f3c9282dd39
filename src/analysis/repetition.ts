// Finds that a rollout goes in a circle: a state that came back bit for bit.

type Column = Float64Array | Float32Array

/**
 * Watches the states of up to `members` rollouts by R. P. Brent's algorithm (BIT 20 (1980)): one
 * state of each is remembered, and replaced by the present one when the looks since then have
 * doubled. Memory is flat, and a circle of p looks that begins after q looks is found within
 * 2 max(p, q) + p of them (and one more doubling).
 *
 * States are compared by their bits, -0 and 0 apart; a NaN is never the same. A state that comes
 * back says that a rollout repeats only where the next state depends on nothing else: no time in
 * the scene, and no random numbers.
 */
export class Repetition {
  readonly size: number
  /** Component i of the remembered state of member m is entry m * size + i. */
  readonly #states: Float64Array
  /** Of each member: the step of the remembered state, looks since then, and when to replace it. */
  readonly #steps: Float64Array
  readonly #looks: Float64Array
  readonly #limits: Float64Array
  readonly #periods: Float64Array

  /** `size`: how many components a state has. */
  constructor(members: number, size: number) {
    this.size = size
    this.#states = new Float64Array(members * size)
    this.#steps = new Float64Array(members)
    this.#looks = new Float64Array(members)
    this.#limits = new Float64Array(members)
    this.#periods = new Float64Array(members)
  }

  /** Forgets what was seen of the first `members`. */
  reset(members = this.#steps.length): void {
    this.#looks.fill(0, 0, members)
    this.#limits.fill(0, 0, members)
    this.#periods.fill(0, 0, members)
  }

  /**
   * Looks at the state of a member at a step, the first `size` columns at entry `member`. Looks are
   * at growing steps, evenly spaced. Returns the period as `period` does.
   */
  look(columns: readonly Column[], member: number, step: number): number {
    if (this.#periods[member] > 0) return this.#periods[member]
    if (this.#limits[member] === 0) this.#remember(columns, member, step, 1)
    else if (this.#same(columns, member)) this.#periods[member] = step - this.#steps[member]
    else {
      this.#looks[member] += 1
      const limit = this.#limits[member]
      if (this.#looks[member] === limit) this.#remember(columns, member, step, 2 * limit)
    }
    return this.#periods[member]
  }

  /**
   * Steps after which the state of a member came back; 0 while it has not. It is the least number
   * of looks, so a multiple of the true period where looks are several steps apart.
   */
  period(member: number): number {
    return this.#periods[member]
  }

  /** The step from which on the rollout is known to go in a circle. */
  since(member: number): number {
    return this.#periods[member] > 0 ? this.#steps[member] : Number.POSITIVE_INFINITY
  }

  #remember(columns: readonly Column[], member: number, step: number, limit: number): void {
    for (let i = 0; i < this.size; i++) this.#states[member * this.size + i] = columns[i][member]
    this.#steps[member] = step
    this.#looks[member] = 0
    this.#limits[member] = limit
  }

  #same(columns: readonly Column[], member: number): boolean {
    for (let i = 0; i < this.size; i++) {
      const was = this.#states[member * this.size + i]
      const is = columns[i][member]
      if (was !== is || (is === 0 && 1 / was !== 1 / is)) return false
    }
    return true
  }
}
