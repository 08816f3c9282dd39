import { defineConfig } from 'vitest/config'
import { counts } from './vitest.counts.ts'

export default defineConfig({
  resolve: { conditions: ['furrow-source'] },
  ssr: { resolve: { conditions: ['furrow-source', 'node', 'import', 'module', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.properties.ts'],
    testTimeout: 60_000,
    pool: 'forks',
    reporters: ['default', counts],
  },
})
