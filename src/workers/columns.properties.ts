import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnsLayout, curveWidth, rungs, valuesWidth, viewColumns } from './columns.ts'
import { plainTask } from './plain-kernel.fixture.ts'
import type { Task } from './protocol.ts'

const scene = { state: ['x'], positions: 1, params: [], dt: 1, next: (state: number[]) => state }

const tasks: fc.Arbitrary<Task> = fc
  .record({
    steps: fc.nat(300),
    ladderEvery: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
    strides: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 }),
    measured: fc.array(fc.nat(), { maxLength: 6 }),
  })
  .map(({ steps, ladderEvery, strides, measured }) =>
    plainTask(scene, {
      defaults: { state: [0], params: [] },
      steps,
      ladderEvery,
      divergences: strides.map((stride) => ({ metric: 'seed', component: 0, ulps: 1, stride })),
      measures: measured.map((n) =>
        n % 2 === 0 || strides.length === 0
          ? { kind: 'reading', reading: 0 }
          : { kind: 'seedDivergence', divergence: n % strides.length },
      ),
    }),
  )

it('has exactly the rungs that are powers of two or multiples, in ascending order', () => {
  fc.assert(
    fc.property(tasks, ({ steps, ladderEvery }) => {
      const isRung = (step: number) =>
        Number.isInteger(Math.log2(step)) || (ladderEvery !== undefined && step % ladderEvery === 0)
      const all = Array.from({ length: steps }, (_, i) => i + 1)
      expect(rungs({ steps, ladderEvery })).toEqual(all.filter(isRung))
    }),
  )
})

it('gives every entry of every column bytes of its own, all within the buffer', () => {
  fc.assert(
    fc.property(tasks, fc.nat(20), fc.constantFrom(0, 8, 64), (task, count, start) => {
      const { bytes } = columnsLayout(task, count)
      const buffer = new ArrayBuffer(start + bytes)
      const { from: _, count: __, ...columns } = viewColumns(buffer, task, 0, count, start)
      const owner = new Uint8Array(start + bytes)
      for (const column of Object.values(columns)) {
        expect(column.byteOffset).toBeGreaterThanOrEqual(start)
        for (let i = 0; i < column.byteLength; i++) owner[column.byteOffset + i] += 1
      }
      expect(owner.every((times) => times <= 1)).toBe(true)
      const row = 8 * (valuesWidth(task) + curveWidth(task) + 1 + rungs(task).length) + 4 + 1
      expect(owner.reduce((sum, times) => sum + times, 0)).toBe(count * row)
      expect(bytes - count * row).toBeLessThan(8)
    }),
  )
})
