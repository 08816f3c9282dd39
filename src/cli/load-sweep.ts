// Loads a user's file, TypeScript or JavaScript, and says in one line what is wrong with it.

import { statSync } from 'node:fs'
import { register as registerHook } from 'node:module'
import { extname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isSuite, type Suite } from '../farm/suite.ts'
import { isSweep, type Sweep } from '../farm/sweep.ts'
import { isUserError, UserError } from '../farm/user-error.ts'
import type { OwnModules } from './own-package.ts'
import { type Place, placeInFile, placeInScript } from './source-place.ts'

const TYPESCRIPT = ['.ts', '.mts', '.cts', '.tsx', '.js', '.cjs']

/**
 * The default export of the file at `path`, which must be a sweep or a suite. It is recognised by
 * its `kind`: the loader may give the file its own copy of every module, where `instanceof` fails.
 */
export async function loadFile(path: string): Promise<Sweep | Suite> {
  const file = resolve(path)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) throw new UserError(`${path}: no such file`)
  if (stat.isDirectory()) throw new UserError(`${path}: a folder; name one sweep file in it`)
  const extension = extname(file)
  if (extension !== '.mjs' && !TYPESCRIPT.includes(extension)) {
    throw new UserError(`${path}: a sweep file ends in .ts, .mts, .js or .mjs`)
  }
  let found: Record<string, unknown>
  try {
    found = await load(file, extension)
  } catch (error) {
    throw await explained(error, path)
  }
  const loaded = definitionIn(found)
  if (loaded !== undefined) return loaded
  const mend = '`export default defineSweep({ ... })`'
  throw new UserError(
    found.default === undefined
      ? `${path}: no default export; write ${mend}`
      : `${path}: the default export is no sweep; write ${mend}`,
  )
}

/** A plain module loads in a fraction of the time, unless it turns out to import TypeScript. */
async function load(file: string, extension: string): Promise<Record<string, unknown>> {
  const url = pathToFileURL(file).href
  if (extension === '.mjs') {
    try {
      return await import(url)
    } catch (error) {
      if (codeOf(error) !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    }
  }
  const { register } = await import('tsx/esm/api')
  const loader = register({ namespace: 'furrow-sweep' })
  // The hook that comes last is asked first, so it sees our name before the transformer does.
  registerHook(new URL(`./own-package${ENDING}`, import.meta.url), { data: ownModules() })
  return loader.import(url, import.meta.url)
}

/** In the repository the code may run from its .ts files; the package has the .js made of them. */
const ENDING = extname(new URL(import.meta.url).pathname)

function ownModules(): OwnModules {
  const url = (name: string) => new URL(`../${name}${ENDING}`, import.meta.url).href
  return { furrow: url('index'), 'furrow/math': url('math/index'), 'furrow/seeds': url('seeds') }
}

/** A file that counts as CommonJS arrives with its exports wrapped once or twice in `default`. */
function definitionIn(found: unknown): Sweep | Suite | undefined {
  let value = found
  for (let depth = 0; depth < 3; depth++) {
    if (isSweep(value) || isSuite(value)) return value
    if (value === null || typeof value !== 'object') return undefined
    value = (value as { default?: unknown }).default
  }
  return undefined
}

/** What went wrong while the file was loaded, in one or two lines, with the place if known. */
async function explained(error: unknown, path: string): Promise<UserError> {
  if (isUserError(error)) {
    const lines = error.message.split('\n').map((line) => `${path}: ${line}`)
    return new UserError(lines.join('\n'), error.exitCode, error)
  }
  const message = wordsOf(error)
  const place = error instanceof Error ? await placeOf(error) : undefined
  const text =
    transformFault(message) ??
    missingModule(error, message, path) ??
    (place === undefined ? `${path}: ${message}` : atPlace(place, message))
  return new UserError(text, 2, error)
}

/** The error's message, without the wrapping that a call of an import gets in CommonJS. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`
  return error.message.replace(/\(0 , \w+\.(\w+)\) is not/, '$1 is not')
}

/** The TypeScript compiler's own words: `file:line:column: ERROR: text`, its columns from 0. */
function transformFault(message: string): string | undefined {
  const match = /^(.+):(\d+):(\d+): ERROR: (.+)$/m.exec(message)
  if (match === null) return undefined
  const [, file, line, column, text] = match
  const mend = text.startsWith('Top-level await')
    ? '; name the file .mts, or set "type": "module" in its package.json'
    : ''
  const place = placeInFile(file, Number(line), Number(column) + 1)
  return place && atPlace(place, text + mend)
}

function missingModule(error: unknown, message: string, path: string): string | undefined {
  const missing = /module '(.+)' does not provide an export named '(.+)'/.exec(message)
  if (missing !== null) return `${path}: '${missing[1]}' has no export '${missing[2]}'`
  const code = codeOf(error)
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return undefined
  const name = /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1] ?? message
  const mend = /^furrow\b/.test(name) ? '; run `npm install furrow` in the folder it is in' : ''
  return `${path}: cannot find '${shown(name)}'${mend}`
}

/** `file:line:column: message`, and the line that it is about. */
export function atPlace({ file, line, column, text }: Place, message: string): string {
  return `${shown(file)}:${line}:${column}: ${message}\n  ${text}`
}

/** The first frame of a stack that lies in the user's own files. */
async function placeOf(error: Error): Promise<Place | undefined> {
  for (const frame of (error.stack ?? '').split('\n')) {
    const [, url, line, column] = /(data:.+|[^\s(]+):(\d+):(\d+)\)?$/.exec(frame) ?? []
    if (url === undefined || !isUsers(url)) continue
    const place = url.startsWith('data:')
      ? await placeInScript(url, Number(line), Number(column))
      : placeInFile(url, Number(line), Number(column))
    if (place !== undefined) return place
  }
  return undefined
}

const OWN = fileURLToPath(new URL('..', import.meta.url))

const isUsers = (url: string) => !/^node:|node_modules/.test(url) && !url.includes(OWN)

/** A path as short as it can be said from where the user stands. */
function shown(path: string): string {
  const near = relative('', path)
  return path.startsWith('/') && !near.startsWith('..') ? near : path
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
