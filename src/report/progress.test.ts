import { expect, test } from 'vitest'
import { type Progress, progressBar, progressLine, secondsLeft } from './progress.ts'

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
  expect(progressBar({ ...progress, done: 1e9, failed: 2 }, 40)).toBe(
    '########## 100 %  1,000,000,000/1,000,00',
  )
})
