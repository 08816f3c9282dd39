import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['furrow-source'] },
  ssr: { resolve: { conditions: ['furrow-source', 'node', 'import', 'module', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.properties.ts'],
    testTimeout: 60_000,
    pool: 'forks',
  },
})
