import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { draft, writeWhole } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-write-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'table.csv')

test('a file keeps its old text until the new one is whole', () => {
  writeFileSync(path, 'old')
  const file = draft(path)
  file.write('new, of two')
  expect(readFileSync(path, 'utf8')).toBe('old')
  file.write(' pieces: ä')
  file.keep()
  expect(readFileSync(path, 'utf8')).toBe('new, of two pieces: ä')
  expect(readdirSync(folder)).toEqual(['table.csv'])
})

test('what is discarded leaves no trace', () => {
  writeWhole(path, 'old')
  const file = draft(path)
  file.write('half')
  file.discard()
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['table.csv'])
})
