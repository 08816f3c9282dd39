// Runs that are killed with -9 at any instant, whichever of their processes it hits, and started
// again until they are done. FURROW_KILLS=200 asks for more of them, FURROW_SEED for others.

import { mkdirSync, readdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDice, type Dice } from '../farm/dice.fixture.ts'
import { furrow, startFurrow, until, userFolder } from './furrow.fixture.ts'
import { canFindMarked, commandOf, findMarked, marked } from './marked.fixture.ts'

const KILLS = Number(process.env.FURROW_KILLS ?? 4)
const SEED = Number(process.env.FURROW_SEED ?? 1)
/** How long a process may outlive the one that started it. */
const LEFT_MS = 10_000

const folder = userFolder()
writeFileSync(
  join(folder, 'compiled.ts'),
  `import { defineSweep, last, linspace, lorenz, max } from 'furrow'
export default defineSweep({
  scene: lorenz,
  axes: { rho: linspace(0, 200, 6000) },
  rollout: { steps: 2000 },
  measures: { end: last('x'), top: max('z') },
})
`,
)
writeFileSync(
  join(folder, 'engine.ts'),
  `import { defineEngineScene, defineSweep, last, linspace } from 'furrow'
const spring = defineEngineScene({
  name: 'spring', engine: 'spring 1', state: { x: 1, v: 0 }, params: { k: 2 }, dt: 0.01,
  create({ k }, _seed, { x, v }, dt) {
    const world = { x, v }
    return {
      step() { world.v -= k * world.x * dt; world.x += world.v * dt },
      state: () => world,
    }
  },
})
export default defineSweep({
  scene: spring,
  axes: { k: linspace(1, 4, 100) },
  rollout: { steps: 10_000 },
  measures: { end: last('x') },
})
`,
)

interface Whole {
  readonly file: string
  readonly root: string
  readonly table: string
  /** How often its folder changed while it ran. */
  readonly changes: number
}

const rootIn = (stdout: string) => /^root ([0-9a-f]{64})$/m.exec(stdout)?.[1]
const tableOf = (out: string) => furrow(['export', out, '--format', 'csv'], { cwd: folder }).stdout
const start = (file: string, out: string, mark: string) =>
  startFurrow(['run', file, '--out', out, '--workers', '2'], { cwd: folder, env: marked(mark) })

/** Tells of each change in the folder, which must be there. */
function onChange(out: string, tell: () => void): () => void {
  const watcher = watch(join(folder, out), { persistent: false }, tell)
  return () => watcher.close()
}

/** The sweep without an interruption. */
async function runWhole(file: string, cells: number): Promise<Whole> {
  const out = `whole-${file}`
  mkdirSync(join(folder, out))
  let changes = 0
  const stop = onChange(out, () => {
    changes += 1
  })
  const { status, stdout } = await start(file, out, out).ended
  stop()
  const [root, table] = [rootIn(stdout), tableOf(out)]
  const rows = table.trimEnd().split('\n').slice(1)
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual([...Array(cells).keys()])
  if (status !== 0 || root === undefined) throw new Error(`the whole run failed: ${stdout}`)
  return { file, root, table, changes }
}

const marks: string[] = []
afterAll(() => {
  for (const mark of marks) killAll(mark)
})

function killAll(mark: string, first?: number): void {
  if (first !== undefined) kill(first)
  for (let pids = findMarked(mark); pids.length > 0; pids = findMarked(mark)) pids.forEach(kill)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}

/** Kills one process of a run, or all, the one that was started being one of them. */
function strike(mark: string, started: number, dice: Dice): string {
  const children = findMarked(mark).filter((pid) => pid !== started)
  const choice = dice(3)
  if (choice === 1 && children.length > 0) {
    kill(children[dice(children.length)])
    return 'child'
  }
  if (choice === 2) killAll(mark, started)
  else kill(started)
  return choice === 2 ? 'all' : 'started'
}

interface Attempt {
  readonly struck: string
  readonly status: number | null
  readonly stdout: string
}

/** Starts the run and kills after some change of its folder, if it is not over by then. */
async function attempt(whole: Whole, out: string, mark: string, dice: Dice): Promise<Attempt> {
  marks.push(mark)
  const wanted = dice(whole.changes)
  let seen = 0
  let stop = () => {}
  const changed = new Promise<void>((resolve) => {
    stop = onChange(out, () => {
      seen += 1
      if (seen >= wanted) resolve()
    })
  })
  const { child, ended } = start(whole.file, out, mark)
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([changed, over])
  stop()
  // Not always at a change, but some time after it.
  for (let turns = dice(5000); turns > 0 && child.exitCode === null; turns--)
    await new Promise((resolve) => setImmediate(resolve))
  const struck = child.exitCode === null ? strike(mark, child.pid as number, dice) : 'too late'
  await over
  await expectNobody(mark)
  const { status, stdout } = await ended
  return { struck, status, stdout }
}

/** Every process of a call has ended, or does so soon. */
async function expectNobody(mark: string): Promise<void> {
  const deadline = performance.now() + LEFT_MS
  await until(() => {
    const left = findMarked(mark)
    if (performance.now() > deadline) throw new Error(`left: ${left.map(commandOf).join('; ')}`)
    return left.length === 0
  }, 'every process had ended')
}

const told = new Map<string, number>()
const tell = (what: string) => told.set(what, (told.get(what) ?? 0) + 1)

async function killedAndResumed(whole: Whole, i: number): Promise<void> {
  const dice = createDice(1000 * SEED + i)
  const out = `killed-${i}`
  mkdirSync(join(folder, out))
  let last = await attempt(whole, out, `${folder}/${out}`, dice)
  const key = `${last.struck}, ${last.status === 0 ? 'ended well' : 'ended'}`
  tell(key)
  for (let again = 1; last.status !== 0; again++) {
    expect(again, 'attempts').toBeLessThan(10)
    const mark = `${folder}/${out}-${again}`
    if (dice(3) === 0) {
      last = await attempt(whole, out, mark, dice)
      continue
    }
    marks.push(mark)
    const { status, stdout, stderr } = await start(whole.file, out, mark).ended
    await expectNobody(mark)
    expect(status, stderr).toBe(0)
    last = { struck: 'nobody', status, stdout }
  }
  expect(rootIn(last.stdout)).toBe(whole.root)
  expect(tableOf(out) === whole.table, 'every cell once, with its bits').toBe(true)
  for (const name of readdirSync(join(folder, out)))
    if (name !== 'journal.sqlite' && name !== 'manifest.json') tell(`left behind: ${name}`)
}

test.skipIf(!canFindMarked)(
  `after ${KILLS} kills -9 each run is resumed to the root of the uninterrupted one`,
  async () => {
    const compiled = await runWhole('compiled.ts', 6000)
    const engine = await runWhole('engine.ts', 100)
    for (let i = 0; i < KILLS; i++) {
      const whole = i % 4 === 3 ? engine : compiled
      await killedAndResumed(whole, i).catch((error) => {
        throw new Error(`run ${i} of ${whole.file}, FURROW_SEED=${SEED}: ${error.message}`, {
          cause: error,
        })
      })
    }
    if (KILLS > 8) console.log(Object.fromEntries(told))
  },
  60_000 + 20_000 * KILLS,
)
