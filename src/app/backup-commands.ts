import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { KEY_FILES, KEY_TABLES, type KeysInBackup, proveKeys, readKeys, restoreKeys } from '@kikoa/auth'
import { sealedIn } from '../features/accounts/server/account-mails.ts'
import { verifyFromShell } from '../features/audit/server/verify.ts'
import {
  backupName,
  type BackupSummary,
  type BackupTarget,
  folderTarget,
  removeOld,
  restoreArchive,
  type Restored,
  s3Target,
  type Seal,
  type Secrets,
  writeBackup,
  writeWholeFile,
} from '@kikoa/postgres/backup'
import type { Config } from '../server/config.ts'
import { connectDatabase, newClient, pathsIn, prefixFor, readLocation, rolesOf } from '@kikoa/postgres'
import type { Log } from '../server/log.ts'
import { StartError } from '../server/start-error.ts'
import { debugLog, MIGRATIONS, openMigratedDatabase } from './open-database.ts'

/** What a command has done, in sentences for the operator. */
interface Outcome {
  done: string[]
  warning?: string
}

/** Aborted by a signal to the process. A command then removes what it has begun. */
const stopping = new AbortController()

/** Stops the running command. */
export const stopCommand = () => stopping.abort(new StartError('It was stopped, and nothing is left of it.'))

/** Backs up the shop to a file, which is written completely or not at all. */
export async function backUp(config: Config, log: Log, file: string): Promise<Outcome> {
  const seal = sealOf(config)
  const { tables, rows, files, bytes } = await writeShop(config, log, {
    location: dirname(file),
    name: basename(file),
    scheduled: false,
    store: (write) => writeWholeFile(file, write),
  })
  const sealed = seal ? 'sealed' : 'not sealed'
  return {
    done: [
      `Wrote ${file}: ${tables} tables with ${rows} rows, ${files} files and the keys; ${bytes} bytes, ${sealed}.`,
    ],
    ...(!seal && { warning: UNSEALED }),
  }
}

const UNSEALED =
  'The backup is not sealed, and holds everything: customers, passwords as hashes, and the keys of the second factors. Only its owner can read the file. Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT to seal the next one.'

const sealOf = ({ BACKUP_PASSPHRASE, BACKUP_RECIPIENT }: Config): Seal =>
  BACKUP_PASSPHRASE
    ? { passphrase: BACKUP_PASSPHRASE }
    : BACKUP_RECIPIENT
      ? { recipient: BACKUP_RECIPIENT }
      : undefined

/** Writes a backup to BACKUP_TO, and removes old ones there. */
export async function backUpAsScheduled(config: Config, log: Log): Promise<void> {
  const location = config.BACKUP_TO
  if (!location) throw new StartError('BACKUP_TO names no place for scheduled backups.')
  const target = targetOf(config, location)
  const name = backupName(new Date())
  await writeShop(config, log, {
    location,
    name,
    scheduled: true,
    store: (write) => target.store(name, write),
  })
  await removeOld(target, config.BACKUP_KEEP)
}

const targetOf = (config: Config, location: string): BackupTarget =>
  location.startsWith('s3://')
    ? s3Target({
        location,
        endpoint: config.BACKUP_S3_ENDPOINT!,
        region: config.BACKUP_S3_REGION,
        accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID!,
        secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY!,
      })
    : folderTarget(location)

/** Where a backup is stored, and its row in the table of backups. */
interface Storage {
  location: string
  name: string
  scheduled: boolean
  store(write: (out: Writable) => Promise<BackupSummary>): Promise<BackupSummary & { bytes: number }>
}

/** Opens the shop of the settings, as it is, and writes its backup. */
async function writeShop(config: Config, log: Log, storage: Storage) {
  const seal = sealOf(config)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  if (!databaseUrl && !existsSync(pathsIn((await readLocation(dataDir)).folder).root))
    throw new StartError(`There is no shop in ${dataDir}: set DATA_DIR or DATABASE_URL to one.`)
  const { owner, close } = await connectDatabase({ databaseUrl, dataDir, log: debugLog(log) })
  const source = {
    owner,
    dataDir,
    product: await productVersion(),
    readKeys: (client: pg.ClientBase) => readKeys(config, client),
    keyTables: KEY_TABLES,
    keyFiles: KEY_FILES,
    backupFolder: config.BACKUP_TO,
    signal: stopping.signal,
  }
  try {
    const stored = await storage.store((out) => writeBackup(source, seal, out))
    await service(owner, { ...storage, ...stored, sealed: Boolean(seal) }).catch((error: unknown) =>
      log.warn({ err: error }, 'the backup is written, but not noted in the database'),
    )
    return stored
  } finally {
    await close()
  }
}

type Recorded = Pick<Storage, 'location' | 'name' | 'scheduled'> & {
  at: Date
  bytes: number
  sealed: boolean
}

/** Notes a backup for the schedule and the metric. An older shop has no table for it. */
async function service(owner: pg.PoolConfig, { location, name, scheduled, sealed, bytes, at }: Recorded) {
  const client = newClient(owner)
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('public.backups') is not null as it`)
    if (!rows[0].it) return
    await client.query(
      `insert into backups (id, location, name, scheduled, sealed, bytes, taken_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [randomUUIDv7(), location, name, scheduled, sealed, bytes, at],
    )
    await client.query(`delete from backups where taken_at < now() - interval '1 year'`)
  } finally {
    await client.end()
  }
}

async function productVersion(): Promise<string> {
  const text = await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Restores a backup into the empty data folder or database of the settings, and shows that it works. */
export async function restore(config: Config, log: Log, file: string): Promise<Outcome> {
  const restored = await restoreTo(config, log, file)
  return { done: [...sentencesOf(restored), 'Start Kikoa with npm start.'] }
}

/** Restores a backup into a temporary database and folder, which are removed again. */
export async function verifyBackup(config: Config, log: Log, file: string): Promise<Outcome> {
  const scratch = await makeScratch(config)
  try {
    const restored = await restoreTo(scratch.config, log, file)
    return {
      done: [...sentencesOf(restored), 'It was restored to a temporary database, which is gone again.'],
    }
  } finally {
    await scratch.remove()
  }
}

async function restoreTo(config: Config, log: Log, file: string): Promise<Restored> {
  return restoreArchive(file, await secretsOf(config), {
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    migrations: MIGRATIONS,
    log: debugLog(log),
    keyFiles: KEY_FILES,
    signal: stopping.signal,
    restoreKeys: (client, keys) => restoreKeys(config, client, keys as KeysInBackup),
    async prove(owner) {
      const database = await openMigratedDatabase(owner, log)
      try {
        return [await proveKeys(config, sealedIn(database)), await verifyFromShell(database, undefined)]
      } finally {
        await database.end()
      }
    },
  })
}

function sentencesOf({ manifest, counts, proofs }: Restored): string[] {
  const rows = Object.values(counts.rows).reduce((sum, count) => sum + count, 0)
  return [
    `Restored the backup of ${manifest.at} (Kikoa ${manifest.product}, PostgreSQL ${manifest.postgresql}): ${manifest.tables.length} tables with ${rows} rows, ${counts.files} files and the keys.`,
    'Every entry has its hash, and every table its number of rows.',
    ...proofs,
  ]
}

async function secretsOf({ BACKUP_PASSPHRASE: passphrase, BACKUP_IDENTITY: file }: Config): Promise<Secrets> {
  if (!file) return { passphrase }
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new StartError(`BACKUP_IDENTITY names no readable file (${cause.message}).`, { cause })
  })
  const identities = text.split(/\s*\n\s*/).filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (!identities.length)
    throw new StartError(`BACKUP_IDENTITY names a file without a private key of age (${file}).`)
  return { passphrase, identities }
}

/** An empty place for a restore: a database beside that of DATABASE_URL if its user may make one, or an embedded one. */
async function makeScratch(config: Config): Promise<{ config: Config; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-verify-'))
  // PostgreSQL's user passes through it.
  await chmod(folder, 0o711)
  const { DATABASE_URL: _, ...others } = config
  const dataDir = join(folder, 'data')
  const scratch = { ...others, DATA_DIR: dataDir }
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const database = await makeScratchDatabase(config)
  if (database)
    return {
      config: { ...scratch, DATABASE_URL: database.url },
      async remove() {
        await database.drop()
        await removeFolder()
      },
    }
  return {
    config: scratch,
    async remove() {
      const location = await readLocation(dataDir)
      if (location.folder !== dataDir)
        await rm(location.folder, { recursive: true, force: true, maxRetries: 5 })
      await removeFolder()
    },
  }
}

async function makeScratchDatabase({ DATABASE_URL: url, DATA_DIR }: Config) {
  if (!url) return undefined
  const name = `kikoa_verify_${randomBytes(6).toString('hex')}`
  const { owner } = await connectDatabase({
    databaseUrl: url,
    dataDir: DATA_DIR,
    log: { info() {}, warn() {} },
  })
  const as = async (...statements: string[]) => {
    const client = newClient(owner)
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  try {
    await as(`create database ${name} template template0 encoding 'UTF8'`)
  } catch (error) {
    // The user may not make databases, or the server's locale allows no UTF-8.
    if (error instanceof pg.DatabaseError) return undefined
    throw error
  }
  const { user, admin, service, login } = rolesOf(prefixFor(name))
  return {
    url: url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?/, `$1/${name}`),
    drop: () =>
      as(
        `drop database if exists ${name} with (force)`,
        ...[login, user, admin, service].map((role) => `drop role if exists ${role}`),
      ),
  }
}
