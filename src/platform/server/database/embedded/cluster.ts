import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'
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

/** The password in one of the place's files. */
export async function password(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new StartError(
      `The database's password can't be read from ${file}: start as the user who made it.`,
      {
        cause,
      },
    )
  }
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
  await handle.sync().finally(() => handle.close())
}
