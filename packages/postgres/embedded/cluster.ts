import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { StartError } from '../start-error.ts'
import { type Account, changeOwner, runProgram } from './account.ts'
import { program } from './binaries.ts'
import { type DatabaseLocation, type DatabasePaths, pathsIn } from './location.ts'
import { settingsFile } from './launch.ts'

/**
 * Makes the database cluster if there is none. It is made in a draft folder that is renamed when it is complete, so a
 * kill leaves no half-made cluster. Drafts of earlier kills are removed. The caller holds the start lock.
 * @throws StartError when initdb fails.
 */
export async function ensureCluster({ folder, account }: DatabaseLocation, binaries: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === 'postgres') return
    if (name.startsWith('postgres.new-'))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
  const draft = pathsIn(folder, `postgres.new-${randomBytes(4).toString('hex')}`)
  await mkdir(draft.root, { mode: 0o700 })
  for (const file of [draft.administratorPassword, draft.ownerPassword])
    await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await changeOwner(draft.root, account)
  try {
    await runProgram(join(binaries, program('initdb')), initdbOptions(draft), draft.root, account)
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
  await rename(draft.root, pathsIn(folder).root)
  await syncFolder(folder)
}

/**
 * Reads a password file. Undefined when the file is missing or damaged.
 * @throws StartError when this user may not read it.
 */
export async function readPassword(file: string): Promise<string | undefined> {
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

/** Writes a new random password to a file and returns it. */
async function renewPassword(file: string, account: Account | undefined): Promise<string> {
  const text = randomBytes(24).toString('base64url')
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true })
  await changeOwner(`${file}.new`, account)
  await rename(`${file}.new`, file)
  return text
}

/**
 * Gives PostgreSQL's administrator a new password. The server must not run: single-user mode accepts no connections
 * and asks for no password.
 */
export async function resetAdministratorPassword(
  { folder, account }: DatabaseLocation,
  binaries: string,
): Promise<void> {
  const { root, data, administratorPassword } = pathsIn(folder)
  const text = await renewPassword(administratorPassword, account)
  const postgres = join(binaries, program('postgres'))
  const statement = `alter role postgres password '${text}'\n`
  await runProgram(postgres, ['--single', '-D', data, 'postgres'], root, account, statement)
}

const initdbOptions = ({ data, administratorPassword }: DatabasePaths) => [
  '--pgdata',
  data,
  '--username',
  'postgres',
  '--pwfile',
  administratorPassword,
  '--auth',
  'scram-sha-256',
  // The same order and case rules on every system, independent of its C library.
  ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
  '--no-instructions',
]

// A rename is durable only after its folder was synced.
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The log-in role, and the database that it owns. */
export const OWNER = 'kikoa'

/**
 * Makes the log-in role and its database if they are missing. The caller holds the start lock. The role is no superuser.
 * It may create roles, because the policies need three of them.
 * @returns the role's password, a new one if its file is missing.
 */
export async function ensureOwner(
  administrator: Client,
  place: DatabasePaths,
  account?: Account,
): Promise<string> {
  const ownerPassword =
    (await readPassword(place.ownerPassword)) ?? (await renewPassword(place.ownerPassword, account))
  const { rows } = await administrator.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [OWNER],
  )
  const secret = administrator.escapeLiteral(ownerPassword)
  if (!rows[0]?.role) await administrator.query(`create role ${OWNER} login createrole password ${secret}`)
  // The file may be from a backup and contain another password.
  else await administrator.query(`alter role ${OWNER} password ${secret}`)
  if (!rows[0]?.database) await administrator.query(`create database ${OWNER} owner ${OWNER}`)
  return ownerPassword
}
