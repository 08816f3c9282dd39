// Dialects that each lack something of what makes the arithmetic of a device right.

import { type Dialect, dialectFor } from '../kernel/wgsl/dialect.ts'
import { fenced } from '../kernel/wgsl/fenced-f32.ts'

export const FENCED = dialectFor('f32', false)

const unfenced = (operation: '+' | '-' | '*') => fenced(operation).replace('^z', '')
const sums = fenced('+')
const FUSED = 'bitcast<u32>(fma(bitcast<f32>(a),1.0000001,bitcast<f32>(b)))^z'

const CHANGES: Readonly<Record<string, readonly (readonly [text: string, instead: string])[]>> = {
  'the fence of sums': [[sums, unfenced('+')]],
  'the fence of differences': [[fenced('-'), unfenced('-')]],
  'the fence of products': [[fenced('*'), unfenced('*')]],
  'all fences': (['+', '-', '*'] as const).map((op) => [fenced(op), unfenced(op)] as const),
  'the rule for tiny products': [[`settle(${fenced('*')})`, fenced('*')]],
  'the correction of quotients': [['let t=u32(r>=1u*n)', 'let t=u32(r>=9u*n)']],
  'the correction of roots': [['let w=(2u*c+1u)*1u', 'let w=(2u*c+1u)*9u']],
  'a NaN that fails comparisons': [
    ['return (key(a)<key(b))&ordered(a,b);', 'return key(a)<key(b);'],
  ],
  'sums that are not fused': [[sums, FUSED]],
}

/** By the name of what they lack. */
export const MUTANTS: ReadonlyMap<string, Dialect> = new Map(
  Object.entries(CHANGES).map(([what, changes]) => {
    const text = changes.reduce((before, [old, instead]) => {
      if (!before.includes(old)) throw new Error(`${what}: the dialect has no ${old}`)
      return before.replace(old, instead)
    }, FENCED.text)
    return [what, { ...FENCED, text }] as const
  }),
)
