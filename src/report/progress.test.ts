import { expect, test } from 'vitest'
import { noteLines, type Progress, progressBar, progressLine, secondsLeft } from './progress.ts'

test('a progress line says the share, the failures, the rate and the time left', () => {
  const progress = { noun: 'cell', done: 1200, failed: 3, total: 4000, perSecond: 512 } as const
  expect(progressLine(progress)).toBe(
    '1,200 of 4,000 cells (30 %), 3 failed, 512 cells/s, 5.47 s left',
  )
  expect(progressLine({ ...progress, done: 0, failed: 0, total: 1, perSecond: undefined })).toBe(
    '0 of 1 cell (0 %), 0 failed',
  )
  expect(secondsLeft({ ...progress, done: 5, total: 5, perSecond: undefined })).toBe(0)
  expect(secondsLeft({ ...progress, perSecond: 0 })).toBeUndefined()
})

test('a bar fits a terminal of 80 columns, also at a thousand million cells', () => {
  const progress: Progress = {
    noun: 'cell',
    done: 123_456_789,
    failed: 0,
    total: 1e9,
    perSecond: 9480,
  }
  expect(progressBar(progress, 79)).toBe(
    '#......... 12.3 %  123,456,789/1,000,000,000 cells  9.48 k/s  1 d 02 h left',
  )
})

test('what does not fit is left out whole, the rate first and the share never', () => {
  const huge = { noun: 'rollout', done: 123_456_789, failed: 21, total: 1e9 } as const
  const progress: Progress = { ...huge, perSecond: 9480 }
  expect(progressBar(progress, 79)).toBe(
    '#......... 12.3 %  123,456,789/1,000,000,000 rollouts  21 failed  1 d 02 h left',
  )
  expect(progressBar(progress, 39)).toBe('#......... 12.3 %  21 failed')
  expect(progressBar(progress, 44)).toBe('#......... 12.3 %  21 failed  1 d 02 h left')
  expect(progressBar(progress, 5)).toBe('#....')
  expect(progressLine(progress)).toBe(
    '123,456,789 of 1,000,000,000 rollouts (12.3 %), 21 failed, 1 d 02 h left',
  )
  for (let width = 17; width < 100; width++)
    expect(progressBar(progress, width).length).toBeLessThanOrEqual(width)
})

test('a note keeps to its lines, whatever a scene puts into its message', () => {
  expect(
    noteLines('cell 3 threw at step 7: \u001b[31mred\u001b[0m\r\nand\ttwo \u0007 lines'),
  ).toEqual(['cell 3 threw at step 7: red and two lines'])
  for (const line of noteLines('some words '.repeat(40))) {
    expect(line.length).toBeLessThanOrEqual(80)
  }
})
