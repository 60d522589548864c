import { spawn, type SpawnOptions } from 'node:child_process'
import type { Account } from './account.ts'

/**
 * Runs a program of PostgreSQL to its end, as the account where there is one.
 * @param input what it reads.
 * @returns what it wrote, both streams together.
 * @throws Error with the last thing it said when it fails, or with the system's code when it can't be run at all.
 */
export function run(
  program: string,
  args: string[],
  cwd: string,
  account: Account | undefined,
  input = '',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = begin(program, args, account, { cwd, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
    // A program that reads nothing may have ended already.
    child.stdin?.on('error', () => {}).end(input)
    let said = ''
    child.stdout?.on('data', (part) => (said += part))
    child.stderr?.on('data', (part) => (said += part))
    child.on('error', (error) => reject(unable(program, error, account)))
    child.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(reasonIn(said)))))
  })
}

/**
 * Begins a program of PostgreSQL, as the account where there is one: with English messages, UTC, and none of the
 * secrets in our environment.
 * @throws Error when this process may not become the account; other failures come as the child's `error`.
 */
export function begin(program: string, args: string[], account: Account | undefined, options: SpawnOptions) {
  const { PATH, SystemRoot, TEMP } = process.env
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) }
  try {
    return spawn(program, args, { ...options, env, ...(account && { uid: account.uid, gid: account.gid }) })
  } catch (error) {
    throw unable(program, error as NodeJS.ErrnoException, account)
  }
}

/** Why a program could not even begin. */
function unable(
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

/** The first complaint of all that a program of PostgreSQL has said, with its detail: what follows comes from it. */
export function reasonIn(said: string): string {
  const lines = said.trim().split('\n')
  const at = lines.findIndex((line) => REASON.test(line))
  const detail = /DETAIL:\s*(.*?)\.?$/.exec(at < 0 ? '' : (lines[at + 1] ?? ''))?.[1]
  const reason = (lines.at(at) ?? '').replace(REASON, '').trim()
  return detail ? `${reason} (${detail})` : reason
}
