import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { spawnProgram, changeOwner, runProgram, unprivilegedAccount } from '../embedded/account.ts'
import { freePort } from '../embedded/launch.ts'
import { LOGINS, withClient } from './cluster.ts'

export { withClient } from './cluster.ts'

/** A server for the tests of one file, with its administrator's log-in. */
export interface TestServer {
  administrator: pg.ClientConfig & { host: string; port: number; user: string; password: string }
  stop(): Promise<void>
}

const DEBIANS_15 = '/usr/lib/postgresql/15/bin'

/** The tests include PostgreSQL 15 if Debian's package is installed. */
const hasPostgres15 = existsSync(DEBIANS_15)

/** The servers that a slow test can use on this machine: the name and the start function of each. */
export const servers: [name: string, start: () => Promise<TestServer>][] = [
  ['PostgreSQL 18', async () => ({ administrator: runServer.administrator, async stop() {} })],
  ...(hasPostgres15 ? [['PostgreSQL 15', startDebians15] as [string, typeof startDebians15]] : []),
]

/** With a server of the operator's, its administrator has to be named too, as a `postgres://` address. */
export const hasAdministrator = !process.env['DATABASE_URL'] || Boolean(process.env['ADMIN_DATABASE_URL'])

/** The server that all test files share (`cluster.ts`). */
export const runServer: Pick<TestServer, 'administrator'> = {
  get administrator() {
    return administratorOfRun()
  },
}

function administratorOfRun(): TestServer['administrator'] {
  const url = process.env['ADMIN_DATABASE_URL']
  if (process.env['DATABASE_URL'] && url) {
    const { host, port, user, password, database } = new pg.Client({ connectionString: url })
    return { host, port, user: user!, password: password ?? '', database: database! }
  }
  const logins = JSON.parse(process.env[LOGINS] ?? '{}') as Record<string, unknown>
  if (!logins['administrator']) throw new Error('the run has no server with an administrator: see cluster.ts')
  return logins['administrator'] as TestServer['administrator']
}

/** Starts Debian's PostgreSQL 15 on a loopback port. */
async function startDebians15(): Promise<TestServer> {
  const account = unprivilegedAccount()
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-server-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const password = randomBytes(12).toString('hex')
  await writeFile(passwordFile, password)
  await changeOwner(folder, account)
  const choices = [
    '-D',
    data,
    '-U',
    'admin',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--no-sync',
  ]
  await runProgram(join(DEBIANS_15, 'initdb'), choices, folder, account)
  const { port } = await freePort()
  const settings = ['-D', data, '-p', String(port), '-k', '', '-c', 'fsync=off']
  const child = spawnProgram(join(DEBIANS_15, 'postgres'), settings, account, {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const administrator = { host: '127.0.0.1', port, user: 'admin', password, database: 'postgres' }
  await answering(administrator)
  return {
    administrator,
    async stop() {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function answering(config: pg.ClientConfig) {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(config)
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (attempt === 200) throw error
      await sleep(25)
    }
  }
}

/**
 * Makes a log-in role with the given rights, and a database that it owns.
 * @returns the connection settings of the role.
 */
export async function tenant(
  { administrator }: Pick<TestServer, 'administrator'>,
  rights: string,
  name = `t${randomBytes(5).toString('hex')}`,
) {
  await withClient(administrator, async (admin) => {
    const quoted = pg.escapeIdentifier(name)
    await admin.query(`create role ${quoted} login ${rights} password 'se/cr@et'`)
    await admin.query(`create database ${quoted} owner ${quoted}`)
  })
  return { ...administrator, user: name, password: 'se/cr@et', database: name }
}

/** The connection settings as a `postgres://` address. */
export function addressOf({
  user,
  password,
  host,
  port,
  database,
}: Awaited<ReturnType<typeof tenant>>): string {
  const address = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return host.startsWith('/')
    ? `${address}/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `${address}${host}:${port}/${database}`
}
