import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import pg from 'pg'
import { changeOwner, unprivilegedAccount } from '@kikoa/postgres/testing'
import { hasProgram } from '../../src/app/testing/debian-package.ts'
import { freePort } from '../../src/app/testing/free-port.ts'
import { runPrinted } from './failover-page.ts'

const run = promisify(execFile)
const account = unprivilegedAccount()
const owner = account && { uid: account.uid, gid: account.gid }
const PASSWORD = 'cluster'
const names = ['db-a', 'db-b', 'db-c'] as const

/** A machine of the cluster: its etcd, its Patroni and the PostgreSQL that Patroni starts. */
export interface Machine {
  name: string
  port: number
  /** Ends all of its processes at once, as a power cut does. */
  kill(): Promise<void>
  /** Stops all of its processes where they are, as for others a cut cable does, and lets them go on. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  start(): Promise<void>
  /** Starts its etcd again as a cluster of this machine alone. */
  startEtcdAlone(): Promise<void>
}

/** Three machines on loopback, configured by the files of `deploy/patroni` but for addresses, folders and passwords. */
export interface Cluster {
  machines: Machine[]
  /** The addresses of the shop's database, in the order of the machines. */
  databaseUrl: string
  /** The one that takes writes. */
  primary(): Promise<Machine>
  /** Waits until another machine takes writes, and has the follower without which no commit is answered. */
  otherPrimary(than: Machine): Promise<void>
  /** Waits until two followers get what the primary writes, one of them synchronously. */
  isWhole(): Promise<void>
  list(): Promise<Member[]>
  /** Runs the block of docs/failover.md that has `part`, on a machine: on the first one if it is not given. */
  follow(part: string, on?: Machine): Promise<string>
  endEtcd(): Promise<void>
  startEtcd(): Promise<void>
  /** Queries the shop's database on the primary as its administrator. */
  sql<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  close(): Promise<void>
}

/** Whether the programs of a cluster are installed. Says which are not. */
export const hasCluster = async () =>
  [
    await hasProgram('patroni', 'patroni'),
    await hasProgram('etcd', 'etcd-server'),
    await hasProgram('/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'),
  ].every(Boolean)

export async function openCluster(): Promise<Cluster> {
  const shipped = (file: string) => readFile(join(import.meta.dirname, '../patroni', file), 'utf8')
  const [config, nodeEnv, etcdEnv] = await Promise.all([
    shipped('config.yml').then((text) => parse(text) as Config),
    shipped('node.env').then(settingsIn),
    shipped('etcd.env').then(settingsIn),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-patroni-'))
  await changeOwner(folder, account)
  const places = await Promise.all(
    names.map(async (name) => {
      const [client, peer, rest, port] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
      return { name, client, peer, rest, port }
    }),
  )
  const etcdHosts = places.map(({ client }) => `127.0.0.1:${client}`).join(',')
  const machines = await Promise.all(
    places.map(async (place) => {
      const { name, client, peer, rest, port } = place
      const own = join(folder, name)
      const file = join(folder, `${name}.yml`)
      await writeFile(
        file,
        stringify({
          ...config,
          etcd: { hosts: etcdHosts },
          restapi: { listen: `127.0.0.1:${rest}` },
          postgresql: {
            ...config.postgresql,
            listen: `127.0.0.1:${port}`,
            data_dir: join(own, 'data'),
            pgpass: join(own, 'pgpass'),
            parameters: { unix_socket_directories: folder },
            pg_hba: config.postgresql.pg_hba.map((line) => line.replace('10.0.0.0/24', '127.0.0.1/32')),
          },
        }),
      )
      const local = { 'patroni.env': nodeEnv, 'etcd.env': etcdEnv }
      const etcd = {
        ...local['etcd.env'],
        ETCD_NAME: name,
        ETCD_LISTEN_PEER_URLS: `http://127.0.0.1:${peer}`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://127.0.0.1:${peer}`,
        ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${client}`,
        ETCD_ADVERTISE_CLIENT_URLS: `http://127.0.0.1:${client}`,
        ETCD_INITIAL_CLUSTER: places.map((one) => `${one.name}=http://127.0.0.1:${one.peer}`).join(','),
        ETCD_DATA_DIR: join(own, 'etcd'),
      }
      const patroni = {
        ...local['patroni.env'],
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        ...Object.fromEntries(
          Object.keys(nodeEnv)
            .filter((key) => key.endsWith('_PASSWORD'))
            .map((key) => [key, PASSWORD]),
        ),
      }
      // As systemd and the commands of docs/failover.md read it.
      await writeFile(
        join(folder, `${name}.env`),
        Object.entries(patroni)
          .map(([key, value]) => `${key}=${value}\n`)
          .join(''),
        { mode: 0o600 },
      )
      await run('mkdir', ['-p', own])
      await changeOwner(own, account)
      await changeOwner(file, account)
      return createMachine({ name, port, rest, folder: own, file, etcd, patroni })
    }),
  )
  const primary = async () => {
    for (const machine of machines) if (await machine.isPrimary()) return machine
    throw new Error('no primary')
  }
  const address = (machine: { port: number }, database: string) =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${machine.port}/${database}`
  const query = async <Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: address(await primary(), database) })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const follow = (part: string, { name }: Pick<Machine, 'name'> = machines[0]!) =>
    runPrinted(part, {
      '/etc/patroni_env.conf': join(folder, `${name}.env`),
      '/etc/patroni/config.yml': join(folder, `${name}.yml`),
      '--candidate db-c': `--candidate ${name}`,
    })
  const list = async () => {
    const args = ['-c', join(folder, 'db-a.yml'), 'list', '--format', 'json']
    const { stdout } = await run('patronictl', args, { env: { PATH: process.env['PATH'] } })
    return JSON.parse(stdout) as Member[]
  }

  async function isWhole() {
    await until('a whole cluster', async () => {
      const { name } = await primary()
      const members = await list()
      const [followers] = await query<{ count: number }>(
        'postgres',
        `select count(*)::int from pg_stat_replication where state = 'streaming' and application_name like 'db-%'`,
      )
      // Patroni's own list says "running" of one that is about to be rewound.
      return (
        members.every(({ State }) => /running|streaming/.test(State)) &&
        members.some(({ Member, Role }) => Member === name && Role === 'Leader') &&
        members.some(({ Role }) => Role === 'Sync Standby') &&
        followers!.count === 2
      )
    })
  }

  const cluster: Cluster = {
    machines,
    databaseUrl: `postgres://shop:shop@${machines.map(({ port }) => `127.0.0.1:${port}`).join(',')}/shop?target_session_attrs=read-write`,
    primary,
    async otherPrimary(than) {
      await until('another primary', async () => {
        const { name } = await primary()
        const [state] = await query<{ is_synchronous: boolean }>(
          'postgres',
          `select not pg_is_in_recovery()
                  and exists (select from pg_stat_replication where sync_state = 'sync') as is_synchronous`,
        )
        return name !== than.name && state!.is_synchronous
      })
    },
    isWhole,
    list,
    follow,
    sql: (text) => query('shop', text),
    endEtcd: async () => void (await Promise.all(machines.map(({ endEtcd }) => endEtcd()))),
    startEtcd: async () => machines.forEach(({ startEtcd }) => startEtcd()),
    async close() {
      await Promise.all(machines.map(({ kill }) => kill()))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    for (const machine of machines) machine.startEtcd()
    await machines[0]!.start()
    await until('a primary', () => machines[0]!.isPrimary())
    await Promise.all(machines.slice(1).map(({ start }) => start()))
    await isWhole()
    await query('postgres', `create role shop login createrole password 'shop'`)
    await query('postgres', 'create database shop owner shop')
    return cluster
  } catch (error) {
    const said = machines.map(({ name, printed }) => `${name}: ${printed()}`).join('\n')
    await cluster.close()
    throw new Error(`the cluster does not start:\n${said}`, { cause: error })
  }
}

/** A machine, as Patroni lists it. */
interface Member {
  Member: string
  Role: string
  State: string
}

interface Config {
  postgresql: { pg_hba: string[] }
}

interface MachineParts {
  name: string
  port: number
  rest: number
  folder: string
  file: string
  etcd: Record<string, string>
  patroni: Record<string, string>
}

function createMachine({ name, port, rest, folder, file, etcd, patroni }: MachineParts) {
  const { PATH } = process.env
  const env = { PATH, LC_ALL: 'C.UTF-8', ...patroni }
  let output = ''
  let etcdProcess: ChildProcess | undefined
  let patroniProcess: ChildProcess | undefined
  const launch = (program: string, args: string[], own: NodeJS.ProcessEnv) => {
    const child = spawn(program, args, {
      ...owner,
      env: own,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output = (output + String(text)).slice(-8_000)))
    return child
  }
  /** All processes of the machine. Those of PostgreSQL are in sessions of their own. */
  async function processes() {
    const postmaster = await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '')
    const roots = [patroniProcess?.pid, etcdProcess?.pid, Number(postmaster.split('\n')[0])]
    const { stdout } = await run('ps', ['-eo', 'pid=,ppid='])
    const all = [...stdout.matchAll(/(\d+) +(\d+)/g)].map(
      ([, pid, parent]) => [Number(pid), Number(parent)] as const,
    )
    const found = all.filter(([pid]) => roots.includes(pid)).map(([pid]) => pid)
    for (const pid of found) found.push(...all.filter(([, parent]) => parent === pid).map(([child]) => child))
    return new Set(found)
  }
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await processes())
      try {
        process.kill(pid, name)
      } catch {
        // It has ended.
      }
  }
  const startEtcd = (further: Record<string, string> = {}) => {
    if (etcdProcess && etcdProcess.exitCode === null && etcdProcess.signalCode === null) return
    etcdProcess = launch('etcd', [], { PATH, ...etcd, ...further })
  }
  const ended = async (child: ChildProcess | undefined) => {
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  async function endEtcd() {
    etcdProcess?.kill('SIGKILL')
    await ended(etcdProcess)
  }
  return {
    name,
    port,
    printed: () => output,
    startEtcd: () => startEtcd(),
    endEtcd,
    async startEtcdAlone() {
      await endEtcd()
      startEtcd({ ETCD_FORCE_NEW_CLUSTER: 'true' })
    },
    async start() {
      startEtcd()
      patroniProcess = launch('patroni', [file], env)
    },
    async kill() {
      await signal('SIGCONT')
      await signal('SIGKILL')
      await Promise.all([ended(etcdProcess), ended(patroniProcess)])
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** By its own words, within a second. */
    isPrimary: () =>
      fetch(`http://127.0.0.1:${rest}/primary`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ status }) => status === 200,
        () => false,
      ),
  }
}

/** `KEY=value` lines. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, key, value]) => [key!, value!]))

async function until(what: string, holds: () => Promise<boolean>, withinMs = 120_000) {
  const started = performance.now()
  while (!(await holds().catch(() => false))) {
    if (performance.now() - started > withinMs) throw new Error(`${what}: not within ${withinMs} ms`)
    await sleep(200)
  }
}
