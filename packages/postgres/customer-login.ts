import { hkdfSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isBeaten } from './errors.ts'
import { newClient } from './pool.ts'
import type { Roles } from './roles.ts'
import type { StartLog } from './start-error.ts'

/**
 * Creates the log-in role for customers' transactions if it is missing. It is a member of the customer's role only, so
 * that no statement on its connections gets the server's rights.
 * Its password is derived (HKDF, RFC 5869) from the owner's password: all nodes know it, and it is stored nowhere.
 * @param client a connection of the owner, after `migrate`.
 * @returns how to log in, or undefined with a warning if this database allows no such log-in.
 */
export async function ensureCustomerLogin(
  client: pg.Client | pg.PoolClient,
  { owner, roles, log }: { owner: pg.PoolConfig; roles: Roles; log: StartLog },
): Promise<pg.PoolConfig | undefined> {
  const secret = (client as pg.Client).password
  if (!secret) return without(log, 'the database asks for no password')
  const password = Buffer.from(hkdfSync('sha256', secret, roles.prefix, 'customers', 24)).toString(
    'base64url',
  )
  const config = loginAs(owner, roles.login, password)
  try {
    for (let attempt = 1; ; attempt++) {
      const found = await tryLogin(config, roles)
      if (found === 'good') return config
      if (found === 'mighty') return without(log, `the role "${roles.login}" has rights of its own`)
      if (attempt === 5) return without(log, `the role "${roles.login}" may not log in`)
      await makeLogin(client, roles, password)
      await sleep(20 * (attempt - 1))
    }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !/^(42501|0LP01|28)/.test(error.code ?? '')) throw error
    return without(log, error.message)
  }
}

/**
 * Takes from all roles but the owner the right to make temporary tables: one of them would hide a table of `public` from
 * the next user of the connection. The right belongs to the database, and a copy of the database has it again.
 * @param client a connection of the owner, after `migrate`
 */
export async function refuseTemporaryTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; isAllowed: boolean }>(
    `select datname::text as name,
            datacl is null or exists (select from aclexplode(datacl) where grantee = 0 and privilege_type = 'TEMPORARY') as "isAllowed"
       from pg_database where datname = current_database()`,
  )
  const { name, isAllowed } = rows[0]!
  if (!isAllowed) return
  await client
    .query(`revoke temporary on database ${pg.escapeIdentifier(name)} from public`)
    // Another node does the same at the same time, or the database belongs to somebody else.
    .catch((error: unknown) => {
      if (!isBeaten(error) && (error as pg.DatabaseError).code !== '42501') throw error
    })
}

function without(log: StartLog, reason: string): undefined {
  log.warn(
    `Customers' transactions share the server's log-in to the database (${reason}): SECURITY.md says what that means.`,
  )
}

/** Whether this log-in works and has only a customer's rights. */
async function tryLogin(config: pg.PoolConfig, { user, admin, service }: Roles) {
  const client = newClient(config)
  try {
    await client.connect()
    const { rows } = await client.query<{ member: boolean; mighty: boolean; safe: boolean }>(
      `select pg_has_role(rolname, $1, 'usage') as member,
              rolsuper or rolbypassrls or rolcreaterole or pg_has_role(rolname, $2, 'member')
                or pg_has_role(rolname, $3, 'member') or pg_has_role(rolname, 'pg_database_owner', 'member') as mighty,
              current_setting('search_path') = 'public, pg_temp'
                or not has_database_privilege(current_database(), 'temporary') as safe
       from pg_roles where rolname = session_user`,
      [user, admin, service],
    )
    const { mighty, member, safe } = rows[0]!
    return mighty ? 'mighty' : member && safe ? 'good' : 'missing'
  } catch (error) {
    // 28P01: no such role, or another password. 08P01: pgbouncer does not know the user.
    if (error instanceof pg.DatabaseError && ['28P01', '08P01'].includes(error.code ?? '')) return 'missing'
    if (error instanceof pg.DatabaseError && error.code === '28000' && /does not exist/.test(error.message))
      return 'missing'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function makeLogin(client: pg.ClientBase, { login, user }: Roles, password: string) {
  const name = pg.escapeIdentifier(login)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login])
  const statements = [
    `${rowCount ? 'alter' : 'create'} role ${name} login inherit password ${pg.escapeLiteral(password)}`,
    `grant ${pg.escapeIdentifier(user)} to ${name}`,
    // Where the right to make temporary tables can't be taken, such a table hides no other one.
    `alter role ${name} set search_path = public, pg_temp`,
  ]
  try {
    for (const statement of statements) await client.query(statement)
  } catch (error) {
    if (!isBeaten(error)) throw error
  }
}

/** The same server and database with another log-in. */
function loginAs(config: pg.PoolConfig, user: string, password: string): pg.PoolConfig {
  const { connectionString } = config
  if (connectionString === undefined) return { ...config, user, password }
  const address = connectionString
    .replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?/, `$1${user}:${password}@`)
    .replaceAll(/(?<=[?&])(?:user|password)=[^&]*&?/g, '')
  return { ...config, connectionString: address }
}
