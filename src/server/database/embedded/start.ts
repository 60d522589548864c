import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { StartError } from '../../start-error.ts'
import type { StartLog } from '../start-log.ts'
import { arrive } from './arrive.ts'
import { installedBinaries } from './binaries.ts'
import { openDataDir } from './data-dir.ts'
import { knownHome } from './home.ts'
import { shutDown } from './launch.ts'
import { placeIn } from './place.ts'
import { readPostmaster, standing } from './postmaster.ts'
import { inTurn } from './turn.ts'

/** A PostgreSQL server of our own that runs. */
export interface Embedded {
  /** How the program logs in: the role `kikoa`, no superuser, owner of the database `kikoa`. */
  config: ClientConfig
  /** PostgreSQL's administrator, for what an owner may not do, such as creating databases for tests. */
  administrator: ClientConfig
  /** Leaves the server; the last process that does stops it. Connections must have been closed before. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL in the data folder, or adopts the one that runs there, and makes the database at the first start.
 * While the caller lives, a server that dies is started again under the same address. If the caller is killed the
 * server goes on, and the next start adopts it.
 * @param options.binaries a folder with PostgreSQL's `bin`, `lib` and `share`, instead of the package's.
 * @throws StartError with one sentence for the operator.
 */
export async function startEmbedded(options: {
  dataDir: string
  log: StartLog
  binaries?: string
}): Promise<Embedded> {
  const { log } = options
  const dataDir = await openDataDir(options.dataDir)
  const installed = options.binaries ?? installedBinaries()
  let stopped = false
  let returning: Promise<void> | undefined

  const come = () =>
    inTurn(dataDir, () => arrive(dataDir, installed, log, comeBack)).catch((error: unknown) => {
      throw forOperator(error, dataDir)
    })
  let here = await come()
  const { config, administrator } = here

  function comeBack() {
    returning ??= untilHere().finally(() => (returning = undefined))
  }

  async function untilHere() {
    if (!stopped) log.warn('The connection to PostgreSQL has ended: it is started again.')
    for (let pause = 100; !stopped && !here.presence.isThere(); pause = Math.min(pause * 2, 5_000)) {
      const back = await come().catch((error: Error) => log.warn(error.message))
      if (back) here = back
      else await sleep(pause)
    }
  }

  return {
    config,
    administrator,
    async stop() {
      if (stopped) return
      stopped = true
      await returning
      const { presence, home } = here
      if (!presence.isThere()) return
      await inTurn(dataDir, async () => {
        const isLast = await presence.isLast().catch(() => false)
        await presence.leave()
        if (isLast) await shutDown(home, join(installed, 'bin'), log)
      })
    },
  }
}

/** Stops the server of a data folder whose programs have died. Does nothing where none runs, or others still use it. */
export async function stopLeftBehind(dataDir: string, log: StartLog): Promise<void> {
  const { data } = placeIn((await knownHome(dataDir)).folder)
  const server = await readPostmaster(data)
  if (!server || (await standing(server.pid, data)) !== 'serving') return
  await (await startEmbedded({ dataDir, log })).stop()
}

/** What the system refuses (a full disk, missing rights) is for the operator too; a defect of ours stays as it is. */
function forOperator(error: unknown, dataDir: string) {
  if (error instanceof StartError || !(error instanceof Error) || !('errno' in error)) return error
  return new StartError(`PostgreSQL could not be started in ${dataDir}: ${error.message}.`, { cause: error })
}
