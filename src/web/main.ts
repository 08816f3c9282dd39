// The page, bare so far: it runs the sweep that its address names and shows the root.

import bouncingBall from '../../sweeps/bouncing-ball.ts'
import doublePendulum from '../../sweeps/double-pendulum.ts'
import henon from '../../sweeps/henon.ts'
import lorenzRho from '../../sweeps/lorenz-rho.ts'
import threeBody from '../../sweeps/three-body.ts'
import type { Sweep } from '../farm/sweep.ts'
import type { Precision } from '../workers/protocol.ts'
import { type PageOutcome, type PageRun, runInPage } from './run-in-page.ts'

const SWEEPS: Readonly<Record<string, Sweep>> = {
  'lorenz-rho': lorenzRho,
  'double-pendulum': doublePendulum,
  henon,
  'three-body': threeBody,
  'bouncing-ball': bouncingBall,
}

export interface NamedRun extends PageRun {
  readonly sweep: string
  /** Instead of the sweep's own. */
  readonly precision?: Precision
}

/** Rejects for a name that no sweep has, and as `runInPage` does. */
export async function runNamed(run: NamedRun): Promise<PageOutcome> {
  const { sweep: name, precision, ...options } = run
  const sweep = SWEEPS[name]
  if (!sweep) throw new Error(`no sweep '${name}'; there are ${Object.keys(SWEEPS).join(', ')}`)
  return runInPage(precision ? { ...sweep, precision } : sweep, options)
}

/** The run that an address names, such as `?sweep=henon&backend=wasm&lanes=2&shared=false`. */
function runIn(address: URLSearchParams): NamedRun | undefined {
  const sweep = address.get('sweep')
  if (sweep === null) return undefined
  const choice = <T extends string>(key: string, options: readonly T[]): T | undefined => {
    const value = address.get(key)
    if (value === null || options.includes(value as T)) return (value as T) ?? undefined
    throw new Error(`${key}=${value}: write ${options.join(' or ')}`)
  }
  const backend = choice('backend', ['js', 'wasm', 'gpu'])
  const precision = choice('precision', ['f64', 'f32'])
  const shared = choice('shared', ['true', 'false'])
  const lanes = address.get('lanes')
  return {
    sweep,
    ...(backend && { backend }),
    ...(precision && { precision }),
    ...(shared && { shared: shared === 'true' }),
    ...(lanes !== null && { lanes: Number(lanes) }),
  }
}

async function show(address: URLSearchParams): Promise<void> {
  const outcome = document.getElementById('outcome') as HTMLElement
  try {
    const run = runIn(address)
    if (!run) return
    outcome.textContent = `${run.sweep}: running...`
    const { root, digest, rollouts, failed, backend, note, lanes, seconds } = await runNamed(run)
    outcome.textContent = [
      ...(note === undefined ? [] : [note]),
      `${run.sweep}: ${rollouts - failed} done, ${failed} failed`,
      `in ${seconds.toFixed(2)} s on ${lanes} ${lanes === 1 ? 'lane' : 'lanes'} (${backend})`,
      `digest ${digest}`,
      `root ${root}`,
    ].join('\n')
    document.title = root
  } catch (error) {
    outcome.textContent = String(error)
    document.title = 'failed'
  }
}

const links = Object.keys(SWEEPS).map((name) => {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `?sweep=${name}`
  link.textContent = name
  item.append(link)
  return item
})
document.getElementById('sweeps')?.append(...links)
// For tests, which run more than one sweep on a page.
Object.assign(globalThis, { runNamed })
void show(new URLSearchParams(location.search))
