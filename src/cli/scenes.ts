// `furrow scenes`: the scenes that come with Furrow, under the names by which a sweep imports them.

import { table } from '../report/table.ts'
import * as scenes from '../scenes/index.ts'

/** In 26 characters, so that a scene takes one line; one without its words does not type-check. */
const WHAT: Record<keyof typeof scenes, string> = {
  bouncingBall: 'a ball that bounces',
  dampedOscillator: 'a spring with friction',
  doublePendulum: 'two rods, often chaotic',
  henon: 'a plane folded on itself',
  henonHeiles: 'a star in a galaxy',
  logistic: 'period doubling to chaos',
  lorenz: 'convection; the butterfly',
  pendulum: 'one rod under gravity',
  rossler: 'a chaotic folded band',
  standardMap: 'a kicked rotor',
  threeBody: 'gravity; the figure eight',
}

/** Prints the table of scenes. */
export function printScenes(): number {
  process.stdout.write(`${sceneTable().join('\n')}\n`)
  return 0
}

export function sceneTable(): string[] {
  const rows = Object.entries(scenes).map(([name, scene]) => [
    name,
    'rates' in scene ? 'flow' : 'next' in scene ? 'map' : 'step',
    names(scene.state),
    names(scene.params ?? {}),
    WHAT[name as keyof typeof scenes],
  ])
  return table(['import', 'shape', 'state', 'params', 'what it is'], rows)
}

/** Entries by name; an array carries its length: `p[6]`. */
function names(quantities: Readonly<Record<string, number | readonly number[]>>): string {
  const shown = Object.entries(quantities).map(([name, value]) =>
    typeof value === 'number' ? name : `${name}[${value.length}]`,
  )
  return shown.length === 0 ? '-' : shown.join(' ')
}
