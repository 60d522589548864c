import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

const postgres = dirname(createRequire(import.meta.url).resolve('@kikoa/postgres'))

/** The tests of this folder alone. Each of its files has a server and a database of its own. */
export default defineConfig({
  test: {
    globalSetup: [join(postgres, 'testing/cluster.ts')],
    setupFiles: ['testing/cheap-auth.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
