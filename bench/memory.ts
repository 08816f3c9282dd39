// Whether memory grows with a sweep.

import { runScript } from './script.ts'
import { type Figure, figureOf } from './statistics.ts'

const STEPS = 100
const MEGABYTE = 1e6

async function peak(cells: number, folder: string): Promise<number> {
  return Number(await runScript('memory-process.ts', [String(cells), String(STEPS), folder]))
}

/** Megabytes that a sweep of 10^6 cells needs beyond one of 10^4. */
export async function memoryGrowth(folder: string): Promise<Figure> {
  const small = await peak(1e4, folder)
  return figureOf([((await peak(1e6, folder)) - small) / MEGABYTE])
}
