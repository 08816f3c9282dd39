import { expect, test } from 'vitest'
import * as scenes from '../scenes/index.ts'
import { sceneTable } from './scenes.ts'

test('each scene has one line, within 80 columns', () => {
  const lines = sceneTable()
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines).toHaveLength(1 + Object.keys(scenes).length)
  expect(lines[0]).toMatch(/^import +shape +state +params +what it is$/)
  expect(lines.join('\n')).toMatch(/^lorenz +flow +x y z +sigma rho beta +convection/m)
  expect(lines.join('\n')).toMatch(/^threeBody +flow +p\[6\] v\[6\] +m\[3\] /m)
})
