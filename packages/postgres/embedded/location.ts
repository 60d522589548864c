import { createHash, randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError, type StartLog } from '../start-error.ts'
import { type Account, canEnter, changeOwner, runProgram, unprivilegedAccount } from './account.ts'

const POINTER = 'database.location'

/** The folder of the database and the user that PostgreSQL runs as. */
export interface DatabaseLocation {
  /** The folder that holds `postgres`, and a copy of the programs where one was needed. */
  folder: string
  account: Account | undefined
}

/**
 * The location of the database: the data folder, or the folder that its file `database.location` names.
 * @throws StartError when it belongs to another user.
 */
export async function readLocation(dataDir: string): Promise<DatabaseLocation> {
  const folder = (await readPointer(dataDir)) ?? dataDir
  const owner = await ownerOf(pathsIn(folder).root)
  const account = unprivilegedAccount(owner)
  if (!account && owner !== undefined && process.getuid && owner !== process.getuid())
    throw new StartError(
      `The database in ${folder} belongs to another user (${owner}): start as that one, or as root.`,
    )
  return { folder, account }
}

/**
 * The location that the database can run in. If this program is root and PostgreSQL's user can't reach the current one,
 * a new folder under /var/lib is made and named in `database.location`. An existing database is copied there and the
 * old one renamed.
 * The caller holds the start lock, and no server runs.
 * @throws StartError when no folder can be used.
 */
export async function prepareLocation(dataDir: string, log: StartLog): Promise<DatabaseLocation> {
  const { folder, account } = await readLocation(dataDir)
  const old = pathsIn(folder).root
  const owner = await ownerOf(old)
  if (!account) return { folder, account }
  if (await canEnter(folder, account)) {
    // The files are from another machine, or root has copied them.
    if (owner !== undefined && owner !== account.uid) await changeOwner(old, account)
    return { folder, account }
  }

  const reachable = await makeReachableFolder(account)
  if (owner !== undefined) {
    const copy = pathsIn(reachable).root
    await cp(old, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    await changeOwner(copy, account)
    await runProgram('sync', [], '/', undefined)
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

async function makeReachableFolder(account: Account) {
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

async function readPointer(dataDir: string) {
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

/** A short name that is the same for every process that uses this folder. */
export const folderHash = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 12)

/** The paths of the parts of a database. */
export interface DatabasePaths {
  /** The folder of all parts, made complete or not at all. */
  root: string
  /** PostgreSQL's own data folder. */
  data: string
  log: string
  /** The passwords of PostgreSQL's administrator and of our log-in role. */
  administratorPassword: string
  ownerPassword: string
}

/** The paths of the database in a folder, or of a draft with another name beside it. */
export function pathsIn(folder: string, name = 'postgres'): DatabasePaths {
  const root = join(folder, name)
  return {
    root,
    data: join(root, 'data'),
    log: join(root, 'postgresql.log'),
    administratorPassword: join(root, 'administrator.password'),
    ownerPassword: join(root, 'owner.password'),
  }
}
