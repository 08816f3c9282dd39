/** The device went away (a driver was reset, a machine slept); what it was doing is not lost. */
export class DeviceLostError extends Error {
  override readonly name = 'DeviceLostError'
}

export const isDeviceLost = (error: unknown) => error instanceof DeviceLostError
