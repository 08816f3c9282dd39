// What no engine would take is refused before an engine sees it.

import { expect, it } from 'vitest'
import { WasmLimitError } from '../emit-wasm.ts'
import { Code, V128 } from './code.ts'
import { moduleBytes } from './module.ts'

function moduleOf(variables: number, bytes: number) {
  const code = new Code([])
  for (let i = 0; i < variables; i++) code.local(V128)
  for (let i = 0; i < bytes; i++) code.bytes.push(0x01)
  return moduleBytes([], [{ code, result: undefined }], ['run'])
}

const isValid = (bytes: Uint8Array) => WebAssembly.validate(bytes as Uint8Array<ArrayBuffer>)

it('takes a function with as many variables as engines do', () => {
  expect(isValid(moduleOf(50_000, 0))).toBe(true)
})

it('refuses a function with more variables than engines take, and tells of both', () => {
  expect(() => moduleOf(50_001, 0)).toThrow(WasmLimitError)
  expect(() => moduleOf(50_001, 0)).toThrow(
    'a step has 100002 bytes and 50001 variables as WebAssembly, which allows 7654321 and 50000',
  )
})

it('refuses a function with more bytes than engines take', () => {
  expect(() => moduleOf(0, 7_654_322)).toThrow(WasmLimitError)
})
