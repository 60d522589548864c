import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import {
  createAdmin,
  grantAdmin,
  removeFactors,
  resetFactors,
  revokeAdmin,
  makeServiceKey,
  revokeServiceKey,
  rotateSigningKey,
} from '../features/accounts/server/admin-commands.ts'
import { loadKeys } from '@kikoa/auth'
import { sealedIn } from '../features/accounts/server/account-mails.ts'
import { verifyLedgerFromShell } from '../features/money/server/ledger/verify.ts'
import { verifyFromShell } from '../features/audit/server/verify.ts'
import { type Config, readConfig } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { createLog } from '../server/log.ts'
import { StartError } from '../server/start-error.ts'
import { openDatabase } from './open-database.ts'

const USAGE = `Usage: npm run admin -- create EMAIL | grant EMAIL [--role ROLE] | revoke EMAIL | remove-factor EMAIL | reset-factors --yes | key [--days N] | revoke-key ID | rotate-key [--now] | verify-audit [SEQ:HASH] | verify-ledger`

/** `npm run admin`: administration from the shell. Kikoa may be running on the same database. */
async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      days: { type: 'string', default: '30' },
      role: { type: 'string' },
      now: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const [command = '', name] = positionals
  const run = Object.hasOwn(commands, command) && commands[command]
  if (!run || (!commandsWithoutName.has(command) && !name)) throw new StartError(USAGE)
  // ADMIN_PASSWORD belongs to the address on the command line here, so ADMIN_EMAIL may be missing.
  const { ADMIN_PASSWORD: passwordFromEnvironment } = process.env
  delete process.env['ADMIN_PASSWORD']
  delete process.env['ADMIN_EMAIL']
  const config = readConfig()
  const password = command === 'create' ? passwordFromEnvironment || (await askPassword(name!)) : ''
  const { database, close } = await openDatabase(
    config,
    createLog(config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL),
  )
  try {
    console.log(
      await run(database, {
        name: name ?? '',
        password,
        days: Number(values.days),
        staffRole: values.role,
        atOnce: values.now,
        sure: values.yes,
        config,
      }),
    )
  } finally {
    await close()
  }
}

interface CommandInput {
  /** An e-mail address, or the id of a key. */
  name: string
  password: string
  days: number
  /** What the admin may do, as typed. */
  staffRole: string | undefined
  atOnce: boolean
  sure: boolean
  config: Config
}

const commandsWithoutName = new Set(['reset-factors', 'key', 'rotate-key', 'verify-audit', 'verify-ledger'])

const commands: Record<string, (database: Database, input: CommandInput) => Promise<string>> = {
  create: (database, { name, password, config }) =>
    createAdmin(database, name, password, { rule: config.AUTH_PASSWORD_RULE, now: new Date() }),
  grant: (database, { name, staffRole }) => grantAdmin(database, name, new Date(), staffRole),
  revoke: (database, { name }) => revokeAdmin(database, name, new Date()),
  'remove-factor': (database, { name }) => removeFactors(database, name),
  'reset-factors': (database, { config, sure }) => resetFactors(database, config, { sure }),
  key: async (database, { days, config }) => {
    const { id, key } = await makeServiceKey(database, await loadKeys({ config, ...sealedIn(database) }), {
      days,
      now: new Date(),
    })
    // On stderr, because a program may read the key from stdout.
    console.error(`To revoke this key: npm run admin -- revoke-key ${id}`)
    return key
  },
  'revoke-key': (database, { name }) => revokeServiceKey(database, name, new Date()),
  'rotate-key': (database, { config, atOnce }) =>
    rotateSigningKey({ config, database, now: new Date(), atOnce }),
  'verify-ledger': (database) => verifyLedgerFromShell(database),
  'verify-audit': (database, { name: known }) => verifyFromShell(database, known || undefined),
}

/** Asks for the password on the terminal without echoing it. */
async function askPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartError('Set ADMIN_PASSWORD, or run this on a terminal, where the password is asked.')
  process.stderr.write(`Password for ${email}: `)
  const noOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: noOutput, terminal: true })
  const typed = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return typed
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof StartError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isExpected ? (error as Error).message : error)
  process.exitCode = 1
})
