// What the figures were measured on, without anything that names the machine or its user.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, homedir, loadavg } from 'node:os'
import { delimiter, join } from 'node:path'

/** Where compilers are looked for. */
export const TOOL_PATHS = [process.env.PATH, join(homedir(), '.cargo', 'bin')].join(delimiter)

export const PYTHONS = ['python3', '/usr/bin/python3']

/** Load above which timings of two threads say little. */
export const BUSY_LOAD = 0.5

/** The flags of the CPU as Linux lists them; none elsewhere. */
export function cpuFlags(): Set<string> {
  try {
    const flags = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))
    return new Set(flags?.[1].trim().split(/\s+/))
  } catch {
    return new Set()
  }
}

const SIMD = ['sse4_1', 'avx', 'avx2', 'fma', 'avx512f', 'avx512dq', 'avx512vl', 'asimd']

/** The load average of the last minute. */
export const loadNow = () => loadavg()[0]

/** Load averages of one, five and fifteen minutes. */
export const load = () =>
  loadavg()
    .map((x) => x.toFixed(2))
    .join(' ')

function firstLine(file: string, args: readonly string[]): string | undefined {
  try {
    const env = { ...process.env, PATH: TOOL_PATHS }
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    return execFileSync(file, args, { env, stdio: [...stdio], encoding: 'utf8' }).split('\n')[0]
  } catch {
    return undefined
  }
}

function moduleVersion(module: string): string | undefined {
  const script = `import platform, ${module} as m
print(m.__version__, "on Python", platform.python_version())`
  for (const python of PYTHONS) {
    const found = firstLine(python, ['-c', script])
    if (found) return `${module} ${found}`
  }
  return undefined
}

/** A line each: the CPU, its vectors, Node, compilers, Python's modules. */
export function describeMachine(): string[] {
  const all = cpus()
  const cpu = all[0]?.model.trim() || 'CPU unknown'
  const flags = cpuFlags()
  const tools = [
    firstLine('gcc', ['--version']),
    firstLine('rustc', ['--version']),
    moduleVersion('numpy'),
    moduleVersion('numba'),
  ]
  return [
    `${cpu}, ${all.length} cores, ${process.platform} ${process.arch}`,
    `vectors: ${SIMD.filter((flag) => flags.has(flag)).join(' ') || 'unknown'}`,
    `Node ${process.version}, V8 ${process.versions.v8}`,
    tools.filter((tool) => tool !== undefined).join('; ') || 'no other compilers',
  ]
}
