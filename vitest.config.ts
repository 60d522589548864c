import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const include = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'deploy/**/*.test.ts']
const exclude = [
  ...configDefaults.exclude,
  '**/*.fault.test.ts',
  // With a server of the operator's the embedded one is not in use.
  ...(process.env['DATABASE_URL'] ? ['**/embedded/**'] : []),
]
// These need a worker of their own: what they replace must not be loaded before them, nor stay for others, and the
// memory that they measure must be theirs.
const isolated = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(mock|doMock|stubGlobal|stubEnv)\(|\bmemoryUsage\(/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
)

export default defineConfig({
  test: {
    setupFiles: ['src/auth/testing/cheap-hashing.ts'],
    globalSetup: ['src/server/database/testing/cluster.ts'],
    // A test takes, and waits for a state, as long as a slow machine needs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // The tests mostly wait for the database and for deliberately slow answers.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        extends: true,
        // A worker loads the program once, which takes two seconds, and not for each of its files.
        test: { name: 'shared', isolate: false, include, exclude: [...exclude, ...isolated] },
      },
      { extends: true, test: { name: 'isolated', include: isolated, exclude } },
    ],
  },
})
