import { chmod, lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { totalmem } from 'node:os'
import { createServer } from 'node:net'
import { program } from './binaries.ts'
import { type DatabaseLocation, pathsIn, folderHash } from './location.ts'
import { type Postmaster, readPostmaster, removeDamagedLockFiles, processState } from './postmaster.ts'
import { type Account, spawnProgram, changeOwner, errorIn, runProgram } from './account.ts'
import { StartError, type StartLog } from '../start-error.ts'

const MAX_LOG_BYTES = 5_000_000
// PostgreSQL's messages while processes of a killed server still hold its memory or files. They end by themselves.
const stillHeld = /pre-existing shared memory block|lock file "[^"]*" already exists|Address already in use/

/** A server that is starting. */
export interface LaunchedServer {
  /** False once its process has ended. */
  isRunning(): boolean
  /** Why it ended. Undefined when another attempt may succeed. */
  failure(): Promise<string | undefined>
}

/**
 * Starts the server detached, so that neither Ctrl-C nor the death of this process ends it. The caller holds the start
 * lock and has checked that no server runs. PostgreSQL handles a stale `postmaster.pid` and surviving children itself,
 * unless the process id belongs to a zombie or to another process.
 */
export async function launchServer(
  location: DatabaseLocation,
  binaries: string,
  log: StartLog,
): Promise<LaunchedServer> {
  const { root, data, log: logFile } = pathsIn(location.folder)
  const earlier = await readPostmaster(data)
  const stale = earlier && (await processState(earlier.pid, data)) === 'other process'
  if (stale) for (const lock of lockFilesOf(earlier, data)) await rm(lock, { force: true })
  const file = join(data, settingsFile)
  const address = await listenAddress(location, file)
  await removeDamagedLockFiles(
    data,
    'socketFolder' in address ? address.socketFolder + SOCKET_NAME : undefined,
    log,
  )
  await writeFile(file, settingsText(address), { mode: 0o600 })
  await changeOwner(file, location.account)

  if ((await size(logFile)) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
  const from = await size(logFile)
  const loggedError = async () => {
    const output = (await readFile(logFile)).subarray(from).toString()
    return stillHeld.test(output) ? undefined : errorIn(output)
  }
  if (process.platform === 'win32') return launchOnWindows(binaries, data, logFile, loggedError)

  const logHandle = await open(logFile, 'a', 0o600)
  await changeOwner(logFile, location.account)
  const child = spawnProgram(join(binaries, program('postgres')), ['-D', data], location.account, {
    cwd: root,
    detached: true,
    stdio: ['ignore', logHandle.fd, logHandle.fd],
  })
  let spawnFailure: Error | undefined
  child.on('error', (error) => (spawnFailure = error))
  child.unref()
  await logHandle.close()
  return {
    isRunning: () => !spawnFailure && child.exitCode === null && child.signalCode === null,
    failure: async () => spawnFailure?.message ?? loggedError(),
  }
}

/** Stops the server (fast shutdown: open connections are cut) and waits until it has ended. */
export async function stopServer(
  { folder, account }: DatabaseLocation,
  binaries: string,
  log: StartLog,
): Promise<void> {
  const { root, data } = pathsIn(folder)
  const server = await readPostmaster(data)
  // The process id may belong to another process, for example when seen from another container.
  if (!server || (await processState(server.pid, data)) !== 'serving') return
  if (process.platform === 'win32')
    return void (await runProgram(
      join(binaries, program('pg_ctl')),
      ['stop', '-D', data, '-m', 'fast'],
      root,
      account,
    ))
  await sendInterrupt(server.pid, account)
  for (const end = Date.now() + 60_000; (await processState(server.pid, data)) === 'serving'; await sleep(10))
    if (Date.now() > end) return log.warn('PostgreSQL takes long to stop: it is left to finish by itself.')
}

// SIGTERM would wait for the clients. A root without CAP_KILL must send the signal as the account.
async function sendInterrupt(pid: number, account: DatabaseLocation['account']) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    await runProgram('/bin/sh', ['-c', 'kill -INT "$0"', String(pid)], '/', account)
  }
}

// pg_ctl drops the administrator rights that PostgreSQL refuses to run with. It returns once the server answers.
async function launchOnWindows(
  binaries: string,
  data: string,
  log: string,
  loggedError: LaunchedServer['failure'],
) {
  const started = await runProgram(
    join(binaries, 'pg_ctl.exe'),
    ['start', '-w', '-D', data, '-l', log],
    data,
    undefined,
  )
    .then(() => true)
    .catch(() => false)
  // postmaster.pid shows whether it still runs.
  return { isRunning: () => false, failure: async () => (started ? undefined : loggedError()) }
}

const lockFilesOf = ({ socketFolder, port }: Postmaster, data: string) => [
  join(data, 'postmaster.pid'),
  ...(socketFolder ? [join(socketFolder, `.s.PGSQL.${port}.lock`)] : []),
]

async function listenAddress(location: DatabaseLocation, file: string): Promise<ListenAddress> {
  if (process.platform !== 'win32') return { socketFolder: await socketFolder(location) }
  const earlier = /^port = (\d+)$/m.exec(await readFile(file, 'utf8').catch(() => ''))
  return freePort(Number(earlier?.[1] ?? 0))
}

const size = (file: string) =>
  stat(file).then(
    (found) => found.size,
    () => 0,
  )

/** Our part of PostgreSQL's configuration, which its own file includes. `alter system` overrides both. */
export const settingsFile = 'kikoa.conf'

/** Where the server listens: the folder of its Unix socket, or a port on the loopback. */
type ListenAddress = { socketFolder: string } | { port: number }

/** The content of the settings file. fsync and full_page_writes have their default, on. */
function settingsText(address: ListenAddress): string {
  const values: Record<string, string | number> = {
    ...('port' in address
      ? { listen_addresses: '127.0.0.1', port: address.port, unix_socket_directories: '' }
      : { listen_addresses: '', unix_socket_directories: quoteListItem(address.socketFolder) }),
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: `${sharedBuffersMb()}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A refused insert is handled by the program, and its log line would hold people's data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    cluster_name: 'kikoa',
  }
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : quote(value)}\n`)
    .join('')
}

/** An eighth of the memory, from 64 to 1024 MB. The server takes it only as it reads pages. */
function sharedBuffersMb() {
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem())
  return Math.min(1024, Math.max(64, Math.floor(memory / 8 / 2 ** 20)))
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

// The setting is a list: without quotes a comma or blank in the path would end the item.
const quoteListItem = (path: string) => `"${path.replaceAll('"', '""')}"`

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, the final zero included.
const MAX_SOCKET_PATH = 103
/** The socket's name in its folder. */
const SOCKET_NAME = '/.s.PGSQL.5432'

/**
 * The folder of the Unix socket. It is inside the database's folder, or, when that path is too long for a socket, a
 * private folder with a short fixed name.
 * @throws StartError when every such name belongs to another user.
 */
export async function socketFolder({ folder, account }: DatabaseLocation): Promise<string> {
  const name = `kikoa-${folderHash(folder)}`
  const candidates = [
    join(pathsIn(folder).root, 'run'),
    join('/tmp', name),
    join('/var/tmp', name),
    join('/run', name),
  ]
  for (const candidate of candidates) {
    if (Buffer.byteLength(candidate + SOCKET_NAME) > MAX_SOCKET_PATH) continue
    if (await makePrivateFolder(candidate, account)) return candidate
  }
  throw new StartError(
    `No folder can hold the database's socket: ${candidates.at(1)} belongs to another user.`,
  )
}

/** Makes the folder, or accepts an existing one that is no link, belongs to the account and gets mode 0700. */
async function makePrivateFolder(folder: string, account: Account | undefined) {
  try {
    await mkdir(folder, { mode: 0o700 })
    await changeOwner(folder, account)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
  }
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.())) return false
  await chmod(folder, 0o700)
  return true
}

/** A free loopback port, for systems without Unix sockets. Prefers the earlier one. */
export async function freePort(earlier = 0): Promise<ListenAddress & { port: number }> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.on('error', () => resolve(0))
    server.listen({ port: earlier, host: '127.0.0.1', exclusive: true }, () => {
      resolve((server.address() as { port: number }).port)
    })
  })
  await new Promise((closed) => server.close(closed))
  return port === 0 ? freePort() : { port }
}
