import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['src/server/database/testing/cluster.ts'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.fault.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A test waits for a state as long as a slow machine needs.
    expect: { poll: { timeout: 30_000 } },
    // The tests wait more than they compute: for the database, and for answers that take their time on purpose.
    maxWorkers: 2 * availableParallelism(),
  },
})
