import { type ChildProcess, execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  changeOwner,
  installedBinaries,
  runProgram,
  spawnProgram,
  unprivilegedAccount,
  usableBinaries,
} from '@kikoa/postgres/testing'
import { freePort } from '../free-port.ts'

const DEBIANS_15 = '/usr/lib/postgresql/15/bin'

/** The versions on this machine: the name of each, and a function that finds the folder of its programs. */
export const versions: [name: string, programs: (folder: string) => Promise<string>][] = [
  ['PostgreSQL 18', embeddedPrograms],
  ...(existsSync(DEBIANS_15)
    ? [['PostgreSQL 15', async () => DEBIANS_15] as [string, typeof embeddedPrograms]]
    : []),
]

async function embeddedPrograms(folder: string) {
  const home = { folder, account: unprivilegedAccount() }
  const log = { info() {}, warn() {} }
  return usableBinaries(installedBinaries(), home, log)
}

/** A server as an operator runs it, in its own process group. */
export interface Postgres {
  port: number
  /** The data folder. */
  data: string
  /** The address of the program's database. `port` is the port of a proxy, if the test uses one. */
  address(port?: number): string
  start(): Promise<void>
  /** Ends all its processes: SIGINT shuts down, SIGKILL kills. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Stops all its processes where they are, as for others a cut cable does, and lets them go on. */
  freeze(): void
  thaw(): void
  /** Queries the database as the administrator. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string): Promise<Row[]>
  close(): Promise<void>
}

const account = unprivilegedAccount()

/**
 * Makes a cluster with a database for the shop, or copies the one of a stopped server as its standby.
 * @param startPrimary starts that server again after the copy.
 */
export async function openPostgres(
  programsIn: (folder: string) => Promise<string>,
  primary?: Postgres,
  startPrimary?: () => Promise<void>,
): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-faults-'))
  await changeOwner(folder, account)
  const programs = await programsIn(folder)
  const data = join(folder, 'data')
  const port = await freePort()
  if (primary) {
    await cp(primary.data, data, { recursive: true, preserveTimestamps: true })
    await writeFile(join(data, 'standby.signal'), '')
    await appendFile(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=admin'\n`,
    )
    await changeOwner(data, account)
    await startPrimary?.()
  } else
    await runProgram(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      folder,
      account,
    )
  let server: ChildProcess | undefined

  async function sql<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const exists = isMade ? 'shop' : 'postgres'
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'admin', database: exists })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function start() {
    for (let attempt = 0; ; attempt++) {
      // After a kill the shared memory may still be in use. Then the new server exits.
      if (!server || server.exitCode !== null || server.signalCode !== null) {
        const settings = ['-D', data, '-p', String(port), '-k', '', '-c', 'max_connections=60']
        server = spawnProgram(join(programs, 'postgres'), settings, account, {
          cwd: folder,
          stdio: 'ignore',
          detached: true,
        })
      }
      try {
        await sql('select')
        return
      } catch (error) {
        if (attempt > 300) throw error
        await sleep(50)
      }
    }
  }

  function signalAll(signal: 'SIGSTOP' | 'SIGCONT') {
    const pid = server!.pid!
    // The main process first: when stopped it starts no others.
    process.kill(pid, signal)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of children.split(' ').filter(Boolean)) process.kill(Number(child), signal)
  }

  async function end(signal: 'SIGINT' | 'SIGKILL') {
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise((done) => server!.once('exit', done))
    process.kill(signal === 'SIGKILL' ? -server.pid : server.pid, signal)
    await exited
  }

  let isMade = Boolean(primary)
  await start()
  if (!primary) {
    await sql(`create role shop login createrole password 'shop'`)
    await sql('create database shop owner shop')
    isMade = true
  }
  return {
    port,
    data,
    address: (by = port) => `postgres://shop:shop@127.0.0.1:${by}/shop`,
    start,
    end,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    sql,
    async close() {
      await end('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Whether a program is installed. */
export const hasProgram = (name: string) =>
  new Promise<boolean>((done) => execFile(name, ['--version'], (error) => done(!error)))
