import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPaths } from './chromium.mjs'
import { environment } from './prepare.mjs'
import { runPlaywright, runVitest } from './results.mjs'

/**
 * Runs the tests that need a database on Debian's PostgreSQL, in a temporary cluster.
 * @param {number} version such as 15
 * @returns {Promise<import('./results.mjs').Part[]>} nothing where the machine does not have that version
 */
export async function runOnDebiansPostgres(version) {
  const programs = `/usr/lib/postgresql/${version}/bin`
  if (!existsSync(join(programs, 'initdb'))) {
    console.log(`Debian's PostgreSQL ${version} is not installed: nothing is tested on it.`)
    return []
  }
  const cluster = await startCluster(programs)
  try {
    const env = environment({
      ...(await chromiumPaths()),
      DATABASE_URL: cluster.url,
      ADMIN_DATABASE_URL: cluster.adminUrl,
    })
    return await Promise.all([
      // The tests with SQL of their own. All others use the same connections and transactions.
      runVitest(
        `fast tests on PostgreSQL ${version}`,
        ['--project=fast*', 'packages/postgres/', 'src/server/database/', 'src/features/'],
        env,
      ),
      // Of the journeys, only one with payments runs.
      runPlaywright(`journeys on PostgreSQL ${version}`, ['e2e/main/main-job'], env),
    ])
  } finally {
    await cluster.stop()
  }
}

/**
 * @param {string} programs the folder that has initdb, postgres and psql
 * @returns the URL of a database whose owner may create roles and databases, that of the administrator, and what ends the
 * cluster
 */
async function startCluster(programs) {
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
  const execute = (statement) =>
    program('psql', ['-h', folder, '-p', String(port), '-U', 'postgres', '-c', statement])

  program('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', 'fsync=off', 'full_page_writes=off']
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...as, cwd: folder, stdio: 'ignore' },
  )
  await retry(() => execute('select 1'))
  execute("create role shop login createrole createdb password 'shop'")
  execute('create database shop owner shop')
  return {
    adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    url: `postgres://shop:shop@127.0.0.1:${port}/shop`,
    async stop() {
      server.kill('SIGINT')
      await new Promise((done) => server.once('exit', done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
