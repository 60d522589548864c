import type { Log } from './log.ts'

/** The longest time for an orderly stop. */
const STOP_WITHIN_MS = 5_000

/**
 * Ends the process on an unhandled error or rejection, because its state can't be trusted any more. Logs one fatal line
 * with the cause, tries an orderly stop, and exits with 1, to be started again.
 */
export function endOnDefects(log: Log, stop: () => Promise<void>): void {
  let isEnding = false
  process.on('uncaughtException', (error, origin) => {
    // Errors while stopping are ignored.
    if (isEnding) return
    isEnding = true
    log.fatal({ err: error, origin }, 'an error that nobody handles: the process stops')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS)
    stop().then(
      () => process.exit(1),
      () => process.exit(1),
    )
  })
}
