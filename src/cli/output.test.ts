// What a run shows while it goes on: to a pipe, to a terminal, and to a machine.

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { furrow, root, userFolder } from './furrow.fixture.ts'

const folder = userFolder()

/** A rollout of half a second that costs no processor time; one of them throws. */
const slow = (name: string, cells: number) =>
  writeFileSync(
    join(folder, name),
    `import { defineEngineScene, defineSweep, last, linspace } from 'furrow'
const WORDS = '\\u001b[31mthree\\u001b[0m is\\r\\nnot ' + 'well '.repeat(30)
const nobody = new Int32Array(new SharedArrayBuffer(4))
const nap = defineEngineScene({
  name: 'nap', engine: 'nap 1', state: { x: 0 }, params: { k: 0 }, dt: 1,
  create({ k }) {
    const world = { x: k }
    return {
      step() {
        Atomics.wait(nobody, 0, 0, 100)
        if (world.x === 3) throw new Error(WORDS)
      },
      state: () => world,
    }
  },
})
export default defineSweep({
  scene: nap, axes: { k: linspace(1, ${cells}, ${cells}) }, rollout: { steps: 5 },
  measures: { end: last('x') },
})
`,
  )
slow('long.ts', 24)
slow('short.ts', 8)

const PROGRAM = `${process.execPath} ${join(root, 'bin/furrow.js')}`

/** What a command of the shell writes; colours and widths of this process are unset. */
function shell(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { NO_COLOR, FORCE_COLOR, COLUMNS, CI, ...plain } = process.env
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...plain, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  return new Promise((resolve) => child.on('close', () => resolve(text)))
}

/** The run's own seconds, as its summary says. */
const secondsIn = (text: string) => Number(/cells in ([\d.]+) s on/.exec(text)?.[1])

for (const [name, env] of [
  ['with NO_COLOR', { NO_COLOR: '1', COLUMNS: '80' }],
  ['with FORCE_COLOR and CI', { FORCE_COLOR: '1', CI: '1' }],
] as const)
  test.concurrent(`a pipe ${name} gets plain 80 columns, a line in five seconds`, async () => {
    const out = `piped-${'NO_COLOR' in env ? 'plain' : 'forced'}`
    const text = await shell(`${PROGRAM} run long.ts --out ${out} --workers 2 2>&1 | cat`, env)
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    const lines = text.trimEnd().split('\n')
    for (const line of lines) {
      if (!line.startsWith('in ')) expect(line.length, line).toBeLessThanOrEqual(80)
    }
    const progress = lines.filter((line) => /^\d+ of 24 cells \([\d.]+ %\), \d failed/.test(line))
    // The audit and the end of the run come on top of the seconds of its work.
    const least = Math.max(1, Math.floor(secondsIn(text) / 5))
    expect([least, least + 1]).toContain(progress.length)
    expect(text).toMatch(/^cell 2 threw at step 1: .*three.* is not well well/m)
    expect(lines.at(-1)).toMatch(/^root [0-9a-f]{64}$/)
  })

const noScript = spawnSync('script', ['--version']).status !== 0

for (const columns of [80, 40])
  test
    .skipIf(noScript)
    .concurrent(
      `a terminal of ${columns} columns (needs \`script\`) gets a bar that fits and goes away`,
      async () => {
        const inner = `stty cols ${columns} rows 24; ${PROGRAM} run short.ts --out tty-${columns}`
        const text = await shell(`script -qec '${inner} --workers 2' /dev/null`, { TERM: 'xterm' })
        // A frame is what stands between two movements of the cursor.
        const frames = text.split(/\r|\n|\p{Cc}\[[\d;?]*[A-Za-z]/u)
        const bars = frames.filter((frame) => /^[#.]{10} [\d.]+ %/.test(frame))
        expect(new Set(bars).size).toBeGreaterThan(2)
        for (const bar of bars) expect(bar.length, bar).toBeLessThan(columns)
        expect(bars.some((bar) => bar.includes('1 failed'))).toBe(true)
        // The line of the bar is cleared before the summary, which begins with the sweep's name.
        const end = text.slice(text.lastIndexOf(bars.at(-1) as string))
        expect(end.slice(0, end.indexOf('short'))).toMatch(/\p{Cc}\[[02]?K/u)
      },
    )

/** The fields of each event, as the page for users lists them. */
function documentedEvents(): Map<string, string[]> {
  const page = readFileSync(join(root, 'docs/overnight.md'), 'utf8')
  const rows = page.matchAll(/^\| `(\w+)` +\| ((?:`\w+`(?:, )?)+)/gm)
  return new Map(
    [...rows].map(([, event, fields]) => [event, [...fields.matchAll(/\w+/g)].map(String).sort()]),
  )
}

test.concurrent('each line of --json is an event that docs/overnight.md describes', async () => {
  const text = await shell(`${PROGRAM} run short.ts --out json --workers 2 --json 2>&1`)
  const events = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string })
  const documented = documentedEvents()
  for (const { event, ...fields } of events)
    expect(Object.keys(fields).sort(), event).toEqual(documented.get(event))
  expect(events[0]).toMatchObject({ event: 'start', total: 8, done: 0, cells: 8, lanes: 2 })
  const kinds = new Set(events.map(({ event }) => event))
  expect([...kinds]).toEqual(['start', expect.any(String), expect.any(String), 'end'])
  expect(events.at(-1)).toMatchObject({
    total: 8,
    done: 8,
    failed: 1,
    statuses: { done: 7, threw: 1 },
  })
  // Again, where nothing is left to do.
  const again = furrow(['run', 'short.ts', '--out', 'json', '--json'], { cwd: folder })
  expect(again.status).toBe(1)
  expect(JSON.parse(again.stdout)).toMatchObject({ event: 'end', done: 8, seconds: null })
})
