import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['src/server/database/testing/cluster.ts'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A state is waited for, however slow the machine is.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 3,
  },
})
