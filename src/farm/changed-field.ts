// Which field of a sweep changed, in the words of whoever wrote it.

import { floatOfText, type Json } from './canonical.ts'

/**
 * Compares two canonical forms (JSON texts) and names the first field that differs, with its old
 * and new value: `rollout.steps: 20000 -> 10000`. Undefined when they are equal.
 */
export function changedField(before: string, after: string): string | undefined {
  if (before === after) return undefined
  const [a, b] = [parse(before), parse(after)]
  if (!isRecord(a) || !isRecord(b)) return 'its record of the sweep cannot be read'
  const found = difference(a, b, [])
  return found && told(found, sceneName(b))
}

interface Found {
  readonly path: readonly string[]
  readonly before: Json | undefined
  readonly after: Json | undefined
}

type Entries = { readonly [k: string]: Json }

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: Json | undefined): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first difference in the order of the form, which puts causes before their consequences. */
function difference(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
): Found | undefined {
  const found = { path, before, after }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length)
      return { path, before: `${before.length} values`, after: `${after.length} values` }
    return firstOf(before.keys(), (i) => difference(before[i], after[i], [...path, `[${i}]`]))
  }
  if (!isRecord(before) || !isRecord(after)) return before === after ? undefined : found
  const names = Object.keys(before)
  // Only the entries of these groups are told apart by name; elsewhere a new kind says it all.
  const renamed = [...names, ...Object.keys(after)].find(
    (name) => !(Object.hasOwn(before, name) && Object.hasOwn(after, name)),
  )
  if (renamed !== undefined)
    return before.kind !== after.kind || before.sampler !== after.sampler
      ? { path, before: kindOf(before), after: kindOf(after) }
      : { path: [...path, renamed], before: before[renamed], after: after[renamed] }
  const inside = firstOf(names, (name) => difference(before[name], after[name], [...path, name]))
  if (inside) return inside
  const order = Object.keys(after)
  if (names.every((name, i) => name === order[i])) return undefined
  return { path, before: names.join(', '), after: order.join(', ') }
}

function firstOf<T>(list: Iterable<T>, find: (item: T) => Found | undefined): Found | undefined {
  for (const item of list) {
    const found = find(item)
    if (found) return found
  }
  return undefined
}

function kindOf(form: Entries): Json {
  return form.kind ?? form.sampler ?? Object.keys(form).join(', ')
}

function sceneName(form: Entries): string {
  return isRecord(form.scene) ? String(form.scene.name) : 'the scene'
}

function told({ path, before, after }: Found, scene: string): string {
  const [group, second] = path
  if (group === 'format') return 'it was written by another version of furrow'
  if (group === 'program')
    return 'the compiled program changed: use the version of furrow it began with'
  if (group === 'code')
    return `scene: the code of ${scene} changed, in the sweep's file or in one that it loads`
  if (group === 'formulas') {
    if (second === 'scene') return `scene: the formula of ${scene} changed`
    const field = path.slice(1).join('.')
    if (before !== null && after !== null) return `${field}: its formula changed`
    return `${field}: ${before === null ? 'none before, one now' : 'one before, none now'}`
  }
  const field = path.join('.').replaceAll('.[', '[')
  if (before === undefined) return `${field}: not there before`
  if (after === undefined) return `${field}: there before, not now`
  return `${field}: ${shown(before, field)} -> ${shown(after, field)}`
}

function shown(value: Json, field: string): string {
  if (value === null) return 'none'
  if (typeof value === 'string') {
    if (field === 'seed') return JSON.stringify(value)
    return String(floatOfText(value) ?? value)
  }
  if (Array.isArray(value)) return `[${value.map((item) => shown(item, field)).join(', ')}]`
  if (!isRecord(value)) return String(value)
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${shown(item, key)}`)
  return `{ ${entries.join(', ')} }`
}
