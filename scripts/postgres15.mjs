import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { environment, giveUp } from './prepare.mjs'
import { printResults, runPlaywright, runVitest } from './results.mjs'

// Runs the tests that need a database on the system's PostgreSQL: `node scripts/postgres15.mjs FOLDER`. FOLDER has
// initdb, pg_ctl and psql. The cluster is temporary.

const programs = process.argv[2] ?? giveUp('Name the folder that has initdb, pg_ctl and psql.')
const folder = mkdtempSync(join(tmpdir(), 'kikoa-pg-'))
const isRoot = process.getuid?.() === 0
const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
// PostgreSQL refuses to run as root.
const as = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
if (isRoot) chownSync(folder, as.uid, as.gid)

// Below the range of outgoing connections, one of which might have the port.
const port = 31_000 + (process.pid % 1_000)
const data = join(folder, 'data')
const program = (name, args) =>
  execFileSync(join(programs, name), args, {
    ...as,
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  })

program('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
const server = spawn(
  join(programs, 'postgres'),
  [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=200',
  ],
  {
    ...as,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  },
)
try {
  await retry(() => program('psql', ['-h', folder, '-p', String(port), '-U', 'postgres', '-c', 'select 1']))
  for (const statement of [
    "create role shop login createrole createdb password 'shop'",
    'create database shop owner shop',
  ])
    program('psql', ['-h', folder, '-p', String(port), '-U', 'postgres', '-c', statement])
  const env = environment({
    CHROMIUM_PATH: await chromium(),
    DATABASE_URL: `postgres://shop:shop@127.0.0.1:${port}/shop`,
  })
  process.exitCode = printResults(
    await Promise.all([
      // The tests with SQL of their own. All others use the same connections and transactions.
      runVitest('postgres', ['src/server/database/', 'src/features/'], env),
      // Of the browser tests, only one with payments runs.
      runPlaywright('postgres-journeys', ['main-job'], env),
    ]),
  )
} finally {
  server.kill('SIGINT')
  await new Promise((done) => server.once('exit', done))
  rmSync(folder, { recursive: true, force: true })
}

async function retry(work) {
  for (let tries = 0; ; tries++) {
    try {
      return work()
    } catch (error) {
      if (tries > 50) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}
