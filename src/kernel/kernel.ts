// The contract of a backend: a program made runnable, over a block of members in columns.

import type { Program } from './ir.ts'

export type Column = Float64Array | Float32Array

/** How a member stands. Everything but `live` is final. */
export const STATUS = {
  live: 0,
  done: 1,
  stopped: 2,
  escaped: 3,
  threw: 4,
  timeout: 5,
  outOfMemory: 6,
  crashed: 7,
} as const

/**
 * Up to `size` members, one column a quantity, one entry a member. An f32 column may be a
 * Float64Array of f32 values or a Float32Array: reading an entry gives the same number.
 */
export interface Block {
  readonly size: number
  /** As `Program.state` has them: the scene's own components, then those of tangents. */
  readonly state: readonly Column[]
  readonly params: readonly Column[]
  readonly accumulators: readonly Column[]
  readonly outputs: readonly Column[]
  /** FNV-1a 64 so far: the low word at 2m, the high word at 2m + 1. */
  readonly hash: Uint32Array
  readonly status: Uint8Array
  /** Steps that the member has taken. */
  readonly steps: Uint32Array
  /** Cell index: the low word at 2m, the high word at 2m + 1. */
  readonly cell: Uint32Array
  readonly replica: Uint32Array
  /** Blocks of the same size whose members may go along with this one's, in pairs. */
  readonly twins: readonly Block[]
}

/** A stretch of steps for all live members of a block, which stand at step `from`. */
export interface Span {
  readonly from: number
  readonly to: number
  /** Simulated time at `from`. */
  readonly time: number
  /** Whether the accumulators see the states of this stretch. */
  readonly observe: boolean
  /**
   * The fingerprint absorbs the states of steps that this divides, and the one that a member ends
   * on; 0: it is not kept. `stop` is asked where both are wanted.
   */
  readonly fingerprint: number
}

/**
 * How far two states are apart: `seed` is the seed's `state_distance`, `sound` neither underflows
 * nor overflows and knows of `Program.periods` (columnSeparation of math).
 */
export type Metric = 'seed' | 'sound'

/** The members of a block's twin, and where the distance of each pair of members goes. */
export interface Pairs {
  /** One of the block's `twins`. Its live members stand at the step of their references. */
  readonly twin: Block
  readonly metric: Metric
  /** A sample is taken after every `stride`-th step, and after step `last` of the rollout. */
  readonly stride: number
  readonly last: number
  /** Sample k of member m is entry start + m * width + k. */
  readonly distances: Float64Array
  readonly start: number
  readonly width: number
}

/** What `advance` is called with, for whoever asks another to call it. */
export interface Advance {
  readonly block: Block
  readonly count: number
  readonly span: Span
  readonly pairs?: readonly Pairs[]
}

/**
 * Members 0 to count - 1 take part in every call.
 *
 * A step: state <- next(state); steps += 1; time <- time + dt; the state is absorbed into the
 * fingerprint (NaN as its one pattern); a state that is not finite ends the member as `escaped`;
 * else the accumulators observe it; else `stop` may end the member as `stopped`. Tangents, if the
 * program has any, take part in `next` alone; whoever runs the kernel may set their columns between
 * two calls.
 */
export interface Kernel {
  readonly program: Program
  readonly backend: 'js' | 'wasm' | 'gpu'
  block(size: number, twins?: number): Block
  /**
   * Makes members live at step 0: rounds state and params to the precision (f32: also to the rule
   * for tiny numbers), sets hash, steps and accumulators, absorbs the initial state at time 0.
   */
  begin(block: Block, count: number): void
  /**
   * Advances the live members and returns the simulated time at `span.to`. In pairs, a live twin
   * goes along with its live reference, neither absorbed nor observed nor stopped, and where both
   * reach the step of a sample in finite states, their distance is kept; other entries
   * stay as they are. What a twin does after its reference has ended is left open.
   */
  advance(block: Block, count: number, span: Span, pairs?: readonly Pairs[]): number
  /**
   * Makes live members go on from what their columns of the state hold, after these were set from
   * outside; the columns then hold what became of it. Left out where nothing is behind them.
   */
  restore?(block: Block, count: number): void
  /** Evaluates the outputs of every member on its last state. `time` is that of each member. */
  finish(block: Block, count: number, time: (member: number) => number): void
}

/** A kernel on a device that answers in time. A block must be left alone until then. */
export interface DeviceKernel extends Omit<Kernel, 'advance'> {
  advance(block: Block, count: number, span: Span, pairs?: readonly Pairs[]): Promise<number>
}

/** What a kernel does at once, wherever it advances. */
export type Beginner = Pick<Kernel, 'program' | 'block' | 'begin' | 'finish' | 'restore'>

/** The 64-bit words of a program's random stream key. */
export interface KernelOptions {
  readonly seed: readonly [low: number, high: number]
}
