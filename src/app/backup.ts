import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../server/config.ts'
import { createLog, type Log } from '../server/log.ts'
import { isPassing } from '@kikoa/postgres'
import { StartError } from '../server/start-error.ts'
import { backUp, backUpAsScheduled, restore, stopCommand, verifyBackup } from './backup-commands.ts'

const USAGE = `Usage: npm run backup -- FILE | npm run backup -- verify FILE | npm run restore -- FILE`

const LONGEST_STOP_MS = 5_000

/** `npm run backup` and `npm run restore`. Kikoa may be running while it is backed up. */
async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [command, ...names] = positionals
  // The server runs this program over an IPC channel, which closes when the server dies.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'])
    process.on(event, () => {
      stopCommand()
      // It may wait for a bucket, and must not outlive the server and its database.
      if (command === 'scheduled') setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    })
  process.channel?.unref()
  if (command === 'scheduled') return backUpAsScheduled(...settings())
  const isVerify = command === 'backup' && names[0] === 'verify' && names.length === 2
  const name = isVerify ? names[1] : names[0]
  if (!name || names.length !== (isVerify ? 2 : 1)) throw new StartError(USAGE)
  // npm runs this in the project's folder, and the operator names a file from their own.
  const file = resolve(process.env['INIT_CWD'] ?? '', name)
  const run = isVerify ? verifyBackup : command === 'backup' ? backUp : restore
  const { done, warning } = await run(...settings(), file)
  for (const sentence of done) console.log(sentence)
  if (warning) console.error(warning)
}

function settings(): [Config, Log] {
  // ADMIN_PASSWORD is of no use here, and may belong to a command in the same environment.
  delete process.env['ADMIN_PASSWORD']
  delete process.env['ADMIN_EMAIL']
  const config = readConfig()
  return [config, createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL)]
}

main().catch((error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException
  if (error instanceof StartError || code?.startsWith('ERR_PARSE_ARGS')) console.error(message)
  else if (isPassing(error))
    console.error(`It could not be finished (${message}): try again when the database answers.`)
  else console.error(error)
  process.exitCode = 1
})
