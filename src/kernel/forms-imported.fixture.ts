// What forms.fixture.ts imports, so that its texts mention imports.

export const STIFFNESS = 2.5
export const WEIGHTS = [0.25, 0.5, 0.125, 3]

export function clampTo(x: number, low: number, high: number): number {
  if (x < low) return low
  if (x > high) return high
  return x
}

export const fraction = (x: number) => x - Math.floor(x)

/** Pushes the first entry out of a wall, in place. */
export function contact(q: number[], wall: number): void {
  if (q[0] > wall) {
    q[0] = wall
    q[1] = -q[1]
  }
}
