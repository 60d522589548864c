import { resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import type { Config } from '../server/config.ts'
import {
  configOf,
  connectDatabase,
  ensureCustomerLogin,
  ensureRoles,
  hostsOf,
  migrate,
  newClient,
  refuseTemporaryTables,
} from '@kikoa/postgres'
import { Database } from '../server/database/database.ts'
import { Standby } from '../server/database/standby.ts'
import type { Log } from '../server/log.ts'

/** The folder with the schema and the migrations. */
export const MIGRATIONS = resolve(import.meta.dirname, '../../db')

/** Lowers the steps of the start to debug level: the operator sees one line. */
export const debugLog = (log: Log) => ({
  info: (line: string) => log.debug(line),
  warn: (line: string) => log.warn(line),
})

/**
 * Opens the database: the operator's, or the embedded one, which is started if it does not run. It migrates the
 * database too, so that a command works before the first start of the server.
 * @throws StartError with one sentence for the operator.
 */
export async function openDatabase(config: Config, log: Log) {
  const { owner, close } = await connectDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    log: debugLog(log),
  })
  try {
    const database = await openMigratedDatabase(owner, log, config.DATABASE_REPLICA_URL)
    const closeBoth = async () => {
      try {
        await database.end()
      } finally {
        await close()
      }
    }
    return { database, owner, close: closeBoth }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Migrates the database, and opens a pool for its owner, one for the restricted role of customers, and one for a standby.
 * The standby may be away: nothing depends on it.
 */
export async function openMigratedDatabase(
  owner: PoolConfig,
  log: Log,
  standbyUrl?: string,
): Promise<Database> {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const client = newClient(owner)
  await client.connect()
  try {
    const roles = await ensureRoles(client, debugLog(log))
    await migrate(client, { folder: MIGRATIONS, prefix: roles.prefix, log: debugLog(log) })
    await refuseTemporaryTables(client)
    const customers = await ensureCustomerLogin(client, { owner, roles, log: debugLog(log) })
    const onStandbyError = (error: Error) => log.warn({ err: error }, 'a read from the standby failed')
    const standby = standbyUrl && new Standby(configOf(hostsOf(standbyUrl)!, 'standby'), onStandbyError)
    return new Database(owner, onError, customers, standby || undefined)
  } finally {
    await client.end()
  }
}
