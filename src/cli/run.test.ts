import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { furrow, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
const call = (...args: string[]) => furrow(args, { cwd: folder })

writeFileSync(
  join(folder, 'waves.ts'),
  `import { defineSweep, divergence, last, linspace, logistic, max } from 'furrow'
export default defineSweep({
  scene: logistic,
  axes: { r: linspace(2.5, 4, 301) },
  rollout: { steps: 400 },
  measures: { end: last('x'), top: max('x'), curve: divergence({ perturb: 'x', stride: 100 }) },
})
`,
)

const ROOT = /\nroot ([0-9a-f]{64})\n$/

function rootOf({ status, stdout, stderr }: ReturnType<typeof furrow>): string {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return ROOT.exec(stdout)?.[1] ?? `no root in ${stdout}`
}

test('one root for any number of workers, told as text or JSON, and alone by root', () => {
  const roots = ['1', '2', '8'].map((n) =>
    rootOf(call('run', 'waves.ts', '--out', `by-${n}`, '--workers', n)),
  )
  const { stdout } = call('run', 'waves.ts', '--out', 'by-3', '--workers', '3', '--json')
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events[0]).toMatchObject({ event: 'start', sweep: 'waves', folder: 'by-3', total: 301 })
  expect(events.at(-2)).toMatchObject({ event: 'progress', done: 301, failed: 0, total: 301 })
  const end = events.at(-1)
  expect(end).toMatchObject({ event: 'end', done: 301, failed: 0, statuses: { done: 301 } })
  expect(end.audit).toMatchObject({ mismatches: 0 })
  expect(new Set([...roots, end.root]).size).toBe(1)
  expect(call('root', 'by-3')).toEqual({ status: 0, stdout: `${roots[0]}\n`, stderr: '' })
})

test('the summary is short, of 80 columns, without control characters; the root is last', () => {
  const { stdout } = call('run', 'waves.ts', '--out', 'by-2', '--json', '--workers', '2')
  expect(JSON.parse(stdout)).toMatchObject({ event: 'end', done: 301, failed: 0, seconds: null })
  const again = call('run', 'waves.ts', '--out', 'by-2')
  const lines = again.stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(15)
  expect(lines.slice(0, 3)).toEqual([
    'waves: 301 cells, 400 steps each',
    '301 done, 0 failed',
    'nothing was left to do',
  ])
  expect(lines.at(-1)).toMatch(/^root /)
  for (const line of lines) {
    expect([...line].length).toBeLessThanOrEqual(80)
    expect(line).toMatch(/^\P{Cc}*$/u)
  }
})

test('without --out the folder is named for the file and the digest', () => {
  const { stdout } = call('run', 'waves.ts')
  const digest = JSON.parse(readFileSync(join(folder, 'by-1/manifest.json'), 'utf8')).digest
  expect(stdout).toContain(`\nin results/waves-${digest.slice(0, 8)}\n`)
})

test('shards go to folders of their own, have no root, and make up the whole', () => {
  const outputs = ['1/2', '2/2'].map((shard) => call('run', 'waves.ts', '--shard', shard))
  expect(outputs.map(({ status }) => status)).toEqual([0, 0])
  expect(outputs[1].stdout).toMatch(/waves: 301 cells, 400 steps each, shard 2\/2\n150 done/)
  const out = /\nin (.*-shard-2-of-2)\n/.exec(outputs[1].stdout)?.[1] ?? 'no folder'
  const { status, stderr } = call('root', out)
  expect(status).toBe(2)
  expect(stderr).toBe(`furrow: ${out}: shard 2/2 alone has no root; merge all shards\n`)
  expect(call('status', out).stdout).toMatch(/^done +150 of 150 cells \(100 %\)$/m)
})

test('status of a finished result is exact', () => {
  const { stdout } = call('status', 'by-1')
  expect(stdout.replace(/^(rate +)\S.* cells\/s$/m, '$1some')).toBe(
    [
      'sweep   waves',
      'state   finished',
      'done    301 of 301 cells (100 %)',
      'failed  0',
      'left    0',
      'rate    some',
      'eta     none',
      '',
    ].join('\n'),
  )
})

test('csv holds a header and a row a cell, ndjson the same numbers', () => {
  const csv = call('export', 'by-1', '--format', 'csv').stdout.trimEnd().split('\n')
  const header =
    'cell,r,status,steps,fingerprint,end,top,curve_rate,curve_rate_error,curve_cause,curve_law,' +
    'curve_degree,curve_doubling_time,curve_doubling_time_error,curve_horizon,' +
    'curve_horizon_bits,curve_initial,curve_final'
  expect(csv).toHaveLength(302)
  expect(csv[0]).toBe(header)
  const out = call('export', 'by-1', '--format', 'ndjson', '--out', 'table.ndjson')
  expect(out).toEqual({ status: 0, stdout: '', stderr: '' })
  const rows = readFileSync(join(folder, 'table.ndjson'), 'utf8').trimEnd().split('\n')
  expect(rows).toHaveLength(301)
  const names = header.split(',')
  for (const [i, row] of rows.entries()) {
    const values = Object.values(JSON.parse(row)).map(String)
    expect(Object.keys(JSON.parse(row))).toEqual(names)
    expect(values).toEqual(csv[i + 1].split(','))
  }
})

test('curves are a table of their own: the start and each sample', () => {
  const lines = call('export', 'by-1', '--format', 'csv', '--curves').stdout.split('\n')
  expect(lines[0]).toBe('cell,step,time,distance')
  expect(lines.slice(1, 6).map((line) => line.split(',').slice(0, 3).join())).toEqual([
    '0,0,0',
    '0,100,100',
    '0,200,200',
    '0,300,300',
    '0,400,400',
  ])
})

test('help and version answer', () => {
  expect(call('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n', stderr: '' })
  const help = call('--help')
  expect(help).toMatchObject({ status: 0, stderr: '' })
  for (const name of ['run', 'status', 'root', 'verify', 'export', 'scenes']) {
    expect(help.stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  }
})
