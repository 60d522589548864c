import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { access, chmod, chown, constants, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import type { ClientConfig } from 'pg'
import { StartError, type StartLog } from '../start-error.ts'
import { connectOrLaunch } from './connection.ts'
import { installedBinaries } from './binaries.ts'
import { readLocation, pathsIn } from './location.ts'
import { stopServer } from './launch.ts'
import { readPostmaster, processState } from './postmaster.ts'

/** The embedded PostgreSQL server, running. */
export interface Embedded {
  /** How the program logs in: the role `kikoa`, no superuser, owner of the database `kikoa`. */
  config: ClientConfig
  /** PostgreSQL's administrator, for what the owner may not do, such as creating databases for tests. */
  administrator: ClientConfig
  /** Disconnects. The last process to do so stops the server. Close all other connections first. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL in the data folder, or uses the server that already runs there. The first start makes the database.
 * A server that dies is started again at the same address. If this process is killed, the server continues and the next
 * start uses it.
 * @param options.binaries a folder with PostgreSQL's `bin`, `lib` and `share`, instead of the package's.
 * @throws StartError with one sentence for the operator.
 */
export async function startEmbedded(options: {
  dataDir: string
  log: StartLog
  binaries?: string
}): Promise<Embedded> {
  const { log } = options
  const dataDir = await prepareDataDir(options.dataDir)
  const installed = options.binaries ?? installedBinaries()
  let isStopped = false
  let reconnecting: Promise<void> | undefined

  const connect = () =>
    withStartLock(dataDir, () => connectOrLaunch(dataDir, installed, log, onLost)).catch((error: unknown) => {
      throw asStartError(error, dataDir)
    })
  let connection = await connect()
  const { config, administrator } = connection

  function onLost() {
    reconnecting ??= reconnect().finally(() => (reconnecting = undefined))
  }

  async function reconnect() {
    if (!isStopped) log.warn('The connection to PostgreSQL has ended: it is started again.')
    for (let pause = 100; !isStopped && !connection.lock.isHeld(); pause = Math.min(pause * 2, 5_000)) {
      const next = await connect().catch((error: Error) => log.warn(error.message))
      if (next) connection = next
      else await sleep(pause)
    }
  }

  return {
    config,
    administrator,
    async stop() {
      if (isStopped) return
      isStopped = true
      await reconnecting
      const { lock, location } = connection
      if (!lock.isHeld()) return
      await withStartLock(dataDir, async () => {
        const isLast = await lock.isLastHolder().catch(() => false)
        await lock.release()
        if (isLast) await stopServer(location, join(installed, 'bin'), log)
      })
    },
  }
}

/** Stops the server of a data folder whose programs have died. Does nothing if no server runs or others use it. */
export async function stopOrphanedServer(dataDir: string, log: StartLog): Promise<void> {
  const { data } = pathsIn((await readLocation(dataDir)).folder)
  const server = await readPostmaster(data)
  if (!server || (await processState(server.pid, data)) !== 'serving') return
  await (await startEmbedded({ dataDir, log })).stop()
}

/** Errors of the system (a full disk, missing rights) become a sentence for the operator. Defects stay as they are. */
function asStartError(error: unknown, dataDir: string) {
  if (error instanceof StartError || !(error instanceof Error) || !('errno' in error)) return error
  return new StartError(`PostgreSQL could not be started in ${dataDir}: ${error.message}.`, { cause: error })
}

/**
 * Creates the data folder, or sets the mode of our own to 0711: PostgreSQL's user may pass through but not list it.
 * @returns its real path.
 * @throws StartError when it can't be written.
 */
async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o711 })
    const folder = await realpath(dataDir)
    await access(folder, constants.W_OK | constants.X_OK)
    const entries = await readdir(folder)
    const isOwner = (await stat(folder)).uid === process.getuid?.()
    // A folder that is used for other things too, such as /srv, retains its mode.
    const isOurs = made !== undefined || entries.length === 0 || entries.includes(START_LOCK)
    if (isOwner && isOurs) await chmod(folder, 0o711)
    return folder
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartError(
      `The data folder ${dataDir} can't be written by the user ${userName()} (${code}): set DATA_DIR to a folder that can.`,
      { cause },
    )
  }
}

// A container may run under a uid without a name.
function userName() {
  try {
    return userInfo().username
  } catch {
    return process.getuid?.()
  }
}

const START_LOCK = 'starting.lock'

const SQLITE_BUSY = 5

/**
 * Runs `work` while it holds the start lock of the folder. One process at a time holds it.
 * The lock is an empty SQLite file: it is the only lock in Node that works on every system and that the kernel releases
 * when its holder is killed.
 * @throws StartError when this user can't lock the file.
 */
async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, START_LOCK)
  const lock = openLock(file)
  try {
    if (process.getuid?.() === 0) await chownLike(folder, file)
    while (!tryLock(lock, file)) await sleep(15)
    return await work()
  } finally {
    lock.close()
  }
}

// The folder's owner must be able to start later what root has started now.
async function chownLike(folder: string, file: string) {
  const { uid, gid } = await stat(folder)
  await chown(file, uid, gid)
  await chmod(file, 0o600)
}

function openLock(file: string) {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw lockError(file, error)
  }
}

function tryLock(lock: DatabaseSync, file: string) {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw lockError(file, error)
  }
}

function lockError(file: string, cause: unknown) {
  return new StartError(`The file ${file} can't be locked (${(cause as Error).message}).`, { cause })
}
