// Run by Deno: probes its device with the dialect and with the mutants named, and prints the
// reports by their names as one JSON line.

import { probe } from './probe.ts'
import { FENCED, MUTANTS } from './probe-mutants.fixture.ts'

declare const Deno: { readonly args: readonly string[] }

const adapter = await navigator.gpu.requestAdapter()
const device = await adapter?.requestDevice()
if (!device) throw new Error('no device')
const reports: Record<string, unknown> = {}
for (const name of Deno.args) {
  const dialect = MUTANTS.get(name) ?? FENCED
  reports[name] = await probe(device, { dialect, now: () => performance.now() })
}
console.log(JSON.stringify(reports))
device.destroy()
