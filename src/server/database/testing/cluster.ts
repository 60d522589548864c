import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { readLocation } from '../embedded/location.ts'
import { stopServer as stopEmbeddedServer } from '../embedded/launch.ts'
import { installedBinaries } from '../embedded/binaries.ts'
import { startEmbedded } from '../embedded/start.ts'
import { migrate } from '../migrate.ts'
import { ensureRoles, prefixFor, type Roles, rolesOf } from '../roles.ts'

const quiet = { info() {}, warn() {} }
const MIGRATIONS = resolve(import.meta.dirname, '../../../../db')
const RUN = 'KIKOA_TEST_RUN'
/** The setting with the log-ins of the run's server, as JSON. */
export const LOGINS = 'KIKOA_TEST_LOGINS'
const TURN = 4_112_002
/** object_in_use */
const IN_USE = '55006'

/** A migrated and empty database for one test file. */
export interface FreshDatabase {
  /** The program's log-in, as the database's owner. */
  owner: pg.PoolConfig
  roles: Roles
  drop(): Promise<void>
}

/** The server of this run, with the log-ins that create databases and that the program uses. */
interface Server {
  creator: (database?: string) => pg.ClientConfig
  login: (database: string) => pg.ClientConfig
  owner: string | undefined
}

/**
 * Vitest's global set-up: starts the server that serves all test files of the run. With `DATABASE_URL` the tests use
 * that server instead.
 * @returns the teardown, which removes the databases and stops the server.
 */
export default async function testCluster(): Promise<(() => Promise<void>) | undefined> {
  // Vitest calls this for each of its projects.
  if (process.env[RUN]) return undefined
  const run = `kikoa_test_${process.pid}_${randomBytes(3).toString('hex')}`
  process.env[RUN] = run
  await clearAbandoned()
  if (process.env['DATABASE_URL']) return () => dropAll(run)
  const folder = join(tmpdir(), run)
  const { administrator, config, stop } = await startEmbedded({ dataDir: folder, log: quiet })
  await forgetAtCrash(administrator)
  process.env[LOGINS] = JSON.stringify({ administrator, config })
  return async () => {
    await stop()
    // The server may still be writing its files.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/**
 * Lets a server of tests, whose data nobody needs after a crash, write without waiting for the disk.
 * @param administrator the log-in that may change the server's settings
 */
export const forgetAtCrash = (administrator: pg.ClientConfig) =>
  withClient(administrator, async (client) => {
    for (const name of ['fsync', 'full_page_writes']) await client.query(`alter system set ${name} = off`)
    await client.query('select pg_reload_conf()')
  })

/**
 * Makes a database for one test file from a template, which is migrated once per run. Call `drop` after closing the
 * connections. The end of the run removes the databases that are left.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const run = process.env[RUN]
  if (!run) throw new Error('vitest.config.ts must name testing/cluster.ts as its globalSetup')
  const server = serverOfRun()
  const name = `${run}_${randomBytes(5).toString('hex')}`
  const roles = await withClient(server.creator(), async (creator) => {
    const roles = await ensureTemplate(server, creator, run)
    await creator.query(
      `create database ${name} template ${run} ${server.owner ? `owner ${server.owner}` : ''}`,
    )
    return roles
  })
  return {
    owner: server.login(name),
    roles,
    drop: () =>
      withClient(server.creator(), async (creator) => {
        // PostgreSQL waits some seconds for closing connections. Then the forced drop ends those that are still open.
        await creator.query(`drop database if exists ${name}`).catch(async (error: pg.DatabaseError) => {
          if (error.code !== IN_USE) throw error
          await creator.query(`drop database if exists ${name} with (force)`)
        })
      }),
  }
}

let hasTemplate = false

function serverOfRun(): Server {
  const url = process.env['DATABASE_URL']
  if (url) {
    const on = (database?: string) => ({
      connectionString: database ? Object.assign(new URL(url), { pathname: `/${database}` }).href : url,
    })
    return { creator: on, login: on, owner: undefined }
  }
  const { administrator, config } = JSON.parse(process.env[LOGINS] ?? '') as Record<string, pg.ClientConfig>
  return {
    creator: (database) => ({ ...administrator, ...(database && { database }) }),
    login: (database) => ({ ...config, database }),
    owner: config!.user,
  }
}

// Migrates a draft first, because a failed migration must not leave a template.
async function ensureTemplate(server: Server, creator: pg.Client, run: string): Promise<Roles> {
  const draft = `${run}_draft`
  if (hasTemplate) return rolesOf(prefixFor(draft))
  await creator.query('select pg_advisory_lock($1)', [TURN])
  const found = await creator.query('select from pg_database where datname = $1', [run])
  if (!found.rowCount) {
    await creator.query(`drop database if exists ${draft}`)
    await creator.query(`create database ${draft} ${server.owner ? `owner ${server.owner}` : ''}`)
    await withClient(server.login(draft), async (client) => {
      const { prefix } = await ensureRoles(client, quiet)
      await migrate(client, { folder: MIGRATIONS, prefix, log: quiet })
    })
    await creator.query(`alter database ${draft} rename to ${run}`)
  }
  await creator.query('select pg_advisory_unlock($1)', [TURN])
  hasTemplate = true
  return rolesOf(prefixFor(draft))
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function stopAbandoned(run: string) {
  const folder = join(tmpdir(), run)
  await stopEmbeddedServer(await readLocation(folder), join(installedBinaries(), 'bin'), quiet)
  await rm(folder, { recursive: true, force: true })
}

/** Stops the servers of earlier runs that were killed. */
async function clearAbandoned() {
  for (const name of await readdir(tmpdir())) {
    const pid = /^kikoa_test_(\d+)_[0-9a-f]{6}$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await stopAbandoned(name).catch(() => {})
  }
}

async function dropAll(run: string) {
  await withClient({ connectionString: process.env['DATABASE_URL'] }, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      run,
    ])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
    const roles = await client.query('select rolname from pg_roles where starts_with(rolname, $1)', [
      `k_${run}`,
    ])
    for (const { rolname } of roles.rows) await client.query(`drop role if exists ${rolname}`)
  })
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
