import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/**
 * The rounds. The end of a test file's name says which one it belongs to:
 * - `fast`: `*.test.ts`. It starts no program, needs no database cluster of its own and waits for no clock, which
 *   `src/app/testing/fast-test-guard.ts` enforces.
 * - `slow`: `*.slow.test.ts`. It starts programs, waits for real time or moves whole shops.
 * - `fault`: `*.fault.test.ts`. It kills processes and breaks connections again and again.
 */
const rounds = {
  fast: {
    ending: 'test.ts',
    not: ['**/*.{slow,fault}.test.ts'],
    setupFiles: ['src/app/testing/fast-test-guard.ts'],
  },
  slow: { ending: 'slow.test.ts', not: [], setupFiles: [] },
  fault: { ending: 'fault.test.ts', not: [], setupFiles: [] },
}

// With a server of the operator's the embedded one is not in use.
const unused = process.env['DATABASE_URL'] ? ['**/embedded/**'] : []

/**
 * The projects of a round. A worker loads the program once, which takes two seconds, and not for each of its files. Some
 * files need a worker of their own: what they replace must not be loaded before them, nor stay for others, and the memory
 * that they measure must be theirs.
 */
const projects = Object.entries(rounds).flatMap(([round, { ending, not, setupFiles }]) => {
  const include = ['src', 'packages', 'scripts', 'deploy'].map((folder) => `${folder}/**/*.${ending}`)
  const isolated = globSync(include, { cwd: import.meta.dirname, exclude: not }).filter((file) =>
    /\bvi\.(mock|doMock|stubGlobal|stubEnv)\(|\bmemoryUsage\(/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  )
  const exclude = [...configDefaults.exclude, ...unused, ...not]
  const project = (name: string, test: object): TestProjectInlineConfiguration => ({
    extends: true,
    test: { name, exclude, setupFiles, ...test },
  })
  return [
    project(round, { include, isolate: false, exclude: [...exclude, ...isolated] }),
    ...(isolated.length ? [project(`${round} isolated`, { include: isolated })] : []),
  ]
})

export default defineConfig({
  test: {
    setupFiles: ['packages/auth/testing/cheap-auth.ts'],
    globalSetup: ['packages/postgres/testing/cluster.ts'],
    // A test takes, and waits for a state, as long as a slow machine needs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // The tests mostly wait for the database and for deliberately slow answers.
    maxWorkers: 2 * availableParallelism(),
    projects,
  },
})
