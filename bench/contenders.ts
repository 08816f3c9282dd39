// Who takes part in the rounds: how each is built, and why one is not here. All run the same work
// and show the same bits. To add one, add it to CONTENDERS; a program in peers/ answers for it.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuFlags, PYTHONS, TOOL_PATHS } from './machine.ts'
import type { Command } from './peer.ts'
import { MEMBERS, type Row } from './workloads.ts'

export interface Contender {
  readonly name: string
  readonly about: string
  /** How many times as long as others it warms up; it chooses among its forms in that time. */
  readonly patience?: number
  /** Builds what the row needs in `folder`. Throws NotHere where that cannot be. */
  command(row: Row, folder: string): Promise<Command>
}

/** The machine lacks what a contender needs; the message says what. */
export class NotHere extends Error {}

const run = promisify(execFile)
const source = (name: string) => fileURLToPath(new URL(`peers/${name}`, import.meta.url))

/** A JavaScript contender, in a process of its own like all others. */
function javaScript(name: string, key: string, about: string): Contender {
  const command = async (row: Row): Promise<Command> => {
    return [process.execPath, '--import', 'tsx', source('js.ts'), key, row.name]
  }
  return { name, about, command }
}

/** What peers in other languages are told of a workload. */
function workloadArguments({ workload }: Row): string[] {
  const { dt, swept } = workload
  return [MEMBERS, dt, swept.first, swept.increment].map(String)
}

const systemOf = ({ workload }: Row) => (workload.system === 'lorenz' ? 1 : 2)

/** Vectors of `bits` bits (64 stands for plain scalars), two of them a quantity. */
function inC(name: string, bits: number, flags: readonly string[], about: string): Contender {
  return {
    name,
    about,
    async command(row, folder) {
      const missing = flags.filter((flag) => !cpuFlags().has(flag))
      if (missing.length > 0) throw new NotHere(`this CPU lacks ${missing.join(', ')}`)
      const { precision } = row.workload
      const lanes = bits === 64 ? 1 : bits / (precision === 'f32' ? 32 : 64)
      const program = join(folder, `c-${bits}-${row.name}`)
      await build('gcc', [
        ...['-O3', '-march=native', '-ffp-contract=off'],
        ...[`-DLANES=${lanes}`, `-DREGISTERS=${lanes === 1 ? 1 : 2}`],
        ...[`-DSYSTEM=${systemOf(row)}`, `-DFINGERPRINT=${Number(row.fingerprint)}`],
        ...(precision === 'f32' ? ['-DF32'] : []),
        ...[source('lanes.c'), '-o', program],
      ])
      return [program, ...workloadArguments(row)]
    },
  }
}

const rust: Contender = {
  name: 'Rust, as the seed',
  about:
    'states of `Vec<f64>`, a hasher that goes byte by byte, the step a closure; `-C opt-level=3`',
  async command(row, folder) {
    if (row.workload.precision === 'f32') throw new NotHere('the seed is f64 alone')
    const program = join(folder, 'rust-seed')
    if (!existsSync(program)) {
      await build('rustc', ['-C', 'opt-level=3', source('seed.rs'), '-o', program])
    }
    const flags = [systemOf(row), Number(row.fingerprint)].map(String)
    return [program, ...flags, ...workloadArguments(row)]
  },
}

function inPython(name: string, module: string, file: string, about: string): Contender {
  return {
    name,
    about,
    async command(row) {
      const python = await pythonWith(module)
      const precision = row.workload.precision === 'f32' ? 32 : 64
      const flags = [systemOf(row), precision, Number(row.fingerprint)].map(String)
      return [python, source(file), ...flags, ...workloadArguments(row)]
    },
  }
}

/** The first Python that has the module. */
async function pythonWith(module: string): Promise<string> {
  for (const python of PYTHONS) {
    const found = await run(python, ['-c', `import ${module}`]).catch(() => undefined)
    if (found) return python
  }
  throw new NotHere(`no Python with ${module}`)
}

async function build(compiler: string, args: readonly string[]): Promise<void> {
  try {
    await run(compiler, args, { env: { ...process.env, PATH: TOOL_PATHS } })
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') throw new NotHere(`no ${compiler}`)
    throw new NotHere(`${compiler}: ${stderr?.trim().split('\n')[0] || String(error)}`)
  }
}

/** The first one is what the ratios are about. */
export const CONTENDERS: readonly Contender[] = [
  {
    ...javaScript(
      'Furrow wasm',
      'wasm',
      'the backend `wasm`, blocks of 256 members, spans of 1024 steps',
    ),
    patience: 4,
  },
  javaScript('Furrow js', 'js', 'the backend `js`, driven in the same way'),
  javaScript('JS closures', 'closures', 'hand-written closures over `Float64Array`'),
  inC('C scalar', 64, [], 'gcc -O3 -march=native -ffp-contract=off, member by member'),
  inC('C 128 bits', 128, [], 'the same with vectors of 128 bits, two a quantity'),
  inC('C AVX2', 256, ['avx2'], 'the same with vectors of 256 bits'),
  inC('C AVX-512', 512, ['avx512f', 'avx512dq', 'avx512vl'], 'the same with vectors of 512 bits'),
  rust,
  inPython('numpy', 'numpy', 'members.py', 'an array a quantity, an entry a member'),
  inPython('numba', 'numba', 'members_numba.py', 'plain loops compiled by LLVM, one thread'),
]
