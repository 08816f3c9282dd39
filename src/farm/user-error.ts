// A fault that its message explains to the user in full: which thing is wrong, and how to mend it.

/**
 * `kind` marks it: a user's sweep file may load a second copy of this module, and `instanceof`
 * would fail there.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError'
  readonly kind = 'furrow.user-error'
  /** 2: the call or its input is wrong. 1: a difference was found. */
  readonly exitCode: number
  constructor(message: string, exitCode = 2, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.exitCode = exitCode
  }
}

export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && 'kind' in error && error.kind === 'furrow.user-error'
}
