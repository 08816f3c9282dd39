// Where in a user's file a loaded function stands. The loader strips types and white space, so the
// text of a function says little about its lines; the engine knows where it lies in the loaded
// script, and the script's source map leads back to the file.

import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Place {
  readonly file: string
  /** From 1, as editors count. */
  readonly line: number
  readonly column: number
  /** The line itself, without its indentation. */
  readonly text: string
}

interface Script {
  readonly url: string
  readonly sourceMapURL?: string | undefined
}

/** The place in the file of a position (from 1) in a function's text, or undefined. */
export async function placeInFunction(
  fn: unknown,
  line: number,
  column: number,
): Promise<Place | undefined> {
  return inspect(async (session, scripts) => {
    const at = await locationOf(session, fn)
    const script = at && scripts.get(at.scriptId)
    if (at === undefined || script === undefined) return undefined
    const { scriptSource } = await session.post('Debugger.getScriptSource', {
      scriptId: at.scriptId,
    })
    // The engine's location is that of the parameters; the text begins at or before it.
    const lines = scriptSource.split('\n')
    const parameters = offsetOf(lines, at.lineNumber, at.columnNumber ?? 0)
    const start = scriptSource.lastIndexOf(String(fn), parameters)
    if (start < 0) return undefined
    const before = scriptSource.slice(0, start).split('\n')
    const startColumn = line === 1 ? before.at(-1)!.length : 0
    return original(script, before.length - 1 + line - 1, startColumn + column - 1)
  })
}

/** The place in the file of a position (from 1) in a loaded script, as a stack trace names it. */
export async function placeInScript(
  url: string,
  line: number,
  column: number,
): Promise<Place | undefined> {
  return inspect(async (_, scripts) => {
    const script = [...scripts.values()].find((script) => script.url.endsWith(url))
    return script && original(script, line - 1, column - 1)
  })
}

async function inspect<T>(
  ask: (session: Session, scripts: ReadonlyMap<string, Script>) => Promise<T>,
): Promise<T | undefined> {
  const session = new Session()
  const scripts = new Map<string, Script>()
  try {
    session.connect()
    session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params))
    await session.post('Debugger.enable')
    return await ask(session, scripts)
  } catch {
    // Without an inspector (or with one that answers otherwise) the message stands on its own.
    return undefined
  } finally {
    session.disconnect()
  }
}

const HANDLE = Symbol.for('furrow.source-place')

async function locationOf(session: Session, fn: unknown) {
  const world = globalThis as Record<symbol, unknown>
  world[HANDLE] = fn
  try {
    const expression = `globalThis[Symbol.for('furrow.source-place')]`
    const { result } = await session.post('Runtime.evaluate', { expression })
    if (result.objectId === undefined) return undefined
    const { internalProperties } = await session.post('Runtime.getProperties', {
      objectId: result.objectId,
    })
    const location = internalProperties?.find(({ name }) => name === '[[FunctionLocation]]')
    return location?.value?.value as
      | { scriptId: string; lineNumber: number; columnNumber?: number }
      | undefined
  } finally {
    delete world[HANDLE]
  }
}

function offsetOf(lines: readonly string[], line: number, column: number): number {
  let offset = column
  for (let i = 0; i < line; i++) offset += lines[i]!.length + 1
  return offset
}

/** Follows the script's source map, if it has one; positions from 0. */
function original({ url, sourceMapURL }: Script, line: number, column: number): Place | undefined {
  const inline = /^data:application\/json[^,]*;base64,(.*)$/s.exec(sourceMapURL ?? '')
  if (inline === null) return placeInFile(url, line + 1, column + 1)
  const map = new SourceMap(JSON.parse(Buffer.from(inline[1]!, 'base64').toString('utf8')))
  const entry = map.findEntry(line, column)
  if (!('originalSource' in entry)) return undefined
  return placeInFile(entry.originalSource, entry.originalLine + 1, entry.originalColumn + 1)
}

/** A place (from 1) in a file given by its path or address; undefined if it cannot be read. */
export function placeInFile(source: string, line: number, column: number): Place | undefined {
  try {
    const file = source.startsWith('file:') ? fileURLToPath(source.replace(/[?#].*$/, '')) : source
    const text = readFileSync(file, 'utf8').split('\n')[line - 1]
    return text === undefined ? undefined : { file, line, column, text: text.trim() }
  } catch {
    return undefined
  }
}
