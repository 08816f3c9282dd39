// The farm's line to its parent (supervise.ts). Where there is none, telling does nothing.

import { Worker } from 'node:worker_threads'
import { FARM, type FarmMessage, type Handed, type ParentMessage } from './supervise.ts'

/** What the parent asks for; `gone` when it has died. */
export type Order = ParentMessage['stop'] | 'gone'

const INTERRUPTED = 130

const env = process.env[FARM]
// Processes that the user's code starts are no farms.
delete process.env[FARM]

/** What a parent has handed over; undefined where this process has none. */
export const handed: Handed | undefined =
  env === undefined || process.send === undefined ? undefined : JSON.parse(env)

/** Of the parent that a user would stop, where there is one. */
export const parentPid: number | undefined = handed?.parent

/**
 * A sweep file may loop for ever before anything hears of `disconnect`: until someone listens, a
 * thread sees to it that this process ends with its parent.
 */
let watchdog = handed && watch(handed.parent)

let obey = (_: Order): void => process.exit(INTERRUPTED)

/** Who hears the parent's orders from now on; without one each ends the process. */
export function onOrder(listener: ((order: Order) => void) | undefined): void {
  void watchdog?.terminate()
  watchdog = undefined
  obey = listener ?? (() => process.exit(INTERRUPTED))
}

export function tellParent(message: FarmMessage): void {
  // A parent that dies meanwhile is heard of by `disconnect`.
  if (handed && process.connected) process.send?.(message, undefined, undefined, () => {})
}

if (handed) {
  process.on('message', ({ stop }: ParentMessage) => obey(stop))
  process.on('disconnect', () => obey('gone'))
  // Listening alone is no reason to stay.
  process.channel?.unref()
}

/** Looks often, since a process that is stuck takes a whole core; a look takes a microsecond. */
function watch(parent: number): Worker | undefined {
  // Its number does not change there.
  if (process.platform === 'win32') return undefined
  const look = `if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL')`
  // Nothing that the user asked of Node is for this thread.
  const plain = { env: {}, execArgv: [] }
  const worker = new Worker(`setInterval(() => { ${look} }, 200)`, { eval: true, ...plain })
  worker.unref()
  return worker
}
