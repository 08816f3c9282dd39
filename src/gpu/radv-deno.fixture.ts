// Run by Deno, which can call C: compiles the SPIR-V files that it is given by the machine's Vulkan
// driver, one compute pipeline each, with the entry point and the bindings of a sweep's shaders.
// What the driver says of them follows a line `shader I` on stderr.

declare const Deno: {
  readonly args: readonly string[]
  readFileSync(path: string): Uint8Array<ArrayBuffer>
  exit(code: number): never
  dlopen<T>(path: string, symbols: unknown): { readonly symbols: T }
  readonly UnsafePointer: { of(bytes: Uint8Array): unknown; value(pointer: unknown): bigint }
}

type Bytes = Uint8Array<ArrayBuffer>
type Call = (...given: (number | bigint | Bytes | null)[]) => number

const NAMES = [
  ...['vkCreateInstance', 'vkEnumeratePhysicalDevices', 'vkCreateDevice', 'vkCreateShaderModule'],
  ...['vkCreateDescriptorSetLayout', 'vkCreatePipelineLayout', 'vkCreateComputePipelines'],
] as const
const PARAMETERS: Record<(typeof NAMES)[number], readonly ('buffer' | 'u64' | 'u32')[]> = {
  vkCreateInstance: ['buffer', 'buffer', 'buffer'],
  vkEnumeratePhysicalDevices: ['u64', 'buffer', 'buffer'],
  vkCreateDevice: ['u64', 'buffer', 'buffer', 'buffer'],
  vkCreateShaderModule: ['u64', 'buffer', 'buffer', 'buffer'],
  vkCreateDescriptorSetLayout: ['u64', 'buffer', 'buffer', 'buffer'],
  vkCreatePipelineLayout: ['u64', 'buffer', 'buffer', 'buffer'],
  vkCreateComputePipelines: ['u64', 'u64', 'u32', 'buffer', 'buffer', 'buffer'],
}
const { symbols: vulkan } = Deno.dlopen<Record<(typeof NAMES)[number], Call>>(
  'libvulkan.so.1',
  Object.fromEntries(
    NAMES.map((name) => [name, { parameters: PARAMETERS[name], result: 'i32' }] as const),
  ),
)

/** C reads these for as long as the process lives. */
const kept: Bytes[] = []

/** A C structure: numbers are 32 bits, all else (pointers, handles, sizes) 64 bits and aligned. */
function struct(...fields: (number | bigint | Bytes | null)[]): Bytes {
  const view = new DataView(new ArrayBuffer(8 * fields.length))
  let at = 0
  for (const field of fields) {
    if (typeof field === 'number') {
      view.setUint32(at, field, true)
      at += 4
      continue
    }
    at = Math.ceil(at / 8) * 8
    view.setBigUint64(at, typeof field === 'bigint' ? field : addressOf(field), true)
    at += 8
  }
  const bytes = new Uint8Array(view.buffer).subarray(0, Math.ceil(at / 8) * 8)
  kept.push(bytes)
  return bytes
}

const addressOf = (bytes: Bytes | null) =>
  bytes ? BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes))) : 0n

/** Calls what writes one handle last, and gives the handle. */
function made(name: (typeof NAMES)[number], ...given: (number | bigint | Bytes | null)[]): bigint {
  const handle = struct(0n)
  const result = vulkan[name](...given, handle)
  if (result !== 0) throw new Error(`${name} gives ${result}`)
  return new DataView(handle.buffer).getBigUint64(0, true)
}

function text(words: string): Bytes {
  const bytes = new TextEncoder().encode(`${words}\0`)
  kept.push(bytes)
  return bytes
}

const VERSION_1_3 = (1 << 22) | (3 << 12)
const STORAGE_BUFFER = 7
const COMPUTE = 0x20

const application = struct(0, null, text('furrow'), 1, text('furrow'), 1, VERSION_1_3)
const instance = made('vkCreateInstance', struct(1, null, 0, application, 0, null, 0, null), null)
const physical = made('vkEnumeratePhysicalDevices', instance, struct(1))
const priority = new Uint8Array(new Float32Array([1]).buffer)
const queue = struct(2, null, 0, 0, 1, priority)
const memoryModel = struct(1000211000, null, 1, 1, 0)
const device = made(
  'vkCreateDevice',
  physical,
  struct(3, memoryModel, 0, 1, queue, 0, null, 0, null, null),
  null,
)
const bindings = new Uint8Array(
  [0, 1, 2, 3].flatMap((i) => [...struct(i, STORAGE_BUFFER, 1, COMPUTE, null)]),
)
const set = made('vkCreateDescriptorSetLayout', device, struct(32, null, 0, 4, bindings), null)
const layout = made(
  'vkCreatePipelineLayout',
  device,
  struct(30, null, 0, 1, struct(set), 0, null),
  null,
)

for (const [i, file] of Deno.args.entries()) {
  console.error(`shader ${i}`)
  const code = Deno.readFileSync(file)
  const size = BigInt(code.length)
  const shader = made('vkCreateShaderModule', device, struct(16, null, 0, size, code), null)
  const stage = [18, null, 0, COMPUTE, shader, text('dawn_entry_point'), null] as const
  // A padded 0 before the stage, which is a structure inside.
  const pipeline = struct(29, null, 0n, ...stage, layout, 0n, 0)
  made('vkCreateComputePipelines', device, 0n, 1, pipeline, null)
}
Deno.exit(0)
