import { resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import type { Config } from '../server/config.ts'
import {
  connectDatabase,
  ensureCustomerLogin,
  ensureRoles,
  migrate,
  newClient,
  refuseTemporaryTables,
} from '@kikoa/postgres'
import { Database } from '../server/database/database.ts'
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
    const database = await openMigratedDatabase(owner, log)
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

/** Migrates the database, and opens a pool for its owner and one for the restricted role of customers. */
export async function openMigratedDatabase(owner: PoolConfig, log: Log): Promise<Database> {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const client = newClient(owner)
  await client.connect()
  try {
    const roles = await ensureRoles(client, debugLog(log))
    await migrate(client, { folder: MIGRATIONS, prefix: roles.prefix, log: debugLog(log) })
    await refuseTemporaryTables(client)
    const customers = await ensureCustomerLogin(client, { owner, roles, log: debugLog(log) })
    return new Database(owner, onError, customers)
  } finally {
    await client.end()
  }
}
