import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { furrow, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
const call = (...args: string[]) => furrow(args, { cwd: folder })

const sweep = (
  replicas: string,
) => `import { defineSweep, henon, last, lyapunov, values } from 'furrow'
export default defineSweep({
  scene: henon,
  axes: { a: values([1.2, 1.4, 2]) },
  rollout: { steps: 2000, discard: 200 },
  ${replicas}
  measures: { end: last('x'), rate: lyapunov() },
})
`
writeFileSync(join(folder, 'many.ts'), sweep("replicas: { count: 8, perturb: 'x', ulps: 1 },"))
writeFileSync(join(folder, 'one.ts'), sweep(''))

/** The rows of a table by its columns. */
function rows(...args: string[]): Record<string, string>[] {
  const [header, ...lines] = call('export', ...args, '--format', 'csv')
    .stdout.trimEnd()
    .split('\n')
  const names = header.split(',')
  return lines.map((line) => {
    const values = line.split(',')
    return Object.fromEntries(names.map((name, i) => [name, values[i]]))
  })
}

test('over replicas: the means and errors that the table of rollouts gives', () => {
  expect(call('run', 'many.ts', '--out', 'many').status).toBe(0)
  const all = rows('many')
  const found = rows('many', '--over-replicas')
  expect(Object.keys(found[0])).toEqual([
    ...['cell', 'a', 'replicas', 'failed', 'end', 'end_error', 'rate', 'rate_error'],
    'rate_verdict',
  ])
  expect(found).toHaveLength(3)
  for (const [cell, row] of found.entries()) {
    const whole = all.filter((one) => one.cell === `${cell}` && one.status === 'done')
    expect(row).toMatchObject({ cell: `${cell}`, replicas: `${whole.length}`, failed: '0' })
    if (whole.length === 0) {
      expect(row).toMatchObject({ end: 'NaN', end_error: 'NaN', rate: 'NaN', rate_verdict: '' })
      continue
    }
    for (const name of ['end', 'rate']) {
      const x = whole.map((one) => Number(one[name]))
      const mean = x.reduce((sum, value) => sum + value) / x.length
      const squares = x.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      expect(Number(row[name])).toBeCloseTo(mean, 13)
      expect(Number(row[`${name}_error`])).toBeCloseTo(Math.sqrt(squares / 7 / 8), 13)
    }
    expect(row.rate_verdict).toBe('chaotic')
  }
  // Henon escapes at a = 2 from anywhere.
  expect(found.map(({ replicas }) => replicas)).toEqual(['8', '8', '0'])
  const ndjson = call('export', 'many', '--format', 'ndjson', '--over-replicas').stdout
  const objects = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const spelled = objects.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
  )
  expect(spelled).toEqual(found)
})

test('over replicas: one clear error where there are none, or curves are asked too', () => {
  call('run', 'one.ts', '--out', 'one')
  expect(call('export', 'one', '--format', 'csv', '--over-replicas')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'furrow: one: its sweep has no replicas; set replicas: { count: 8, ... } in it\n',
  })
  expect(call('export', 'many', '--format', 'csv', '--over-replicas', '--curves').stderr).toBe(
    'furrow: --over-replicas is a table of its own, without curves; ask for one of them\n',
  )
  expect(call('export', '--help').stdout).toContain('--over-replicas')
})
