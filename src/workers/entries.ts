// Where the modules of threads and of child processes lie, and what Node must be told to run them.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** In the repository the code runs from .ts files by tsx, in the package from .js files. */
const isSource = new URL(import.meta.url).pathname.endsWith('.ts')

/** The module of a thread or a process that lies beside this file. */
export const entryOf = (name: string) =>
  new URL(`./${name}${isSource ? '.ts' : '.js'}`, import.meta.url)

/** Flags of Node for an entry. */
export const flagsFor = (entry: URL): string[] =>
  entry.pathname.endsWith('.ts') ? ['--import', resolved('tsx')] : []

/**
 * A thread of a process that `flagsFor` started. Hooks of a main thread do not reach its threads,
 * and tsx by a flag registers none there.
 */
export function startThread(entry: URL, workerData: unknown): Worker {
  if (!isSource) return new Worker(entry, { workerData })
  const [api, module] = [import.meta.resolve('tsx/esm/api'), entry.href].map((url) =>
    JSON.stringify(url),
  )
  const boot = `import(${api}).then(({ register }) => (register(), import(${module})))`
  return new Worker(boot, { eval: true, workerData, execArgv: [] })
}

/** Where tsx lies, seen from here: a bare name would be looked up from the working folder. */
const resolved = (name: string) => pathToFileURL(createRequire(import.meta.url).resolve(name)).href

/** Our environment without what would give Node other flags, or piscina other ways to wait. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const odd = /^(NODE_OPTIONS|PISCINA_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !odd.test(name)))
}
