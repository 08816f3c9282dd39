// The recorded library is what compiling its text gives. FURROW_RECORD=1 writes it anew; biome then
// puts the lines in order.

import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GraphBuilder } from '../graph/graph.ts'
import { hashText } from '../graph/node-order.ts'
import { CODE, NO_CONSTANT, PURE_OPS, replay, type Template } from '../graph/template.ts'
import type { Precision } from '../ir.ts'
import type { Draft } from '../program/program-parts.ts'
import { LIBRARY, OUTLINED } from './library.ts'
import { compileDraft, EXECUTION } from './library-calls.ts'
import {
  type DraftData,
  NUMBERED,
  recordedDraft,
  recordedTemplate,
  type TemplateData,
  TYPES,
} from './recorded.ts'
import { recordTemplate } from './templates.ts'

const COLUMNS = 92

const show = (x: number) => (Object.is(x, -0) ? '-0' : String(x))

function templateText({ arity, array, results, calls, constants, code }: Template): string {
  const shown = constants.map(({ type, value }) => [TYPES.indexOf(type), show(value)] as const)
  const data: TemplateData = [arity, array, results, calls, shown, code]
  return JSON.stringify(data)
}

function draftText({ params, graph, tables }: Draft): string {
  const rows = graph.nodes.map(({ op, type, args, value }) => {
    const shown = value === undefined ? 0 : show(value)
    return [NUMBERED.indexOf(op), TYPES.indexOf(type), shown, ...args] as const
  })
  const used = [...tables].map(([id, { type, values }]) => {
    return [id, TYPES.indexOf(type), values] as const
  })
  const data: DraftData = [params.length, graph.roots[0], used, rows]
  return JSON.stringify(data)
}

function write(file: string, name: string, texts: Record<string, string>): void {
  const entries = Object.entries(texts).map(([key, text]) => {
    const lines = text.match(new RegExp(`.{1,${COLUMNS}}`, 'g')) as string[]
    return `  ${key}: [${lines.map((line) => `'${line}'`).join(', ')}],\n`
  })
  const head = '// Written by recorded.test.ts.\n\n'
  const type = 'Readonly<Record<string, readonly string[]>>'
  const url = new URL(`./recorded-${file}.ts`, import.meta.url)
  writeFileSync(url, `${head}export const ${name}: ${type} = {\n${entries.join('')}}\n`)
}

const namesIn = (precision: Precision) =>
  [...new Set(Object.values(LIBRARY).map((names) => names[precision]))].sort()

const arityOf = (name: string) => (/^(pow|hypot|atan2|simAtan2)/.test(name) ? 2 : 1)

const record = (precision: Precision, name: string) =>
  recordTemplate(precision, name, arityOf(name), EXECUTION)

if (process.env.FURROW_RECORD) {
  for (const precision of ['f64', 'f32'] as const) {
    const texts = namesIn(precision).flatMap((name) => {
      const template = record(precision, name)
      return template ? [[name, templateText(template)]] : []
    })
    write(precision, precision.toUpperCase(), Object.fromEntries(texts))
  }
  const calls = [...OUTLINED].sort().map((name) => [name, draftText(compileDraft(name, 'f64'))])
  write('calls', 'CALLS', Object.fromEntries(calls))
}

describe.each(['f64', 'f32'] as const)(
  'in %s the recorded template is what the text gives:',
  (p) => {
    test.each(namesIn(p))('%s', (name) => {
      const template = recordedTemplate(p, name)
      expect(template).toBeDefined()
      expect(template).toEqual(record(p, name))
    })
  },
)

/** What both ways make of inputs, named alike. */
function bothGraphs(precision: Precision, name: string) {
  const { low, value } = EXECUTION.execute(name, () => new GraphBuilder(precision), arityOf(name))
  const executed = value.kind === 'float' ? low.b.finish([value.node]) : undefined
  const b = new GraphBuilder(precision)
  const args = Array.from({ length: arityOf(name) }, (_, i) => b.input('arg', i))
  const replayed = replay(recordedTemplate(precision, name) as Template, b, args, {
    guard: () => b.bool(true),
    outlined: (func) => ({ index: hashText(`function ${func}`), type: 'float' }),
  })
  return { executed, replayed: b.finish(replayed as number[]) }
}

test.each(['f64', 'f32'] as const)('in %s a replayed function gives the graph of its text', (p) => {
  for (const name of namesIn(p)) {
    const { executed, replayed } = bothGraphs(p, name)
    expect(replayed, name).toEqual(executed)
  }
})

test('a template is not replayed where its text would take another way', () => {
  // Whether x < x is known at once.
  const b = new GraphBuilder('f64')
  const template: Template = {
    ...{ arity: 2, array: false, constants: [], calls: [], results: [2] },
    code: [PURE_OPS.indexOf('lt'), 0, 1, CODE.check, 2, NO_CONSTANT],
  }
  const around = {
    guard: () => b.bool(true),
    outlined: () => ({ index: 0, type: 'float' }) as const,
  }
  const [x, y] = [b.input('state', 0), b.input('state', 1)]
  expect(replay(template, b, [x, y], around)).toBeDefined()
  expect(replay(template, b, [x, x], around)).toBeUndefined()
})

test.each([...OUTLINED])('the recorded call %s is what the text gives', (name) => {
  const draft = recordedDraft(name)
  expect(draft).toBeDefined()
  expect(draft).toEqual(compileDraft(name, 'f64'))
})
