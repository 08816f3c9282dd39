// The page in Chromium: its roots are those of the command line, and no fault makes it hang.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSweep } from '../farm/coordinator.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { merkleRoot } from '../farm/merkle.ts'
import { planSweep } from '../farm/plan.ts'
import type { Sweep } from '../farm/sweep.ts'
import { SWEEPS as ROOT_SWEEPS, rootOn, type SweepName } from '../gpu/roots.fixture.ts'
import { compileProgram } from '../kernel/compile.ts'
import { programText } from '../kernel/program-text.ts'
import { fenced } from '../kernel/wgsl/fenced-f32.ts'
import { KERNELS } from '../workers/backends.ts'
import { createFakePool } from '../workers/fake.ts'
import type { Precision } from '../workers/protocol.ts'
import {
  buildFixture,
  buildPage,
  findChromium,
  launch,
  open,
  type Site,
  serve,
} from './browser.fixture.ts'
import type { NamedRun } from './main.ts'
import type { PageOutcome } from './run-in-page.ts'

/** These take a second each, so each of them is run once a backend and page. */
const LONG = ['lorenz-rho', 'double-pendulum']
const SHORT = ['henon', 'three-body', 'bouncing-ball']
/** The root that the README shows. */
const LORENZ_ROOT = '69f171a3d3a8679dcd7b36ff51e1a5fc452b32a5aa1aaf4751613a62051c5cd8'

const executable = findChromium()
const why = executable ? '' : ' (no Chromium: install it, or name it in FURROW_CHROMIUM)'

describe.skipIf(!executable)(`the page in Chromium${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-page-'))
  const expected = new Map<string, { digest: string; root: string }>()
  const sites: Site[] = []
  let browser: Browser

  beforeAll(async () => {
    buildPage(join(folder, 'page'))
    await buildFixture('faults.fixture.html', join(folder, 'faults'))
    await buildFixture('gpu.fixture.html', join(folder, 'gpu'))
    browser = await launch(executable as string)
    for (const name of [...LONG, ...SHORT]) {
      const { default: sweep } = (await import(`../../sweeps/${name}.ts`)) as { default: Sweep }
      expected.set(`${name} f64`, await outcomeHere(sweep))
      if (LONG.includes(name)) continue
      expected.set(`${name} f32`, await outcomeHere({ ...sweep, precision: 'f32' }))
    }
  })

  afterAll(async () => {
    await browser?.close()
    for (const site of sites) await site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const visit = async (
    what: 'page' | 'faults' | 'gpu',
    isolated: boolean,
    address = '',
    by = browser,
  ) => {
    const site = await serve(join(folder, what), isolated)
    sites.push(site)
    return open(by, site.url + address)
  }

  it('is compared with the root that the README shows', () => {
    expect(expected.get('lorenz-rho f64')?.root).toBe(LORENZ_ROOT)
  })

  for (const isolated of [true, false]) {
    const memory = isolated ? 'with shared memory' : 'without shared memory'
    it(`gives the roots of the command line, ${memory}`, async () => {
      const { page, faults } = await visit('page', isolated)
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated)
      expect(await page.evaluate(() => 'SharedArrayBuffer' in globalThis)).toBe(isolated)
      for (const run of runs(isolated)) {
        const { digest, root, lanes } = await runNamed(page, run)
        const wanted = expected.get(`${run.sweep} ${run.precision}`)
        expect({ ...run, digest, root }).toEqual({ ...run, ...wanted })
        expect(lanes).toBe(run.lanes)
      }
      expect(faults).toEqual([])
      await page.close()
    })
  }

  it('gives the same where it could share memory and is told not to', async () => {
    const { page } = await visit('page', true)
    for (const sweep of SHORT) {
      const run: NamedRun = { sweep, backend: 'wasm', lanes: 2, shared: false }
      expect((await runNamed(page, run)).root).toBe(expected.get(`${sweep} f64`)?.root)
    }
    await page.close()
  })

  it('shows the root of the sweep in its address, and what is wrong with an address', async () => {
    const { page } = await visit('page', true, '?sweep=henon&backend=wasm')
    await page.waitForFunction(() => document.title !== 'Furrow')
    const henon = expected.get('henon f64')
    expect(await page.title()).toBe(henon?.root)
    expect(await page.textContent('#outcome')).toContain(`digest ${henon?.digest}`)
    for (const [address, words] of [
      ['?sweep=nothing', "no sweep 'nothing'; there are lorenz-rho, double-pendulum"],
      ['?sweep=henon&backend=cpu', 'backend=cpu: write js or wasm or gpu'],
      [
        '?sweep=henon&backend=gpu',
        'backend=gpu: this sweep is f64, which no GPU has; set precision',
      ],
      ['?sweep=henon&lanes=none', 'at least 1; this is NaN'],
    ]) {
      await page.goto(new URL(address as string, page.url()).href)
      await page.waitForFunction(() => document.title !== 'Furrow')
      expect(await page.textContent('#outcome')).toContain(words)
    }
    await page.close()
  })

  it('says that there is no GPU, and runs without', async () => {
    const { page } = await visit('page', true, '?sweep=henon&precision=f32&backend=gpu')
    await page.waitForFunction(() => document.title !== 'Furrow')
    expect(await page.title()).toBe(expected.get('henon f32')?.root)
    expect(await page.textContent('#outcome')).toMatch(
      /^gpu: there is no adapter; the sweep runs on wasm instead\nhenon: .* \(wasm\)$/ms,
    )
    await page.close()
  })

  describe('with WebGPU, by SwiftShader', () => {
    let gpuBrowser: Browser
    beforeAll(async () => {
      gpuBrowser = await launch(executable as string, true)
    })
    afterAll(() => gpuBrowser?.close())

    it('gives the roots of the command line on the GPU', async () => {
      const { page, faults } = await visit('page', true, '', gpuBrowser)
      for (const sweep of ['henon', 'bouncing-ball']) {
        const run: NamedRun = { sweep, backend: 'gpu', precision: 'f32' }
        const { digest, root, backend, note } = await runNamed(page, run)
        const wanted = expected.get(`${sweep} f32`)
        expect({ sweep, digest, root, backend, note }).toEqual({ sweep, ...wanted, backend: 'gpu' })
      }
      expect(faults).toEqual([])
      await page.close()
    })

    it('gives the roots of js on the GPU that a web worker opens', async () => {
      const { page, faults } = await visit('gpu', true, 'gpu.fixture.html', gpuBrowser)
      for (const name of Object.keys(ROOT_SWEEPS) as SweepName[]) {
        const root = await rootOn(name, () => createFakePool(KERNELS.js))
        expect({ name, root: await rootInWorker(page, name) }).toEqual({ name, root })
      }
      expect(faults).toEqual([])
      await page.close()
    })

    it('goes on without a GPU that is lost for good, and says so', async () => {
      const { page } = await visit('page', true, '', gpuBrowser)
      await page.evaluate(countShaders)
      const run: NamedRun = { sweep: 'henon', backend: 'gpu', precision: 'f32' }
      await runNamed(page, run)
      // The same once more: the probe's shaders are all made, and the sweep's own are not.
      const made = await page.evaluate(() => (globalThis as unknown as Counted).shaders)
      await page.evaluate(loseAfter, 2 * made - 1)
      const { root, backend, note } = await runNamed(page, run)
      expect({ root, backend }).toEqual({ root: expected.get('henon f32')?.root, backend: 'wasm' })
      expect(note).toMatch(/^the GPU was lost: .+; went on on wasm instead$/)
      await page.close()
    })

    it('refuses a GPU that fails the probe, with both bit patterns, and runs without', async () => {
      const { page } = await visit('page', true, '', gpuBrowser)
      await page.evaluate(turnSums, fenced('+'))
      const run: NamedRun = { sweep: 'henon', backend: 'gpu', precision: 'f32' }
      const { root, backend, note } = await runNamed(page, run)
      expect({ root, backend }).toEqual({ root: expected.get('henon f32')?.root, backend: 'wasm' })
      expect(note).toMatch(
        /^gpu: .+ is refused: .+: expected 0x\w{8}, found 0x\w{8}; the sweep runs on wasm instead$/,
      )
      await page.close()
    })
  })

  it('rejects for a worker that cannot start, throws or dies, and then goes on', async () => {
    const { page } = await visit('faults', true, 'faults.fixture.html')
    for (const shared of [true, false]) {
      const heard = (worker: string, breaks: string) => tryPool(page, worker, breaks, shared)
      const unready = 'Error: a lane could not be made ready: '
      expect(await heard('rotor', 'never')).toEqual(['right', 'right', 'right'])
      expect(await heard('missing', 'never')).toEqual([
        `${unready}the worker failed: its script cannot be loaded`,
      ])
      expect(await heard('broken', 'never')).toEqual([
        `${unready}the worker failed: Uncaught Error: broken here`,
      ])
      expect(await heard('rotor', 'whenMade')).toEqual([`${unready}this kernel cannot be made`])
      expect(await heard('rotor', 'onRollout100')).toEqual([
        'Error: rollouts 0 to 199: rollout 100 is bad',
        'right',
        'right',
      ])
      const [first, , third] = await heard('rotor', 'diesOnRollout100')
      expect(first).toBe('Error: rollouts 0 to 199: the worker has died')
      expect(third).toBe('right')
    }
    await page.close()
  })

  it('says how a page may share memory where it may not', async () => {
    const { page } = await visit('page', false)
    await expect(runNamed(page, { sweep: 'henon', shared: true })).rejects.toThrow(
      'this page may not share memory: serve it with the headers Cross-Origin-Opener-Policy',
    )
    await page.close()
  })
})

/** Over both pages each sweep meets both backends with one lane and with two. */
function runs(isolated: boolean) {
  const [js, wasm] = isolated ? [1, 2] : [2, 1]
  const run = (sweep: string, backend: 'js' | 'wasm', lanes: number, precision: Precision) => {
    return { sweep, backend, lanes, precision }
  }
  return [
    ...[...LONG, ...SHORT].flatMap((sweep) => [
      run(sweep, 'js', js, 'f64'),
      run(sweep, 'wasm', wasm, 'f64'),
    ]),
    ...SHORT.flatMap((sweep) => [
      run(sweep, 'js', wasm, 'f64'),
      run(sweep, 'wasm', js, 'f64'),
      run(sweep, 'js', 2, 'f32'),
      run(sweep, 'wasm', 2, 'f32'),
    ]),
  ]
}

/** What the command line finds: the same coordinator, without a browser. */
async function outcomeHere(sweep: Sweep): Promise<{ digest: string; root: string }> {
  const plan = planSweep(sweep, { compile: compileProgram, programText })
  const journal = createMemoryJournal()
  const pool = createFakePool(KERNELS.js, { lanes: 1 })
  await runSweep({ plan, pool, journal, now: () => performance.now() })
  return { digest: plan.digest, root: merkleRoot(plan.digest, plan.rollouts, journal.read()).root }
}

const runNamed = (page: Page, run: NamedRun) =>
  page.evaluate(
    (given) =>
      (globalThis as unknown as { runNamed(run: NamedRun): Promise<PageOutcome> }).runNamed(given),
    run,
  )

/** In a page: its device gets each sum wrong by the last bit. */
function turnSums(sum: string): void {
  const { createShaderModule } = GPUDevice.prototype
  GPUDevice.prototype.createShaderModule = function (given) {
    return createShaderModule.call(this, { code: given.code.replace(sum, `${sum}^1u`) })
  }
}

interface Counted {
  shaders: number
}

/** In a page: its devices count what they are given to compile. */
function countShaders(): void {
  const counted = globalThis as unknown as Counted
  counted.shaders = 0
  const { createShaderModule } = GPUDevice.prototype
  GPUDevice.prototype.createShaderModule = function (given) {
    counted.shaders += 1
    return createShaderModule.call(this, given)
  }
}

/** In such a page: each device is lost as it is given something to compile after so much. */
function loseAfter(shaders: number): void {
  const counted = globalThis as unknown as Counted
  const { createShaderModule } = GPUDevice.prototype
  GPUDevice.prototype.createShaderModule = function (given) {
    if (counted.shaders >= shaders) this.destroy()
    return createShaderModule.call(this, given)
  }
}

const rootInWorker = (page: Page, name: SweepName) =>
  page.evaluate(
    (given) =>
      (globalThis as unknown as { rootInWorker(name: string): Promise<string> }).rootInWorker(
        given,
      ),
    name,
  )

const tryPool = (page: Page, ...given: [worker: string, breaks: string, shared: boolean]) =>
  page.evaluate(
    (all) =>
      (globalThis as unknown as { tryPool(...all: unknown[]): Promise<string[]> }).tryPool(...all),
    given,
  )
