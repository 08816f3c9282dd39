import { defineConfig } from 'vitest/config'
import { counts } from './vitest.counts.ts'

const COMMAND_LINE = ['src/cli/**/*.test.ts']

export default defineConfig({
  resolve: { conditions: ['furrow-source'] },
  ssr: { resolve: { conditions: ['furrow-source', 'node', 'import', 'module', 'default'] } },
  test: {
    // For what hangs alone: on a busy machine a test may take ten times as long as on an idle one.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: 'forks',
    reporters: ['default', counts],
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'src/**/*.properties.ts'],
          exclude: COMMAND_LINE,
        },
      },
      {
        extends: true,
        test: {
          name: 'command line',
          include: COMMAND_LINE,
          // These run the built program, as its users do.
          globalSetup: 'src/cli/built.fixture.ts',
        },
      },
    ],
  },
})
