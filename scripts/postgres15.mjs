import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, giveUp, root, run, runtime } from './prepare.mjs'

// The tests that need a database, once more on a PostgreSQL of the system's: `node scripts/postgres15.mjs FOLDER`,
// where FOLDER holds initdb, pg_ctl and psql. It makes a throw-away cluster and takes it away again.

const programs = process.argv[2] ?? giveUp('Name the folder that holds initdb, pg_ctl and psql.')
const folder = mkdtempSync(join(tmpdir(), 'kikoa-pg-'))
const isRoot = process.getuid?.() === 0
const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
// PostgreSQL refuses to run as root.
const as = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
if (isRoot) chownSync(folder, as.uid, as.gid)

// Below the ports of outgoing connections, which might hold it.
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
  ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
  {
    ...as,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  },
)
try {
  await patiently(() =>
    program('psql', ['-h', folder, '-p', String(port), '-U', 'postgres', '-c', 'select 1']),
  )
  for (const statement of [
    "create role shop login createrole createdb password 'shop'",
    'create database shop owner shop',
  ])
    program('psql', ['-h', folder, '-p', String(port), '-U', 'postgres', '-c', statement])
  const env = environment({ DATABASE_URL: `postgres://shop:shop@127.0.0.1:${port}/shop` })
  const bin = (name) => join(root, 'node_modules/.bin', name)
  // Some tests bring the embedded database of their own, and one compares the times of answers: they would only be repeated.
  const elsewhere = ['kills.test.ts', 'embedded/**', 'enumeration.test.ts']
  const excluded = elsewhere.flatMap((files) => ['--exclude', `**/${files}`])
  const unit = await run(runtime(), [bin('vitest'), 'run', ...excluded], { env })
  // What a database can tell apart is in the tests above; of the journeys, those on which money moves are enough.
  const journeys = await run(
    runtime(),
    [bin('playwright'), 'test', '--reporter=line', 'main-job', 'orders', 'review'],
    { env },
  )
  process.exitCode = unit || journeys
} finally {
  server.kill('SIGINT')
  await new Promise((done) => server.once('exit', done))
  rmSync(folder, { recursive: true, force: true })
}

async function patiently(act) {
  for (let tries = 0; ; tries++) {
    try {
      return act()
    } catch (error) {
      if (tries > 50) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}
