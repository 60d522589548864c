import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { connectDatabase, RESTORING } from '../connect.ts'
import { readLocation } from '../embedded/location.ts'
import { migrate } from '../migrate.ts'
import { newClient } from '../pool.ts'
import { ensureRoles } from '../roles.ts'
import { StartError, type StartLog } from '../start-error.ts'
import { damaged, type Secrets } from './archive.ts'
import { checkArchive, readParts } from './archive-parts.ts'
import { type Counts, type Manifest, syncFolder } from './backup.ts'
import {
  beginLoad,
  copyIn,
  countRows,
  endLoad,
  type Table,
  tablesInOrder,
  TEXT_FORMAT,
} from './copy-tables.ts'
import { isEmpty, undoFor } from './empty-database.ts'

/** Where a backup is restored to. */
export interface RestoreTarget {
  databaseUrl: string | undefined
  dataDir: string
  /** The folder with the schema and the migrations. */
  migrations: string
  log: StartLog
  /** The files of the keys, which no other entry may write. */
  keyFiles: RegExp
  /** Stores the keys, in the transaction of the restore. */
  restoreKeys(client: pg.ClientBase, keys: unknown): Promise<void>
  /** Runs newer migrations, and shows that the restored shop works. Its sentences are for the operator. */
  prove(owner: pg.PoolConfig): Promise<string[]>
  /** Stops the restore with its reason. */
  signal: AbortSignal
}

/** What was restored, and what was shown about it. */
export interface Restored {
  manifest: Manifest
  counts: Counts
  proofs: string[]
}

type Undo = (() => Promise<unknown>)[]

/**
 * Restores a backup into an empty data folder, or with `databaseUrl` into an empty database. The whole file is
 * verified before anything is changed. A failure leaves nothing behind.
 * @throws StartError if the file can't be used, the target is not empty, or the restored shop does not work.
 */
export async function restoreArchive(
  file: string,
  secrets: Secrets,
  target: RestoreTarget,
): Promise<Restored> {
  const { databaseUrl, dataDir, log } = target
  await checkArchive(file, secrets, target)
  const undo: Undo = []
  try {
    if (databaseUrl === undefined) {
      await refuseUsedFolder(dataDir)
      await claimFolder(dataDir, undo)
    }
    const { owner, close } = await connectDatabase({ databaseUrl, dataDir, log, isRestore: true })
    undo.push(close)
    const client = newClient(owner)
    await client.connect()
    let restored: Restored
    try {
      if (!(await isEmpty(client)))
        throw new StartError(
          `The database "${client.database}" is not empty, and a restore replaces nothing: create an empty one, and name it in DATABASE_URL.`,
        )
      if (databaseUrl !== undefined) {
        await claimFolder(dataDir, undo)
        undo.push(await undoFor(client, owner))
      }
      restored = await load(client, file, secrets, target, undo)
    } finally {
      await client.end()
    }
    restored.proofs.push(...(await target.prove(owner)))
    target.signal.throwIfAborted()
    await rm(join(dataDir, RESTORING))
    await syncFolder(dataDir)
    await close()
    return restored
  } catch (error) {
    for (const step of undo.reverse())
      await step().catch((reason: Error) =>
        log.warn(`While cleaning up after a failed restore: ${reason.message}`),
      )
    throw error
  }
}

async function refuseUsedFolder(dataDir: string) {
  const entries: string[] = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StartError(`The data folder ${dataDir} can't be read: ${error.message}.`, { cause: error })
  })
  if (entries.includes(RESTORING)) throw interrupted(dataDir)
  if (entries.length)
    throw new StartError(
      `The data folder ${dataDir} is not empty, and a restore replaces nothing: set DATA_DIR to an empty or a new folder.`,
    )
}

const interrupted = (dataDir: string) =>
  new StartError(
    `Another restore into ${dataDir} is at work or was interrupted: empty the folder and try again.`,
  )

/** Makes the data folder with the file that stops every other program from opening the database. */
async function claimFolder(dataDir: string, undo: Undo) {
  const isEmbedded = !undo.length
  const made = await mkdir(dataDir, { recursive: true, mode: 0o711 })
  if (made) undo.push(() => rmdir(made))
  // PostgreSQL's user passes through the folder of an embedded database.
  if (isEmbedded) await chmod(dataDir, 0o711)
  const marker = join(dataDir, RESTORING)
  await writeFile(marker, '', { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? interrupted(dataDir) : error
    },
  )
  undo.push(async () => {
    if (!isEmbedded) return rm(marker)
    const { folder } = await readLocation(dataDir)
    if (folder !== dataDir) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    for (const name of await readdir(dataDir))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  })
}

/** Makes the schema of the archive's version, and loads everything in one transaction. */
async function load(
  client: pg.Client,
  file: string,
  secrets: Secrets,
  target: RestoreTarget,
  undo: Undo,
): Promise<Restored> {
  const parts = readParts(file, secrets, target)
  try {
    let part = await parts.next()
    if (part.done || part.value.kind !== 'manifest') throw damaged(file, 'it has no manifest')
    const { manifest } = part.value
    const { prefix } = await ensureRoles(client, target.log)
    const until = manifest.migrations.at(-1)!.name
    await migrate(client, { folder: target.migrations, prefix, log: target.log, until })
    await client.query(TEXT_FORMAT)
    await client.query(
      'begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    const tables = new Map((await tablesInOrder(client)).map((table) => [table.name, table]))
    for (const table of manifest.tables) refuseOtherColumns(file, table, tables.get(table.name))
    await beginLoad(client, manifest.tables)

    const rows: Record<string, number> = {}
    let files = 0
    for (part = await parts.next(); !part.done;) {
      const { value } = part
      target.signal.throwIfAborted()
      if (value.kind === 'table') {
        const table = manifest.tables.find(({ name }) => name === value.table)
        if (!table || rows[table.name] !== undefined)
          throw damaged(file, `it has no table ${value.table} here`)
        const chunks = async function* () {
          while (!part.done && part.value.kind === 'table' && part.value.table === table.name) {
            target.signal.throwIfAborted()
            yield* part.value.body
            part = await parts.next()
          }
        }
        rows[table.name] = await copyIn(client, table, chunks()).catch((error: Error) => {
          if (error instanceof StartError) throw error
          throw damaged(file, `the rows of ${table.name} can't be stored (${error.message})`, error)
        })
        continue
      }
      if (value.kind === 'keys') await target.restoreKeys(client, value.keys)
      if (value.kind === 'file') {
        await restoreFile(target.dataDir, value.path, value.mode, value.body, undo)
        files++
      }
      if (value.kind === 'counts') {
        const { counts } = value
        await endLoad(client, manifest.tables, counts.sequences)
        const found = await countRows(client, manifest.tables)
        for (const { name } of manifest.tables)
          if (found[name] !== counts.rows[name] || found[name] !== (rows[name] ?? 0))
            throw damaged(file, `${name} has ${found[name]} rows, and had ${counts.rows[name]}`)
        if (files !== counts.files) throw damaged(file, `it has ${files} files, and had ${counts.files}`)
        // The end of the archive, which shows that every hash was right.
        if (!(await parts.next()).done) throw damaged(file, 'something follows its end')
        await client.query('commit')
        await client.query('analyze')
        return { manifest, counts, proofs: [] }
      }
      part = await parts.next()
    }
    throw damaged(file, 'it has no counts')
  } finally {
    await parts.return()
  }
}

function refuseOtherColumns(file: string, { name, columns }: Table, known: Table | undefined) {
  if (columns.toSorted().join() !== known?.columns.toSorted().join())
    throw damaged(file, `the columns of ${name} are not those of its version`)
}

/** Writes a file of the shop. One that exists with the same content remains. */
async function restoreFile(
  dataDir: string,
  path: string,
  mode: number,
  body: AsyncIterable<Uint8Array>,
  undo: Undo,
) {
  const place = join(dataDir, path)
  const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  if (made) undo.push(() => rmdirs(dirname(place), made))
  const known = await readFile(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (known === undefined) {
    undo.push(() => rm(place, { force: true }))
    await pipeline(body, createWriteStream(place, { flags: 'wx', mode: mode & 0o700, flush: true }))
  } else if (!known.equals(await buffer(body)))
    throw new StartError(
      `${place} is there with another content, and a restore replaces nothing: set DATA_DIR to an empty or a new folder.`,
    )
}

/** Removes a folder and those above it, up to `first`. */
async function rmdirs(folder: string, first: string) {
  for (let at = folder; ; at = dirname(at)) {
    await rmdir(at)
    if (at === first) return
  }
}
