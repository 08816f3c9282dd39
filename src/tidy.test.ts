// Holds the house in order: who imports whom, what stays portable, how long a room may be.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** For each room, the rooms that it may use, and those of which it may know the types alone. */
const LADDER: Record<string, { uses: string[]; types: string[] }> = {
  math: { uses: [], types: [] },
  kernel: { uses: ['math'], types: [] },
  scenes: { uses: ['math'], types: ['kernel'] },
  analysis: { uses: ['math'], types: [] },
  workers: { uses: ['math', 'kernel', 'scenes', 'analysis'], types: [] },
  gpu: { uses: ['math', 'kernel', 'workers'], types: [] },
  farm: { uses: ['math'], types: ['workers/protocol.ts', 'scenes/scene.ts', 'scenes/engine.ts'] },
  report: { uses: [], types: ['farm', 'analysis'] },
}

/** Where a run begins; whatever is not reached from one of these is dead. */
const ENTRIES = [
  'src/cli.ts',
  'src/cli/supervise.ts',
  'src/index.ts',
  'src/seeds.ts',
  'src/math/index.ts',
  'src/workers/node-worker.ts',
  'src/workers/node-shared-worker.ts',
  'src/workers/web-worker.ts',
  'src/workers/process-worker.ts',
  'src/workers/process-watch.ts',
  // What a process loads engine scenes by.
  'src/cli/load-engine.ts',
  'src/web/main.ts',
  // A scripted pool for tests, of Furrow and of whoever writes another pool.
  'src/workers/fake.ts',
]

/** What a browser loads, and the packages that it may find there. */
const BROWSER_ENTRIES = ['src/web/main.ts', 'src/workers/web-worker.ts', 'src/index.ts']
const BROWSER_PACKAGES = new Set(['acorn', 'comlink', '@noble/hashes', 'zod'])

const PORTABLE_ROOMS = ['math', 'kernel', 'analysis', 'workers']
/** Where a lane begins it gives its kernel a clock, by which no bit changes. */
const CLOCK_GIVERS = [
  'src/workers/node-worker.ts',
  'src/workers/node-shared-worker.ts',
  'src/workers/web-worker.ts',
  'src/workers/process-worker.ts',
]
const PORTABLE_MATH = new Set(
  'abs floor ceil trunc sign min max sqrt fround imul clz32 PI E LN2 LN10 SQRT2'.split(' '),
)

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'bench'], {
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => file.endsWith('.ts'))
const isTest = (file: string) => /\.(test|properties|bench|fixture|cases)\.ts$/.test(file)
const product = files.filter((file) => file.startsWith('src/') && !isTest(file))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const trees = new Map(
  [...texts].map(([file, text]) => [
    file,
    ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true),
  ]),
)

interface Import {
  readonly from: string
  /** A path from the root for our own files, a package name for others. */
  readonly to: string
  readonly typeOnly: boolean
}

function importsOf(file: string): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Expression | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return
    const name = specifier.text
    const to = name.startsWith('.') ? normalize(join(dirname(file), name)) : packageOf(name)
    found.push({ from: file, to, typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(trees.get(file) as ts.SourceFile)
  return found
}

const isTypeOnly = (clause: ts.ImportClause | undefined) =>
  clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
const packageOf = (name: string) =>
  name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] as string)
const roomOf = (file: string) => file.split('/')[1] as string
const imports = product.flatMap(importsOf)

it('keeps the import ladder of the architecture', () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    const rule = LADDER[roomOf(from)]
    if (!rule || !to.startsWith('src/') || roomOf(to) === roomOf(from)) return false
    if (rule.uses.includes(roomOf(to))) return false
    const known = rule.types.some((room) => to === `src/${room}` || to.startsWith(`src/${room}/`))
    return !(typeOnly && known)
  })
  expect(wrong).toEqual([])
})

it('gives each third-party package one importer', () => {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (to.startsWith('src/') || to.startsWith('node:')) continue
    importers.set(to, (importers.get(to) ?? new Set()).add(from))
  }
  const shared = [...importers].filter(([, from]) => from.size > 1)
  expect(shared.map(([name, from]) => [name, [...from]])).toEqual([])
})

it('uses nothing below the farm that differs between engines or between two runs', () => {
  const found: string[] = []
  for (const file of product.filter((file) => PORTABLE_ROOMS.includes(roomOf(file)))) {
    const tree = trees.get(file) as ts.SourceFile
    const report = (node: ts.Node) => {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1} ${node.getText()}`)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) {
        const base = node.expression.getText()
        const name = node.name.text
        if (base === 'Math' && !PORTABLE_MATH.has(name)) report(node)
        const clock = (base === 'Date' || base === 'performance') && name === 'now'
        if (clock && !CLOCK_GIVERS.includes(file)) report(node)
      }
      if (ts.isBinaryExpression(node) && node.operatorToken.getText() === '**') report(node)
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }
  expect(found).toEqual([])
})

it('keeps files within 400 lines of 100 columns, and functions within 70 lines', () => {
  const long: string[] = []
  for (const [file, text] of texts) {
    const lines = text.split('\n')
    if (lines.length > 401) long.push(`${file}: ${lines.length - 1} lines`)
    lines.forEach((line, i) => {
      if (line.length > 100) long.push(`${file}:${i + 1}: ${line.length} columns`)
    })
    if (!isTest(file)) long.push(...longFunctions(trees.get(file) as ts.SourceFile))
  }
  expect(long).toEqual([])
})

function longFunctions(tree: ts.SourceFile): string[] {
  const long: string[] = []
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const lines = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1
      if (lines > 70) long.push(`${tree.fileName}: ${node.name?.getText()} has ${lines} lines`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return long
}

it('has no file that no entry reaches', () => {
  const reached = reachedFrom(ENTRIES, () => true)
  expect(product.filter((file) => !reached.has(file))).toEqual([])
})

it('loads nothing of Node in a page or a web worker', () => {
  const loaded = reachedFrom(BROWSER_ENTRIES, ({ typeOnly }) => !typeOnly)
  const wrong = [...loaded].flatMap(importsOf).filter(({ to, typeOnly }) => {
    return !typeOnly && !/^(src|sweeps)\//.test(to) && !BROWSER_PACKAGES.has(to)
  })
  expect(wrong).toEqual([])
})

function reachedFrom(entries: string[], follow: (one: Import) => boolean): Set<string> {
  const reached = new Set<string>()
  const waiting = entries.filter((file) => texts.has(file))
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const one of importsOf(file)) if (follow(one) && texts.has(one.to)) waiting.push(one.to)
  }
  return reached
}

it('has no file or folder whose name says nothing', () => {
  const vague = /(^|\/)(utils?|common|helpers?|core|types|misc|shared)(\.ts|\/)/
  expect(files.filter((file) => vague.test(file))).toEqual([])
})

it('tells at the head of each file what its job is', () => {
  expect(product.filter((file) => !/^(#!.*\n)?\/[/*]/.test(texts.get(file) as string))).toEqual([])
})
