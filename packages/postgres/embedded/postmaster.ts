import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError, type StartLog } from '../start-error.ts'

// PostgreSQL checks its own file once a minute, and needs some time to end.
const DAMAGE_NOTICED_MS = 90_000

/** The content of `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  /** The folder of its socket, or '' if it listens on the loopback only. */
  socketFolder: string
  /** Whether it takes connections, or did when it was killed. */
  isReady: boolean
}

/** Reads `postmaster.pid` of a data folder: undefined when there is none, or it has no process id (yet). */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid = '', , , port, socketFolder = '', , , status = ''] = text.split('\n')
  if (!/^[1-9]\d*$/.test(pid)) return undefined
  return { pid: Number(pid), port: Number(port), socketFolder, isReady: status.startsWith('ready') }
}

/** What the process id of `postmaster.pid` belongs to. */
export type ProcessState = 'serving' | 'gone' | 'other process'

/**
 * Whether the process is a PostgreSQL server that uses this data folder. The process id alone is no proof: it may be a
 * zombie, or belong to another process after a restart of the machine or the container.
 */
export async function processState(pid: number, data: string): Promise<ProcessState> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone'
  }
  if (process.platform === 'win32') return 'serving'
  if (process.platform !== 'linux') return processStateByPs(pid)
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name, state] = /\((.*)\) (\w)/s.exec(status) ?? []
  if (!name) return 'gone'
  if (name !== 'postgres' || state === 'Z' || state === 'X') return 'other process'
  return (await usesFolder(pid, data)) ? 'serving' : 'other process'
}

// Compares inodes, because a container or a link may show another path.
async function usesFolder(pid: number, data: string, unknown = true) {
  try {
    const [folder, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(data)])
    return folder.ino === ours.ino && folder.dev === ours.dev
  } catch {
    return unknown // no permission to look: assume by default that it does
  }
}

/**
 * Removes a `postmaster.pid` or a socket lock without a process id, which a power loss leaves. PostgreSQL refuses to
 * start with one.
 * If a server still uses the folder, waits until it ends, because it notices the damaged file within a minute. If
 * neither processes nor a socket can be inspected, PostgreSQL's own check of its shared memory remains.
 * @throws StartError when the server does not end.
 */
export async function removeDamagedLockFiles(
  data: string,
  socket: string | undefined,
  log: StartLog,
): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const end = Date.now() + DAMAGE_NOTICED_MS
  let isTold = false
  while (await isDamaged(file)) {
    const user = await findUser(data, socket)
    if (!user) {
      await rm(file, { force: true })
      break
    }
    if (Date.now() > end)
      throw new StartError(
        `${file} is damaged and ${user} still uses the folder: stop that, and start again.`,
      )
    if (!isTold) log.warn(`${file} is damaged and ${user} still uses the folder: waiting until that ends.`)
    isTold = true
    await sleep(200)
  }
  if (socket && (await isDamaged(`${socket}.lock`)) && !(await isListening(socket)))
    await rm(`${socket}.lock`, { force: true })
}

/** The server that uses the data folder, as text for the operator. */
async function findUser(data: string, socket: string | undefined): Promise<string | undefined> {
  const all = process.platform === 'linux' ? await readdir('/proc') : []
  for (const pid of all.filter((name) => /^\d+$/.test(name)).map(Number)) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (name === 'postgres\n' && (await usesFolder(pid, data, false))) return `PostgreSQL (process ${pid})`
  }
  // A server in another container shows no process, but it shares the socket's folder.
  return socket && (await isListening(socket)) ? 'a PostgreSQL of another container' : undefined
}

const isListening = (path: string) =>
  new Promise<boolean>((resolve) => {
    const client = connect(path)
    client.once('connect', () => resolve(true)).once('error', () => resolve(false))
    client.once('connect', () => client.destroy())
  })

/** Whether a lock file exists but holds no process id. */
const isDamaged = (file: string) =>
  readFile(file, 'utf8').then(
    (text) => !/^[1-9]\d*$/m.test(text.split('\n', 1)[0]!),
    () => false,
  )

async function processStateByPs(pid: number): Promise<ProcessState> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return /^[^Z]\S*\s.*postgres/.test(stdout.trim()) ? 'serving' : 'other process'
}
