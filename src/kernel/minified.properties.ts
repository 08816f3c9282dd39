// A minifier rewrites a text as it pleases; the program stays. The programs are the same on every
// run, for there is a limit: c ? f(x) : f(1) may come back as f(c ? x : 1), and once f(1) is
// computed no one can tell that they were one.

import fc from 'fast-check'
import { minifySync } from 'vite'
import { test } from 'vitest'
import { compileProgram } from './compile.ts'
import { programText } from './program-text.ts'
import { cases } from './programs.fixture.ts'
import type { ProgramSource, SourceFunction } from './source.ts'
import { functionOf } from './sources.fixture.ts'

function minified(source: SourceFunction): SourceFunction {
  const { code, errors } = minifySync('scene.js', `scene = (${source})`, {
    compress: { target: 'es2022' },
    mangle: true,
  })
  if (errors.length > 0) throw new Error(`${errors[0].message}: ${source}`)
  return functionOf(code.replace(/^scene=/, '').replace(/;$/, ''))
}

function minifiedScene(source: ProgramSource): ProgramSource {
  const use = Object.entries(source.use).map(([name, value]) => {
    return [name, typeof value === 'function' ? minified(value) : value] as const
  })
  const body = { ...source.body, source: minified(source.body.source) }
  return { ...source, body, use: Object.fromEntries(use) }
}

test('a minified scene gives the same program', () => {
  fc.assert(
    fc.property(cases, ({ source }) => {
      const here = programText(compileProgram(source))
      const there = programText(compileProgram(minifiedScene(source)))
      if (here !== there) throw new Error(`${minified(source.body.source)}`)
    }),
    { numRuns: 120, seed: 42 },
  )
})
