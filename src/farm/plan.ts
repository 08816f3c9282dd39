// From a sweep to a plan: the task for the lanes, the cells, the columns, and the identity.

import { seedWords } from '../math/seed.ts'
import type { Quantities } from '../scenes/scene.ts'
import type {
  EngineSource,
  Input,
  Measured,
  Program,
  ProgramSource,
  Rescaling,
  Task,
} from '../workers/protocol.ts'
import { type CanonicalParts, canonicalForm } from './canonical.ts'
import { type Cells, gridCells } from './cells.ts'
import { type Compiler, compileSweep, formulaHashes, ownCount } from './formulas.ts'
import {
  type AnyMeasure,
  type DivergenceMeasure,
  isDivergence,
  isRate,
  isReading,
  isRescaled,
  measureColumns,
  type RateMeasure,
} from './measures.ts'
import { samplerCells } from './sampler-cells.ts'
import { isSampler } from './sampling.ts'
import { sha256OfText, toHex } from './sha256.ts'
import { type AnyScene, isEngine, type Sweep } from './sweep.ts'
import { UserError } from './user-error.ts'

/** A measure, and the columns that its values have, in their order. */
export interface PlannedMeasure {
  readonly name: string
  readonly measure: AnyMeasure
  readonly columns: readonly string[]
}

/** All that a run of a sweep needs, and what tells it from every other. */
export interface Plan {
  /** The sweep's own name, or its scene's. */
  readonly name: string
  readonly scene: string
  readonly task: Task
  readonly cells: Cells
  readonly replicas: number
  /** cells * replicas. */
  readonly rollouts: number
  /** Names of the swept quantities, in the order of the task's inputs. */
  readonly axes: readonly string[]
  readonly measures: readonly PlannedMeasure[]
  /** Columns of a table: cell, (replica,) axes, status, steps, fingerprint, measures. */
  readonly columns: readonly string[]
  /** JSON; what the results depend on, and nothing else. */
  readonly canonical: string
  /** SHA-256 of the canonical form, as 64 hex digits. */
  readonly digest: string
}

/** Where the code of an engine scene is found, and its hash. */
export type EngineCode = Pick<EngineSource, 'module' | 'code'>

/**
 * Plans a sweep. Its size does not matter: nothing is laid out by cell. That of an engine scene
 * needs to know the code which stands behind it.
 *
 * @throws UserError when the scene or a formula cannot be compiled
 */
export function planSweep(sweep: Sweep, compiler: Compiler, code?: EngineCode): Plan {
  const { scene, rollout, replicas } = sweep
  const engine = engineOf(scene, code)
  const measures = Object.entries(sweep.measures ?? {}) as [string, AnyMeasure][]
  const source = programSource(sweep)
  const program = compileSweep(source, measures, compiler)
  const seed = sweep.seed ?? ''
  const axes = sweep.axes ?? {}
  const cells = isSampler(axes) ? samplerCells(axes, seedWords(seed)) : gridCells(axes)
  const count = replicas?.count ?? 1
  const parts: CanonicalParts = {
    scene: scene.name,
    precision: source.precision,
    dt: source.dt,
    steps: rollout.steps,
    discard: rollout.discard ?? 0,
    ladderEvery: rollout.ladder?.every,
    fingerprintEvery: rollout.fingerprint?.every ?? 1,
    state: scene.state,
    params: scene.params ?? {},
    axes,
    replicas: replicas && { count, perturb: replicas.perturb, ulps: replicas.ulps ?? 1 },
    measures: Object.fromEntries(measures),
    seed: String(seed),
    formulas: formulaHashes(program, measures),
    engine,
    program: compiler.programText(program),
  }
  const canonical = JSON.stringify(canonicalForm(parts))
  const planned = measures.map(([name, measure]) => {
    return { name, measure, columns: measureColumns(name, measure) }
  })
  return {
    name: sweep.name ?? scene.name,
    scene: scene.name,
    task: {
      ...taskOf(program, scene, cells.names, parts, measures),
      ...(engine ? { engine } : {}),
    },
    cells,
    replicas: count,
    rollouts: cells.count * count,
    axes: cells.names,
    measures: planned,
    columns: tableColumns(cells.names, count, planned),
    canonical,
    digest: toHex(sha256OfText(canonical)),
  }
}

/** The name of a plan's result folder; `name` stands for a sweep that has none of its own. */
export function folderName({ name, digest }: Pick<Plan, 'name' | 'digest'>): string {
  return `${name}-${digest.slice(0, 8)}`
}

function tableColumns(
  axes: readonly string[],
  replicas: number,
  measures: readonly PlannedMeasure[],
): string[] {
  const place = replicas > 1 ? ['cell', 'replica'] : ['cell']
  const found = measures.flatMap(({ columns }) => columns)
  return [...place, ...axes, 'status', 'steps', 'fingerprint', ...found]
}

/** What the kernel compiles for this sweep. */
function programSource({ scene, rollout, precision, stop, measures = {} }: Sweep): ProgramSource {
  return {
    name: scene.name,
    precision: precision ?? scene.precision ?? 'f64',
    state: scene.state,
    velocities: scene.velocities ?? [],
    ...(scene.period ? { periods: scene.period as Record<string, number> } : {}),
    params: scene.params ?? {},
    dt: rollout.dt ?? scene.dt ?? 1,
    body: bodyOf(scene),
    use: scene.use ?? {},
    stop: stop as ProgramSource['stop'],
    observed: Object.values(measures).flatMap((measure: AnyMeasure) =>
      isReading(measure) ? [{ kind: measure.kind, of: measure.of }] : [],
    ),
  }
}

function engineOf(scene: AnyScene, code: EngineCode | undefined): EngineSource | undefined {
  if (!isEngine(scene)) return undefined
  if (code === undefined)
    throw new UserError(
      `scene ${scene.name}: an engine scene runs from the file of one sweep, by \`furrow run\``,
    )
  const { name, engine = '', bytes } = scene
  return { ...code, scene: name, engine, ...(bytes === undefined ? {} : { bytes }) }
}

/** The step of an engine scene as a program: its engine has made the new state already. */
function same(state: unknown): unknown {
  return state
}

function bodyOf(scene: AnyScene): ProgramSource['body'] {
  if (isEngine(scene)) return { shape: 'step', source: same }
  const { rates, next, step, integrator } = scene
  // defineScene saw to it that exactly one is there, and that a flow has an integrator.
  if (rates) return { shape: 'rates', integrator, source: rates } as ProgramSource['body']
  if (next) return { shape: 'next', source: next } as ProgramSource['body']
  return { shape: 'step', source: step } as ProgramSource['body']
}

function taskOf(
  program: Program,
  scene: AnyScene,
  names: readonly string[],
  parts: CanonicalParts,
  measures: readonly [string, AnyMeasure][],
): Task {
  const own = ownCount(program)
  const state = (name: string) => program.state.indexOf(name)
  const divergences: DivergenceMeasure<string>[] = []
  let readings = 0
  const rescalings: Rescaling[] = []
  const ratesOf = (measure: RateMeasure): Measured => {
    const { kind, exponents, curve } = measure
    const until = measure.until?.standardError
    if (kind === 'spectrum') return { kind, exponents, flow: scene.rates !== undefined, until }
    if (!isRescaled(measure)) return { kind, until, curve }
    const rescaling = rescalings.push(rescalingOf(program, scene, measure)) - 1
    return { kind, rescaling, until, curve }
  }
  const measured = measures.map(([, measure]): Measured => {
    if (isRate(measure)) return ratesOf(measure)
    if (!isDivergence(measure)) return { kind: 'reading', reading: readings++ }
    return { kind: measure.kind, divergence: divergences.push(measure) - 1 }
  })
  return {
    program,
    defaults: {
      state: program.state.slice(0, own).map((name) => componentValue(scene.state, name)),
      params: program.params.map((name) => componentValue(scene.params ?? {}, name)),
    },
    inputs: names.map((name): Input => {
      const index = program.params.indexOf(name)
      return index >= 0 ? { target: 'param', index } : { target: 'state', index: state(name) }
    }),
    steps: parts.steps,
    discard: parts.discard,
    ladderEvery: parts.ladderEvery,
    fingerprintEvery: parts.fingerprintEvery,
    replicas: parts.replicas
      ? { ...parts.replicas, component: state(parts.replicas.perturb) }
      : { count: 1, component: 0, ulps: 1 },
    measures: measured,
    divergences: divergences.map(({ kind, perturb, ulps, stride }) => {
      const metric = kind === 'divergence' ? 'sound' : 'seed'
      return { metric, component: state(perturb), ulps, stride }
    }),
    ...renewal(program, scene, measures),
    ...(rescalings.length > 0 ? { rescalings } : {}),
    seed: seedWords(parts.seed),
  }
}

/** How often tangent vectors are renewed, where there are some. */
function renewal(program: Program, scene: AnyScene, measures: readonly [string, AnyMeasure][]) {
  if (!program.tangents) return {}
  const asked = measures.flatMap(([, measure]) =>
    isRate(measure) && !isRescaled(measure) ? (measure.every ?? []) : [],
  )
  const usual = scene.next ? (program.tangents > 1 ? 1 : 8) : program.tangents > 1 ? 8 : 16
  return { renewEvery: Math.min(...(asked.length > 0 ? asked : [usual])) }
}

/** Half of the bits: what is lost by rounding is as small as what nonlinearity bends. */
const DISTANCES = { f64: 1.4901161193847656e-8, f32: 4.8828125e-4 }

function rescalingOf({ precision }: Program, scene: AnyScene, measure: RateMeasure): Rescaling {
  const { distance = DISTANCES[precision], every = scene.next ? 8 : 16 } = measure
  return { distance, every }
}

/** The value of `x`, or of `p[2]`. */
function componentValue(quantities: Quantities, name: string): number {
  const [, group, place] = /^(.*?)(?:\[(\d+)\])?$/.exec(name) as RegExpExecArray
  const value = quantities[group]
  const number = typeof value === 'number' ? value : value?.[Number(place)]
  if (number === undefined)
    throw new UserError(`scene: the program names '${name}', which it lacks`)
  return number
}
