// Runs a sweep in a fresh process, with a lane and a journal on disk, and prints the most memory
// that the process ever had, in bytes. Arguments: cells, steps, a folder for the journal.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteSpent } from '../src/cli/spent-buffers.ts'
import { runSweep } from '../src/farm/coordinator.ts'
import { openJournal } from '../src/farm/journal-sqlite.ts'
import { createNodePool } from '../src/workers/node.ts'
import { lorenzPlan } from './farm.ts'

/** Linux counts getrusage's figure from before exec, so ask for the process's own where it says. */
function peakBytes(): number {
  try {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    if (peak) return 1024 * Number(peak[1])
  } catch {
    // Not Linux.
  }
  return 1024 * process.resourceUsage().maxRSS
}

const [cells, steps, folder] = process.argv.slice(2)
const plan = lorenzPlan(Number(cells), Number(steps))
const journal = openJournal(join(folder, `memory-${cells}.sqlite`), plan, { spent: noteSpent })
const pool = createNodePool({ lanes: 1, backend: 'wasm' })
try {
  await runSweep({ plan, pool, journal, now: () => performance.now() })
} finally {
  await pool.close()
  journal.close()
}
process.stdout.write(String(peakBytes()))
