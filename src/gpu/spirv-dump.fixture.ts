// Run as a process of its own, since Dawn prints by itself: for each shader the SPIR-V, as text,
// that Dawn makes of it. First two naive ones, then those of the sweeps that it is given.

import { compiler } from '../cli/compiler.ts'
import { planSweep } from '../farm/plan.ts'
import { emitWgsl } from '../kernel/emit-wgsl.ts'
import type { Dialect } from '../kernel/wgsl/dialect.ts'
import { fenced } from '../kernel/wgsl/fenced-f32.ts'
import { FENCED } from './probe-mutants.fixture.ts'
import { SWEEPS, type SweepName } from './roots.fixture.ts'

/** What a compiler may fuse, and does; so it does a sweep's arithmetic without what is ours. */
const SMALL = `
@group(0) @binding(2) var<storage,read_write> d:array<f32>;
@compute @workgroup_size(64) fn advance(@builtin(global_invocation_id) i:vec3u){
let k=i.x*3u;
d[k]=d[k]*d[k+1u]+d[k+2u];
}`
const plain = (op: '+' | '*') => fenced(op).replace('^z', '')
const naive = FENCED.text
  .replace(fenced('+'), plain('+'))
  .replace(`settle(${fenced('*')})`, plain('*'))

const { create, globals } = await import('webgpu')
Object.assign(globalThis, globals)
const gpu = create(['enable-dawn-features=dump_shaders'])
// Dawn aborts the process when the object is collected.
Object.assign(globalThis, { gpu })
const device = await (await gpu.requestAdapter())?.requestDevice()
if (!device) throw new Error('there is no WebGPU adapter')
const shaderOf = (name: SweepName, dialect: Dialect = FENCED) => {
  const { program, seed } = planSweep(SWEEPS[name], compiler).task
  return emitWgsl(program, { seed, dialect }).advance({ observe: true, fingerprint: 1 })
}
const sweeps = process.argv.slice(2).map((name) => shaderOf(name as SweepName))
for (const code of [SMALL, shaderOf('lorenz', { ...FENCED, text: naive }), ...sweeps]) {
  const module = device.createShaderModule({ code })
  await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module, entryPoint: 'advance' },
  })
}
device.destroy()
