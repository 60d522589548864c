import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readLocation } from '../embedded/location.ts'
import { stopServer as stopEmbeddedServer } from '../embedded/launch.ts'
import { installedBinaries } from '../embedded/binaries.ts'
import { startEmbedded } from '../embedded/start.ts'
import { ensureRoles, prefixFor, type Roles, rolesOf } from '../roles.ts'
import type { StartLog } from '../start-error.ts'

const quiet: StartLog = { info() {}, warn() {} }
const RUN = 'KIKOA_TEST_RUN'
/** The setting with the log-ins of the run's server, as JSON. */
export const LOGINS = 'KIKOA_TEST_LOGINS'
const TURN = 4_112_002
/** object_in_use */
const IN_USE = '55006'

/** A database with roles for one test file. */
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
 * Gives the function that makes a database for one test file, from a template that is filled once per run. Call `drop`
 * after closing the connections. The end of the run removes the databases that are left.
 * @param kind the template's name in this run
 * @param fill the content of the template, for example its migrations. The roles are there.
 */
export function freshDatabases(kind: string, fill: Fill): () => Promise<FreshDatabase> {
  let roles: Roles | undefined
  return async () => {
    const run = process.env[RUN]
    if (!run) throw new Error('vitest.config.ts must name testing/cluster.ts as its globalSetup')
    const server = serverOfRun()
    const template = `${run}_${kind}`
    const name = `${run}_${randomBytes(5).toString('hex')}`
    await withClient(server.creator(), async (creator) => {
      roles ??= await ensureTemplate(server, creator, template, fill)
      await creator.query(
        `create database ${name} template ${template} ${server.owner ? `owner ${server.owner}` : ''}`,
      )
    })
    return { owner: server.login(name), roles: roles!, drop: () => dropDatabase(server, name) }
  }
}

type Fill = (client: pg.Client, prefix: string, log: StartLog) => Promise<void>

const dropDatabase = (server: Server, name: string) =>
  withClient(server.creator(), async (creator) => {
    // PostgreSQL waits some seconds for closing connections. Then the forced drop ends those that are still open.
    await creator.query(`drop database if exists ${name}`).catch(async (error: pg.DatabaseError) => {
      if (error.code !== IN_USE) throw error
      await creator.query(`drop database if exists ${name} with (force)`)
    })
  })

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

// Fills a draft first, because a failed migration must not leave a template.
async function ensureTemplate(
  server: Server,
  creator: pg.Client,
  template: string,
  fill: Fill,
): Promise<Roles> {
  const draft = `${template}_draft`
  await creator.query('select pg_advisory_lock($1)', [TURN])
  const found = await creator.query('select from pg_database where datname = $1', [template])
  if (!found.rowCount) {
    await creator.query(`drop database if exists ${draft}`)
    await creator.query(`create database ${draft} ${server.owner ? `owner ${server.owner}` : ''}`)
    await withClient(server.login(draft), async (client) => {
      const { prefix } = await ensureRoles(client, quiet)
      await fill(client, prefix, quiet)
    })
    await creator.query(`alter database ${draft} rename to ${template}`)
  }
  await creator.query('select pg_advisory_unlock($1)', [TURN])
  return rolesOf(prefixFor(draft))
}

/** Connects, does the work and closes. */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => {})
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
