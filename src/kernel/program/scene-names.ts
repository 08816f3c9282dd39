// What the free names of a scene's functions mean. A text under a test runner or from a bundler may
// call things otherwise than the scene's file does; all forms lead to the same things.

import { LIBRARY, libraryName, nameInLibrary } from '../library/library.ts'
import { libraryFunction } from '../library/library-calls.ts'
import { mathFunction } from '../library/math-functions.ts'
import type { Lowering } from '../lower/lowering.ts'
import { newArray } from '../lower/references.ts'
import { literal, type Origin, type Value } from '../lower/values.ts'
import type { ProgramSource, SourceFunction } from '../source.ts'
import { freeNames } from '../syntax/free-names.ts'
import { parseFunction } from '../syntax/parse.ts'

type Use = ProgramSource['use']

export class SceneNames {
  readonly #use: Use
  /** The scene's functions and helpers: the texts whose free names are matched with `use`. */
  readonly #texts: readonly SourceFunction[]
  #renamed: ReadonlyMap<string, string> | undefined
  readonly #values = new WeakMap<Lowering, Map<string, Value>>()

  constructor(source: ProgramSource) {
    this.#use = source.use
    const observed = source.observed.flatMap(({ of }) => (typeof of === 'string' ? [] : [of]))
    const helpers = Object.values(source.use).filter((value) => typeof value === 'function')
    const own = [source.body.source, ...(source.stop ? [source.stop] : [])]
    // The built-in functions have no text, and the library's are known by their own names.
    const texts = [...own, ...observed, ...helpers.filter((fn) => !isBuiltIn(fn))]
    this.#texts = texts.filter((fn) => nameInLibrary(fn) === undefined)
  }

  /** The origin of one of the scene's functions. */
  origin(source: SourceFunction, label: string): Origin {
    const { text, shift } = parseFunction(source)
    return {
      ...{ text, shift, label, library: false },
      resolve: (low, name) => this.resolve(low, name),
      hint: (name) => this.#hint(name),
    }
  }

  /**
   * In this order: a key of `use`; the name that a function in `use` has in this bundle; a function
   * of the library; what is left over in the text and in `use`, if that is clear.
   */
  resolve(low: Lowering, name: string): Value | undefined {
    const key = this.#key(name)
    if (key !== undefined) return this.#value(low, key)
    const known = libraryName(name)
    if (known !== undefined) return libraryFunction(known)
    this.#renamed ??= this.#match()
    const left = this.#renamed.get(name)
    return left === undefined ? undefined : this.#value(low, left)
  }

  /** Where more than one constant was renamed, nothing tells which is which. */
  #hint(name: string): string {
    const left = this.#unmentioned(this.#free())
    if (!SHORT.test(name) || left.length === 0) return ''
    const keys = left.map((key) => `\`${key}\``).join(', ')
    return `; if a bundler renamed ${keys}: put them into one array of \`use\``
  }

  #key(name: string): string | undefined {
    if (Object.hasOwn(this.#use, name)) return name
    return Object.keys(this.#use).find((key) => {
      const value = this.#use[key]
      return typeof value === 'function' && value.name === name
    })
  }

  #value(low: Lowering, key: string): Value {
    let values = this.#values.get(low)
    if (values === undefined) {
      values = new Map()
      this.#values.set(low, values)
    }
    let value = values.get(key)
    if (value === undefined) {
      value = this.#make(low, key)
      values.set(key, value)
    }
    return value
  }

  #make(low: Lowering, key: string): Value {
    const given = this.#use[key]!
    if (typeof given === 'number') return literal(given)
    if (typeof given !== 'function') return newArray(low, given.map(literal), key)
    const inLibrary = nameInLibrary(given)
    if (inLibrary !== undefined) return libraryFunction(inLibrary)
    if (isBuiltIn(given)) return mathFunction(low, given.name, low.stack.at(-1)!)
    const scope = undefined
    const { node } = parseFunction(given)
    return {
      kind: 'closure',
      name: key,
      node,
      origin: this.origin(given, `helper \`${key}\``),
      scope,
    }
  }

  /**
   * A bundler renames constants, and no value of the run tells how. But if one name and one key are
   * left over, they belong together; so do one that is indexed and one array.
   */
  #match(): Map<string, string> {
    const free = this.#free()
    const keys = this.#unmentioned(free)
    const names = [...free.keys()].filter(
      (name) => SHORT.test(name) && this.#key(name) === undefined && !libraryName(name),
    )
    const matched = new Map<string, string>()
    const pair = (someNames: string[], someKeys: string[]) => {
      if (someNames.length === 1 && someKeys.length === 1) matched.set(someNames[0]!, someKeys[0]!)
    }
    pair(names, keys)
    for (const indexed of [true, false]) {
      const fits = (key: string) => (typeof this.#use[key] !== 'number') === indexed
      pair(
        names.filter((name) => free.get(name) === indexed),
        keys.filter(fits),
      )
    }
    return matched
  }

  /** The free names of all texts, and whether each is used as an array. */
  #free(): Map<string, boolean> {
    const free = new Map<string, boolean>()
    for (const text of this.#texts) {
      for (const [name, { indexed }] of freeNames(parseFunction(text).node)) {
        free.set(name, indexed || free.get(name) === true)
      }
    }
    return free
  }

  /** The constants of `use` that no text mentions under their own name. */
  #unmentioned(free: ReadonlyMap<string, boolean>): string[] {
    return Object.keys(this.#use).filter(
      (key) => typeof this.#use[key] !== 'function' && !free.has(key),
    )
  }
}

/** What bundlers call things; no name of the language is so short, but NaN. */
const SHORT = /^(?!NaN$)[\w$]{1,3}$/

/** A function of Math itself, as in `use: { sin: Math.sin }`. */
function isBuiltIn(fn: SourceFunction): boolean {
  return Object.hasOwn(LIBRARY, fn.name) && Object.is(Reflect.get(Math, fn.name), fn)
}
