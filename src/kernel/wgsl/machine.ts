// A shader that reads its program from a buffer: one loop over instructions, in which each function
// of the arithmetic stands once, however long the program.

import { OPS, ownComponents, type Program, type PureOp, type Type } from '../ir.ts'
import { type KernelOptions, STATUS } from '../kernel.ts'
import type { Dialect } from './dialect.ts'
import { memberWord, writeBindings, writeEntry } from './entry.ts'
import { FINGERPRINT } from './fingerprint.ts'
import {
  CONSTANT,
  type Instructions,
  LONG,
  numberOf,
  type Operation,
  type Stretch,
  writeInstructions,
} from './instructions.ts'
import { type Layout, TIME_WORDS, type WgslVariant } from './layout.ts'
import { TABLE } from './ops.ts'

/** The buffer of what the shader reads, and its text for a kind of slices. */
export interface Machine {
  readonly tables: Uint32Array<ArrayBuffer>
  advance(variant: WgslVariant): string
}

export function writeMachine(
  program: Program,
  dialect: Dialect,
  layout: Layout,
  options: KernelOptions,
): Machine {
  const instructions = writeInstructions(program, dialect.words, options)
  return {
    tables: instructions.words,
    advance: (variant) =>
      [
        writeBindings('code:array<vec4u>'),
        dialect.text,
        FINGERPRINT,
        writeAccess(dialect, instructions),
        writeAbsorb(program, dialect),
        writeAdvance(program, dialect, layout, instructions, variant),
      ].join('\n'),
  }
}

/** `take` gives an argument of an instruction, `wordAt` a word of the tables. */
function writeAccess({ float, words }: Dialect, { registers, constants, tables }: Instructions) {
  const constant = `code[${constants}u+(a^${CONSTANT}u)].${words === 1 ? 'x' : 'xy'}`
  return `
var<private> r:array<${float},${registers.count}>;
fn take(a:u32)->${float}{
if(a>=${CONSTANT}u){return ${constant};}
return r[a];
}
fn wordAt(i:u32)->u32{let j=i+${tables}u;return code[j>>2u][j&3u];}`
}

/** Absorbs the state and the time at row `row` of the table. */
function writeAbsorb(program: Program, { words }: Dialect): string {
  const { positions } = program
  const own = ownComponents(program)
  const absorb = words === 1 ? 'absorbShort' : 'absorb'
  return `
fn absorbState(row:u32){
absorbLength(${positions}u);
for(var i=0u;i<${own}u;i++){
if(i==${positions}u){absorbLength(${own - positions}u);}
${absorb}(words(r[i]));
}
${positions === own ? 'absorbLength(0u);' : ''}
absorb(vec2u(times[row],times[row+1u]));
}`
}

/** What an argument, and what a result of a type is in terms of a register. */
const asType = (type: Type, text: string, { words }: Dialect) => {
  const part = words === 1 || type === 'float' ? text : `${text}.x`
  return type === 'bool' ? `(${part}!=0u)` : part
}
const asRegister = (type: Type, text: string, { words }: Dialect) => {
  if (type === 'float') return text
  const word = type === 'bool' ? `u32(${text})` : text
  return words === 1 ? word : `vec2u(${word},0u)`
}

/** What an instruction `i` with the arguments `a` and `b` puts into `v`, or does with `pc`. */
function writeCase(operation: Operation, dialect: Dialect): string {
  const { words } = dialect
  const truth = asType('bool', 'a', dialect)
  const int = (text: string) => asType('int', text, dialect)
  const index = `select(0u,${int('a')},${int('a')}<${int('b')})`
  switch (operation) {
    case 'move':
      return 'v=a;'
    case 'select':
      return `v=select(take(i.w),b,${truth});`
    case 'lookup':
      return `v=${asRegister('int', `wordAt(i.w+${index})`, dialect)};`
    case 'lookupWide':
      return `let j=i.w+2u*${index};v=vec2u(wordAt(j),wordAt(j+1u));`
    case 'unless':
      return `if(!${truth}){pc=i.w;}`
    case 'call':
      return `v=${words === 1 ? 'pc' : 'vec2u(pc,0u)'};pc=i.w;`
    case 'return':
      return `pc=${int('a')};`
    default: {
      const { args, result } = OPS[operation] as { args: readonly Type[]; result: Type }
      const [a, b] = args.map((type, i) => asType(type, 'ab'[i], dialect))
      return `v=${asRegister(result, TABLE[operation as PureOp](a, b), dialect)};`
    }
  }
}

/**
 * A loop that runs instructions while they are of one kind: a compiler for processors without
 * branches computes every branch of a turn, but a loop no longer than it lasts.
 */
const writeRun = (test: string, text: string) => `
loop{
if(pc==until||!(${test})){break;}
pc=pc+1u;
let a=take(i.y);
let b=take(i.z);
var v=a;
${text}
r[i.x>>8u]=v;
i=code[pc];
}`

/** Runs instructions from `pc` up to `until`. A difference is the sum with the negative. */
function writeLoop({ used }: Instructions, dialect: Dialect): string {
  const long = LONG.filter((operation) => used.has(operation)).map((operation) => {
    const text = operation === 'add' ? 'v=fadd(a,select(b,fneg(b),i.w==1u));' : undefined
    const test = `(i.x&255u)==${numberOf(operation)}u`
    return writeRun(test, text ?? writeCase(operation, dialect))
  })
  const others = [...used].filter((operation) => numberOf(operation) >= LONG.length)
  const cases = others.map((operation) => {
    return `case ${numberOf(operation)}u:{${writeCase(operation, dialect)}}`
  })
  const choice = `switch(i.x&255u){\n${cases.join('\n')}\ndefault:{}\n}`
  return `
var i=code[pc];
loop{
if(pc==until){break;}
${long.join('')}
${writeRun(`(i.x&255u)>=${LONG.length}u`, choice)}
}`
}

/**
 * Turns of two kinds share the loop over instructions: one computes the next state, and where the
 * slice observes, one after it looks at that state.
 */
function writeAdvance(
  program: Program,
  dialect: Dialect,
  layout: Layout,
  instructions: Instructions,
  variant: WgslVariant,
): string {
  const { observe, fingerprint } = variant
  const { next, registers } = instructions
  const isStopAsked = observe && fingerprint > 0 && program.stop !== undefined
  const look: Stretch = {
    from: observe ? instructions.observe.from : instructions.stop.from,
    to: isStopAsked ? instructions.stop.to : instructions.observe.to,
  }
  const looks = observe && look.to > look.from
  const choose = (which: keyof Stretch) =>
    looks ? `select(${next[which]}u,${look[which]}u,looking)` : `${next[which]}u`
  const absorb = `absorbState(${TIME_WORDS}u*(k-first));`
  const answer = asType('bool', `r[${registers.answer}]`, dialect)
  const stopping = isStopAsked ? `if(${answer}){end=${STATUS.stopped}u;break;}` : ''
  return writeEntry(layout, variant, {
    ...memberAccess(program, dialect, layout, instructions),
    loop: `var looking=false;
loop{
if(k>=last&&!looking){break;}
${writeClock(dialect, instructions)}
var pc=${choose('from')};let until=${choose('to')};
${writeLoop(instructions, dialect)}
${looks ? `if(looking){${stopping}looking=false;continue;}` : ''}
k=k+1u;
var fine=true;
for(var i=0u;i<${ownComponents(program)}u;i++){fine=fine&finite(r[i]);}
if(!fine){end=${STATUS.escaped}u;break;}
${fingerprint > 0 ? `if(k%${fingerprint}u==0u){${absorb}}` : ''}
${looks ? 'looking=true;' : ''}
}`,
    absorb,
  })
}

/** The time and the step as a stretch sees them. */
function writeClock({ words }: Dialect, { registers: { time, step } }: Instructions): string {
  const row = `${TIME_WORDS}u*(k-first)`
  return words === 1
    ? `r[${time}]=times[${row}+2u];r[${step}]=k;`
    : `r[${time}]=vec2u(times[${row}],times[${row}+1u]);r[${step}]=vec2u(k,0u);`
}

/** An int takes the first of its two columns; what the second one holds nobody reads. */
function memberAccess(
  { state, params, accumulators }: Program,
  dialect: Dialect,
  layout: Layout,
  { registers }: Instructions,
) {
  const { words } = dialect
  const wide = words === 2
  const every = (count: number, first: number, column: number, write: typeof load) =>
    count > 0
      ? [
          `for(var i=0u;i<${count}u;i++){let c=(${column}u+${words}u*i)*size+m;`,
          `${write(`r[${first}u+i]`)}}`,
        ].join('\n')
      : ''
  const load = (to: string) =>
    wide ? `${to}=vec2u(members[c],members[c+size]);` : `${to}=members[c];`
  const save = (from: string) =>
    wide ? `members[c]=${from}.x;members[c+size]=${from}.y;` : `members[c]=${from};`
  const int = (register: number, column: number) =>
    `r[${register}]=${asRegister('int', memberWord(column), dialect)};`
  const changing = (write: typeof load) => [
    every(state.length, registers.state, layout.state, write),
    every(accumulators.length, registers.accumulators, layout.accumulators, write),
  ]
  return {
    load: [
      ...changing(load),
      every(params.length, registers.params, layout.params, load),
      int(registers.cell, layout.cell),
      int(registers.cell + 1, layout.cell + 1),
      int(registers.replica, layout.replica),
    ].join('\n'),
    save: changing(save).join('\n'),
  }
}
