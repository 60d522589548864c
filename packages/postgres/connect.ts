import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError, type StartLog } from './start-error.ts'
import { startEmbedded } from './embedded/start.ts'
import { configOf, hostsOf, NoHostOfRole, wantedSession } from './hosts.ts'
import { newClient } from './pool.ts'
import { sqlState } from './errors.ts'

/** A database that is ready for use. */
interface Connected {
  /** The log-in of the program: the owner of the database, which may create roles. */
  owner: pg.PoolConfig
  /** Disconnects from the embedded server. Does nothing for another one. End all pools first. */
  close(): Promise<void>
}

const PATIENCE_MS = 10_000
/** A file of this name is in the data folder while a restore works, and after one that was interrupted. */
export const RESTORING = 'restoring'

/**
 * Opens the database: the one in `databaseUrl`, or the embedded one in the data folder.
 * @param options.databaseUrl an address of PostgreSQL 15 or newer, with one host, or with several of which one takes
 *   writes. A server that is starting is waited for.
 * @param options.patienceMs how long to wait, 10 s by default.
 * @param options.isRestore allows the unfinished database of a restore, which is refused otherwise.
 * @throws StartError with one sentence, which never contains the password.
 */
export async function connectDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  log: StartLog
  patienceMs?: number
  isRestore?: boolean
}): Promise<Connected> {
  const { databaseUrl, dataDir, log } = options
  if (!options.isRestore && existsSync(join(dataDir, RESTORING)))
    throw new StartError(
      `A restore into ${dataDir} is at work or was interrupted: wait for its end, or empty the folder${databaseUrl ? ' and the database' : ''} and restore again.`,
    )
  if (databaseUrl === undefined) {
    const embedded = await startEmbedded({ dataDir, log })
    return { owner: embedded.config, close: embedded.stop }
  }
  const addresses = addressesOf(databaseUrl)
  const owner = configOf(addresses)
  const client = await reach(owner, addresses, options.patienceMs ?? PATIENCE_MS)
  try {
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
              current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isReplica",
              session_user::text as login, current_database()::text as database,
              has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
              has_schema_privilege(to_regnamespace('public'), 'create')
                or pg_has_role(session_user, 'pg_database_owner', 'member') as "mayCreateTables"`,
    )
    const refusal = refusalOf(rows[0]!, placeOf(client))
    if (refusal) throw new StartError(refusal)
    if (await sharesSessions(client, owner))
      throw new StartError(
        `The pooler at ${placeOf(client)} gives each transaction another session, and Kikoa needs its own for LISTEN and for settings: set pool_mode = session, or name the server itself in DATABASE_URL.`,
      )
  } finally {
    await client.end()
  }
  return { owner, async close() {} }
}

/**
 * The addresses of the hosts.
 * @throws StartError without the address, because it contains the password.
 */
function addressesOf(databaseUrl: string): string[] {
  const addresses = hostsOf(databaseUrl)
  if (!addresses)
    throw new StartError(
      'DATABASE_URL is no address of a PostgreSQL database, such as postgres://user:password@host:5432/database.',
    )
  const session = wantedSession(databaseUrl)
  if (session !== null && !['any', 'primary', 'read-write'].includes(session))
    throw new StartError(
      `DATABASE_URL asks for target_session_attrs=${session}, and Kikoa needs a server that takes writes: set it to read-write.`,
    )
  return addresses
}

async function reach(owner: pg.PoolConfig, addresses: string[], patienceMs: number): Promise<pg.Client> {
  for (const end = Date.now() + patienceMs; ; await sleep(250)) {
    const client = newClient({ ...owner, connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!passing(error) || Date.now() > end)
        throw new StartError(sentence(error, client, addresses), { cause: error })
    }
  }
}

/** Whether waiting may help: no answer yet, or a server that is starting, stopping or full. */
function passing(error: unknown) {
  if (error instanceof NoHostOfRole) return true
  if (error instanceof pg.DatabaseError) return /^(57P0|53)/.test(error.code ?? '')
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) return /timeout|terminated/i.test(message)
  return /^(ECONN|ENOTFOUND|ENOENT|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE)/.test(code)
}

function sentence(error: unknown, client: pg.Client, addresses: string[]): string {
  const place = addresses.length > 1 ? addresses.map(placeIn).join(', ') : placeOf(client)
  if (error instanceof NoHostOfRole)
    return `No PostgreSQL of ${place} can be reached and takes writes: does the primary run, and is DATABASE_URL right?`
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof pg.DatabaseError) {
    if (code?.startsWith('28'))
      return `PostgreSQL at ${place} refuses the user "${client.user}" with the password of DATABASE_URL.`
    if (code === '3D000')
      return `PostgreSQL at ${place} has no database "${client.database}": create it first.`
    return `PostgreSQL at ${place} refuses the connection: ${message}.`
  }
  if (!passing(error)) return `The connection to PostgreSQL at ${place} failed: ${message}.`
  return `PostgreSQL at ${place} can't be reached (${code ?? message}): does it run, and is DATABASE_URL right?`
}

const placeOf = ({ host, port }: pg.Client) => (host.startsWith('/') ? host : `${host}:${port}`)
const placeIn = (address: string) => placeOf(new pg.Client({ connectionString: address }))

/** What the operator's server reports about itself and about our rights. */
interface ServerFacts {
  /** In PostgreSQL's number format: 150004 is 15.4. */
  version: number
  versionText: string
  encoding: string
  isReplica: boolean
  login: string
  database: string
  mayCreateSchemas: boolean
  mayCreateTables: boolean | null
}

/**
 * Why this server can't hold our database.
 * @param place the host and port, for the operator.
 * @returns one sentence, or undefined if it can.
 */
export function refusalOf(facts: ServerFacts, place: string): string | undefined {
  const { version, versionText, encoding, isReplica, login, database } = facts
  if (version < 150_000)
    return `Kikoa needs PostgreSQL 15 or newer, and the server at ${place} is PostgreSQL ${versionText}.`
  if (isReplica)
    return `PostgreSQL at ${place} is a replica, which only reads: DATABASE_URL must name its primary.`
  if (encoding !== 'UTF8')
    return `The database "${database}" at ${place} has the encoding ${encoding}, and Kikoa needs one made with UTF8.`
  const missing = [
    ...(facts.mayCreateSchemas
      ? []
      : [`grant create on database ${pg.escapeIdentifier(database)} to ${pg.escapeIdentifier(login)};`]),
    ...(facts.mayCreateTables
      ? []
      : [`grant create, usage on schema public to ${pg.escapeIdentifier(login)};`]),
  ]
  if (missing.length === 0) return undefined
  return `The user "${login}" may not create tables in the database "${database}" at ${place}: run as an administrator: ${missing.join(' ')}`
}

const ROUNDS = 3
const ANSWER_MS = 3_000

/**
 * Whether a pooler between us and the server changes a client's session between two transactions, as pgbouncer does
 * with `pool_mode` transaction or statement. Then two clients share a session, or one client gets several.
 * @param client one that is connected and in no transaction.
 */
async function sharesSessions(client: pg.Client, config: pg.PoolConfig): Promise<boolean> {
  const first = await sessionOf(client)
  // A pooler gives its clients process ids of its own.
  if (first === (client as unknown as { processID: number }).processID) return false
  const other = newClient({ ...config, query_timeout: ANSWER_MS })
  try {
    await other.connect()
    await other.query('begin')
    const second = await sessionOf(other)
    if (second === first) return true
    for (let round = 0; round < ROUNDS; round++) {
      if ((await sessionOf(client)) !== first) return true
      await other.query('commit')
      await client.query('begin')
      if ((await sessionOf(client)) !== first || (await sessionOf(other)) !== second) return true
      await client.query('commit')
      await other.query('begin')
    }
    return false
  } catch (error) {
    // pgbouncer's answer to `begin` if it changes sessions after each statement.
    if (sqlState(error) === '08P01') return true
    throw error
  } finally {
    await other.end().catch(() => {})
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ it: number }>('select pg_backend_pid() as it')
  return rows[0]!.it
}
