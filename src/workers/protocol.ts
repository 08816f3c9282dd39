// What farm, pools and lanes say to each other: types only.

import type { Program } from '../kernel/ir.ts'
import type { Metric } from '../kernel/kernel.ts'

export type { Precision, Program } from '../kernel/ir.ts'
export type { ProgramSource } from '../kernel/source.ts'

/** What an axis sets in each cell: a parameter or an entry of the initial state, by its index. */
export interface Input {
  readonly target: 'param' | 'state'
  readonly index: number
}

/** Where a divergence is measured: a twin starts `ulps` representable steps away. */
export interface Divergence {
  /** How distances are taken; those by `seed` are judged as the seed does. */
  readonly metric: Metric
  readonly component: number
  readonly ulps: number
  /** The distance is taken at every `stride`-th step and at the last one. */
  readonly stride: number
}

/**
 * A measure in the order of the sweep: `reading` is an index into `program.readings`,
 * `divergence` one into `task.divergences`.
 */
export type Measured =
  | { readonly kind: 'reading'; readonly reading: number }
  | { readonly kind: 'divergence' | 'seedDivergence'; readonly divergence: number }
  | MeasuredRate
  | MeasuredSpectrum

/**
 * So many rates, then the Kaplan-Yorke dimension, each with its error; their sum, its error and its
 * residual; the exponent of a flow that should be 0, and its error.
 */
export interface MeasuredSpectrum {
  readonly kind: 'spectrum'
  readonly exponents: number
  readonly flow: boolean
  readonly until?: number | undefined
}

/** The largest rate, its error and its verdict. */
export interface MeasuredRate {
  readonly kind: 'lyapunov'
  /** By two trajectories, with this index in `task.rescalings`; else by tangents. */
  readonly rescaling?: number | undefined
  /** The rollout may end where the standard error is no larger. */
  readonly until?: number | undefined
  /** Points of the running curve that are kept. */
  readonly curve?: number | undefined
}

/** A second trajectory that is brought back to its distance at every so many steps. */
export interface Rescaling {
  readonly distance: number
  readonly every: number
}

/**
 * What steps the rollouts of an engine scene. A program cannot say it, so a lane loads the user's
 * file and takes the scene of the sweep in it; the program's own step is the identity.
 */
export interface EngineSource {
  /** Address of the sweep's file. */
  readonly module: string
  /** SHA-256 of its bytes and of those that it loads beside it, as 64 hex digits. */
  readonly code: string
  /** The scene's name, and its engine's. */
  readonly scene: string
  readonly engine: string
  /** Memory that one world takes, where the scene says it. */
  readonly bytes?: number | undefined
}

/**
 * All that a lane must know to run any rollout of a sweep; plain data. A rollout's index is
 * cell * replicas.count + replica.
 */
export interface Task {
  readonly program: Program
  readonly defaults: { readonly state: readonly number[]; readonly params: readonly number[] }
  readonly inputs: readonly Input[]
  readonly steps: number
  /** Measures see the states after steps `discard + 1` to `steps`. */
  readonly discard: number
  /** The fingerprint absorbs the state of every so many steps, and the last one; 1 for all. */
  readonly fingerprintEvery: number
  /** Steps at which the ladder takes a prefix fingerprint: powers of two, and multiples of this. */
  readonly ladderEvery: number | undefined
  /** Replica k starts k * ulps representable steps away in this component. */
  readonly replicas: { readonly count: number; readonly component: number; readonly ulps: number }
  readonly measures: readonly Measured[]
  readonly divergences: readonly Divergence[]
  /** Set where rates are measured: tangent vectors are renewed every so many steps. */
  readonly renewEvery?: number | undefined
  readonly rescalings?: readonly Rescaling[] | undefined
  readonly seed: readonly [low: number, high: number]
  /** Set for an engine scene. */
  readonly engine?: EngineSource | undefined
}

/** Contiguous rollouts handed to a pool at once. Lanes claim `batch` rollouts at a time. */
export interface Job {
  /** Index of the first rollout. */
  readonly from: number
  readonly count: number
  readonly batch: number
  /** One column an axis, `count` entries each: the values that `task.inputs` name. */
  readonly inputs: readonly Float64Array[]
}

/**
 * Finished rollouts as columns, entry i for rollout `from + i`. Every NaN is canonical. The widths
 * of `values`, `ladder` and `curves` a rollout follow from the task.
 */
export interface Columns {
  readonly from: number
  readonly count: number
  /** STATUS of kernel/kernel.ts; never `live`. */
  readonly status: Uint8Array
  readonly steps: Uint32Array
  readonly fingerprint: BigUint64Array
  /** Measure values: rollout i's row is values[i * width .. (i + 1) * width - 1]. */
  readonly values: Float64Array
  /** Prefix fingerprints at the rungs, row by row; 0 past the rollout's end. */
  readonly ladder: BigUint64Array
  /**
   * Row by row: for each divergence its initial distance and one a sample, then for each running
   * curve of a rate its points, each a rate and its error; NaN past the rollout's end.
   */
  readonly curves: Float64Array
}

/** Why a rollout fails, in the words of the tables of results. */
export type Cause = 'threw' | 'timeout' | 'out-of-memory' | 'crashed'

/** Why a rollout of an engine scene was given up, for people; its row says only that it was. */
export interface Fault {
  readonly cell: number
  readonly replica: number
  /** The step that it did not complete, or where it was seen last; 0 for its start. */
  readonly step: number
  readonly cause: Cause
  /** How often it was tried again before. */
  readonly retries: number
  readonly message: string
}

/** A set of lanes behind one interface. */
export interface Pool {
  readonly lanes: number
  /** How many jobs should be under way so that no lane waits. */
  readonly window: number
  /** Compiles the task on every lane. Called once, before `run`. */
  open(task: Task): Promise<void>
  /** Resolves when every rollout of the job is there. The columns belong to the caller. */
  run(job: Job): Promise<Columns>
  /** Ends every lane; jobs under way are rejected. */
  close(): Promise<void>
}
