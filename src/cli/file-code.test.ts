import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { codeOf } from './file-code.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** Each file is reached in another way, and one of them in a circle. */
const FILES = {
  'a/main.ts': `import { b } from './b.js'\nimport 'furrow'\nexport * from "../c"`,
  'a/b.ts': `import data from './data.json' with { type: 'json' }`,
  'a/data.json': '[1]',
  'c/index.ts': `const { d } = await import('./d')\nimport '../a/main.ts'`,
  'c/d.mjs': "new URL('./e.wasm', import.meta.url)",
  'c/e.wasm': 'wasm',
}
for (const [name, text] of Object.entries(FILES)) write(name, text)
const main = join(folder, 'a/main.ts')
const before = codeOf(main)

test.each(Object.entries(FILES))('a change in %s changes the code', (name, text) => {
  write(name, `${text} `)
  expect(codeOf(main)).not.toBe(before)
  write(name, text)
  expect(codeOf(main)).toBe(before)
})

test('what is named nowhere, what is no code, and where it all lies make no difference', () => {
  write('a/other.ts', '')
  write('a/b.js.txt', '')
  expect(codeOf(main)).toBe(before)
  renameSync(join(folder, 'a'), join(folder, 'z'))
  mkdirSync(join(folder, 'elsewhere'))
  renameSync(join(folder, 'z'), join(folder, 'elsewhere/a'))
  renameSync(join(folder, 'c'), join(folder, 'elsewhere/c'))
  expect(codeOf(join(folder, 'elsewhere/a/main.ts'))).toBe(before)
})

test('two files that change places are other code', () => {
  const [one, two] = ['1', '2'].map((n) => write(`swap/${n}.ts`, `export default ${n}`))
  const top = write('swap/top.ts', `import './1.ts'\nimport './2.ts'`)
  const code = codeOf(top)
  renameSync(one, join(folder, 'swap/3.ts'))
  renameSync(two, one)
  renameSync(join(folder, 'swap/3.ts'), two)
  expect(codeOf(top)).not.toBe(code)
})

test('a renamed sweep file is the same code', () => {
  const path = write('name/one.ts', 'export default 1')
  const code = codeOf(path)
  renameSync(path, join(folder, 'name/two.ts'))
  expect(codeOf(join(folder, 'name/two.ts'))).toBe(code)
})
