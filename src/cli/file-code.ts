// The bytes behind an engine scene: the sweep's file and whatever it names beside it, as one hash.

import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { createSha256, sha256Of, toHex } from '../farm/sha256.ts'

const CODE = /\.[cm]?[jt]sx?$/
/** What a loader loads; a log that is written beside the file is no part of it. */
const LOADED = /\.([cm]?[jt]sx?|json|wasm)$/

/**
 * SHA-256 over the file at `path` and every file that it, or one of these, names by a text which
 * begins with `./` or `../`: code, JSON and WebAssembly. Files count by their bytes
 * and their place seen from the first one, whose own name does not count. What lies in a package is
 * left to the `engine` text of the scene.
 */
export function codeOf(path: string): string {
  const home = dirname(path)
  const files = new Map<string, Uint8Array>([[path, readFileSync(path)]])
  // A map gives what is added to it while it is walked.
  for (const [file, bytes] of files) {
    if (!CODE.test(file)) continue
    for (const named of filesNamedIn(Buffer.from(bytes).toString('utf8'), dirname(file))) {
      if (!files.has(named)) files.set(named, readFileSync(named))
    }
  }
  const places = [...files].map(([file, bytes]) => {
    const place = file === path ? '' : relative(home, file).split(sep).join('/')
    return `${place}\0${toHex(sha256Of(bytes))}\n`
  })
  const text = new TextEncoder().encode(places.sort().join(''))
  return toHex(createSha256().update(text).digest())
}

function* filesNamedIn(text: string, folder: string): Generator<string> {
  for (const [, name] of text.matchAll(/['"`](\.\.?\/[^'"`\n]+)['"`]/g)) {
    const file = name && fileAt(join(folder, name.replace(/[?#].*$/, '')))
    if (file) yield file
  }
}

/** As loaders look: the file itself, TypeScript under a JavaScript name, an ending left out. */
function fileAt(path: string): string | undefined {
  const renamed = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')
  const endings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']
  const inside = endings.map((ending) => join(path, `index${ending}`))
  return [path, renamed, ...endings.map((ending) => path + ending), ...inside].find(
    (file) => LOADED.test(file) && statSync(file, { throwIfNoEntry: false })?.isFile(),
  )
}
