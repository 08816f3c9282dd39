// Where generated code keeps a member while it advances: in local variables, or, where there would
// be too many of them, in the scratch array `V`.

import { type Graph, ownComponents, type Program } from '../ir.ts'
import { absorbEntries, absorbLength, absorbNumber } from './fingerprint.ts'
import { declarations, type Names, writeGraph } from './graph.ts'
import { load, writeChunks } from './scratch.ts'

export interface Storage {
  readonly names: Names
  /** Statements that fetch the columns of `block`, those that load member m, and store it. */
  readonly columns: string
  readonly load: string
  readonly save: string
  /** An expression: whether every state component is finite. */
  readonly finite: string
  /** Statements that absorb the state and the time. */
  readonly absorb: string
  /** Statements that evaluate a graph and put its roots in place of the state and so on. */
  run(graph: Graph, into: 'state' | 'accumulators' | 'outputs'): string
  /** Statements that evaluate a graph of one bool root, and then `then` where it holds. */
  when(graph: Graph, then: string): string
  /** Declarations that the statements need outside of their function. Ask last. */
  outside(): string
}

/** Nodes up to which one function for the whole loop is the fastest form, as measured. */
export const STRAIGHT_NODES = 1000
/** A component weighs as much as this many nodes: its variable lives through the whole loop. */
const COMPONENT_NODES = 20
/** Nodes in one function of a larger graph. Small ones are soon optimised, and well. */
const CHUNK_NODES = 300
/** Components up to which finite tests and fingerprints are written out. */
const STRAIGHT_STATE = 8

const LETTERS = { state: 's', accumulators: 'u', outputs: 'o' } as const
const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Local variables for a program of up to `most` nodes, else memory. */
export function chooseStorage(program: Program, seed: readonly number[], most: number): Storage {
  const { next, observe, stop, finish } = program
  const nodes = [next, observe, stop, finish].reduce((sum, g) => sum + (g?.nodes.length ?? 0), 0)
  const fits = nodes + COMPONENT_NODES * program.state.length <= most
  return fits
    ? locals(program, seed)
    : memory(program, seed, Math.min(CHUNK_NODES, Math.max(most, 8)))
}

function commonNames({ precision, tables }: Program, seed: readonly number[]) {
  return {
    arg: (i: number) => `a${i}`,
    time: precision === 'f32' ? 'r' : 't',
    step: '(k|0)',
    seed: (i: number) => `(${seed[i] | 0})`,
    tableSizes: tables.map(({ values }) => values.length),
  }
}

function locals(program: Program, seed: readonly number[]): Storage {
  const { precision, state, params, accumulators, positions } = program
  const names: Names = {
    ...commonNames(program, seed),
    state: (i) => `s${i}`,
    param: (i) => `p${i}`,
    accumulator: (i) => `u${i}`,
    cell: (i) => `cell${i}`,
    replica: 'own',
  }
  const each = (count: number, write: (i: number) => string) => range(count).map(write).join('')
  const integer = (i: number) => (accumulators[i].type === 'int' ? '|0' : '')
  const own = ownComponents(program)
  const long = own > STRAIGHT_STATE
  return {
    names,
    columns:
      each(state.length, (i) => `const S${i}=block.state[${i}];`) +
      each(params.length, (i) => `const P${i}=block.params[${i}];`) +
      each(accumulators.length, (i) => `const U${i}=block.accumulators[${i}];`) +
      each(program.finish.roots.length, (i) => `const O${i}=block.outputs[${i}];`),
    load:
      each(state.length, (i) => `let s${i}=S${i}[m];`) +
      each(params.length, (i) => `const p${i}=P${i}[m];`) +
      each(accumulators.length, (i) => `let u${i}=U${i}[m]${integer(i)};`) +
      'const cell0=cell[2*m]|0,cell1=cell[2*m+1]|0,own=replica[m]|0;',
    save:
      each(state.length, (i) => `S${i}[m]=s${i};`) +
      each(accumulators.length, (i) => `U${i}[m]=u${i};`),
    finite: `${
      range(own)
        .map((i) => `(s${i}-s${i})`)
        .join('+') || '0'
    }===0`,
    absorb: long
      ? `${each(own, (i) => `V[${i}]=s${i};`)}\n${absorbArray(program)}`
      : absorbLength(positions) +
        each(positions, (i) => absorbNumber(`s${i}`, precision)) +
        absorbLength(own - positions) +
        each(own - positions, (i) => absorbNumber(`s${positions + i}`, precision)) +
        absorbNumber('t', 'f64'),
    run(graph, into) {
      const written = writeGraph(graph, precision, names)
      const { roots } = written
      const put = (i: number) => (into === 'outputs' ? `O${i}[m]` : `${LETTERS[into]}${i}`)
      const values = roots.map(({ text }, i) => `const n${i}=${text};`).join('\n')
      const moves = each(roots.length, (i) => `${put(i)}=n${i};`)
      return `{${declarations(written)}\n${values}\n${moves}}\n`
    },
    when(graph, then) {
      const written = writeGraph(graph, precision, names)
      return `{${declarations(written)}\nif(${written.roots[0].text}){${then}}}\n`
    },
    outside: () => scratchArray(long ? own : 0),
  }
}

/** The scratch array, and its words. */
const scratchArray = (size: number) =>
  `const V=new Float64Array(${size}),VI=new Int32Array(V.buffer);`

/** Absorbs a state that stands in `V`, and the time. */
function absorbArray(program: Program): string {
  const { precision, positions } = program
  const own = ownComponents(program)
  return (
    absorbLength(positions) +
    absorbEntries('VI', 0, positions, precision) +
    absorbLength(own - positions) +
    absorbEntries('VI', positions, own, precision) +
    absorbNumber('t', 'f64')
  )
}

/** `V` holds the state, parameters, accumulators, who the member is, then what is handed over. */
function memory(program: Program, seed: readonly number[], chunkNodes: number): Storage {
  const { precision, state, params, accumulators } = program
  const n = state.length
  const tested = ownComponents(program)
  const at = { state: 0, params: n, accumulators: n + params.length, outputs: 0 }
  const own = at.accumulators + accumulators.length
  let free = own + 3
  let functions = ''
  let graphs = 0
  const entry = (slot: number, type: 'float' | 'int' = 'float') => `(${load(slot, type)})`
  const names: Names = {
    ...commonNames(program, seed),
    state: (i) => `V[${i}]`,
    param: (i) => `V[${at.params + i}]`,
    accumulator: (i) => entry(at.accumulators + i, accumulators[i].type),
    cell: (i) => entry(own + i, 'int'),
    replica: entry(own + 2, 'int'),
  }
  /** Statements that evaluate a graph; its roots then begin at entry `roots`. */
  const evaluate = (graph: Graph) => {
    const roots = free
    free += graph.roots.length
    const written = writeGraph(graph, precision, names)
    const place = { name: `g${graphs++}_`, time: names.time, roots, free, chunkNodes }
    const chunks = writeChunks(graph, written, place)
    functions += `${chunks.functions}\n`
    free = chunks.end
    return { roots, calls: chunks.calls }
  }
  const copy = (kind: 'state' | 'params' | 'accumulators', count: number, out: boolean) => {
    const [column, local] = [`block.${kind}[i][m]`, `V[${at[kind]}+i]`]
    const move = out ? `${column}=${local}` : `${local}=${column}`
    return count === 0 ? '' : `for(let i=0;i<${count};i++)${move};`
  }
  return {
    names,
    columns: '',
    load:
      copy('state', n, false) +
      copy('params', params.length, false) +
      copy('accumulators', accumulators.length, false) +
      `V[${own}]=cell[2*m]|0;V[${own + 1}]=cell[2*m+1]|0;V[${own + 2}]=replica[m]|0;`,
    save: copy('state', n, true) + copy('accumulators', accumulators.length, true),
    finite: 'finite()',
    absorb: absorbArray(program),
    run(graph, into) {
      const { roots, calls } = evaluate(graph)
      const target = into === 'outputs' ? 'block.outputs[i][m]' : `V[${at[into]}+i]`
      return `${calls}for(let i=0;i<${graph.roots.length};i++)${target}=V[${roots}+i];\n`
    },
    when(graph, then) {
      const { roots, calls } = evaluate(graph)
      return `${calls}if(V[${roots}]!==0){${then}}\n`
    },
    outside: () =>
      `${scratchArray(free)}\n${functions}` +
      `function finite(){let z=0;for(let i=0;i<${tested};i++)z+=V[i]-V[i];return z===0}\n`,
  }
}
