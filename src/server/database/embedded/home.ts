import { createHash, randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'
import type { StartLog } from '../start-log.ts'
import { type Account, unprivileged } from './account.ts'
import { placeIn } from './place.ts'
import { canEnter, handOver } from './reach.ts'
import { run } from './run.ts'

const POINTER = 'database.location'

/** Where the database lives, and as whom. */
export interface Home {
  /** The folder that holds `postgres`, and a copy of the programs where one was needed. */
  folder: string
  account: Account | undefined
}

/**
 * Where the database lives, or would: the data folder, or where its file `database.location` leads.
 * @throws StartError when it belongs to another user.
 */
export async function knownHome(dataDir: string): Promise<Home> {
  const folder = (await pointerIn(dataDir)) ?? dataDir
  const owner = await ownerOf(placeIn(folder).root)
  const account = unprivileged(owner)
  if (!account && owner !== undefined && process.getuid && owner !== process.getuid())
    throw new StartError(
      `The database in ${folder} belongs to another user (${owner}): start as that one, or as root.`,
    )
  return { folder, account }
}

/**
 * Finds where the database shall live: the known home, or, when this program is root and PostgreSQL's user can't
 * reach that, a new one under /var/lib, to which `database.location` then leads. A database that stands out of reach
 * is copied, and the old one stays under another name. Called in turn, and only when no server runs.
 * @throws StartError when there is no place for it.
 */
export async function findHome(dataDir: string, log: StartLog): Promise<Home> {
  const { folder, account } = await knownHome(dataDir)
  const old = placeIn(folder).root
  const owner = await ownerOf(old)
  if (!account) return { folder, account }
  if (await canEnter(folder, account)) {
    // Brought here from another machine, or by root's own hand.
    if (owner !== undefined && owner !== account.uid) await handOver(old, account)
    return { folder, account }
  }

  const reachable = await newFolder(account)
  if (owner !== undefined) {
    const copy = placeIn(reachable).root
    await cp(old, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    await handOver(copy, account)
    await run('sync', [], '/', undefined)
  }
  const pointer = join(dataDir, POINTER)
  await writeFile(`${pointer}.new`, `${reachable}\n`, { flush: true, mode: 0o600 })
  await rename(`${pointer}.new`, pointer)
  if (owner !== undefined) await rename(old, `${old}.before-copy`)
  log.warn(
    `PostgreSQL runs as the user ${account.name}, who can't reach ${folder}: the database lives in ${reachable}.`,
  )
  return { folder: reachable, account }
}

async function newFolder(account: Account) {
  for (const base of ['/var/lib', '/srv', '/opt']) {
    const folder = join(base, 'kikoa', randomBytes(4).toString('hex'))
    try {
      await mkdir(folder, { recursive: true })
      for (const one of [dirname(folder), folder]) await chmod(one, 0o711)
      if (await canEnter(folder, account)) return folder
    } catch {
      // a read-only system: the next one
    }
  }
  throw new StartError(
    `PostgreSQL runs as the user ${account.name}, who can't reach the data folder: set DATA_DIR to one outside of /root.`,
  )
}

async function pointerIn(dataDir: string) {
  const file = join(dataDir, POINTER)
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new StartError(`${file}, which tells where the database lives, can't be read (${code}).`, { cause })
  }
}

async function ownerOf(path: string) {
  return (await stat(path).catch(() => undefined))?.uid
}

/** Short and the same for everybody who starts this home. */
export const shortName = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 12)
