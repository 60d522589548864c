import { defineConfig } from 'vitest/config'

/** The long tests beside `npm test`: kills and faults of server and database. */
export default defineConfig({
  test: {
    setupFiles: ['src/auth/testing/cheap-hashing.ts'],
    globalSetup: ['src/server/database/testing/cluster.ts'],
    include: ['src/**/*.fault.test.ts', 'deploy/**/*.fault.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
})
