// A program as text: one line a fact, floats as their bits. It is what a sweep's digest hashes, so
// a change of this form changes every digest. No name of a variable or a helper appears in it.

import { highWord, lowWord } from '../math/bits.ts'
import type { Graph, Node, Program, Type } from './ir.ts'

/** First line of the text; a change of the form gets a new number. */
const FORM = 'furrow program 1'

/**
 * The canonical text of a program, with a line feed after each line:
 *
 *     furrow program 1
 *     precision f64 | f32
 *     state, params: the component names; positions; dt: 16 hex digits, as every float
 *     tangents: how many, if there are any; periods, if there are any
 *     table, function, accumulator, reading: one line each, a function's graph below it
 *     graph NAME: its nodes, numbered from 0, then its roots
 */
export function programText(program: Program): string {
  const lines = [
    FORM,
    `precision ${program.precision}`,
    ['state', ...program.state].join(' '),
    ...(program.tangents ? [`tangents ${program.tangents}`] : []),
    `positions ${program.positions}`,
    ...(program.periods ? [['periods', ...program.periods.map(bits)].join(' ')] : []),
    ['params', ...program.params].join(' '),
    `dt ${bits(program.dt)}`,
  ]
  for (const { type, values } of program.tables) {
    lines.push(['table', type, ...values.map((value) => constant(type, value))].join(' '))
  }
  for (const { name, params, graph } of program.functions) {
    lines.push(['function', name, ...params].join(' '), ...graphLines(name, graph))
  }
  for (const { type, initial } of program.accumulators) {
    lines.push(`accumulator ${type} ${constant(type, initial)}`)
  }
  for (const { kind, at } of program.readings) lines.push(`reading ${kind} ${at}`)
  lines.push(...graphLines('next', program.next), ...graphLines('observe', program.observe))
  if (program.stop !== undefined) lines.push(...graphLines('stop', program.stop))
  lines.push(...graphLines('finish', program.finish))
  return lines.map((line) => `${line}\n`).join('')
}

/** A graph alone, in the same form. */
export function graphText(name: string, graph: Graph): string {
  return graphLines(name, graph)
    .map((line) => `${line}\n`)
    .join('')
}

function graphLines(name: string, { nodes, roots }: Graph): string[] {
  return [`graph ${name}`, ...nodes.map(nodeLine), ['roots', ...roots].join(' ')]
}

function nodeLine({ op, type, args, value }: Node, index: number): string {
  const parts: (string | number)[] = [index, op, type]
  if (value !== undefined) parts.push(op === 'const' ? constant(type, value) : value)
  return [...parts, ...args].join(' ')
}

function constant(type: Type, value: number): string {
  return type === 'float' ? bits(value) : String(value)
}

/** The 16 hex digits of a binary64; NaN has one pattern. */
function bits(x: number): string {
  if (x !== x) return '7ff8000000000000'
  return [highWord(x), lowWord(x)]
    .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
    .join('')
}
