import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A table of ours with the columns that are stored, in the order in which they are copied. */
export interface Table {
  /** With its schema: `auth.users`. */
  name: string
  /** Without generated columns, which the database computes again. */
  columns: string[]
}

/** The state of an identity column's sequence. */
export interface Sequence {
  name: string
  last_value: string
  is_called: boolean
}

const CHUNK_BYTES = 2 ** 20

/** The text form of values is the same on every server with these settings. */
export const TEXT_FORMAT = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'`

/** Relations of our two schemas that belong to no extension. Only ours have row security, not an operator's own tables. */
const OURS = `n.nspname in ('public', 'auth') and not exists (
  select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`

/**
 * All tables of the database, each after those that its foreign keys refer to.
 * @throws Error if foreign keys form a cycle: rows could then not be inserted table by table.
 */
export async function tablesInOrder(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(
    `select n.nspname || '.' || c.relname as name,
            array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
                  and not attisdropped and attgenerated = '' order by attnum) as columns,
            array(select distinct rn.nspname || '.' || r.relname from pg_constraint f
                  join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
                  where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relrowsecurity and ${OURS} order by 1`,
  )
  const ordered = new Map<string, Table>()
  let waiting = rows
  while (waiting.length) {
    const ready = waiting.filter(({ refers }) => refers.every((name) => ordered.has(name)))
    if (!ready.length)
      throw new Error(`the foreign keys of ${waiting.map(({ name }) => name).join(', ')} form a cycle`)
    for (const { name, columns } of ready) ordered.set(name, { name, columns })
    waiting = waiting.filter(({ name }) => !ordered.has(name))
  }
  return [...ordered.values()]
}

/** The sequences of identity columns. A sequence may be ahead of its column, because rows are deleted. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${OURS} order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as last_value, is_called from ${quoted(name)}`,
    )
    sequences.push({ name, ...state.rows[0]! })
  }
  return sequences
}

/** The rows of a table as PostgreSQL's text format (COPY), in chunks of about a megabyte. */
export async function* copyOut(client: pg.ClientBase, table: Table): AsyncGenerator<Buffer> {
  const rows = client.query(copyTo(`copy ${target(table)} to stdout`))
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < CHUNK_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size) yield Buffer.concat(chunks)
}

/** Inserts rows that `copyOut` has written. @returns their number. */
export async function copyIn(
  client: pg.ClientBase,
  table: Table,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const rows = client.query(copyFrom(`copy ${target(table)} from stdin`))
  await pipeline(chunks, rows)
  return rows.rowCount
}

/**
 * Empties the tables and turns their triggers off, in the caller's transaction: the rows are copied as they are, and
 * the rows that migrations insert are in the backup too. Foreign keys remain checked.
 */
export async function beginLoad(client: pg.ClientBase, tables: Table[]): Promise<void> {
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
}

/** Turns the triggers on again, and continues the sequences where they were. */
export async function endLoad(client: pg.ClientBase, tables: Table[], sequences: Sequence[]): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const { name, last_value, is_called } of sequences)
    await client.query('select setval($1, $2, $3)', [quoted(name), last_value, is_called])
}

/** The number of rows of each table, by its name. */
export async function countRows(client: pg.ClientBase, tables: Table[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text as count from ${quoted(name)}`,
    )
    counts[name] = Number(rows[0]!.count)
  }
  return counts
}

const target = ({ name, columns }: Table) =>
  `${quoted(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`

export const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => pg.escapeIdentifier(part))
    .join('.')
