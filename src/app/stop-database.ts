import { readConfig } from '../server/config.ts'
import { stopOrphanedServer } from '@kikoa/postgres'
import { createLog } from '../server/log.ts'
import { StartError } from '../server/start-error.ts'

/** Stops an embedded database whose server has died. `npm start` runs this at its end. */
try {
  const { DATABASE_URL, DATA_DIR } = readConfig()
  if (!DATABASE_URL) await stopOrphanedServer(DATA_DIR, createLog('warn'))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
