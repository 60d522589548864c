import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What a PostgreSQL server says about itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  /** The folder of its socket, or '' where it listens on the loopback only. */
  socketFolder: string
  /** Whether it takes connections, or did when it was killed. */
  isReady: boolean
}

/** Reads `postmaster.pid` of a data folder: undefined when there is none, or it isn't written whole yet. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder = '', , , status = ''] = text.split('\n')
  if (!pid) return undefined
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
async function worksIn(pid: number, data: string) {
  try {
    const [folder, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(data)])
    return folder.ino === ours.ino && folder.dev === ours.dev
  } catch {
    return true // nobody may look: the careful answer
  }
}

async function standingBy(pid: number): Promise<Standing> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return /^[^Z]\S*\s.*postgres/.test(stdout.trim()) ? 'serving' : 'somebody else'
}
