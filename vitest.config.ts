import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['src/auth/testing/cheap-hashing.ts'],
    globalSetup: ['src/server/database/testing/cluster.ts'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'deploy/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.fault.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A test waits for a state as long as a slow machine needs.
    expect: { poll: { timeout: 30_000 } },
    // The tests mostly wait for the database and for deliberately slow answers.
    maxWorkers: 2 * availableParallelism(),
  },
})
