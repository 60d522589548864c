import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import type { StartLog } from '../start-log.ts'
import { usableBinaries } from './binaries.ts'
import { ensureCluster, password, resetAdministrator } from './cluster.ts'
import { findHome, type Home, knownHome } from './home.ts'
import { launch, type Launched, shutDown } from './launch.ts'
import { ensureOwner, OWNER } from './owner.ts'
import { type Place, placeIn } from './place.ts'
import { type Postmaster, readPostmaster, standing } from './postmaster.ts'
import { enter, type Presence } from './presence.ts'

/** A process that is connected to the server of its data folder. */
export interface Arrival {
  config: pg.ClientConfig
  administrator: pg.ClientConfig
  presence: Presence
  home: Home
}

// How long the processes of a killed server may hold what a new one needs.
const REAPING_MS = 60_000
const NOTICE_MS = 10_000

/**
 * Connects to the server of the data folder, which is started first when it doesn't run, and made when there is none.
 * Called in turn.
 * @param onLost called once when the server has gone away.
 * @throws StartError when it can't be started.
 */
export async function arrive(
  dataDir: string,
  installed: string,
  log: StartLog,
  onLost: () => void,
): Promise<Arrival> {
  const patience = Date.now() + REAPING_MS
  let home = await knownHome(dataDir)
  let launched: Launched | undefined
  let isReset = false
  for (;;) {
    const arrival = await meet(home, launched, log, onLost)
    if (arrival === 'locked') {
      // A server that somebody else has started may be in use: only our own is stopped.
      if (!launched || isReset) throw await lockedOut(home)
      const binaries = await usableBinaries(installed, home, log)
      await shutDown(home, binaries, log)
      await resetAdministrator(home, binaries)
      isReset = true
      log.warn("The password of PostgreSQL's administrator was lost: it has a new one.")
    } else if (arrival) return arrival
    else if (launched) {
      const refusal = Date.now() > patience ? 'an earlier one still runs' : await launched.refusal()
      if (refusal) throw new StartError(`PostgreSQL could not start in ${home.folder}: ${refusal}.`)
      await sleep(100)
    }
    home = await findHome(dataDir, log)
    const binaries = await usableBinaries(installed, home, log)
    await ensureCluster(home, binaries)
    launched = await launch(home, binaries, log)
  }
}

async function lockedOut({ folder }: Home) {
  const { data, administratorPassword } = placeIn(folder)
  const { pid = 0 } = (await readPostmaster(data)) ?? {}
  return new StartError(
    `The password of the PostgreSQL that runs in ${folder} is lost (${administratorPassword}): to have a new one set, stop it (process ${pid}) and start again.`,
  )
}

/**
 * Waits until the server of this home answers: as long as it takes, since one that was killed has to recover.
 * @returns undefined as soon as there is no server to wait for, `locked` when it refuses our password.
 */
async function meet(home: Home, launched: Launched | undefined, log: StartLog, onLost: () => void) {
  const { data } = placeIn(home.folder)
  let notice = Date.now() + NOTICE_MS
  for (let pause = 5; ; pause = Math.min(pause * 1.1, 250)) {
    const server = await readPostmaster(data)
    const arrival = server?.isReady && (await knock(home, server, onLost))
    if (arrival && (arrival !== 'locked' || (await standing(server.pid, data)) === 'serving')) return arrival
    const coming = launched?.running() || (server && (await standing(server.pid, data)) === 'serving')
    if (!coming) return undefined
    if (Date.now() > notice) {
      log.info('PostgreSQL is still starting, or recovering from a kill.')
      notice += NOTICE_MS
    }
    await sleep(pause)
  }
}

/** Tries to connect; undefined while the server does not answer. */
async function knock(
  home: Home,
  server: Postmaster,
  onLost: () => void,
): Promise<Arrival | 'locked' | undefined> {
  const place = placeIn(home.folder)
  const door = { host: server.socketFolder || '127.0.0.1', port: server.port, ssl: false }
  const administrator = {
    ...door,
    user: 'postgres',
    password: (await password(place.administratorPassword)) ?? 'lost',
    database: 'postgres',
  }
  const presence = await enter(administrator).catch((error: unknown) => {
    const isRefused = error instanceof pg.DatabaseError && error.code?.startsWith('28')
    return isRefused ? 'locked' : undefined
  })
  if (!presence || presence === 'locked') return presence
  try {
    if (await serves(presence, place)) {
      const secret = await ensureOwner(presence.client, place, home.account)
      presence.rest(onLost)
      const config = { ...door, user: OWNER, password: secret, database: OWNER }
      return { config, administrator, presence, home }
    }
  } catch (error) {
    await presence.leave()
    throw error
  }
  await presence.leave()
  return undefined
}

// The copy of a running server's folder leads to the original's socket, and knows its password.
async function serves({ client }: Presence, place: Place) {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const [theirs, ours] = await Promise.all(
    [rows[0]!.data_directory, place.data].map((path) => stat(path).catch(() => {})),
  )
  return !theirs || !ours || (theirs.ino === ours.ino && theirs.dev === ours.dev)
}
