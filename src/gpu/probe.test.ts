// A device whose arithmetic is right passes the probe; one that lacks any of what makes it right is
// refused, with the case and both patterns of bits.

import { afterAll, expect, test } from 'vitest'
import { createWasmKernel } from '../kernel/emit-wasm.ts'
import type { Dialect } from '../kernel/wgsl/dialect.ts'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { lavapipeMissing, onLavapipe } from './deno.fixture.ts'
import { PROBE_DIGESTS, type ProbeReport, probe, probeKernels } from './probe.ts'
import { FENCED, MUTANTS, withErrors } from './probe-mutants.fixture.ts'

const device = await openTestDevice()
afterAll(closeTestDevice)
const absent = typeof device === 'string'
const why = absent ? ` (skipped: ${device})` : ''

const report = (dialect: Dialect) =>
  probe(device as GPUDevice, { dialect, now: () => performance.now() })

const RIGHT = { digest: PROBE_DIGESTS.f32, cases: 283_360 }

test.each(['f64', 'f32'] as const)('wasm passes in %s, by the digest of js', async (precision) => {
  const report = await probeKernels(precision, (program) =>
    createWasmKernel(program, { seed: [1, 2] }),
  )
  expect(report).toMatchObject({ digest: PROBE_DIGESTS[precision] })
  expect(report.failure).toBeUndefined()
})

test.skipIf(absent)(`the fenced arithmetic of f32 is right on SwiftShader${why}`, async () => {
  expect(await report(FENCED)).toEqual(RIGHT)
})

// WGSL allows 2.5 ulps. At 2 - 2^-23 three patterns up are five ulps, which no correction reaches.
test.skipIf(absent).each([2, -3])(
  `so it is where quotients and roots are %i ulps off${why}`,
  async (ulps) => {
    expect(await report(withErrors(ulps))).toEqual(RIGHT)
  },
)

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
