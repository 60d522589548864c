import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root, run, runtime } from './prepare.mjs'

// The long tests beside `npm test`: kills and faults of server and database. Arguments go to Vitest.

await install()
await build()
if (!existsSync('/usr/lib/postgresql/15/bin/postgres'))
  console.log("Debian's PostgreSQL 15 is not installed: only the embedded version is tested.")
if (!hasPgbouncer()) {
  // Root can install it on Debian.
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await run('apt-get', ['install', '-y', '-qq', 'pgbouncer'], { output: [] })
  if (!hasPgbouncer())
    console.log(
      'pgbouncer is not installed, so it is not tested: install the package pgbouncer and run this again.',
    )
}
process.exitCode = await run(runtime(), [
  join(root, 'node_modules/.bin/vitest'),
  'run',
  '--config',
  'vitest.faults.config.ts',
  ...process.argv.slice(2),
])

function hasPgbouncer() {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
