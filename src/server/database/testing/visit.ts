import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { installedBinaries } from '../embedded/binaries.ts'
import { readLocation, pathsIn } from '../embedded/location.ts'
import { stopServer as stopEmbeddedServer } from '../embedded/launch.ts'
import { readPostmaster } from '../embedded/postmaster.ts'

export const isRoot = process.getuid?.() === 0

/** What a visitor met. */
interface Met {
  /** How long it took, which run of the server it was (its start time), and its door. */
  up?: { ms: number; server: string; role: string; host: string }
  refused?: { name: string; message: string }
}

export interface Visitor {
  process: ChildProcess
  met: Promise<Met>
  /** What the operator was told so far. */
  lines: string[]
  /** Stops as the program does, and waits until the process has ended. */
  stop(): Promise<void>
  /** Kills as the kernel does: the process alone, or with what it has started (a server is not among that). */
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

/** A folder for one test. The server in it is stopped, and all of it removed, when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-place-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A data folder for one test, and the end of its server. */
export async function temporaryDataDir(): Promise<string> {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  onTestFinished(() => stopServer(dataDir))
  return dataDir
}

/** Stops the server of a data folder, if one runs. */
export async function stopServer(dataDir: string): Promise<void> {
  await stopEmbeddedServer(await readLocation(dataDir), join(installedBinaries(), 'bin'), {
    info() {},
    warn() {},
  })
}

/** The number of the server's process, or undefined when none is written down. */
export async function serverPid(dataDir: string): Promise<number | undefined> {
  const { folder } = await readLocation(dataDir)
  return (await readPostmaster(pathsIn(folder).data))?.pid
}

/** Waits for something to become true, for at most ten seconds. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !(await isTrue()); await sleep(20))
    if (Date.now() > end) throw new Error('waited in vain')
}

/** The state letter of a process as Linux tells it: `Z` for one that is dead and not yet reaped. */
export async function stateOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return /\) (\w)/.exec(status)?.[1]
}
