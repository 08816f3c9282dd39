import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { programs, texts } from './forms.fixture.ts'

const FIXTURE = fileURLToPath(new URL('./forms.fixture.ts', import.meta.url))

interface Form {
  programs: Record<string, string>
  texts: string[]
}

/** Another process compiles the scenes from the texts as tsx prints them. */
function underTsx(): Form {
  const script = `import { programs, texts } from ${JSON.stringify(FIXTURE)}
    process.stdout.write(JSON.stringify({ programs: programs(), texts: texts() }))`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

/** A production bundle holds the scenes, the library and the compiler, all of them renamed. */
async function bundled(): Promise<Form> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rollupOptions: { input: FIXTURE, preserveEntrySignatures: 'strict' },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!('output' in first)) throw new Error('vite watches instead of building')
  const { code } = first.output[0]
  const folder = mkdtempSync(join(tmpdir(), 'furrow-forms-'))
  const file = join(folder, 'bundle.mjs')
  writeFileSync(file, code)
  const module = await import(/* @vite-ignore */ file)
  rmSync(folder, { recursive: true })
  return { programs: module.programs(), texts: module.texts() }
}

describe('a scene compiles to one program', () => {
  const forms = { tsx: {} as Form, bundle: {} as Form }
  beforeAll(async () => {
    forms.tsx = underTsx()
    forms.bundle = await bundled()
  })

  test.each(['branches', 'loops', 'helpers', 'renamed', 'noisy'])('%s', (name) => {
    const here = programs()[name]
    expect(forms.tsx.programs[name]).toBe(here)
    expect(forms.bundle.programs[name]).toBe(here)
  })

  // Those without functions of the library, whose coefficients may still change.
  test.each(['branches', 'loops', 'renamed'])('%s, which stays', async (name) => {
    await expect(programs()[name]).toMatchFileSnapshot(`./texts/${name}.txt`)
  })

  test('although the three texts are not the same', () => {
    texts().forEach((text, i) => {
      expect(new Set([text, forms.tsx.texts[i], forms.bundle.texts[i]]).size).toBe(3)
    })
  })
})
