import { defineConfig } from 'vitest/config'

/** The tests of this folder alone. Those whose name ends with `fault` kill servers for minutes. */
export default defineConfig({
  test: {
    globalSetup: ['testing/cluster.ts'],
    exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
