import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/log.ts'
import { StartError } from '../../server/start-error.ts'
import { fillDemo } from './fill.ts'
import { admin, customers, password } from './stories.ts'
import { startDemoRegistrar } from './registrar.ts'
import { openDatabase } from '../open-database.ts'

/** `npm run demo`: fills the data folder once, then starts the server as `npm start` does. */
const print = (line: string) => process.stdout.write(`${line}\n`)

try {
  const config = readConfig()
  const { database, close } = await openDatabase(config, createLog('warn'))
  try {
    if (await fillDemo(database, new Date())) print('The demo was filled.')
    const registrar = await startDemoRegistrar(config, database)
    process.env['OUTBOUND_ALLOW'] = [process.env['OUTBOUND_ALLOW'], registrar.host].filter(Boolean).join(',')
    await import('../server.ts')
    if (!process.exitCode) {
      print(`Log in as an admin:    ${admin.email} with ${password}`)
      print(`Log in as a customer:  ${customers.neema.email} with ${password}`)
    }
  } finally {
    await close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
