import { expect, test } from 'vitest'
import { count, counted, duration, percent, rate, sensible } from './quantity.ts'

test('thousands are set apart', () => {
  expect([0, 12, 999, 1000, 1234567, 1e9].map(count)).toEqual([
    '0',
    '12',
    '999',
    '1,000',
    '1,234,567',
    '1,000,000,000',
  ])
  expect([counted(1, 'cell'), counted(2000, 'cell')]).toEqual(['1 cell', '2,000 cells'])
})

test('numbers keep the digits that say something', () => {
  expect([0.9056301, -12.3456, 47, 2e6, 1e-7, 0, -0].map((x) => sensible(x))).toEqual([
    '0.9056',
    '-12.35',
    '47',
    '2e6',
    '1e-7',
    '0',
    '0',
  ])
  expect([Number.NaN, 1 / 0, -1 / 0].map((x) => sensible(x))).toEqual(['nan', 'inf', '-inf'])
})

test('a rate carries its prefix and never shows four digits before the point', () => {
  expect([0, 0.25, 12.34, 999.6, 1000, 12_345_678, 1e20].map((x) => rate(x, 'steps/s'))).toEqual([
    '0 steps/s',
    '0.25 steps/s',
    '12.3 steps/s',
    '1 k steps/s',
    '1 k steps/s',
    '12.3 M steps/s',
    '100000 P steps/s',
  ])
})

test('a duration shows two units and no sixty seconds', () => {
  const seconds = [0.4217, 9.996, 12.34, 59.96, 245, 3599.6, 11_220, 187_200, 1 / 0, -1]
  expect(seconds.map(duration)).toEqual([
    '0.42 s',
    '10.0 s',
    '12.3 s',
    '1 min 00 s',
    '4 min 05 s',
    '1 h 00 min',
    '3 h 07 min',
    '2 d 04 h',
    'unknown',
    'unknown',
  ])
})

test('only all of it is 100 %', () => {
  expect([percent(1, 3), percent(9_999_999, 10_000_000), percent(7, 7), percent(0, 0)]).toEqual([
    '33.3 %',
    '99.9 %',
    '100 %',
    '100 %',
  ])
})
