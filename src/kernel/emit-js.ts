// The backend `js`: a program as straight-line JavaScript, a loop over members around a loop over
// steps, made into functions when they are first needed.

import { absorbMember, beginMembers, createBlock, timeAfter } from './block.ts'
import type { Graph, Program } from './ir.ts'
import { DECLARE, STORE } from './js/fingerprint.ts'
import { writeFunction } from './js/graph.ts'
import { rounded, SCRATCH } from './js/ops.ts'
import { chooseStorage, STRAIGHT_NODES, type Storage } from './js/storage.ts'
import { type Block, type Kernel, type KernelOptions, type Span, STATUS } from './kernel.ts'
import { withPairs } from './pairs.ts'

/** Advances live members; returns the time of one that reached `to`, or NaN when none did. */
type Advance = (block: Block, count: number, from: number, to: number, time: number) => number
type Finish = (block: Block, count: number, timeOf: (member: number) => number) => void

interface Writing {
  readonly program: Program
  readonly storage: () => Storage
}

/**
 * Makes a program runnable as generated JavaScript. `straightNodes` is the size up to which a step
 * is written as one function; it changes the speed alone.
 */
export function createJsKernel(
  program: Program,
  options: KernelOptions,
  straightNodes: number = STRAIGHT_NODES,
): Kernel {
  const writing = { program, storage: () => chooseStorage(program, options.seed, straightNodes) }
  const variants = new Map<string, Advance>()
  let finish: Finish | undefined
  const variant = ({ observe, fingerprint }: Span): Advance => {
    const key = `${observe} ${fingerprint}`
    const known = variants.get(key)
    if (known) return known
    const made = build<Advance>(writeAdvance(writing, observe, fingerprint), program)
    variants.set(key, made)
    return made
  }
  return withPairs({
    program,
    backend: 'js',
    block: (size, twins) => createBlock(program, size, twins),
    begin: (block, count) => beginMembers(program, block, count),
    advance(block, count, span) {
      const { from, to, time } = span
      if (to <= from) return time
      const reached = variant(span)(block, count, from, to, time)
      return reached === reached ? reached : timeAfter(time, program.dt, to - from)
    },
    finish(block, count, time) {
      finish ??= build<Finish>(writeFinish(writing), program)
      finish(block, count, time)
    },
  })
}

/** Runs the text of a module whose last statement returns a function. */
function build<F>(text: string, program: Program): F {
  const tables = program.tables.map(({ type, values }) =>
    type === 'int' ? Int32Array.from(values) : Float64Array.from(values),
  )
  const absorb = (block: Block, m: number, time: number) => absorbMember(program, block, m, time)
  return new Function('tables', 'absorb', text)(tables, absorb)
}

function writeAdvance(writing: Writing, observe: boolean, fingerprint: number): string {
  const { program } = writing
  const { next, stop } = program
  const storage = writing.storage()
  const seen = observe ? program.observe : undefined
  const asked = observe && fingerprint > 0 ? stop : undefined
  const body = [
    tellTime(program, [next]),
    storage.run(next, 'state'),
    `k++;t+=${program.dt};`,
    `if(!(${storage.finite})){end=${STATUS.escaped};break}`,
    fingerprint > 1 ? `if(k%${fingerprint}===0){${storage.absorb}}` : '',
    fingerprint === 1 ? storage.absorb : '',
    tellTime(program, [seen, asked]),
    seen && seen.roots.length > 0 ? storage.run(seen, 'accumulators') : '',
    asked ? storage.when(asked, `end=${STATUS.stopped};break`) : '',
  ].join('\n')
  const loop = `
return function advance(block,count,from,to,time){
const {status,steps,hash,cell,replica}=block;
${storage.columns}
let q=0,r=0,reached=NaN;
for(let m=0;m<count;m++){
if(status[m]!==${STATUS.live})continue;
${storage.load}
let t=time,k=from,end=${STATUS.live};
${fingerprint ? DECLARE : ''}
while(k<to){
${body}
}
${storage.save}
steps[m]=k;status[m]=end;
${fingerprint ? `${STORE}if(${endsUnabsorbed(fingerprint)})absorb(block,m,t);` : ''}
if(end===${STATUS.live})reached=t;
}
return reached
}`
  return module(program, storage) + loop
}

/** Whether a member has ended on a state that the loop has not absorbed. */
const endsUnabsorbed = (fingerprint: number) =>
  `end===${STATUS.escaped}||end===${STATUS.stopped}&&k%${fingerprint}!==0`

function writeFinish({ program, storage: choose }: Writing): string {
  const storage = choose()
  const body = `${tellTime(program, [program.finish])}\n${storage.run(program.finish, 'outputs')}`
  const loop = `
return function finish(block,count,timeOf){
const {steps,cell,replica}=block;
${storage.columns}
let q=0,r=0;
for(let m=0;m<count;m++){
${storage.load}
const t=timeOf(m),k=steps[m];
${body}
}
}`
  return module(program, storage) + loop
}

/** In f32 a graph that asks for the time gets it rounded, as `r`. */
function tellTime({ precision }: Program, graphs: readonly (Graph | undefined)[]): string {
  const asked = graphs.some((graph) => graph?.nodes.some(({ op }) => op === 'time'))
  return asked && precision === 'f32' ? `r=${rounded('f32', 't')};` : ''
}

/** What stands around the loops: scratch memory, tables, functions kept apart. */
function module(program: Program, { names, outside }: Storage): string {
  const { tables, functions, precision } = program
  return [
    '"use strict";',
    SCRATCH,
    ...tables.map((_, i) => `const T${i}=tables[${i}];`),
    ...functions.map(({ params, graph }, i) => writeFunction(i, params, graph, precision, names)),
    outside(),
  ].join('\n')
}
