import { setTimeout as sleep } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { isBeaten } from './errors.ts'
import { StartError, type StartLog } from './start-error.ts'

interface Situation {
  version: number
  login: string
  isSuperuser: boolean
  inherits: boolean
  /** Whether the log-in role may create tables in `public` itself, not through another role. */
  createsTables: boolean
  prefix: string
  /** The existing roles, with what is wrong with each. */
  roles: { name: string; isMighty: boolean; isOurs: boolean }[]
}

/**
 * Creates the roles of the connected database. The log-in role may take them on but does not inherit from them.
 * Several nodes may run this in parallel. The prefix is the one that the database stores (see `migrate.ts`), so that a
 * copy or a renamed database uses the roles that its policies name.
 * @throws StartError with the SQL for an administrator when the log-in role may not do this.
 */
export async function ensureRoles(client: pg.ClientBase, log: StartLog): Promise<Roles> {
  for (let attempt = 1; ; attempt++) {
    const situation = await look(client)
    const roles = rolesOf(situation.prefix)
    const mighty = situation.roles.find((role) => role.isMighty)
    if (mighty)
      throw new StartError(
        `The role "${mighty.name}" of the database server may log in or has rights of its own, and Kikoa needs the name for a role without any: rename the database or that role.`,
      )
    const missing = missingStatements(situation)
    if (missing.length === 0) {
      if (situation.isSuperuser)
        log.warn(
          `DATABASE_URL logs in as the superuser "${situation.login}": use an ordinary role with createrole.`,
        )
      return roles
    }
    try {
      for (const statement of missing) await client.query(statement)
    } catch (error) {
      await client.query('reset role')
      if (!isBeaten(error)) {
        if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
        throw forAdministrator(situation.login, missing, error)
      }
      await sleep(20 * attempt)
    }
    if (attempt === 20) throw forAdministrator(situation.login, missing)
  }
}

async function look(client: pg.ClientBase): Promise<Situation> {
  const remembers = await client.query(`select to_regprocedure('public.role_prefix()') is not null as it`)
  const { rows } = await client.query<
    Omit<Situation, 'roles' | 'prefix'> & { database: string; remembered?: string }
  >(
    `select current_setting('server_version_num')::int as version, rolname::text as login, rolsuper as "isSuperuser",
            rolinherit as inherits, current_database()::text as database,
            exists (select from pg_namespace n left join aclexplode(n.nspacl) a on a.privilege_type = 'CREATE'
              where nspname = 'public' and (nspowner = pg_roles.oid or a.grantee in (pg_roles.oid, 0))) as "createsTables"
            ${remembers.rows[0].it ? ', public.role_prefix() as remembered' : ''}
     from pg_roles where rolname = session_user`,
  )
  const { database, remembered, ...found } = rows[0]!
  const prefix = remembered ?? prefixFor(database)
  const { user, admin, service } = rolesOf(prefix)
  // Since version 16 each membership says whether it may be taken on and whether it is inherited. Before, an attribute
  // of the log-in role decides.
  const membership =
    found.version >= 160_000
      ? 'coalesce(bool_or(m.set_option) and not bool_or(m.inherit_option), false)'
      : 'count(m.member) > 0'
  const roles = await client.query<Situation['roles'][number]>(
    `select r.rolname::text as name, ${membership} as "isOurs",
            r.rolcanlogin or r.rolsuper or r.rolbypassrls or r.rolcreaterole as "isMighty"
     from pg_roles r
     left join pg_auth_members m on m.roleid = r.oid and m.member = (select oid from pg_roles where rolname = session_user)
     where r.rolname = any($1) group by r.oid, r.rolname, r.rolcanlogin, r.rolsuper, r.rolbypassrls, r.rolcreaterole`,
    [[user, admin, service]],
  )
  return { ...found, prefix, roles: roles.rows }
}

function missingStatements(situation: Situation): string[] {
  const { login, isSuperuser, prefix, roles } = situation
  const known = (name: string) => roles.find((role) => role.name === name)
  const { user, admin, service } = rolesOf(prefix)
  const all = [user, admin, service]
  const made = all.filter((name) => !known(name)).map((name) => `create role ${quoted(name)} nologin`)
  // A superuser may take on any role.
  if (isSuperuser) return made
  const strange = all.filter((name) => !known(name)?.isOurs).map(quoted)
  const isOld = situation.version < 160_000
  const grant = `grant ${strange.join(', ')} to ${quoted(login)}${isOld ? '' : ' with inherit false, set true'}`
  return [...made, ...(strange.length > 0 ? [grant] : []), ...(isOld ? withoutInheriting(situation) : [])]
}

/**
 * Before PostgreSQL 16 the log-in role inherits from all roles or from none. From none includes `pg_database_owner`,
 * which owns `public`.
 */
function withoutInheriting({ login, inherits, createsTables }: Situation): string[] {
  const granted = `set role pg_database_owner; grant usage, create on schema public to ${quoted(login)}; reset role`
  return [...(createsTables ? [] : [granted]), ...(inherits ? [`alter role ${quoted(login)} noinherit`] : [])]
}

const forAdministrator = (login: string, missing: string[], cause?: Error) =>
  new StartError(
    `The user "${login}" of DATABASE_URL may not make the roles that Kikoa needs: run this as an administrator, and start again: ${missing.map((one) => `${one};`).join(' ')}`,
    { cause },
  )

const quoted = (name: string) => pg.escapeIdentifier(name)

/**
 * The three roles that transactions take on, the log-in role that can take on only the customer's, and their prefix.
 */
export interface Roles {
  prefix: string
  user: string
  admin: string
  service: string
  login: string
}

/** The roles of a prefix. */
export const rolesOf = (prefix: string): Roles => ({
  prefix,
  user: `${prefix}_user`,
  admin: `${prefix}_admin`,
  service: `${prefix}_service`,
  login: `${prefix}_login`,
})

// PostgreSQL cuts names at 63 bytes, which must include `_service` and the hash.
const LONGEST = 63 - '_service'.length
const HASHED = /_[0-9a-f]{8}$/

/**
 * The prefix of a database's roles. Roles belong to the whole server, which other databases share.
 * A name that is too long, contains other characters or looks shortened gets a hash, so that no two prefixes are equal.
 */
export function prefixFor(database: string): string {
  const plain = `k_${database.toLowerCase().replace(/[^a-z0-9_]/g, '_')}`
  if (plain === `k_${database}` && plain.length <= LONGEST && !HASHED.test(plain)) return plain
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 8)
  return `${plain.slice(0, LONGEST - 9)}_${hash}`
}
