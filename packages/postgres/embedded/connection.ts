import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError, type StartLog } from '../start-error.ts'
import { usableBinaries } from './binaries.ts'
import { ensureCluster, ensureOwner, OWNER, readPassword, resetAdministratorPassword } from './cluster.ts'
import {
  prepareLocation,
  type DatabaseLocation,
  readLocation,
  type DatabasePaths,
  pathsIn,
} from './location.ts'
import { launchServer, type LaunchedServer, stopServer } from './launch.ts'
import { type Postmaster, readPostmaster, processState } from './postmaster.ts'

/** This process's connection to the server of its data folder. */
interface EmbeddedConnection {
  config: pg.ClientConfig
  administrator: pg.ClientConfig
  lock: SharedLock
  location: DatabaseLocation
}

// How long the processes of a killed server may hold the resources that a new one needs.
const REAPING_MS = 60_000
const NOTICE_MS = 10_000

/**
 * Connects to the server of the data folder. Starts it if it does not run, and makes the database if there is none.
 * The caller holds the start lock.
 * @param onLost called once when the connection ends without `release`.
 * @throws StartError when it can't be started.
 */
export async function connectOrLaunch(
  dataDir: string,
  installed: string,
  log: StartLog,
  onLost: () => void,
): Promise<EmbeddedConnection> {
  const giveUpAt = Date.now() + REAPING_MS
  let location = await readLocation(dataDir)
  let launched: LaunchedServer | undefined
  let isReset = false
  for (;;) {
    const connection = await waitForServer(location, launched, log, onLost)
    if (connection === 'password refused') {
      // Only a server that we have started is stopped. Another one may be in use.
      if (!launched || isReset) throw await passwordLostError(location)
      const binaries = await usableBinaries(installed, location, log)
      await stopServer(location, binaries, log)
      await resetAdministratorPassword(location, binaries)
      isReset = true
      log.warn("The password of PostgreSQL's administrator was lost: it has a new one.")
    } else if (connection) return connection
    else if (launched) {
      const failure = Date.now() > giveUpAt ? 'an earlier one still runs' : await launched.failure()
      if (failure) throw new StartError(`PostgreSQL could not start in ${location.folder}: ${failure}.`)
      await sleep(100)
    }
    location = await prepareLocation(dataDir, log)
    const binaries = await usableBinaries(installed, location, log)
    await ensureCluster(location, binaries)
    launched = await launchServer(location, binaries, log)
  }
}

async function passwordLostError({ folder }: DatabaseLocation) {
  const { data, administratorPassword } = pathsIn(folder)
  const { pid = 0 } = (await readPostmaster(data)) ?? {}
  return new StartError(
    `The password of the PostgreSQL that runs in ${folder} is lost (${administratorPassword}): to have a new one set, stop it (process ${pid}) and start again.`,
  )
}

/**
 * Waits until the server answers. There is no deadline, because a killed server has to recover first.
 * @returns undefined when no server runs, `password refused` when it refuses our password.
 */
async function waitForServer(
  location: DatabaseLocation,
  launched: LaunchedServer | undefined,
  log: StartLog,
  onLost: () => void,
) {
  const { data } = pathsIn(location.folder)
  let noticeAt = Date.now() + NOTICE_MS
  for (let pause = 5; ; pause = Math.min(pause * 1.1, 250)) {
    const server = await readPostmaster(data)
    const connection = server?.isReady && (await tryConnect(location, server, onLost))
    if (
      connection &&
      (connection !== 'password refused' || (await processState(server.pid, data)) === 'serving')
    )
      return connection
    const isStarting =
      launched?.isRunning() || (server && (await processState(server.pid, data)) === 'serving')
    if (!isStarting) return undefined
    if (Date.now() > noticeAt) {
      log.info('PostgreSQL is still starting, or recovering from a kill.')
      noticeAt += NOTICE_MS
    }
    await sleep(pause)
  }
}

/** Tries to connect. Undefined while the server does not answer. */
async function tryConnect(
  location: DatabaseLocation,
  server: Postmaster,
  onLost: () => void,
): Promise<EmbeddedConnection | 'password refused' | undefined> {
  const paths = pathsIn(location.folder)
  const address = { host: server.socketFolder || '127.0.0.1', port: server.port, ssl: false }
  const administrator = {
    ...address,
    user: 'postgres',
    password: (await readPassword(paths.administratorPassword)) ?? 'lost',
    database: 'postgres',
  }
  const lock = await acquireSharedLock(administrator).catch((error: unknown) => {
    const isRefused = error instanceof pg.DatabaseError && error.code?.startsWith('28')
    return isRefused ? 'password refused' : undefined
  })
  if (!lock || lock === 'password refused') return lock
  try {
    if (await isServerOf(lock, paths)) {
      const secret = await ensureOwner(lock.client, paths, location.account)
      lock.detach(onLost)
      const config = { ...address, user: OWNER, password: secret, database: OWNER }
      return { config, administrator, lock, location }
    }
  } catch (error) {
    await lock.release()
    throw error
  }
  await lock.release()
  return undefined
}

// The copy of a data folder names the socket and password of the original server.
async function isServerOf({ client }: SharedLock, paths: DatabasePaths) {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const [theirs, ours] = await Promise.all(
    [rows[0]!.data_directory, paths.data].map((path) => stat(path).catch(() => {})),
  )
  return !theirs || !ours || (theirs.ino === ours.ino && theirs.dev === ours.dev)
}

// Any two numbers will do, as long as all processes use the same.
const KEY = [0x6b696b6f, 0x61]

/** A shared advisory lock that shows that a process uses the server. PostgreSQL releases it when the process dies. */
interface SharedLock {
  client: pg.Client
  /** False once the connection has ended. */
  isHeld(): boolean
  /** Lets the process exit although the connection is open. Calls `onLost` once if the server ends it. */
  detach(onLost: () => void): void
  /** Whether no other process uses the server. */
  isLastHolder(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Connects to the server and takes the shared lock.
 * @throws the driver's error when the server does not answer yet.
 */
async function acquireSharedLock(administrator: pg.ClientConfig): Promise<SharedLock> {
  const client = new pg.Client({ ...administrator, keepAlive: true, connectionTimeoutMillis: 5_000 })
  let isReleased = false
  let isEnded = false
  client.on('error', () => {})
  await client.connect()
  client.once('end', () => (isEnded = true))
  try {
    await client.query('select pg_advisory_lock_shared($1, $2)', KEY)
  } catch (error) {
    isReleased = true
    await client.end()
    throw error
  }
  // The driver has both methods, but its types lack them.
  const socket = client as unknown as { ref(): void; unref(): void }
  return {
    client,
    isHeld: () => !isEnded,
    detach(onLost) {
      client.once('end', () => isReleased || onLost())
      socket.unref()
    },
    async isLastHolder() {
      socket.ref()
      const others = await client.query(
        `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2
         and pid <> pg_backend_pid() limit 1`,
        KEY,
      )
      return others.rowCount === 0
    },
    async release() {
      isReleased = true
      socket.ref()
      await client.end()
    },
  }
}
