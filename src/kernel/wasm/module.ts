// A WebAssembly module as bytes: imported functions and memory, functions, exports.

import { type Code, unsigned, type ValueType } from './code.ts'

export interface Signature {
  readonly params: readonly ValueType[]
  readonly result: ValueType | undefined
}

export interface Import extends Signature {
  readonly name: string
}

export interface Func {
  readonly code: Code
  readonly result: ValueType | undefined
}

/** Engines agree on how large a function may be: its bytes, its variables. */
const MOST_BYTES = 7654321
const MOST_VARIABLES = 50000

/** A program is too large for a function of WebAssembly; another backend has to run it. */
export class WasmLimitError extends Error {
  override readonly name = 'WasmLimitError'
}

/**
 * Functions are numbered with the imports first. The memory and the imports come from the module
 * `host`, the memory by the name `memory`; the last functions are exported by these names.
 */
export function moduleBytes(
  imports: readonly Import[],
  functions: readonly Func[],
  exported: readonly string[],
): Uint8Array {
  for (const { code } of functions) requireWithinLimits(code)
  const signatures: Signature[] = [
    ...imports,
    ...functions.map(({ code, result }) => ({ params: code.params, result })),
  ]
  const imported = imports.map(({ name }, i) => [...text('host'), ...text(name), 0x00, ...leb(i)])
  const memory = [...text('host'), ...text('memory'), 0x02, 0x00, 0x01]
  const first = signatures.length - exported.length
  return joined([
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    section(1, signatures.map(signature)),
    section(2, [...imported, memory]),
    section(
      3,
      functions.map((_, i) => leb(imports.length + i)),
    ),
    section(
      7,
      exported.map((name, i) => [...text(name), 0x00, ...leb(first + i)]),
    ),
    section(10, functions.map(body)),
  ])
}

function requireWithinLimits({ bytes, params, locals }: Code): void {
  // Bytes that declare the variables come on top.
  const size = bytes.length + 2 * locals.length
  const variables = params.length + locals.length
  if (size <= MOST_BYTES && variables <= MOST_VARIABLES) return
  throw new WasmLimitError(
    `the scene is too large: a step has ${size} bytes and ${variables} variables as WebAssembly, ` +
      `which allows ${MOST_BYTES} and ${MOST_VARIABLES}`,
  )
}

function leb(value: number): number[] {
  const bytes: number[] = []
  unsigned(bytes, value)
  return bytes
}

type Bytes = ArrayLike<number>

function joined(parts: readonly Bytes[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function section(id: number, entries: readonly Bytes[]): Uint8Array {
  const content = joined([leb(entries.length), ...entries])
  return joined([[id], leb(content.length), content])
}

function text(name: string): number[] {
  return [...leb(name.length), ...Array.from(name, (letter) => letter.charCodeAt(0))]
}

function signature({ params, result }: Signature): number[] {
  const results = result === undefined ? [0] : [1, result]
  return [0x60, ...leb(params.length), ...params, ...results]
}

/** Locals are declared in runs of one type. */
function body({ code }: Func): Uint8Array {
  const runs: [count: number, type: ValueType][] = []
  for (const type of code.locals) {
    const last = runs.at(-1)
    if (last?.[1] === type) last[0] += 1
    else runs.push([1, type])
  }
  const declared = runs.flatMap(([count, type]) => [...leb(count), type])
  const content = joined([leb(runs.length), declared, code.bytes, [0x0b]])
  return joined([leb(content.length), content])
}
