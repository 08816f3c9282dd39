// Threads of this process by piscina: how they are started, whatever lane runs on them.

import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { flagsFor, plainEnvironment } from './entries.ts'

/** Megabytes that a thread may fill with short-lived objects before they are collected. */
const YOUNG_MB = 4

/** So many threads with a lane each, which takes a `Message` at a time. */
export function startThreads<Message, Answer = void>(
  lanes: number,
  entry: URL,
  workerData: unknown,
): Piscina<Message, Answer> {
  const threads = new Piscina<Message, Answer>({
    filename: fileURLToPath(entry),
    minThreads: lanes,
    maxThreads: lanes,
    concurrentTasksPerWorker: 1,
    // Jobs are begun in the order in which they were given.
    stricterFIFO: true,
    recordTiming: false,
    // Kernels leave little garbage; a young generation as large as is usual would only be filled.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    workerData,
    execArgv: flagsFor(entry),
    env: plainEnvironment(),
  })
  // Said only of a thread that had nothing to do, and piscina has put another in its place.
  threads.on('error', () => {})
  return threads
}
