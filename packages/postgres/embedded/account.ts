import { constants, readFileSync, type Stats } from 'node:fs'
import { access, lchown, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { spawn, type SpawnOptions } from 'node:child_process'
import { StartError } from '../start-error.ts'

/** The unprivileged user that PostgreSQL runs as when this program is root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * The user that PostgreSQL runs as when this program is root, which PostgreSQL refuses. Undefined if it is not root.
 * @param owner the uid of existing database files. It is preferred if this machine knows it.
 * @throws StartError when the machine has no suitable user.
 */
export function unprivilegedAccount(owner?: number): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const known = accounts()
  const found =
    known.find(({ uid }) => uid === owner && uid !== 0) ??
    ['postgres', '_postgres', 'nobody'].map((name) => known.find((one) => one.name === name)).find(Boolean)
  if (!found)
    throw new StartError(
      'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody": start as another user.',
    )
  return found
}

// initdb looks up its user by uid in this file.
function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line.includes(':') && !line.startsWith('#'))
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

/** Whether the account can pass through a folder and all folders above it. */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  if (!account) return passes(access(folder, constants.X_OK))
  for (let at = await realpath(folder); ; at = dirname(at)) {
    if (!allows(await stat(at), account, 1)) return false
    if (at === dirname(at)) return true
  }
}

/** Whether the account can read a file, or list a folder, and pass through all folders above it. */
export async function canRead(path: string, account: Account | undefined): Promise<boolean> {
  if (!account) return passes(access(path, constants.R_OK))
  const there = await realpath(path).catch(() => undefined)
  if (!there) return false
  return allows(await stat(there), account, 4) && (await canEnter(dirname(there), account))
}

/** Makes the account the owner of a file or of a whole folder. Does nothing without an account. */
export async function changeOwner(path: string, account: Account | undefined): Promise<void> {
  if (!account) return
  await lchown(path, account.uid, account.gid)
  const below = await readdir(path, { withFileTypes: true }).catch(() => [])
  for (const entry of below) {
    const there = join(path, entry.name)
    await (entry.isDirectory() ? changeOwner(there, account) : lchown(there, account.uid, account.gid))
  }
}

// The kernel checks the mode like this for a process without supplementary groups.
function allows({ mode, uid, gid }: Stats, account: Account, bit: 1 | 4) {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return Boolean((mode >> shift) & bit)
}

const passes = (asked: Promise<void>) =>
  asked.then(
    () => true,
    () => false,
  )

/**
 * Runs a program of PostgreSQL until it ends, as the account if there is one.
 * @param input its standard input.
 * @returns its standard output and error together.
 * @throws Error with PostgreSQL's message when it fails, or with the system's code when it can't be run.
 */
export function runProgram(
  program: string,
  args: string[],
  cwd: string,
  account: Account | undefined,
  input = '',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(program, args, account, {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    // A program that reads no input may have ended already.
    child.stdin?.on('error', () => {}).end(input)
    let output = ''
    child.stdout?.on('data', (part) => (output += part))
    child.stderr?.on('data', (part) => (output += part))
    child.on('error', (error) => reject(spawnError(program, error, account)))
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(errorIn(output)))))
  })
}

/**
 * Starts a program of PostgreSQL, as the account if there is one, with English messages and UTC. The environment is
 * reduced, so that it holds no secrets.
 * @throws Error when this process may not become the account. Other failures are the child's `error` event.
 */
export function spawnProgram(
  program: string,
  args: string[],
  account: Account | undefined,
  options: SpawnOptions,
) {
  const { PATH, SystemRoot, TEMP } = process.env
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) }
  try {
    return spawn(program, args, { ...options, env, ...(account && { uid: account.uid, gid: account.gid }) })
  } catch (error) {
    throw spawnError(program, error as NodeJS.ErrnoException, account)
  }
}

/** Why a program could not be started. */
function spawnError(
  program: string,
  { code, message }: NodeJS.ErrnoException,
  account: Account | undefined,
): Error {
  if (code === 'EPERM' && account)
    return new Error(`this root may not become the user ${account.name}, start as an ordinary user`)
  const foreign = code === 'ENOENT' || code === 'EACCES' || code === 'ENOEXEC'
  return new Error(
    foreign ? `${program} does not run on this machine (${code}), set DATABASE_URL instead` : message,
  )
}

const REASON = /^.*?\b(FATAL|PANIC|ERROR|error):\s*/

/** The first error in the output of a PostgreSQL program, with its detail. Later ones are consequences. */
export function errorIn(output: string): string {
  const lines = output.trim().split('\n')
  const at = lines.findIndex((line) => REASON.test(line))
  const detail = /DETAIL:\s*(.*?)\.?$/.exec(at < 0 ? '' : (lines[at + 1] ?? ''))?.[1]
  const reason = (lines.at(at) ?? '').replace(REASON, '').trim()
  return detail ? `${reason} (${detail})` : reason
}
