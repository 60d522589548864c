import { defineConfig } from 'vitest/config'

/** The long rounds beside `npm test`: what happens to the database while the program serves. */
export default defineConfig({
  test: {
    include: ['src/app/testing/faults/*.fault.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
  },
})
