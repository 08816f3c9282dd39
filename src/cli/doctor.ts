// `furrow doctor`: what this machine can do, and whether its arithmetic is right.

import { sha256OfText, toHex } from '../farm/sha256.ts'
import { nameOf, openDevice } from '../gpu/device.ts'
import { nodeGpu } from '../gpu/node-gpu.ts'
import { PROBE_DIGESTS, type ProbeReport, probe, probeKernels } from '../gpu/probe.ts'
import { createJsKernel } from '../kernel/emit-js.ts'
import { createWasmKernel } from '../kernel/emit-wasm.ts'
import type { Precision } from '../kernel/ir.ts'
import { dialectFor } from '../kernel/wgsl/dialect.ts'
import { table } from '../report/table.ts'
import { failureLine } from './gpu-lanes.ts'
import { machine, versions } from './provenance.ts'

const SEED = { seed: [1, 2] } as const
const CPU = {
  js: (program: Parameters<typeof createJsKernel>[0]) => createJsKernel(program, SEED),
  wasm: (program: Parameters<typeof createJsKernel>[0]) => createWasmKernel(program, SEED),
} as const

interface Finding {
  readonly backend: string
  readonly precision: string
  readonly verdict: 'PASS' | 'REFUSED' | 'absent'
  readonly words: string
  readonly digest?: string
}

/** Prints what was found; 1 where a backend that is there computes wrongly. */
export async function doctor(): Promise<number> {
  const { furrow, node } = versions()
  const { system, architecture, processor, parallel, memoryMiB } = machine()
  const lanes = `${parallel} lanes, ${memoryMiB} MiB`
  const lines = [
    `furrow ${furrow}, node ${node}`,
    `${processor}, ${architecture}, ${lanes}, ${system}`,
  ]
  const findings: Finding[] = []
  for (const backend of ['js', 'wasm'] as const) {
    for (const precision of ['f64', 'f32'] as const) {
      findings.push(judge(backend, precision, await onCpu(backend, precision)))
    }
  }
  findings.push(await onGpu())
  const rows = findings.map((one) => [one.backend, one.precision, one.verdict, one.words])
  lines.push('', ...table(['backend', 'floats', 'arithmetic', 'probe'], rows))
  // Where all is right it is the same on every machine.
  const digests = findings.flatMap(({ backend, digest }) => (backend === 'gpu' ? [] : [digest]))
  lines.push('', `digest ${toHex(sha256OfText(digests.join(' '))).slice(0, 16)}`)
  process.stdout.write(`${lines.join('\n')}\n`)
  return findings.some(({ verdict }) => verdict === 'REFUSED') ? 1 : 0
}

async function onCpu(
  backend: keyof typeof CPU,
  precision: Precision,
): Promise<ProbeReport | Error> {
  try {
    return await probeKernels(precision, CPU[backend])
  } catch (error) {
    return error as Error
  }
}

function judge(backend: string, precision: Precision, found: ProbeReport | Error): Finding {
  if (found instanceof Error) {
    return { backend, precision, verdict: 'absent', words: found.message }
  }
  const { digest, cases, failure } = found
  if (failure)
    return { backend, precision, verdict: 'REFUSED', words: failureLine(failure), digest }
  // Also js, with which the others are compared, may be wrong.
  const wanted = PROBE_DIGESTS[precision]
  if (digest !== wanted) {
    const words = `its digest is ${digest}, that of right arithmetic ${wanted}`
    return { backend, precision, verdict: 'REFUSED', words, digest }
  }
  return { backend, precision, verdict: 'PASS', words: `${cases} cases, ${digest}`, digest }
}

/** The adapter that a run would take, with its own floats. */
async function onGpu(): Promise<Finding> {
  try {
    const { device, adapter } = await openDevice(await nodeGpu())
    try {
      const dialect = dialectFor('f32', false)
      const report = await probe(device, { dialect, now: () => performance.now() })
      const found = judge('gpu', 'f32', report)
      return { ...found, words: `${nameOf(adapter)}: ${found.words}` }
    } finally {
      device.destroy()
    }
  } catch (error) {
    return { backend: 'gpu', precision: 'f32', verdict: 'absent', words: (error as Error).message }
  }
}
