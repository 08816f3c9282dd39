// From a scene's text to a running kernel: in fresh processes, and again and again in one.

import { runScript } from './script.ts'
import { type Figure, figureOf } from './statistics.ts'

/** Milliseconds of the first time in a process: the median over some processes. */
export async function coldStart(scene: string, processes: number): Promise<Figure> {
  const first: number[] = []
  for (let i = 0; i < processes; i++) first.push(...(await timesOf(scene, 1)))
  return figureOf(first)
}

/** Milliseconds in a process that has done it before: the median over many times. */
export async function warmStart(scene: string, times: number): Promise<Figure> {
  return figureOf((await timesOf(scene, 2 * times)).slice(times))
}

async function timesOf(scene: string, times: number): Promise<number[]> {
  return JSON.parse(await runScript('start-up-process.ts', [scene, String(times)]))
}
