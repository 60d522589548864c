import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartLog } from '../start-log.ts'
import { program } from './binaries.ts'
import type { Home } from './home.ts'
import { placeIn } from './place.ts'
import { type Postmaster, readPostmaster, removeDamaged, standing } from './postmaster.ts'
import { handOver } from './reach.ts'
import { begin, reasonIn, run } from './run.ts'
import { type Door, settings, settingsFile } from './settings.ts'
import { freePort, SOCKET, socketFolder } from './socket.ts'

const LONGEST_LOG = 5_000_000
// How PostgreSQL says that processes of a killed server still hold its memory or its files: they end by themselves.
const stillHeld = /pre-existing shared memory block|lock file "[^"]*" already exists|Address already in use/

/** A server that was told to start. */
export interface Launched {
  /** False as soon as it has ended. */
  running(): boolean
  /** Why it ended: undefined when trying again will do. */
  refusal(): Promise<string | undefined>
}

/**
 * Starts the server, detached, so that neither the terminal's Ctrl-C nor our own death ends it. Called in turn, and
 * only when none serves. PostgreSQL itself finds a dead server's surviving children, through the memory they share,
 * and takes a dead one's `postmaster.pid` for what it is; but not when the number is a zombie's or a stranger's.
 */
export async function launch(home: Home, binaries: string, log: StartLog): Promise<Launched> {
  const { root, data, log: logFile } = placeIn(home.folder)
  const earlier = await readPostmaster(data)
  const stale = earlier && (await standing(earlier.pid, data)) === 'somebody else'
  if (stale) for (const lock of locksOf(earlier, data)) await rm(lock, { force: true })
  const file = join(data, settingsFile)
  const door = await doorOf(home, file)
  await removeDamaged(data, 'socketFolder' in door ? door.socketFolder + SOCKET : undefined, log)
  await writeFile(file, settings(door), { mode: 0o600 })
  await handOver(file, home.account)

  if ((await size(logFile)) > LONGEST_LOG) await rename(logFile, `${logFile}.1`)
  const from = await size(logFile)
  const refusal = async () => {
    const said = (await readFile(logFile)).subarray(from).toString()
    return stillHeld.test(said) ? undefined : reasonIn(said)
  }
  if (process.platform === 'win32') return launchOnWindows(binaries, data, logFile, refusal)

  const output = await open(logFile, 'a', 0o600)
  await handOver(logFile, home.account)
  const child = begin(join(binaries, program('postgres')), ['-D', data], home.account, {
    cwd: root,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  let failure: Error | undefined
  child.on('error', (error) => (failure = error))
  child.unref()
  await output.close()
  return {
    running: () => !failure && child.exitCode === null && child.signalCode === null,
    refusal: async () => failure?.message ?? refusal(),
  }
}

/** Stops the server as its administrator would, cutting its clients' connections, and waits until it has ended. */
export async function shutDown({ folder, account }: Home, binaries: string, log: StartLog): Promise<void> {
  const { root, data } = placeIn(folder)
  const server = await readPostmaster(data)
  // A number that isn't this server's, as seen from another container, gets no signal.
  if (!server || (await standing(server.pid, data)) !== 'serving') return
  if (process.platform === 'win32')
    return void (await run(
      join(binaries, program('pg_ctl')),
      ['stop', '-D', data, '-m', 'fast'],
      root,
      account,
    ))
  await interrupt(server.pid, account)
  for (const end = Date.now() + 60_000; (await standing(server.pid, data)) === 'serving'; await sleep(10))
    if (Date.now() > end) return log.warn('PostgreSQL takes long to stop: it is left to finish by itself.')
}

// SIGTERM would wait for the clients. A root without all of its rights has to be the account to send a signal.
async function interrupt(pid: number, account: Home['account']) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    await run('/bin/sh', ['-c', 'kill -INT "$0"', String(pid)], '/', account)
  }
}

// pg_ctl gives up the rights that PostgreSQL refuses to run with, and returns once the server answers.
async function launchOnWindows(binaries: string, data: string, log: string, refusal: Launched['refusal']) {
  const started = await run(
    join(binaries, 'pg_ctl.exe'),
    ['start', '-w', '-D', data, '-l', log],
    data,
    undefined,
  )
    .then(() => true)
    .catch(() => false)
  // Whether it still runs, its number in postmaster.pid tells.
  return { running: () => false, refusal: async () => (started ? undefined : refusal()) }
}

const locksOf = ({ socketFolder, port }: Postmaster, data: string) => [
  join(data, 'postmaster.pid'),
  ...(socketFolder ? [join(socketFolder, `.s.PGSQL.${port}.lock`)] : []),
]

async function doorOf(home: Home, file: string): Promise<Door> {
  if (process.platform !== 'win32') return { socketFolder: await socketFolder(home) }
  const earlier = /^port = (\d+)$/m.exec(await readFile(file, 'utf8').catch(() => ''))
  return freePort(Number(earlier?.[1] ?? 0))
}

const size = (file: string) =>
  stat(file).then(
    (found) => found.size,
    () => 0,
  )
