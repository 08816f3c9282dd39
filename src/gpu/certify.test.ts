import { afterAll, expect, test } from 'vitest'
import { rotor } from '../workers/rotor.fixture.ts'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { certify } from './certify.ts'

const device = await openTestDevice()
afterAll(closeTestDevice)

const why = typeof device === 'string' ? ` (skipped: ${device})` : ''

test.skipIf(why !== '')(
  `a certificate is its adapter's: another one that comes after a loss is refused${why}`,
  async () => {
    const gone: string[] = []
    const adapterOf = (description: string, given: unknown) => {
      const info = { vendor: 'none', architecture: '', device: '', description }
      return { info, limits: {}, requestDevice: async () => given }
    }
    const stubOf = (name: string) => {
      return { lost: new Promise(() => {}), destroy: () => gone.push(name) }
    }
    const adapters = [adapterOf('first', device), adapterOf('second', stubOf('second'))]
    const gpu = { requestAdapter: async () => adapters.shift() } as unknown as GPU
    const task = { ...rotor, program: { ...rotor.program, precision: 'f32' as const } }
    const found = await certify(gpu, task, false)
    if ('refused' in found) throw new Error(found.refused)
    expect(found.certificate).toMatchObject({ description: 'first', arithmetic: 'fenced f32' })
    await found.open(task)
    await expect(found.open(task)).rejects.toThrow('instead there is second, which was not probed')
    expect(gone).toEqual(['second'])
  },
)
