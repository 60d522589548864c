import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import {
  Connections,
  isPassing,
  isToRepeat,
  kyselyOver,
  type Roles,
  rolesOf,
  Unavailable,
} from '@kikoa/postgres'
import { freshDatabases } from '@kikoa/postgres/testing'
import type { AuditEntry, AuthApplication, SendMail } from '../auth.ts'
import type { SealAgain, Sealed } from '../keys/sealing.ts'
import { type AuthConfig, readAuthSettings } from '../settings.ts'
import type { AuthTables, Database, Metadata, Transaction } from '../tables.ts'

/** What the tests of an auth server need of its host. An application gives its own, for tests that need the application. */
export interface Host<Opened extends HostDatabase = HostDatabase> {
  /** Makes a database with the tables of the auth server and of the host. */
  freshDatabase: ReturnType<typeof freshDatabases>
  /** @param settings as in the environment; an absent one has its default. */
  configOf(settings: Record<string, string>, folder: string): AuthConfig
  openDatabase(owner: pg.PoolConfig, roles: Roles): Opened
  application(sendMail: SendMail | undefined): AuthApplication
  /** An HTTP server without routes. */
  createServer(config: AuthConfig, settings: Record<string, string>): FastifyInstance
  sealedIn(database: Opened): Sealed
}

export interface HostDatabase extends Database {
  /** Logs in as the owner of the database. */
  pool: pg.Pool
  end(): Promise<void>
}

/** The tables of the host, in `host.sql`. */
interface HostTables extends AuthTables {
  profiles: {
    id: string
    role: string
    email: string | null
    full_name: string | null
    language: string | null
  }
  audit_log: {
    actor_id: string | null
    actor_role: string
    action: string
    entity_id: string | null
    before: string | null
    after: string | null
  }
  sealed_values: { id: string; sealed: Buffer }
}

interface HostTransaction extends Transaction {
  db: Kysely<HostTables>
}

const ATTEMPTS = 4
const LONGEST_MS = 10_000

/** Transactions of the service role. */
export function openDatabase(owner: pg.PoolConfig, { service }: Pick<Roles, 'service'>): HostDatabase {
  const connections = new Connections(owner, () => {})
  const db = kyselyOver<HostTables>(connections, LONGEST_MS)
  const run = async <T>(mode: 'read only' | 'read write', work: (tx: HostTransaction) => Promise<T>) => {
    try {
      return await db
        .transaction()
        .setAccessMode(mode)
        .execute(async (one) => {
          await sql`set local role ${sql.id(service)}`.execute(one)
          return work({ db: one, caller: 'service' })
        })
    } catch (error) {
      throw isPassing(error) ? new Unavailable(error) : error
    }
  }
  return {
    pool: connections.pool,
    end: () => connections.pool.end(),
    read: (_caller, work) => run('read only', work),
    async write(_caller, work) {
      for (let attempt = 1; ; attempt++)
        try {
          return await run('read write', work)
        } catch (error) {
          if (!isToRepeat(error) || attempt === ATTEMPTS) throw error
        }
    },
  }
}

/** The only owner who can log in is to be banned or deleted. */
class LastOwner extends Error {}

const LONGEST_NAME = 200
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The functions for the auth server, with tables in its transactions. */
const application = (sendMail: SendMail | undefined): AuthApplication => ({
  confirmPage: '/confirm',
  sendMail,
  deliversMail: sendMail !== undefined,
  languageOf: (headers) => (headers['accept-language']?.startsWith('sw') ? 'sw' : 'en'),
  async readProfile(data: Metadata) {
    if (String(data.full_name).length > LONGEST_NAME)
      return { ok: false, refusal: { message: `A name has at most ${LONGEST_NAME} characters.` } }
    const kept = Object.entries(data).filter(([name]) => name === 'full_name' || name === 'language')
    return { ok: true, fields: Object.fromEntries(kept) }
  },
  async createProfile({ db }: HostTransaction, { id, email, fields }) {
    await db
      .insertInto('profiles')
      .values({
        id,
        role: 'user',
        email,
        full_name: textOf(fields.full_name),
        language: textOf(fields.language),
      })
      .execute()
  },
  async changeEmail({ db }: HostTransaction, id, email) {
    await db.updateTable('profiles').set({ email }).where('id', '=', id).execute()
  },
  async setLanguage({ db }: HostTransaction, id, language) {
    await db
      .updateTable('profiles')
      .set({ language })
      .where('id', '=', id)
      .where('language', 'is', null)
      .execute()
  },
  async clearProfile({ db }: HostTransaction, id) {
    await db.updateTable('profiles').set({ full_name: null }).where('id', '=', id).execute()
  },
  async requireOtherOwner({ db }: HostTransaction, leaving) {
    const owners = await db
      .selectFrom('profiles')
      .select('id')
      .where('role', '=', 'admin')
      .forUpdate()
      .execute()
    if (owners.length === 1 && owners[0]!.id === leaving) throw new LastOwner()
  },
  isLastOwner: (error) => error instanceof LastOwner,
  async erase({ db }: HostTransaction, { id }) {
    await db.updateTable('profiles').set({ email: null, full_name: null }).where('id', '=', id).execute()
  },
  async audit({ db }: HostTransaction, { action, user, actor, role, before, after }: AuditEntry) {
    await db
      .insertInto('audit_log')
      .values({
        action,
        actor_id: actor ?? null,
        actor_role: role,
        entity_id: user ?? null,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
      })
      .execute()
  },
  publish: async () => {},
  businessName: async () => 'Duka',
})

/** The purpose of the key for `sealed_values`. */
export const SEALED_VALUES = 'values of the tests'

async function reseal({ db }: HostTransaction, again: SealAgain): Promise<void> {
  for (const { id, sealed } of await db.selectFrom('sealed_values').selectAll().execute()) {
    const fresh = again(sealed, SEALED_VALUES, id)
    if (fresh) await db.updateTable('sealed_values').set({ sealed: fresh }).where('id', '=', id).execute()
  }
}

/** The values of the host's that are sealed beside the factors. */
export const sealedIn = (database: Database): Sealed => ({ database, reseal, resetCommand: 'reset-factors' })

/** Applies a file of the package, with the role of the prefix. */
async function apply(file: string, client: pg.ClientBase, prefix: string): Promise<void> {
  const text = await readFile(join(import.meta.dirname, '..', file), 'utf8')
  await client.query(text.replaceAll('{{service}}', pg.escapeIdentifier(rolesOf(prefix).service)))
}

/** Makes the tables of the auth server in a database that has none. */
export const createTables = (client: pg.ClientBase, prefix: string) => apply('schema.sql', client, prefix)

/** The smallest host: profiles, audit log and sealed values in tables, mails in a function of the test. */
export const testHost: Host = {
  freshDatabase: freshDatabases('auth', async (client, prefix) => {
    await createTables(client, prefix)
    await apply('testing/host.sql', client, prefix)
  }),
  configOf(settings, dataDir) {
    const read = readAuthSettings(settings)
    const { SITE_URL = 'http://localhost:3000', DATABASE_URL } = settings
    return {
      ...read,
      AUTH_EMAIL_CONFIRMATION: read.AUTH_EMAIL_CONFIRMATION ?? false,
      SITE_URL,
      DATA_DIR: dataDir,
      DATABASE_URL,
    }
  },
  openDatabase,
  application,
  createServer: (_config, { TRUSTED_PROXY_HOPS: hops = '0' }) =>
    Fastify({
      trustProxy: Number(hops) > 0 && ((_address, hop) => hop < Number(hops)),
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    }),
  sealedIn,
}
