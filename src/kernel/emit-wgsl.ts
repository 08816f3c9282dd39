// A program as WebGPU shaders: each thread takes one member through a slice of steps. What the
// device may compute on its own, and how, is the dialect's matter.

import { type Graph, ownComponents, type Program } from './ir.ts'
import { type KernelOptions, STATUS } from './kernel.ts'
import { type Dialect, dialectFor } from './wgsl/dialect.ts'
import { memberWord, writeBindings, writeEntry } from './wgsl/entry.ts'
import { FINGERPRINT } from './wgsl/fingerprint.ts'
import { type Names, type Writer, writeFunctions, writeGraph, writeTables } from './wgsl/graph.ts'
import { type Layout, layoutOf, TIME_WORDS, type WgslVariant } from './wgsl/layout.ts'
import { writeMachine } from './wgsl/machine.ts'
import { placeTables } from './wgsl/words.ts'

export {
  type Layout,
  layoutOf,
  SETTINGS,
  TIME_WORDS,
  type WgslVariant,
  WORKGROUP,
} from './wgsl/layout.ts'

export interface WgslOptions extends KernelOptions {
  /** Integers alone instead of the device's floats; f64 always takes them. */
  readonly exact?: boolean
  /** Another way to compute than the precision's, for the probe's own tests. */
  readonly dialect?: Dialect
}

export interface WgslProgram {
  readonly program: Program
  readonly dialect: Dialect
  readonly layout: Layout
  /** What the module reads beside the members: tables, and with a machine its instructions. */
  readonly tables: Uint32Array<ArrayBuffer>
  /** The module whose entry point `advance` runs such slices. */
  advance(variant: WgslVariant): string
}

/** Writes the shaders of a program. A block's columns lie as `layoutOf` says. */
export function emitWgsl(program: Program, options: WgslOptions): WgslProgram {
  const dialect = options.dialect ?? dialectFor(program.precision, options.exact ?? false)
  const layout = layoutOf(program)
  if (dialect.isLong)
    return { program, dialect, layout, ...writeMachine(program, dialect, layout, options) }
  const writer = writerFor(program, dialect, options)
  return {
    program,
    dialect,
    layout,
    tables: Uint32Array.from(placeTables(program.tables, dialect.words).words),
    advance: (variant) =>
      [
        writeBindings(program.tables.length > 0 ? 'tables:array<u32>' : undefined),
        dialect.text,
        FINGERPRINT,
        writeTables(writer),
        writeFunctions(writer),
        writeAbsorb(program, dialect),
        writeAdvance(program, writer, layout, variant),
      ].join('\n'),
  }
}

function writerFor(program: Program, dialect: Dialect, { seed }: KernelOptions): Writer {
  const names: Names = {
    state: (i) => `s${i}`,
    param: (i) => `p${i}`,
    accumulator: (i) => `u${i}`,
    time: 't',
    step: 'k',
    seed: (i) => `${seed[i] >>> 0}u`,
    cell: (i) => `cell${i}`,
    replica: 'own',
  }
  const { tables, functions } = program
  return { dialect, tables, functions, names, prefix: 'v' }
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const each = (count: number, write: (i: number) => string) => range(count).map(write).join('\n')

/** A function that absorbs a state and the time at row `row` of the table. */
function writeAbsorb(program: Program, dialect: Dialect): string {
  const { positions } = program
  const own = ownComponents(program)
  const absorb = dialect.words === 1 ? 'absorbShort' : 'absorb'
  const list = range(own).map((i) => `s${i}:${dialect.float}`)
  return [
    `fn absorbState(${[...list, 'row:u32'].join(',')}){`,
    `absorbLength(${positions}u);`,
    each(positions, (i) => `${absorb}(words(s${i}));`),
    `absorbLength(${own - positions}u);`,
    each(own - positions, (i) => `${absorb}(words(s${positions + i}));`),
    'absorb(vec2u(times[row],times[row+1u]));',
    '}',
  ].join('\n')
}

function writeAdvance(
  program: Program,
  writer: Writer,
  layout: Layout,
  variant: WgslVariant,
): string {
  const { observe, fingerprint } = variant
  const { next, accumulators } = program
  const { dialect } = writer
  const seen = observe && program.observe.roots.length > 0 ? program.observe : undefined
  const asked = observe && fingerprint > 0 ? program.stop : undefined
  const own = ownComponents(program)
  const states = range(own).map((i) => `s${i}`)
  const absorb = `absorbState(${[...states, `${TIME_WORDS}u*(k-first)`].join(',')});`
  const graph = (which: Graph, prefix: string) => writeGraph(which, { ...writer, prefix })
  const put = (which: Graph, prefix: string, letter: string) => {
    const { statements, roots } = graph(which, prefix)
    const kept = roots.map((root, i) => `let ${prefix}n${i}=${root};`)
    const moves = roots.map((_, i) => `${letter}${i}=${prefix}n${i};`)
    return [statements, ...kept, ...moves].join('\n')
  }
  const isTimeAsked = [seen, asked].some((g) => g?.nodes.some(({ op }) => op === 'time'))
  const stop = asked && graph(asked, 'c')
  const body = [
    next.nodes.some(({ op }) => op === 'time') ? timeAt(dialect) : '',
    put(next, 'v', 's'),
    'k=k+1u;',
    own > 0
      ? `if(!(${states.map((s) => `finite(${s})`).join('&')})){end=${STATUS.escaped}u;break;}`
      : '',
    fingerprint === 1 ? absorb : '',
    fingerprint > 1 ? `if(k%${fingerprint}u==0u){${absorb}}` : '',
    isTimeAsked ? timeAt(dialect) : '',
    seen ? put(seen, 'b', 'u') : '',
    stop ? `${stop.statements}\nif(${stop.roots[0]}){end=${STATUS.stopped}u;break;}` : '',
  ]
  const floats = accumulators.map(({ type }) => type === 'float')
  return writeEntry(layout, variant, {
    ...memberAccess(program, dialect, layout, floats),
    loop: [`var t:${dialect.float};`, 'loop{\nif(k>=last){break;}', ...body, '}'].join('\n'),
    absorb,
  })
}

/** The time as the program sees it, at step k. */
const timeAt = ({ words }: Dialect) => {
  const row = `${TIME_WORDS}u*(k-first)`
  return words === 1 ? `t=times[${row}+2u];` : `t=vec2u(times[${row}],times[${row}+1u]);`
}

function memberAccess(
  { state, params }: Program,
  { words }: Dialect,
  layout: Layout,
  floats: readonly boolean[],
) {
  const word = memberWord
  const read = (column: number, wide: boolean) =>
    wide ? `vec2u(${word(column)},${word(column + 1)})` : word(column)
  const write = (column: number, name: string, wide: boolean) =>
    wide ? `${word(column)}=${name}.x;${word(column + 1)}=${name}.y;` : `${word(column)}=${name};`
  const wide = words === 2
  const load = [
    each(state.length, (i) => `var s${i}=${read(layout.state + words * i, wide)};`),
    each(params.length, (i) => `let p${i}=${read(layout.params + words * i, wide)};`),
    each(floats.length, (i) => {
      return `var u${i}=${read(layout.accumulators + words * i, wide && floats[i])};`
    }),
    `let cell0=${word(layout.cell)};let cell1=${word(layout.cell + 1)};`,
    `let own=${word(layout.replica)};`,
  ].join('\n')
  const save = [
    each(state.length, (i) => write(layout.state + words * i, `s${i}`, wide)),
    each(floats.length, (i) => {
      return write(layout.accumulators + words * i, `u${i}`, wide && floats[i])
    }),
  ].join('\n')
  return { load, save }
}
