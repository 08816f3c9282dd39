// An independent tool, wabt, finds nothing wrong with the modules that we write; the law of random
// programs (../programs.properties.ts) asks it too.

import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planSweep } from '../../farm/plan.ts'
import { isSweep, type Sweep } from '../../farm/sweep.ts'
import * as scenes from '../../scenes/index.ts'
import { toys } from '../../workers/toys.fixture.ts'
import { compileProgram } from '../compile.ts'
import type { Precision, Program } from '../ir.ts'
import { programText } from '../program-text.ts'
import { cases } from '../programs.fixture.ts'
import { sceneOf, VECTORS } from '../reference.fixture.ts'
import { faultOf, modulesOf, runInEachWay, VARIANTS } from './wabt.fixture.ts'

const ROOT = new URL('../../../', import.meta.url)

async function sweepsIn(folder: string): Promise<[name: string, Sweep][]> {
  const files = readdirSync(new URL(folder, ROOT)).filter((file) => file.endsWith('.ts'))
  return Promise.all(
    files.map(async (file): Promise<[string, Sweep]> => {
      const { default: sweep } = await import(new URL(folder + file, ROOT).href)
      return [folder + file, sweep]
    }),
  )
}

const programOf = (sweep: Sweep, precision: Precision) =>
  planSweep({ ...sweep, precision }, { compile: compileProgram, programText }).task.program

/** Faults of a program's modules. */
function faultsOf(program: Program, registers: number): string[] {
  const modules = modulesOf(() => runInEachWay(program, registers))
  expect(modules.length).toBe(VARIANTS)
  return modules.flatMap((module) => faultOf(module) ?? [])
}

/** Suites are of scenes that other tests take, and engines are not compiled. */
const sweeps = [...(await sweepsIn('sweeps/')), ...(await sweepsIn('sweeps/seeds/'))].filter(
  ([, sweep]) => isSweep(sweep) && !('create' in sweep.scene),
)
test('there are sweeps and scenes to look at', () => {
  expect(sweeps.length).toBeGreaterThanOrEqual(13)
  expect(Object.keys(scenes).length).toBeGreaterThanOrEqual(11)
})

describe.each<Precision>(['f64', 'f32'])('wabt takes the modules, in %s, of', (precision) => {
  test.each(sweeps)('%s', (_, sweep) => {
    expect(faultsOf(programOf(sweep, precision), precision === 'f64' ? 2 : 1)).toEqual([])
  })

  test.each(Object.entries(scenes))('the scene %s', (_, scene) => {
    const sweep = { scene, rollout: { steps: 1 } } as unknown as Sweep
    expect(faultsOf(programOf(sweep, precision), 1)).toEqual([])
  })

  test.each(Object.entries(toys))('the reference system %s', (_, source) => {
    expect(faultsOf(compileProgram({ ...source, precision }), 2)).toEqual([])
  })

  test('the seeds’ functions', () => {
    for (const vectors of VECTORS) {
      expect(faultsOf(compileProgram(sceneOf(vectors, precision)), 1)).toEqual([])
    }
  })
})

test('wabt takes the modules of random programs in every way of running them', () => {
  const random = fc.sample(cases, { numRuns: 16 })
  for (const [i, { source }] of random.entries()) {
    expect(faultsOf(compileProgram(source), 1 + (i % 2))).toEqual([])
  }
})

test('wabt refuses most modules in which a bit is turned over, and all that V8 refuses', () => {
  const [[, logistic]] = sweeps.filter(([name]) => name.endsWith('logistic.ts'))
  const module = modulesOf(() => runInEachWay(programOf(logistic, 'f64'), 1))[VARIANTS - 3]
  let refused = 0
  for (const at of module.keys()) {
    const broken = module.slice()
    broken[at] ^= 1 << (at % 8)
    if (faultOf(broken) !== undefined) refused += 1
    else expect([at, WebAssembly.validate(broken)]).toEqual([at, true])
  }
  expect(module.length).toBeGreaterThan(1000)
  expect(refused).toBeGreaterThan(module.length / 2)
})
