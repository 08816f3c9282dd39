// A module hook: in a sweep file, `import 'furrow'` means the furrow that runs it, wherever the
// file lies. It is loaded once then and not transformed, which saves half a second of each start.

import type { InitializeHook, ResolveHook } from 'node:module'

/** Addresses of our modules by the names that users import. */
export type OwnModules = Readonly<Record<string, string>>

let known: OwnModules = {}

export const initialize: InitializeHook<OwnModules> = (modules) => {
  known = modules
}

export const resolve: ResolveHook = (specifier, context, next) => {
  const url = known[specifier]
  return url === undefined
    ? next(specifier, context)
    : { url, format: 'module', shortCircuit: true }
}
