import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError, type StartLog } from './start-error.ts'
import { rolesOf } from './roles.ts'

interface Applied {
  name: string
  sha256: string
}

// Nodes that start in parallel wait for this advisory lock instead of for the table's lock. Only the table's lock is
// needed for correctness.
export const TURN = 4_112_001
const ATTEMPTS = 5

/**
 * Brings the database's schema up to date: applies the numbered migrations in order, each in one transaction with its row
 * in `public.migrations`. In a new database the files of `schema/` take the place of those of `upgrade/`, in one
 * transaction with the rows of all of these, so that a new shop and an upgraded one go on alike.
 * Several nodes may run this in parallel: each migration is applied once.
 * The first call also creates `public.role_prefix()`, which stores the prefix of the database's roles.
 * @param on must log in as the database's owner.
 * @param options.folder the folder `db` with `schema/`, `upgrade/` and `migrations/`.
 * @param options.prefix the prefix of the roles' names, from `ensureRoles`.
 * @param options.until the last migration to apply, all by default.
 * @returns the names of the migrations that the database has by this call.
 * @throws StartError when an applied file was changed, the database knows files that the program doesn't, or it lacks
 *   something that a migration needs.
 */
export async function migrate(
  on: pg.Pool | pg.ClientBase,
  options: { folder: string; prefix: string; log: StartLog; until?: string },
): Promise<string[]> {
  const known = await readMigrations(options.folder, options.prefix)
  const wanted = known.filter(({ name }) => options.until === undefined || name <= options.until)
  const client = on instanceof pg.Pool ? await on.connect() : on
  try {
    if (!(await ledgerExists(client))) await makeLedger(client, options.prefix)
    // In a new database nothing takes long.
    const isNew = (await readLedger(client)).length === 0
    const replaced = known.filter(({ isInSchema }) => isInSchema)
    const schema =
      isNew && replaced.every((one) => wanted.includes(one))
        ? { files: await readFiles(join(options.folder, 'schema'), options.prefix), replaced }
        : undefined
    const applied: string[] = []
    while (nextOf(wanted, await readLedger(client))) {
      const names = await patiently(() => applyNext(client, wanted, schema, isNew ? undefined : options.log))
      if (names.length === 0) continue
      applied.push(...names)
      options.log.info(`Migrated the database: ${names.length > 1 ? 'schema up to ' : ''}${names.at(-1)}`)
    }
    return applied
  } finally {
    if (on instanceof pg.Pool) (client as pg.PoolClient).release()
  }
}

const numberOf = (name: string) => name.slice(0, 4)

/** The SQLSTATE of a migration when the database lacks something. Its message is one sentence for the operator. */
const UNSUITABLE = 'KK500'

/** The first file that the database has not applied. */
function nextOf(wanted: Migration[], applied: Applied[]): Migration | undefined {
  const unknown = applied.find(({ name }) => !wanted.some((one) => one.name === name))
  if (unknown && wanted.some(({ name }) => numberOf(name) === numberOf(unknown.name)))
    throw new StartError(
      `The database was made by a Kikoa from before the first release (${unknown.name}) and can't be used: start with an empty data folder or another database; nothing was changed.`,
    )
  if (unknown)
    throw new StartError(
      `The database was migrated by a newer Kikoa (${unknown.name}): start that version, or restore an older backup.`,
    )
  for (const { name, sha256 } of wanted) {
    const known = applied.find((one) => one.name === name)
    if (known && known.sha256 !== sha256)
      throw new StartError(
        `The migration ${name} was changed after it was applied: restore the file, and add a new one.`,
      )
  }
  const next = wanted.find(({ name }) => !applied.some((one) => one.name === name))
  const last = applied
    .map(({ name }) => name)
    .sort()
    .at(-1)
  if (next && last && next.name < last)
    throw new StartError(
      `The migration ${next.name} came after ${last} was applied: give it a higher number.`,
    )
  return next
}

/** @returns the names of the migrations that it has applied, none if another node was faster. */
async function applyNext(
  client: pg.ClientBase,
  wanted: Migration[],
  schema: Schema | undefined,
  announceIn: StartLog | undefined,
): Promise<string[]> {
  await begin(client)
  let running: SqlFile | undefined
  try {
    await client.query('lock table public.migrations in share row exclusive mode')
    const ledger = await readLedger(client)
    const next = nextOf(wanted, ledger)
    if (next?.takesLong)
      announceIn?.warn(
        `The migration ${next.name} takes long: ${next.takesLong} It can be undone only by restoring a backup.`,
      )
    const isMade = schema && next?.isInSchema && ledger.length === 0
    for (running of isMade ? schema.files : next ? [next] : []) await client.query(running.sql)
    const applied = isMade ? schema.replaced : next ? [next] : []
    await client.query(
      'insert into public.migrations (name, sha256) select * from unnest($1::text[], $2::text[])',
      [applied.map(({ name }) => name), applied.map(({ sha256 }) => sha256)],
    )
    await client.query('commit')
    return applied.map(({ name }) => name)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw running && error instanceof pg.DatabaseError ? located(error, running) : error
  }
}

async function makeLedger(client: pg.ClientBase, prefix: string) {
  await begin(client)
  try {
    if (!(await ledgerExists(client))) {
      await client.query(`
        create table public.migrations (
          name text collate "C" primary key,
          sha256 text not null,
          applied_at timestamptz(3) not null default now()
        );
        alter table public.migrations enable row level security;
        create function public.role_prefix() returns text language sql immutable parallel safe
          as ${pg.escapeLiteral(`select ${pg.escapeLiteral(prefix)}`)};
      `)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (!(await ledgerExists(client))) throw error // otherwise another node was faster
  }
}

// A migration may take as long as it needs. The connection's limits for other work don't apply.
async function begin(client: pg.ClientBase) {
  await client.query(
    `begin; set local statement_timeout = 0; set local lock_timeout = 0;
     set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(${TURN})`,
  )
}

async function ledgerExists(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('public.migrations') is not null as it`)
  return rows[0].it
}

async function readLedger(client: pg.ClientBase): Promise<Applied[]> {
  return (await client.query<Applied>('select name, sha256 from public.migrations order by name')).rows
}

/** Retries work that the database has rolled back because of another transaction. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt === ATTEMPTS || (code !== '40P01' && code !== '40001')) throw error
    }
}

function located(error: pg.DatabaseError, { name, sql }: SqlFile) {
  if (error.code === UNSUITABLE) return new StartError(error.message)
  const line = error.position ? ` in line ${sql.slice(0, Number(error.position)).split('\n').length}` : ''
  return Object.assign(new Error(`The migration ${name} failed${line}: ${error.message}`, { cause: error }), {
    code: error.code,
  })
}

/** A file of a folder below `db`. */
interface SqlFile {
  /** The file's name without its extension: `0065_name`. */
  name: string
  /** Hash of the file before the roles are filled in, with Unix line ends. */
  sha256: string
  sql: string
  /** Why it takes long on a large database, from its line `-- takes long: …`. The operator reads it before it runs. */
  takesLong: string | undefined
}

interface Migration extends SqlFile {
  /** From `upgrade/`: what it does is in the schema that a new database gets. */
  isInSchema: boolean
}

/** What a new database gets, and the migrations that this replaces. */
interface Schema {
  files: SqlFile[]
  replaced: Migration[]
}

/**
 * Reads the migrations `NNNN_name.sql` in order of their numbers, those of `upgrade/` and those of `migrations/`.
 * @param folder the folder `db`
 * @throws Error for a file with another name, a number that is used twice, or an unknown placeholder.
 */
export async function readMigrations(folder: string, prefix: string): Promise<Migration[]> {
  const [older, newer] = await Promise.all(
    ['upgrade', 'migrations'].map((part) => readFiles(join(folder, part), prefix)),
  )
  const all = [
    ...older!.map((file) => ({ ...file, isInSchema: true })),
    ...newer!.map((file) => ({ ...file, isInSchema: false })),
  ]
  for (const [at, { name }] of all.entries()) {
    if (!/^\d{4}_[a-z0-9_]+$/.test(name))
      throw new Error(`${name}.sql is no name of a migration: NNNN_name.sql`)
    const before = all[at - 1]
    if (before && numberOf(before.name) >= numberOf(name))
      throw new Error(`the number of ${name} has to be higher than that of ${before.name}`)
  }
  return all
}

/**
 * Reads the SQL files of a folder, and fills in the roles: `{{user}}`, `{{admin}}` and `{{service}}` become
 * a role's quoted name, `{{user:literal}}` and so on the name as a string literal.
 */
async function readFiles(folder: string, prefix: string): Promise<SqlFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return {
        name: file.slice(0, -'.sql'.length),
        sha256: createHash('sha256').update(text).digest('hex'),
        sql: withRoles(text, file, prefix),
        takesLong: /^-- takes long: (.+)$/m.exec(text)?.[1],
      }
    }),
  )
}

function withRoles(text: string, file: string, prefix: string) {
  const { user, admin, service } = rolesOf(prefix)
  const names: Record<string, string> = { user, admin, service }
  return text.replace(/\{\{([^{}]*)\}\}/g, (placeholder, inside: string) => {
    const [role = '', form] = inside.split(':')
    const name = names[role]
    if (name === undefined || (form !== undefined && form !== 'literal'))
      throw new Error(`${file} has an unknown placeholder: ${placeholder}`)
    return form ? pg.escapeLiteral(name) : pg.escapeIdentifier(name)
  })
}
