// A device whose arithmetic is right passes the probe; one that lacks any of what makes it right is
// refused, with the case and both patterns of bits.

import { afterAll, expect, test } from 'vitest'
import type { Dialect } from '../kernel/wgsl/dialect.ts'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { lavapipeMissing, onLavapipe } from './deno.fixture.ts'
import { type ProbeReport, probe } from './probe.ts'
import { FENCED, MUTANTS } from './probe-mutants.fixture.ts'

const device = await openTestDevice()
afterAll(closeTestDevice)
const absent = typeof device === 'string'
const why = absent ? ` (skipped: ${device})` : ''

const report = (dialect: Dialect) =>
  probe(device as GPUDevice, { dialect, now: () => performance.now() })

// The bits are those of js, so the digest is that of every device that is right.
const DIGEST = '80090e13069cf5df'
const RIGHT = { digest: DIGEST, cases: 267_904 }

test.skipIf(absent)(`the fenced arithmetic of f32 is right on SwiftShader${why}`, async () => {
  expect(await report(FENCED)).toEqual(RIGHT)
})

/** SwiftShader keeps to the order of the text, so that it is right without fences too. */
const FENCES = [...MUTANTS.keys()].filter((what) => what.includes('fence'))
const OTHERS = [...MUTANTS].filter(([what]) => !FENCES.includes(what))

test.skipIf(absent).each(OTHERS)(`SwiftShader fails it without %s${why}`, async (_, dialect) => {
  const { failure } = await report(dialect)
  expect(failure?.expected).toMatch(/^0x[0-9a-f]{8}$/)
  expect(failure?.found).toMatch(/^0x[0-9a-f]{8}$/)
  expect(failure?.found).not.toBe(failure?.expected)
})

const unable = lavapipeMissing ? ` (skipped: ${lavapipeMissing})` : ''

test.skipIf(lavapipeMissing)(`lavapipe passes it, and fails without any fence${unable}`, () => {
  const reports: Record<string, ProbeReport> = onLavapipe(
    'probe-deno.fixture.ts',
    ...['right', ...FENCES],
  )
  expect(reports.right).toEqual(RIGHT)
  const failed = FENCES.filter((name) => reports[name]?.failure)
  expect(failed).toEqual(FENCES)
  // Each fence has a case of its own.
  const cases = FENCES.slice(0, 3).map((name) => reports[name]?.failure?.case)
  expect(new Set(cases).size).toBe(3)
})
