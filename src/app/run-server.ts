import { flushCompileCache } from 'node:module'
import { endOnDefects } from '../server/defects.ts'
import { releaseMemory } from '../server/release-memory.ts'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { StartError } from '../server/start-error.ts'
import { startWithDatabase } from './start-node.ts'

/** After this time the threads and processes that a start needs have ended. */
const STARTED_MS = 90_000

/**
 * Runs the server until a signal, or the end of the program that started it, stops it.
 * @param buildFolder the folder of the built pages. Without it the server has the API only.
 */
export async function runServer(buildFolder?: string): Promise<void> {
  // `npm start` runs this program with an IPC channel, which closes when `npm start` dies.
  const stopRequested = new Promise<void>((resolve) => {
    for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => resolve())
    if (process.send && !process.connected) resolve()
  })
  process.channel?.unref()
  // The reader of the output may be gone before the server has stopped.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

  try {
    const config = readConfig()
    const log = createLog(config.LOG_LEVEL)
    let stop: (() => Promise<void>) | undefined
    endOnDefects(log, async () => stop?.())
    const node = await startWithDatabase(config, log, buildFolder)
    let stopped: Promise<void> | undefined
    // A defect while it stops waits for the stop that runs.
    stop = () => (stopped ??= node.stop())
    setTimeout(releaseMemory, STARTED_MS).unref()
    if (node.setupLink) console.log(`Make the first admin here (works once, for an hour): ${node.setupLink}`)
    console.log(`Kikoa is ready at ${config.SITE_URL}`)
    // Makes the next start faster, even if this process is killed.
    flushCompileCache()
    if (process.connected) process.send?.('ready')
    stopRequested.then(stop).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'while stopping')
        process.exit(1)
      },
    )
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
