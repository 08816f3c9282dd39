// Names inside a function: blocks inside blocks, as in JavaScript.

import type { Cell } from './values.ts'

export interface Binding {
  readonly cell: Cell
  readonly constant: boolean
}

export class Scope {
  readonly names = new Map<string, Binding>()
  readonly parent: Scope | undefined

  constructor(parent: Scope | undefined) {
    this.parent = parent
  }

  find(name: string): Binding | undefined {
    let scope: Scope | undefined = this
    while (scope !== undefined) {
      const found = scope.names.get(name)
      if (found !== undefined) return found
      scope = scope.parent
    }
    return undefined
  }
}
