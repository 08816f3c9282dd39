// Threads of this process by piscina: how they are started, whatever lane runs on them.

import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'

/** Megabytes that a thread may fill with short-lived objects before they are collected. */
const YOUNG_MB = 4

/** In the repository the code runs from .ts files by tsx, in the package from .js files. */
const isSource = new URL(import.meta.url).pathname.endsWith('.ts')

/** The module of a thread that lies beside this file. */
export const entryOf = (name: string) =>
  new URL(`./${name}${isSource ? '.ts' : '.js'}`, import.meta.url)

/** So many threads with a lane each, which takes a `Message` at a time. */
export function startThreads<Message, Answer = void>(
  lanes: number,
  entry: URL,
  workerData: unknown,
  littersMuch = false,
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
    ...(littersMuch ? {} : { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
    workerData,
    execArgv: entry.pathname.endsWith('.ts') ? ['--import', tsx()] : [],
    env: plainEnvironment(),
  })
  // Said only of a thread that had nothing to do, and piscina has put another in its place.
  threads.on('error', () => {})
  return threads
}

/** Where tsx lies, seen from here: a bare name would be looked up from the working folder. */
const tsx = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Our environment without what would give threads other flags, or piscina other ways to wait. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const odd = /^(NODE_OPTIONS|PISCINA_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !odd.test(name)))
}
