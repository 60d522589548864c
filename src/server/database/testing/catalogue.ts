import { resolve } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { ensureRoles, migrate, readMigrations } from '@kikoa/postgres'
import { withClient } from '@kikoa/postgres/testing'

const ours = (oid: string, schema: string) =>
  `${schema} in ('public'::regnamespace, 'auth'::regnamespace)
   and not exists (select from pg_depend where objid = ${oid} and deptype = 'e')`

/** Grants in the order of their names: the stored order is the one in which they were made. */
const rights = (acl: string) =>
  `(select coalesce(string_agg(a::text, ' ' order by a::text), 'default')
      from unnest(${acl}) as a)`

/**
 * What makes up a database, as (kind, name, definition). Columns are numbered without the gaps that dropped ones leave.
 * The names of NOT NULL constraints are left out, because PostgreSQL has them since version 18 only.
 */
const parts = [
  `select 'schema', nspname::text, ${rights('nspacl')} from pg_namespace where nspname in ('public', 'auth')`,
  `select 'extension', extname::text, extnamespace::regnamespace::text from pg_extension`,
  `select 'role', rolname::text, concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls,
          array(select m.member::regrole::text from pg_auth_members m where m.roleid = r.oid order by 1))
     from pg_roles r where starts_with(rolname, public.role_prefix())`,
  `select 'default rights', defaclobjtype::text, ${rights('defaclacl')} from pg_default_acl`,
  `select 'relation', oid::regclass::text, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity,
          relreplident, reloptions, pg_get_userbyid(relowner), ${rights('relacl')})
     from pg_class c where ${ours('c.oid', 'relnamespace')} and relkind <> 'i'`,
  `select 'column', attrelid::regclass || '.' || row_number() over (partition by attrelid order by attnum),
          concat_ws(' ', attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity,
                    attgenerated, attstorage, attcompression, pg_get_expr(adbin, adrelid), ${rights('attacl')})
     from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${ours('c.oid', 'relnamespace')} and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  `select 'constraint', conrelid::regclass || '.' || conname, concat_ws(' ', pg_get_constraintdef(oid), convalidated)
     from pg_constraint where ${ours('conrelid', 'connamespace')} and contype <> 'n'`,
  `select 'index', indexrelid::regclass::text, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
     from pg_index join pg_class c on c.oid = indexrelid where ${ours('indrelid', 'relnamespace')}`,
  `select 'sequence', s.seqrelid::regclass::text, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax,
          seqcache, seqcycle, deptype, refobjid::regclass, attname)
     from pg_sequence s
     left join pg_depend d on d.objid = seqrelid and deptype in ('a', 'i') and refclassid = 'pg_class'::regclass
     left join pg_attribute on attrelid = refobjid and attnum = refobjsubid`,
  `select 'row', seqrelid::regclass::text, pg_sequence_last_value(seqrelid)::text from pg_sequence`,
  `select 'view', oid::regclass::text, pg_get_viewdef(oid) from pg_class c
    where ${ours('c.oid', 'relnamespace')} and relkind in ('v', 'm')`,
  `select 'function', oid::regprocedure::text,
          concat_ws(' ', pg_get_functiondef(oid), pg_get_userbyid(proowner), ${rights('proacl')})
     from pg_proc p where ${ours('p.oid', 'pronamespace')}`,
  `select 'type', oid::regtype::text, typtype::text from pg_type t
    where ${ours('t.oid', 'typnamespace')} and typtype not in ('b', 'c')`,
  `select 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled)
     from pg_trigger where not tgisinternal`,
  `select 'rule', rulename || ' on ' || ev_class::regclass, pg_get_ruledef(r.oid) from pg_rewrite r
     join pg_class c on c.oid = ev_class where ${ours('c.oid', 'relnamespace')}`,
  `select 'policy', polrelid::regclass || '.' || polname, concat_ws(' ', polpermissive, polcmd,
          array(select one::regrole::text from unnest(polroles) as one order by 1),
          pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)) from pg_policy`,
  `select 'comment', pg_describe_object(classoid, objoid, objsubid), description from pg_description
    where objoid >= 16384 and not exists (select from pg_depend d where d.objid = objoid and deptype = 'e')`,
  `select 'publication', pubname::text, '' from pg_publication`,
  `select 'event trigger', evtname::text, '' from pg_event_trigger where evtowner <> 10`,
  `select 'statistics', stxname::text, pg_get_statisticsobjdef(oid) from pg_statistic_ext`,
]

/**
 * Describes a database of a shop: its objects, with their definitions and rights, and its rows but for the times at which
 * migrations ran. Two databases with the same lines are the same for every statement.
 * @param client a log-in that may read everything. Its own name and those of the database's roles are replaced, so that
 *   databases of one server can be compared.
 * @returns one line for each object and row, sorted
 */
export async function describeDatabase(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ kind: string; name: string; definition: string }>({
    text: `select kind, name, definition from (${parts.join('\nunion all\n')}) as parts (kind, name, definition)`,
  })
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class c where ${ours('c.oid', 'relnamespace')} and relkind = 'r'`,
  )
  const lines = rows.map(({ kind, name, definition }) => `${kind} ${name}: ${definition}`)
  for (const { name } of tables) {
    const stored = await client.query<{ row: string }>(
      `select (to_jsonb(t) - 'applied_at')::text as row from ${name} t`,
    )
    lines.push(...stored.rows.map(({ row }) => `row ${name}: ${row}`))
  }
  const { rows: names } = await client.query<{ prefix: string; login: string }>(
    'select public.role_prefix() as prefix, current_user::text as login',
  )
  const { prefix, login } = names[0]!
  return lines.map((line) => line.replaceAll(prefix, 'k').replaceAll(login, 'owner')).toSorted()
}

const folder = resolve(import.meta.dirname, '../../../../db')
const log = { info() {}, warn() {} }

/** The names of all migrations. */
export const migrationNames = async () => (await readMigrations(folder, 'k')).map(({ name }) => name)

/**
 * Migrates a database.
 * @param number of the last migration, by default the last one that there is. A new database gets the schema only without
 *   it.
 * @returns the names of what it applied
 */
export const bring = (login: pg.ClientConfig, number?: string): Promise<string[]> =>
  withClient(login, async (client) => {
    const { prefix } = await ensureRoles(client, log)
    const until = (await migrationNames()).find((name) => name.startsWith(`${number}_`))
    return migrate(client, { folder, prefix, log, ...(until && { until }) })
  })

/** Eight nodes that start at once. @returns the names of what they applied, together */
export const bringEight = async (login: pg.ClientConfig): Promise<string[]> =>
  (await Promise.all(Array.from({ length: 8 }, () => bring(login)))).flat().sort()

/** Kills the connection of a node while it waits for another one, and lets go of what that holds. */
export async function interrupt(login: pg.ClientConfig, holding: string): Promise<unknown> {
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
  return withClient(login, async (other) => {
    await other.query(`begin; ${holding}`)
    const failure = bring(login).catch((error: unknown) => error)
    await withClient(login, async (killer) => {
      await expect.poll(async () => (await killer.query(kill)).rowCount).toBe(1)
    })
    return failure
  })
}
