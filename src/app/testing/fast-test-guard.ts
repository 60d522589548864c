import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/**
 * Vitest loads this file before each fast test file (`*.test.ts`): the test may start no program, and so no database
 * cluster, and may not wait for a clock. Such tests are named `*.slow.test.ts`. Waiting for a state is `vi.waitFor`,
 * `expect.poll` or an event. The program under test keeps its timers.
 */

const programs = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const
const waits = /\.test\.ts$|\/(?:testing|deploy)\/[^?]*\.ts$/
const mark = Symbol.for('kikoa.fast-test-guard')

/** The file that called `called`. */
function callerOf(called: (...args: never[]) => unknown): string {
  const { prepareStackTrace, stackTraceLimit } = Error
  const held = {} as { stack: string | undefined }
  Error.stackTraceLimit = 1
  Error.prepareStackTrace = (_, [caller]) => caller?.getScriptNameOrSourceURL() ?? ''
  Error.captureStackTrace(held, called)
  const file = held.stack ?? ''
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return file
}

/** Refuses a timer of a millisecond or more that a test or its helper sets. */
function guarded<Set extends (...args: never[]) => unknown>(
  set: Set,
  delayOf: (args: unknown[]) => unknown,
): Set {
  const guard = (...args: never[]): unknown => {
    if (Number(delayOf(args)) > 0 && waits.test(callerOf(guard)))
      throw new Error('A fast test waits for no clock: wait for a state, or name the file *.slow.test.ts.')
    return set(...args)
  }
  return Object.defineProperties(guard, Object.getOwnPropertyDescriptors(set)) as unknown as Set
}

const state = globalThis as { [mark]?: true }
if (!state[mark]) {
  state[mark] = true
  for (const name of programs)
    Object.assign(childProcess, {
      [name]() {
        throw new Error(`A fast test starts no program (${name}): name the file *.slow.test.ts.`)
      },
    })
  timers.setTimeout = guarded(timers.setTimeout, ([delay]) => delay)
  timers.setInterval = guarded(timers.setInterval, ([delay]) => delay)
  globalThis.setTimeout = guarded(globalThis.setTimeout, ([, delay]) => delay)
  globalThis.setInterval = guarded(globalThis.setInterval, ([, delay]) => delay)
  syncBuiltinESMExports()
}
