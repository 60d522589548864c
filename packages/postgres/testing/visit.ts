import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, onTestFinished } from 'vitest'
import { installedBinaries } from '../embedded/binaries.ts'
import { readLocation, pathsIn } from '../embedded/location.ts'
import { stopServer as stopEmbeddedServer } from '../embedded/launch.ts'
import { readPostmaster } from '../embedded/postmaster.ts'
import { startEmbedded } from '../embedded/start.ts'

export const isRoot = process.getuid?.() === 0

/** The result of a visitor's start. */
interface Met {
  /** The duration in ms, the start time of the server, and the role and host of the connection. */
  up?: { ms: number; server: string; role: string; host: string }
  refused?: { name: string; message: string }
}

export interface Visitor {
  process: ChildProcess
  met: Promise<Met>
  /** The lines logged for the operator so far. */
  lines: string[]
  /** Stops the process in the program's regular way, and waits until it has ended. */
  stop(): Promise<void>
  /** Sends SIGKILL to the process, or with `all` to its process group, which does not include the server. */
  kill(all?: boolean): Promise<void>
}

/** Starts a process that uses the embedded server of a data folder. It is killed when the test ends. */
export function visit(dataDir: string, options: { uid?: number; binaries?: string } = {}): Visitor {
  const { uid, binaries } = options
  const program = join(import.meta.dirname, 'visitor.ts')
  const child = spawn(process.execPath, [program, dataDir, ...(binaries ? [binaries] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    ...(uid !== undefined && { uid, gid: uid, cwd: '/' }),
  })
  const lines: string[] = []
  const met = new Promise<Met>((resolve, reject) => {
    createInterface(child.stdout).on('line', (text) => {
      const event = JSON.parse(text) as Met & { line?: string }
      if (event.line) lines.push(event.line)
      else resolve(event)
    })
    child.once('close', () => reject(new Error('the visitor ended without a word')))
  })
  met.catch(() => {})
  const ended = once(child, 'close')
  const kill = async (all = false) => {
    if (child.exitCode === null && child.signalCode === null)
      process.kill(all ? -child.pid! : child.pid!, 'SIGKILL')
    await ended
  }
  onTestFinished(() => kill())
  return {
    process: child,
    met,
    lines,
    kill,
    async stop() {
      child.stdin.write('stop\n')
      await ended
    },
  }
}

/** A folder for one test, which is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-place-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A data folder for one test. The end of the test stops its server. */
export async function temporaryDataDir(): Promise<string> {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  onTestFinished(() => stopServer(dataDir))
  return dataDir
}

/**
 * A database that is made once for the tests of a file, for rules that are not about the first start. Call it outside of
 * the tests.
 * @returns makes a data folder for one test, with a copy of it. The end of the test stops its server.
 */
export function databaseToCopy(): () => Promise<string> {
  let making: Promise<string> | undefined
  async function make() {
    const folder = await mkdtemp(join(tmpdir(), 'kikoa-made-'))
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'data')
    await (await startEmbedded({ dataDir, log: { info() {}, warn() {} } })).stop()
    return dataDir
  }
  afterAll(async () => {
    if (making) await rm(join(await making, '..'), { recursive: true })
  })
  return async () => {
    const made = await (making ??= make())
    const dataDir = await temporaryDataDir()
    await cp(made, dataDir, { recursive: true })
    return dataDir
  }
}

/** Stops the server of a data folder, if one runs. */
export async function stopServer(dataDir: string): Promise<void> {
  await stopEmbeddedServer(await readLocation(dataDir), join(installedBinaries(), 'bin'), {
    info() {},
    warn() {},
  })
}

/** The server's process id, or undefined if `postmaster.pid` has none. */
export async function serverPid(dataDir: string): Promise<number | undefined> {
  const { folder } = await readLocation(dataDir)
  return (await readPostmaster(pathsIn(folder).data))?.pid
}

/** Waits at most 30 seconds until the condition is true. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isTrue()); await sleep(20))
    if (Date.now() > end) throw new Error('waited in vain')
}

/** The state letter of a process on Linux: `Z` for one that is dead and not yet reaped. */
export async function stateOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return /\) (\w)/.exec(status)?.[1]
}
