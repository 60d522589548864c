import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../../start-error.ts'
import type { StartLog } from '../start-log.ts'

// PostgreSQL looks at its own file once a minute, and needs some time to end.
const DAMAGE_NOTICED_MS = 90_000

/** What a PostgreSQL server says about itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  /** The folder of its socket, or '' where it listens on the loopback only. */
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

/** What a process number of `postmaster.pid` stands for. */
export type Standing = 'serving' | 'gone' | 'somebody else'

/**
 * Whether the process is a PostgreSQL server that works on this data folder. A number alone says little: the dead
 * one may wait as a zombie for a parent that never asks, and after a restart of the machine or the container the
 * number may be anybody's.
 */
export async function standing(pid: number, data: string): Promise<Standing> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone'
  }
  if (process.platform === 'win32') return 'serving'
  if (process.platform !== 'linux') return standingBy(pid)
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name, state] = /\((.*)\) (\w)/s.exec(status) ?? []
  if (!name) return 'gone'
  if (name !== 'postgres' || state === 'Z' || state === 'X') return 'somebody else'
  return (await worksIn(pid, data)) ? 'serving' : 'somebody else'
}

// By the folder itself and not its path, which a container or a link may show differently.
async function worksIn(pid: number, data: string, unknown = true) {
  try {
    const [folder, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(data)])
    return folder.ino === ours.ino && folder.dev === ours.dev
  } catch {
    return unknown // nobody may look: by default the careful answer
  }
}

/**
 * Removes a `postmaster.pid`, or a socket's lock, without a process id, as a power loss leaves it; PostgreSQL refuses
 * to start with one.
 * It stays while a server uses the folder: that one notices within a minute that its file is damaged, and ends. Where
 * neither processes nor a socket can be looked at, PostgreSQL's own check of its shared memory remains.
 * @throws StartError when the server does not end.
 */
export async function removeDamaged(data: string, socket: string | undefined, log: StartLog): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const end = Date.now() + DAMAGE_NOTICED_MS
  let isTold = false
  while (await isDamaged(file)) {
    const user = await userOf(data, socket)
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
  if (socket && (await isDamaged(`${socket}.lock`)) && !(await answers(socket)))
    await rm(`${socket}.lock`, { force: true })
}

/** Who uses the data folder, in words for the operator. */
async function userOf(data: string, socket: string | undefined): Promise<string | undefined> {
  const all = process.platform === 'linux' ? await readdir('/proc') : []
  for (const pid of all.filter((name) => /^\d+$/.test(name)).map(Number)) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (name === 'postgres\n' && (await worksIn(pid, data, false))) return `PostgreSQL (process ${pid})`
  }
  // A server in another container shows no process, but it shares the socket's folder.
  return socket && (await answers(socket)) ? 'a PostgreSQL of another container' : undefined
}

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const client = connect(path)
    client.once('connect', () => resolve(true)).once('error', () => resolve(false))
    client.once('connect', () => client.destroy())
  })

/** Whether a lock file is there and holds no process id. */
const isDamaged = (file: string) =>
  readFile(file, 'utf8').then(
    (text) => !/^[1-9]\d*$/m.test(text.split('\n', 1)[0]!),
    () => false,
  )

async function standingBy(pid: number): Promise<Standing> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return /^[^Z]\S*\s.*postgres/.test(stdout.trim()) ? 'serving' : 'somebody else'
}
