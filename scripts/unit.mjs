import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, compileMessages, install, root, run } from './prepare.mjs'
import { printResults, runVitest } from './results.mjs'

// The tests of Vitest of one round: `node scripts/unit.mjs fast|slow|fault`. More arguments go to Vitest:
// `npm run test:unit -- money`. The end of a file's name says its round: vitest.config.ts.

/** @typedef {'fast' | 'slow' | 'fault'} Round */

/**
 * Runs the tests of one round. The pages have to be built: some tests answer with them.
 * @param {Round} round
 * @param {string[]} args for Vitest
 * @returns {Promise<import('./results.mjs').Part>}
 */
export async function runRound(round, args = []) {
  if (round === 'fault') await installFaultPrograms()
  // Kills and faults load both cores by themselves.
  const workers = round === 'fault' ? ['--maxWorkers=2'] : []
  return runVitest(`${round} tests`, [`--project=${round}*`, ...workers, ...args])
}

async function installFaultPrograms() {
  if (!existsSync('/usr/lib/postgresql/15/bin/postgres'))
    console.log("Debian's PostgreSQL 15 is not installed: only the embedded version is tested.")
  if (hasPgbouncer()) return
  // Root can install it on Debian.
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await run('apt-get', ['install', '-y', '-qq', 'pgbouncer'], { output: [] })
  if (!hasPgbouncer())
    console.log(
      'pgbouncer is not installed, so it is not tested: install the package pgbouncer and run this again.',
    )
}

function hasPgbouncer() {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

if (process.argv[1] === import.meta.filename) {
  const [round, ...args] = process.argv.slice(2)
  await install()
  await compileMessages()
  // With arguments an older build is good enough.
  if (!args.length || !existsSync(join(root, 'build/client'))) await build()
  process.exitCode = printResults([await runRound(/** @type {Round} */ (round), args)])
}
