import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { RESTORING } from '../connect.ts'
import { TURN } from '../migrate.ts'
import { newClient } from '../pool.ts'
import { StartError } from '../start-error.ts'
import { type ArchiveWriter, type Seal, writeArchive } from './archive.ts'
import {
  copyOut,
  readSequences,
  type Sequence,
  type Table,
  tablesInOrder,
  TEXT_FORMAT,
} from './copy-tables.ts'

export const FORMAT = 'kikoa-backup'
export const FORMAT_VERSION = 1

/** The first entry of an archive: `manifest.json`. */
export interface Manifest {
  format: typeof FORMAT
  version: number
  /** The version of Kikoa, and of the PostgreSQL that the rows are from. */
  product: string
  postgresql: string
  /** The time of the snapshot, RFC 3339. */
  at: string
  migrations: { name: string; sha256: string }[]
  tables: Table[]
}

/** The entry after all rows and files: `counts.json`. */
export interface Counts {
  rows: Record<string, number>
  files: number
  sequences: Sequence[]
}

/** What is backed up. */
export interface BackupSource {
  /** The log-in of the database's owner. */
  owner: pg.PoolConfig
  dataDir: string
  product: string
  /** Reads the signing and sealing keys, in the transaction of the backup, and gives them as JSON. */
  readKeys(client: pg.ClientBase): Promise<object>
  /** Tables and files that `readKeys` reads. */
  keyTables: readonly string[]
  keyFiles: RegExp
  /** A folder that is left out if it is inside of the data folder: the one of the backups. */
  backupFolder?: string | undefined
  /** Stops the backup with its reason. */
  signal: AbortSignal
}

/** What a backup holds. */
export interface BackupSummary {
  at: Date
  tables: number
  rows: number
  files: number
}

/** The parts of the data folder that are no files of the shop: the database, its programs, and locks. */
export const OTHER_PARTS = new RegExp(
  `^(postgres|postgres[.-].*|postgresql-.*|database\\.location|starting\\.lock.*|${RESTORING})$`,
)

/**
 * Writes a backup while the shop runs: all rows of one moment, the keys and the files. It needs the rights of the
 * database's owner, changes nothing, and waits for no transaction but a migration.
 * @throws StartError if the database has no shop.
 */
export async function writeBackup(source: BackupSource, seal: Seal, out: Writable): Promise<BackupSummary> {
  const client = newClient(source.owner)
  try {
    await client.connect()
    await client.query(TEXT_FORMAT)
    // The whole backup is one transaction, as long as it takes. Row security would leave rows out, so it is an error.
    await client.query(
      `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set row_security = off`,
    )
    // Migrations wait: a table that one rewrites looks empty to an older snapshot.
    await client.query(`select pg_advisory_lock_shared(${TURN})`)
    await client.query('begin isolation level repeatable read read only')
    const manifest = await readManifest(client, source)
    let summary!: BackupSummary
    await writeArchive(out, seal, async (archive) => {
      summary = await addEverything(archive, client, manifest, source)
    })
    await client.end()
    return summary
  } catch (error) {
    // In the middle of a COPY the server would send the rest of the table before it ends the connection.
    ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    throw error
  }
}

async function readManifest(client: pg.ClientBase, { product, keyTables }: BackupSource): Promise<Manifest> {
  const { rows: found } = await client.query<{ exists: boolean; postgresql: string; at: Date }>(
    `select to_regclass('public.migrations') is not null as exists, now() as at,
            current_setting('server_version') as postgresql`,
  )
  const { exists, postgresql, at } = found[0]!
  if (!exists) throw new StartError('The database has no shop to back up: start Kikoa once.')
  const tables = await tablesInOrder(client)
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, sha256 from public.migrations order by name',
  )
  const copied = tables.filter(({ name }) => name !== 'public.migrations' && !keyTables.includes(name))
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    product,
    postgresql,
    at: at.toISOString(),
    migrations,
    tables: copied,
  }
}

async function addEverything(
  archive: ArchiveWriter,
  client: pg.ClientBase,
  manifest: Manifest,
  source: BackupSource,
): Promise<BackupSummary> {
  await archive.add('manifest.json', JSON.stringify(manifest))
  await archive.add('keys.json', JSON.stringify(await source.readKeys(client)))
  const rows: Counts['rows'] = {}
  for (const table of manifest.tables)
    rows[table.name] = await addTable(archive, client, table, source.signal)
  let files = 0
  for await (const path of filesOf(source)) {
    source.signal.throwIfAborted()
    if (await addFile(archive, source.dataDir, path)) files++
  }
  const counts: Counts = { rows, files, sequences: await readSequences(client) }
  await archive.add('counts.json', JSON.stringify(counts))
  return {
    at: new Date(manifest.at),
    tables: manifest.tables.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    files,
  }
}

/** Adds a table in entries of about a megabyte, because tar needs the size of an entry before its content. */
async function addTable(
  archive: ArchiveWriter,
  client: pg.ClientBase,
  table: Table,
  signal: AbortSignal,
): Promise<number> {
  let part = 0
  let rows = 0
  for await (const chunk of copyOut(client, table)) {
    signal.throwIfAborted()
    await archive.add(`tables/${table.name}/${String(part++).padStart(6, '0')}`, chunk)
    // The text format ends each row with a line feed, and writes one within a value as \n.
    for (const byte of chunk) if (byte === 10) rows++
  }
  return rows
}

/** The paths of the shop's files, relative to the data folder, with `/`. Links are left out. */
async function* filesOf(
  { dataDir, keyFiles, backupFolder }: BackupSource,
  folder = '',
): AsyncGenerator<string> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  for (const entry of entries) {
    const path = folder + entry.name
    if (!folder && (OTHER_PARTS.test(path) || keyFiles.test(path))) continue
    if (backupFolder !== undefined && join(dataDir, path) === backupFolder) continue
    if (entry.isDirectory()) yield* filesOf({ dataDir, keyFiles, backupFolder } as BackupSource, `${path}/`)
    else if (entry.isFile() && !PARTIAL.test(entry.name)) yield path
  }
}

/** @returns false if the file was deleted meanwhile. */
async function addFile(archive: ArchiveWriter, dataDir: string, path: string): Promise<boolean> {
  const file = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return false
  try {
    const { size, mode, mtime } = await file.stat()
    // A file that grows is copied up to the size that it had. One that shrinks fails the backup.
    const body = size ? file.createReadStream({ start: 0, end: size - 1, autoClose: false }) : []
    await archive.addFile(`files/${path}`, { size, mode: mode & 0o777, mtime }, body as AsyncIterable<Buffer>)
    return true
  } finally {
    await file.close()
  }
}

/** The name of an unfinished backup: `.NAME.partial-HOST-PID`. */
const PARTIAL = /^\..+\.partial-(.*)-(\d+)$/
const ABANDONED_MS = 24 * 60 * 60_000

/**
 * Writes a file completely or not at all: under another name beside it, synced, then renamed. It removes what killed
 * processes have left there.
 * @returns what `write` returns, and the size of the file.
 * @throws StartError if the file can't be written, for example on a full disk.
 */
export async function writeWholeFile<T>(
  file: string,
  write: (out: Writable) => Promise<T>,
): Promise<T & { bytes: number }> {
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.partial-${hostname()}-${process.pid}`)
  try {
    await removeAbandoned(folder)
    await rm(draft, { force: true })
    const result = await write(createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    const { size } = await stat(draft)
    await rename(draft, file)
    await syncFolder(folder)
    return { ...result, bytes: size }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    const { code, path, syscall, message } = error as NodeJS.ErrnoException
    const isOurs = path === undefined ? syscall === 'write' || syscall === 'fsync' : path.startsWith(folder)
    if (!isOurs || !code) throw error
    throw new StartError(`The backup ${file} can't be written: ${message}.`, { cause: error })
  }
}

async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    const [, host, pid] = PARTIAL.exec(name) ?? []
    if (!pid) continue
    const path = join(folder, name)
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now())
    const isDead = host === hostname() && !isAlive(Number(pid))
    if (isDead || age > ABANDONED_MS) await rm(path, { force: true })
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A rename is durable only after its folder was synced. */
export async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
