// A thread beside a lane in its process: it tells the pool, while the engine runs or hangs, how far
// that got and what memory the process takes, and ends the process when the pool is gone.

import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { SIGNS } from './process-signs.ts'

const TELL_MS = 100

const signs = workerData as Float64Array
const line = new Socket({ fd: SIGNS.line, readable: true, writable: true })
// The engine may be in an endless loop, so nothing gentler would do.
const die = () => process.kill(process.pid, 'SIGKILL')
line.on('close', die)
line.on('error', die)
line.resume()

/** What was taken when the lane was ready. */
let base: { resident: number; asked: number } | undefined

setInterval(() => {
  const where = `${signs[SIGNS.beat]} ${signs[SIGNS.rollout]} ${signs[SIGNS.step]}`
  line.write(`${where} ${taken()}\n`)
}, TELL_MS)
parentPort?.postMessage('watching')

/**
 * Bytes that the process takes. Where Linux tells, buffers count that were asked for and not yet
 * written to: a loop that asks for more and more of these is seen before the machine is full.
 */
function taken(): number {
  const { resident, asked } = memory()
  if (signs[SIGNS.ready] === 1) base ??= { resident, asked }
  return base ? Math.max(resident, base.resident + asked - base.asked) : resident
}

function memory() {
  try {
    const text = readFileSync('/proc/self/status', 'latin1')
    const bytes = (name: string) =>
      1024 * Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1])
    const [resident, asked] = [bytes('VmRSS'), bytes('VmData')]
    if (resident > 0 && asked > 0) return { resident, asked }
  } catch {
    // Another system.
  }
  return { resident: process.memoryUsage.rss(), asked: 0 }
}
