// Runs one function of a dialect on a device over many inputs, in a shader of its own.

import type { Dialect } from './dialect.ts'
import { FINGERPRINT } from './fingerprint.ts'

export type Kind = 'float' | 'int' | 'bool' | 'words'

export interface Trial {
  readonly dialect: Dialect
  /** The expression to compute, from `a` and `b`. */
  readonly expression: string
  readonly args: readonly ('float' | 'int')[]
  readonly result: Kind
}

const GROUP = 64
const ACROSS = 256

export const wordsOf = (kind: Kind, { words }: Dialect) =>
  kind === 'words' ? 2 : kind === 'float' ? words : 1

function shaderOf({ dialect, expression, args, result }: Trial): string {
  const widths = args.map((kind) => wordsOf(kind, dialect))
  const stride = widths.reduce((a, b) => a + b, 0)
  const loads = args.map((_, i) => {
    const at = i === 0 ? `i*${stride}u` : `i*${stride}u+${widths[0]}u`
    const value = widths[i] === 2 ? `vec2u(given[${at}],given[${at}+1u])` : `given[${at}]`
    return `let ${'ab'[i]}=${value};`
  })
  const width = wordsOf(result, dialect)
  const stores = width === 2 ? 'found[2u*i]=r.x;found[2u*i+1u]=r.y;' : 'found[i]=r;'
  return `
${FINGERPRINT}
var<private> z:u32;
${dialect.text}
@group(0) @binding(0) var<storage,read> given:array<u32>;
@group(0) @binding(1) var<storage,read_write> found:array<u32>;
@group(0) @binding(2) var<storage,read> settings:array<u32>;
@compute @workgroup_size(${GROUP}) fn main(@builtin(global_invocation_id) id:vec3u){
z=settings[0];
let i=id.x+id.y*${GROUP * ACROSS}u;
if(i>=settings[1]){return;}
${loads.join('\n')}
let r=${result === 'bool' ? `u32(${expression})` : expression};
${stores}
}`
}

/** The words of the results, of `count` inputs whose words lie one behind the other. */
export async function runOnDevice(
  device: GPUDevice,
  trial: Trial,
  given: Uint32Array<ArrayBuffer>,
  count: number,
): Promise<Uint32Array> {
  const module = device.createShaderModule({ code: shaderOf(trial) })
  const faults = (await module.getCompilationInfo()).messages.filter(({ type }) => type === 'error')
  if (faults.length > 0)
    throw new Error(`${trial.expression}: ${faults.map((f) => f.message).join('; ')}`)
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module, entryPoint: 'main' },
  })
  const bytes = 4 * count * wordsOf(trial.result, trial.dialect)
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage
  const upload = (data: Uint32Array<ArrayBuffer>) => {
    const buffer = device.createBuffer({ size: data.byteLength, usage: STORAGE | COPY_DST })
    device.queue.writeBuffer(buffer, 0, data)
    return buffer
  }
  const found = device.createBuffer({ size: bytes, usage: STORAGE | COPY_SRC })
  const back = device.createBuffer({ size: bytes, usage: COPY_DST | MAP_READ })
  const buffers = [upload(given), found, upload(new Uint32Array([0, count]))]
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  pass.setPipeline(pipeline)
  // With `auto` a binding that the shader does not use is not there.
  const used = trial.args.length > 0 ? [0, 1, 2] : [1, 2]
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: used.map((binding) => ({ binding, resource: { buffer: buffers[binding] } })),
  })
  pass.setBindGroup(0, group)
  const groups = Math.ceil(count / GROUP)
  pass.dispatchWorkgroups(Math.min(groups, ACROSS), Math.ceil(groups / ACROSS))
  pass.end()
  encoder.copyBufferToBuffer(found, 0, back, 0, bytes)
  device.queue.submit([encoder.finish()])
  await back.mapAsync(GPUMapMode.READ)
  const words = new Uint32Array(back.getMappedRange().slice(0))
  for (const buffer of [...buffers, back]) buffer.destroy()
  return words
}
