import { flushCompileCache } from 'node:module'
import { endOnDefects } from '../server/defects.ts'
import { readConfig } from '../server/config/config.ts'
import { createLog } from '../server/log/log.ts'
import { StartError } from '../server/start-error.ts'
import { startKikoa } from './kikoa.ts'

// `npm start` runs this program with a channel, which closes when that one dies.
const told = new Promise<void>((resolve) => {
  for (const sign of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(sign, () => resolve())
  if (process.send && !process.connected) resolve()
})
process.channel?.unref()

try {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  let stop: (() => Promise<void>) | undefined
  endOnDefects(log, async () => stop?.())
  const kikoa = await startKikoa(config, log)
  stop = () => kikoa.stop()
  if (kikoa.setupLink) console.log(`Make the first admin here (works once, for an hour): ${kikoa.setupLink}`)
  console.log(`Kikoa is ready at ${config.SITE_URL}`)
  // For the next start: it need not wait for an orderly end.
  flushCompileCache()
  if (process.connected) process.send?.('ready')
  told
    .then(() => kikoa.stop())
    .then(
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
