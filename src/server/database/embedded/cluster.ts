import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'
import type { Account } from './account.ts'
import { program } from './binaries.ts'
import type { Home } from './home.ts'
import { type Place, placeIn } from './place.ts'
import { handOver } from './reach.ts'
import { run } from './run.ts'
import { settingsFile } from './settings.ts'

/**
 * Makes the database where there is none: in a draft folder, renamed once it is whole, so that a kill at any moment
 * leaves either nothing or all of it. What earlier kills left is cleared away. Called in turn.
 * @throws StartError when PostgreSQL can't make it.
 */
export async function ensureCluster({ folder, account }: Home, binaries: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === 'postgres') return
    if (name.startsWith('postgres.new-'))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
  const draft = placeIn(folder, `postgres.new-${randomBytes(4).toString('hex')}`)
  await mkdir(draft.root, { mode: 0o700 })
  for (const file of [draft.administratorPassword, draft.ownerPassword])
    await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await handOver(draft.root, account)
  try {
    await run(join(binaries, program('initdb')), choices(draft), draft.root, account)
  } catch (cause) {
    await rm(draft.root, { recursive: true, force: true }).catch(() => {})
    throw new StartError(
      `PostgreSQL could not make its database in ${folder}: ${(cause as Error).message}.`,
      {
        cause,
      },
    )
  }
  await appendFile(join(draft.data, 'postgresql.conf'), `include '${settingsFile}'\n`, { flush: true })
  await rename(draft.root, placeIn(folder).root)
  await settle(folder)
}

/**
 * The password in one of the place's files; undefined when it is lost or damaged.
 * @throws StartError when this user may not read it.
 */
export async function password(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim()
    return /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(
      `The database's password can't be read from ${file}: start as the user who made it.`,
      { cause },
    )
  }
}

/** Writes a new password to one of the place's files, and returns it. */
export async function renewPassword(file: string, account: Account | undefined): Promise<string> {
  const text = randomBytes(24).toString('base64url')
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
  await handOver(`${file}.new`, account)
  await rename(`${file}.new`, file)
  return text
}

/**
 * Gives PostgreSQL's administrator a new password. The server must not run: single-user mode listens to nobody, and
 * asks for no password.
 */
export async function resetAdministrator({ folder, account }: Home, binaries: string): Promise<void> {
  const { root, data, administratorPassword } = placeIn(folder)
  const text = await renewPassword(administratorPassword, account)
  const postgres = join(binaries, program('postgres'))
  const statement = `alter role postgres password '${text}'\n`
  await run(postgres, ['--single', '-D', data, 'postgres'], root, account, statement)
}

const choices = ({ data, administratorPassword }: Place) => [
  ...[
    '--pgdata',
    data,
    '--username',
    'postgres',
    '--pwfile',
    administratorPassword,
    '--auth',
    'scram-sha-256',
  ],
  // The same order and case rules on every system, whatever its libraries hold.
  ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
  '--no-instructions',
]

// The rename itself lasts only once its folder is on the disk.
async function settle(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
