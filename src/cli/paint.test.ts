import { expect, test } from 'vitest'
import { paintFor, showsUnicode } from './paint.ts'

const TERMINAL = { isTTY: true }

test('a terminal gets colours; a pipe, NO_COLOR and a dumb terminal get none', () => {
  expect(paintFor(TERMINAL, { TERM: 'xterm' }).bad('x')).toBe('\u001b[31mx\u001b[39m')
  expect(paintFor({}, { FORCE_COLOR: '1', CI: 'true' }).bad('x')).toBe('x')
  expect(paintFor(TERMINAL, { NO_COLOR: '1' }).strong('x')).toBe('x')
  expect(paintFor(TERMINAL, { TERM: 'dumb' }).faint('x')).toBe('x')
})

test('Braille is drawn unless the terminal or the locale says that it cannot be', () => {
  expect([{}, { LANG: 'de_DE.UTF-8' }, { LC_ALL: 'C.utf8', LANG: 'C' }].map(showsUnicode)).toEqual([
    true,
    true,
    true,
  ])
  expect([{ LANG: 'C' }, { LC_ALL: 'POSIX' }, { TERM: 'linux' }].map(showsUnicode)).toEqual([
    false,
    false,
    false,
  ])
})
