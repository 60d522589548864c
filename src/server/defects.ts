import type { Log } from './log/log.ts'

/** An orderly stop may take so long. */
const STOP_WITHIN_MS = 5_000

/**
 * What an error does that nobody handles, be it thrown or the reason of a rejected promise: the process can't be trusted
 * any more. It logs one fatal line with the cause, tries to stop in order, and exits with 1, to be started again.
 */
export function endOnDefects(log: Log, stop: () => Promise<void>): void {
  let isEnding = false
  process.on('uncaughtException', (error, origin) => {
    // What goes wrong while stopping changes nothing.
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
