// The body of a WebAssembly function as bytes: instructions in postfix order, and its locals.

/** Value types, as the binary format numbers them. */
export const I32 = 0x7f
export const I64 = 0x7e
export const F64 = 0x7c
export const V128 = 0x7b
export type ValueType = typeof I32 | typeof I64 | typeof F64 | typeof V128

/** Instructions that are one byte, by the names of the specification. */
export const PLAIN = {
  unreachable: 0x00,
  else: 0x05,
  end: 0x0b,
  return: 0x0f,
  select: 0x1b,
  'i32.eqz': 0x45,
  'i32.eq': 0x46,
  'i32.lt_u': 0x49,
  'i32.ge_u': 0x4f,
  'i32.clz': 0x67,
  'i32.add': 0x6a,
  'i32.sub': 0x6b,
  'i32.mul': 0x6c,
  'i32.rem_u': 0x70,
  'i32.or': 0x72,
  'i32.shl': 0x74,
  'i32.shr_s': 0x75,
  'i32.shr_u': 0x76,
  'i64.mul': 0x7e,
  'i64.and': 0x83,
  'i64.xor': 0x85,
  'i64.shr_u': 0x88,
  'i64.reinterpret_f64': 0xbd,
  'f64.add': 0xa0,
  'f32.demote_f64': 0xb6,
  'f64.promote_f32': 0xbb,
} as const

/** Vector instructions without immediates. */
export const VECTOR = {
  'i32x4.splat': 0x11,
  'f32x4.splat': 0x13,
  'f64x2.splat': 0x14,
  'i32x4.eq': 0x37,
  'i32x4.lt_s': 0x39,
  'i32x4.lt_u': 0x3a,
  'i32x4.gt_s': 0x3b,
  'f32x4.eq': 0x41,
  'f32x4.lt': 0x43,
  'f32x4.le': 0x45,
  'f32x4.ge': 0x46,
  'f64x2.eq': 0x47,
  'f64x2.lt': 0x49,
  'f64x2.le': 0x4b,
  'f64x2.ge': 0x4c,
  'v128.not': 0x4d,
  'v128.and': 0x4e,
  'v128.andnot': 0x4f,
  'v128.or': 0x50,
  'v128.xor': 0x51,
  'v128.bitselect': 0x52,
  'v128.any_true': 0x53,
  'i64x2.all_true': 0xc3,
  'f32x4.demote_f64x2_zero': 0x5e,
  'f64x2.promote_low_f32x4': 0x5f,
  'f32x4.ceil': 0x67,
  'f32x4.floor': 0x68,
  'f32x4.trunc': 0x69,
  'f64x2.ceil': 0x74,
  'f64x2.floor': 0x75,
  'f64x2.trunc': 0x7a,
  'i32x4.shl': 0xab,
  'i32x4.shr_s': 0xac,
  'i32x4.shr_u': 0xad,
  'i32x4.add': 0xae,
  'i32x4.sub': 0xb1,
  'i32x4.mul': 0xb5,
  'f32x4.abs': 0xe0,
  'f32x4.neg': 0xe1,
  'f32x4.sqrt': 0xe3,
  'f32x4.add': 0xe4,
  'f32x4.sub': 0xe5,
  'f32x4.mul': 0xe6,
  'f32x4.div': 0xe7,
  'f32x4.min': 0xe8,
  'f32x4.max': 0xe9,
  'f64x2.abs': 0xec,
  'f64x2.neg': 0xed,
  'f64x2.sqrt': 0xef,
  'f64x2.add': 0xf0,
  'f64x2.sub': 0xf1,
  'f64x2.mul': 0xf2,
  'f64x2.div': 0xf3,
  'f64x2.min': 0xf4,
  'f64x2.max': 0xf5,
  'f64x2.pmax': 0xf7,
  'i32x4.trunc_sat_f32x4_u': 0xf9,
  'f32x4.convert_i32x4_s': 0xfa,
  'f32x4.convert_i32x4_u': 0xfb,
  'i32x4.trunc_sat_f64x2_s_zero': 0xfc,
  'f64x2.convert_low_i32x4_s': 0xfe,
  'f64x2.convert_low_i32x4_u': 0xff,
} as const

/** Vector instructions with a lane number. */
const LANE = {
  'i32x4.extract_lane': 0x1b,
  'i32x4.replace_lane': 0x1c,
  'i64x2.extract_lane': 0x1d,
  'f32x4.extract_lane': 0x1f,
  'f32x4.replace_lane': 0x20,
  'f64x2.extract_lane': 0x21,
  'f64x2.replace_lane': 0x22,
} as const

/** Instructions of memory: their bytes, and the alignment as a power of two. */
const MEMORY = {
  'i32.load': [[0x28], 2],
  'i64.load': [[0x29], 3],
  'f64.load': [[0x2b], 3],
  'i32.store': [[0x36], 2],
  'i64.store': [[0x37], 3],
  'f64.store': [[0x39], 3],
  'v128.load': [[0xfd, 0x00], 3],
  'v128.load64_zero': [[0xfd, 0x5d], 2],
  'v128.store': [[0xfd, 0x0b], 3],
} as const

/** Instructions that open a block without a result, a block with a vector, and branch. */
const BLOCK = { block: 0x02, loop: 0x03, if: 0x04 } as const
const NO_RESULT = 0x40

export type Plain = keyof typeof PLAIN | keyof typeof VECTOR

/** The codes of both; those of vectors begin here. */
const VECTORS = 256
const CODES = new Map<Plain, number>([
  ...(Object.entries(PLAIN) as [Plain, number][]),
  ...Object.entries(VECTOR).map(([name, code]): [Plain, number] => [name as Plain, VECTORS + code]),
])

const scratch = new DataView(new ArrayBuffer(16))
const scratchBytes = new Uint8Array(scratch.buffer)

export function unsigned(into: number[], value: number): void {
  let rest = value
  for (; rest > 127; rest >>>= 7) into.push((rest & 127) | 128)
  into.push(rest)
}

function signed(into: number[], value: bigint): void {
  let rest = value
  while (rest < -64n || rest > 63n) {
    into.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  into.push(Number(rest & 127n))
}

export class Code {
  readonly bytes: number[] = []
  readonly params: readonly ValueType[]
  readonly locals: ValueType[] = []
  readonly #free = new Map<ValueType, number[]>()

  constructor(params: readonly ValueType[]) {
    this.params = params
  }

  /** A local variable; `release` lets another use have it. */
  local(type: ValueType): number {
    const free = this.#free.get(type)?.pop()
    return free ?? this.params.length + this.locals.push(type) - 1
  }

  release(local: number): void {
    const type = this.locals[local - this.params.length]!
    const free = this.#free.get(type)
    if (free) free.push(local)
    else this.#free.set(type, [local])
  }

  /** Takes the top of the stack into a new local variable. */
  pop(type: ValueType): number {
    const local = this.local(type)
    this.set(local)
    return local
  }

  get(...locals: number[]): void {
    for (let i = 0; i < locals.length; i++) this.#indexed(0x20, locals[i]!)
  }

  set(local: number): void {
    this.#indexed(0x21, local)
  }

  tee(local: number): void {
    this.#indexed(0x22, local)
  }

  op(...names: Plain[]): void {
    for (let i = 0; i < names.length; i++) {
      const code = CODES.get(names[i]!)!
      if (code < VECTORS) this.bytes.push(code)
      else this.#vector(code - VECTORS)
    }
  }

  lane(name: keyof typeof LANE, index: number): void {
    this.#vector(LANE[name])
    this.bytes.push(index)
  }

  /** `pattern` names 16 bytes, those of the second operand from 16 on. */
  shuffle(pattern: readonly number[]): void {
    this.#vector(0x0d)
    this.bytes.push(...pattern)
  }

  /** A shuffle of one vector with itself. */
  rearrange(pattern: readonly number[]): void {
    const vector = this.local(V128)
    this.tee(vector)
    this.get(vector)
    this.shuffle(pattern)
    this.release(vector)
  }

  memory(name: keyof typeof MEMORY, offset: number): void {
    const [bytes, align] = MEMORY[name]
    this.bytes.push(...bytes, align)
    unsigned(this.bytes, offset)
  }

  i32(value: number): void {
    this.bytes.push(0x41)
    let rest = value | 0
    while (rest < -64 || rest > 63) {
      this.bytes.push((rest & 127) | 128)
      rest >>= 7
    }
    this.bytes.push(rest & 127)
  }

  i64(value: bigint): void {
    this.bytes.push(0x42)
    signed(this.bytes, BigInt.asIntN(64, value))
  }

  f64(value: number): void {
    scratch.setFloat64(0, value, true)
    this.bytes.push(0x44, ...scratchBytes.subarray(0, 8))
  }

  f64x2(value: number): void {
    scratch.setFloat64(0, value, true)
    scratch.setFloat64(8, value, true)
    this.#constant()
  }

  f32x4(value: number): void {
    for (let i = 0; i < 4; i++) scratch.setFloat32(4 * i, value, true)
    this.#constant()
  }

  i32x4(value: number): void {
    for (let i = 0; i < 4; i++) scratch.setInt32(4 * i, value, true)
    this.#constant()
  }

  #constant(): void {
    this.#vector(0x0c)
    for (let i = 0; i < 16; i++) this.bytes.push(scratchBytes[i])
  }

  open(block: keyof typeof BLOCK, result: ValueType | typeof NO_RESULT = NO_RESULT): void {
    this.bytes.push(BLOCK[block], result)
  }

  /** Leaves as many blocks as `depth` says, or goes back to the start of a loop. */
  branch(depth: number): void {
    this.#indexed(0x0c, depth)
  }

  branchIf(depth: number): void {
    this.#indexed(0x0d, depth)
  }

  call(index: number): void {
    this.#indexed(0x10, index)
  }

  #indexed(byte: number, index: number): void {
    if (index < 128) this.bytes.push(byte, index)
    else {
      this.bytes.push(byte)
      unsigned(this.bytes, index)
    }
  }

  #vector(opcode: number): void {
    this.#indexed(0xfd, opcode)
  }
}

/** variable <- the lesser of two, unsigned. */
export function setLesser(c: Code, variable: number, other: number): void {
  c.get(variable, other, variable, other)
  c.op('i32.lt_u', 'select')
  c.set(variable)
}
