import pg from 'pg'
import { newClient } from '../pool.ts'
import { prefixFor, rolesOf } from '../roles.ts'

/** Objects that belong to no extension. */
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.classid = '${catalog}'::regclass and d.deptype = 'e')`

/** Whether a database has no tables, views, functions and schemas beside those of PostgreSQL and its extensions. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ it: boolean }>(
    `select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where nspname !~ '^pg_' and nspname <> 'information_schema' and ${notOfExtension('pg_class', 'c.oid')})
        and not exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
              where nspname !~ '^pg_' and nspname <> 'information_schema' and ${notOfExtension('pg_proc', 'p.oid')})
        and to_regnamespace('auth') is null as it`,
  )
  return rows[0]!.it
}

/**
 * Prepares to undo a restore into an empty database of the operator.
 * @returns removes everything that was made since: our schema, tables, functions, extension and roles.
 */
export async function undoFor(client: pg.Client, owner: pg.PoolConfig): Promise<() => Promise<void>> {
  const { user, admin, service, login } = rolesOf(prefixFor(client.database!))
  const { rows } = await client.query<{ roles: string[]; extended: boolean }>(
    `select array(select rolname::text from pg_roles where rolname = any($1)) as roles,
            exists (select from pg_extension where extname = 'pg_trgm') as extended`,
    [[user, admin, service, login]],
  )
  const { roles: known, extended } = rows[0]!
  const made = [login, user, admin, service].filter((role) => !known.includes(role)).map(pg.escapeIdentifier)
  return async () => {
    const cleaner = newClient(owner)
    await cleaner.connect()
    try {
      await cleaner.query(`set statement_timeout = 0; drop schema if exists auth cascade`)
      await cleaner.query(CLEAR_PUBLIC)
      if (!extended) await cleaner.query('drop extension if exists pg_trgm')
      for (const role of made) {
        const { rowCount } = await cleaner.query(
          `select to_regrole($1) as it where to_regrole($1) is not null`,
          [role],
        )
        if (!rowCount) continue
        await cleaner.query(`revoke usage on schema public from ${role}`)
        await cleaner.query(`drop role ${role}`)
      }
    } finally {
      await cleaner.end()
    }
  }
}

const CLEAR_PUBLIC = `do $$ declare it text; begin
  for it in select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
             and ${notOfExtension('pg_class', 'c.oid')} loop
    execute 'drop table ' || it || ' cascade';
  end loop;
  for it in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
             and ${notOfExtension('pg_proc', 'p.oid')} loop
    execute 'drop routine ' || it || ' cascade';
  end loop;
end $$`
