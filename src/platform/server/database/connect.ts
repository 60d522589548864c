import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { startEmbedded } from './embedded/start.ts'
import { refusalOf, type ServerFacts } from './server-facts.ts'
import type { StartLog } from './start-log.ts'

/** A database that can be worked with. */
export interface Connected {
  /** How the program logs in: as the owner of the database, which may create roles. */
  owner: pg.PoolConfig
  /** Leaves the embedded server; nothing to do for another one. Pools must have ended before. */
  close(): Promise<void>
}

const PATIENCE_MS = 10_000

/**
 * Opens the database: the one that the operator names, or the embedded one in the data folder.
 * @param options.databaseUrl an address of PostgreSQL 15 or newer. A server that is just starting is waited for.
 * @param options.patienceMs for how long, 10 s unless told.
 * @throws StartError with one sentence, which never holds the password.
 */
export async function connectDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  log: StartLog
  patienceMs?: number
}): Promise<Connected> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl === undefined) {
    const embedded = await startEmbedded({ dataDir, log })
    return { owner: embedded.config, close: embedded.stop }
  }
  const client = await reach(databaseUrl, options.patienceMs ?? PATIENCE_MS)
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
            current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isReplica",
            session_user::text as login, current_database()::text as database,
            has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
            has_schema_privilege(to_regnamespace('public'), 'create')
              or pg_has_role(session_user, 'pg_database_owner', 'member') as "mayCreateTables"`,
  )
  await client.end()
  const refusal = refusalOf(rows[0]!, placeOf(client))
  if (refusal) throw new StartError(refusal)
  return { owner: { connectionString: databaseUrl }, async close() {} }
}

async function reach(databaseUrl: string, patienceMs: number): Promise<pg.Client> {
  for (const end = Date.now() + patienceMs; ; await sleep(250)) {
    const client = clientFor(databaseUrl)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!passing(error) || Date.now() > end) throw new StartError(sentence(error, client), { cause: error })
    }
  }
}

function clientFor(databaseUrl: string) {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new TypeError('another scheme')
    return new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  } catch {
    // The parser's own error would carry the address, password included.
    throw new StartError(
      'DATABASE_URL is no address of a PostgreSQL database, such as postgres://user:password@host:5432/database.',
    )
  }
}

/** Whether waiting may help: no answer yet, or a server that starts, stops or is full at the moment. */
function passing(error: unknown) {
  if (error instanceof pg.DatabaseError) return /^(57P0|53)/.test(error.code ?? '')
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) return /timeout|terminated/i.test(message)
  return /^(ECONN|ENOTFOUND|ENOENT|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE)/.test(code)
}

function sentence(error: unknown, client: pg.Client): string {
  const place = placeOf(client)
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
