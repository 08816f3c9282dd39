// Where the modules of threads and of child processes lie, and what Node must be told to run them.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** In the repository the code runs from .ts files by tsx, in the package from .js files. */
const isSource = new URL(import.meta.url).pathname.endsWith('.ts')

/** The module of a thread or a process that lies beside this file. */
export const entryOf = (name: string) =>
  new URL(`./${name}${isSource ? '.ts' : '.js'}`, import.meta.url)

/** Flags of Node for an entry. */
export const flagsFor = (entry: URL): string[] =>
  entry.pathname.endsWith('.ts') ? ['--import', tsx()] : []

/** Where tsx lies, seen from here: a bare name would be looked up from the working folder. */
const tsx = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Our environment without what would give Node other flags, or piscina other ways to wait. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const odd = /^(NODE_OPTIONS|PISCINA_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !odd.test(name)))
}
