import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { Database, type Transaction } from '../../../server/database/database.ts'
import { Standby } from '../../../server/database/standby.ts'
import { eightTimes } from '../eight-times.ts'
import { openProgram, type Program } from '../program.ts'
import { openProxy } from './proxy.ts'
import { openPostgres, type Postgres, versions } from './postgres.ts'

/** Reports, exports and the audit log are read from the standby of DATABASE_REPLICA_URL, and never miss a write. */

/** How long a reader waits here, much longer than a read waits for the standby. */
const PATIENCE_MS = 7_000

let primary: Postgres
let standby: Postgres
/** Another standby, of which the program does not know. It receives the log and does not replay it. */
let behind: Postgres
let program: Program
let child: ChildProcess
let headers: object
beforeAll(async () => {
  const [, programs] = versions.at(-1)!
  primary = await openPostgres(programs)
  await primary.end('SIGINT')
  standby = await openPostgres(programs, primary, () => primary.start())
  await primary.end('SIGINT')
  behind = await openPostgres(programs, primary, () => primary.start())
  program = await openProgram('standby', {
    DATABASE_URL: primary.address(),
    DATABASE_REPLICA_URL: `postgres://shop:shop@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/shop`,
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: 'Pwani-Mawimbi-4',
  })
  child = await program.start()
  const { body } = await program.call('POST', '/auth/v1/token?grant_type=password', {
    email: 'owner@example.com',
    password: 'Pwani-Mawimbi-4',
  })
  headers = { authorization: `Bearer ${body!['access_token']}` }
  // They look for the restarted primary every five seconds.
  while ((await primary.sql('select from pg_stat_replication')).length < 2) await sleep(50)
}, 120_000)
afterAll(async () => {
  await program?.close()
  await behind?.close()
  await standby?.close()
  await primary?.close()
})

/** Makes a key, and reads the audit log for it at once: the reader's own last write. */
async function writeAndRead(by = program) {
  const id = randomUUID()
  const made = await by.call(
    'PUT',
    `/api/admin/keys/${id}`,
    { name: 'x', scopes: ['orders.read'], days: 1 },
    headers,
  )
  expect(made.status).toBe(200)
  const reading = by.call('GET', '/api/admin/audit?entity=key&limit=100', undefined, headers)
  const patience = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error('the reader has gone')
  })
  const { status, body } = await Promise.race([reading, patience])
  expect(status).toBe(200)
  const { items } = body as unknown as { items: { entity_id: string }[] }
  expect(items.map(({ entity_id }) => entity_id)).toContain(id)
}

/** How many reads were made where, since the start. */
async function reads(by = program) {
  const text = await (await fetch(`${by.address}/metrics`)).text()
  const count = (from: string) =>
    Number(new RegExp(`^kikoa_standby_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1])
  return { standby: count('standby'), primary: count('primary') }
}

/** What `work` adds to the counts. */
async function readsDuring(work: () => Promise<unknown>, by = program) {
  const before = await reads(by)
  await work()
  const after = await reads(by)
  return { standby: after.standby - before.standby, primary: after.primary - before.primary }
}

/** Waits until reads no longer keep away from the standby. */
async function isReadAgain() {
  await expect
    .poll(() => readsDuring(writeAndRead), { timeout: 90_000, interval: 1_000 })
    .toMatchObject({ standby: 1 })
}

/** Another program on the same database, with another address of the standby. */
async function openOther(replica: string, databaseUrl = primary.address()) {
  const other = await openProgram('misled', { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replica })
  onTestFinished(() => other.close())
  await other.start()
  return other
}

test('each of eight who write at once reads their own write from the standby', async () => {
  await isReadAgain()
  for (let round = 0; round < 5; round++)
    expect(await readsDuring(() => eightTimes(() => writeAndRead()))).toEqual({ standby: 8, primary: 0 })
})

test('an export is read from the standby', async () => {
  const made = await readsDuring(async () => {
    const { status } = await fetch(`${program.address}/api/admin/audit/export`, { headers: { ...headers } })
    expect(status).toBe(200)
  })
  expect(made.standby).toBeGreaterThan(0)
  expect(made.primary).toBe(0)
})

test('a value that no database can store is refused, and keeps nobody from the standby', async () => {
  const made = await readsDuring(async () => {
    for (const path of ['/api/admin/audit?action=%00', '/api/admin/audit/export?action=%00'])
      expect((await fetch(program.address + path, { headers: { ...headers } })).status).toBe(400)
    await writeAndRead()
  })
  expect(made).toEqual({ standby: 1, primary: 0 })
})

test('a standby that replays a moment later is waited for, whatever isolation its log-in has', async () => {
  await standby.sql(`alter system set recovery_min_apply_delay = '100ms'`)
  await standby.sql('select pg_reload_conf()')
  const level = encodeURIComponent('-c default_transaction_isolation=repeatable\\ read')
  const other = await openOther(`${standby.address()}?options=${level}`)
  expect(await readsDuring(() => writeAndRead(other), other)).toEqual({ standby: 1, primary: 0 })
  await standby.sql('alter system reset recovery_min_apply_delay')
  await standby.sql('select pg_reload_conf()')
})

test('a standby that is behind is not read, and is again once it has caught up', async () => {
  await standby.sql('select pg_wal_replay_pause()')
  expect(await readsDuring(() => eightTimes(() => writeAndRead()))).toEqual({ standby: 0, primary: 8 })
  await standby.sql('select pg_wal_replay_resume()')
  await isReadAgain()
})

test('without the standby everything is answered, and it is read again when it is back', async () => {
  await standby.end('SIGKILL')
  expect(await readsDuring(() => eightTimes(() => writeAndRead()))).toEqual({ standby: 0, primary: 8 })
  await standby.start()
  await isReadAgain()
})

test('nobody waits long for a standby that stands still, and it is read again when it goes on', async () => {
  await isReadAgain()
  standby.freeze()
  onTestFinished(() => standby.thaw())
  // Those before a rest have a connection to it, those after it need a new one.
  for (let rest = 0; rest < 2; rest++) {
    expect(await readsDuring(() => eightTimes(() => writeAndRead()))).toEqual({ standby: 0, primary: 8 })
    await sleep(31_000)
  }
  standby.thaw()
  await isReadAgain()
})

test('the connection that is checked is the one that is read, whichever standby it leads to', async () => {
  await isReadAgain()
  await behind.sql('select pg_wal_replay_pause()')
  await primary.sql('create table written as select 1')
  const proxy = await openProxy(standby.port)
  const servers = [standby, behind].values()
  proxy.setTarget(() => servers.next().value!.port)
  const aside = new Standby({ connectionString: standby.address(proxy.port), maxUses: 1 }, () => {})
  const database = new Database({ connectionString: primary.address() }, () => {}, undefined, aside)
  onTestFinished(async () => {
    await database.end()
    await proxy.close()
  })
  const answering = ({ db }: Transaction) =>
    sql<{ port: number }>`select inet_server_port() as port`.execute(db).then(({ rows }) => rows[0]!.port)
  const answered = [
    await database.readAside('service', answering, 'audit.read'),
    await database.readAside('service', answering, 'audit.read'),
  ]
  expect(answered).toEqual([standby.port, primary.port])
})

test('a copy of the database on the same server is not read', async () => {
  await program.kill(child)
  await primary.sql('create database copy template shop')
  child = await program.start()
  const other = await openOther(standby.address().replace(/shop$/, 'copy'))
  expect(await readsDuring(() => writeAndRead(other), other)).toEqual({ standby: 0, primary: 1 })
})

test('a log-in that may not take the roles does no harm', async () => {
  await primary.sql('create role reader login; grant connect on database shop to reader')
  const other = await openOther(standby.address().replace('shop:shop', 'reader:reader'))
  expect(await readsDuring(() => writeAndRead(other), other)).toEqual({ standby: 0, primary: 1 })
})

test('a standby that was promoted is not read', async () => {
  // A paused one would go on receiving from the primary.
  await behind.sql('select pg_wal_replay_resume()')
  await behind.sql(`alter system set primary_conninfo = 'host=127.0.0.1 port=${standby.port} user=admin'`)
  await behind.sql('select pg_reload_conf()')
  const sender = () => behind.sql('select sender_port as port from pg_stat_wal_receiver')
  await expect.poll(sender).toEqual([{ port: standby.port }])
  await standby.sql('select pg_promote()')
  expect(await readsDuring(() => writeAndRead())).toEqual({ standby: 0, primary: 1 })
})

test('the standby of one that was promoted is read, once it has noted the new timeline', async () => {
  await standby.sql('checkpoint')
  const timeline = async () => {
    await behind.sql('checkpoint')
    const rows = await behind.sql('select min_recovery_end_timeline as it from pg_control_recovery()')
    return rows[0]!['it']
  }
  await expect.poll(timeline).toBe(2)
  const other = await openOther(behind.address(), standby.address())
  expect(await readsDuring(() => writeAndRead(other), other)).toEqual({ standby: 1, primary: 0 })
})

test('the standby of another database is not read, however far it is', async () => {
  const [, programs] = versions.at(-1)!
  const other = await openPostgres(programs)
  onTestFinished(() => other.close())
  for (let segment = 0; segment < 12; segment++)
    await other.sql('create table filled as select 1; select pg_switch_wal(); drop table filled')
  await other.end('SIGINT')
  const itsStandby = await openPostgres(programs, other, () => other.start())
  onTestFinished(() => itsStandby.close())
  const misled = await openOther(itsStandby.address())
  expect(await readsDuring(() => writeAndRead(misled), misled)).toEqual({ standby: 0, primary: 1 })
})

test('a former primary that follows without a rewind is not read, however far it is', async () => {
  for (let segment = 0; segment < 12; segment++)
    await primary.sql('create table filled as select 1; select pg_switch_wal(); drop table filled')
  await primary.end('SIGINT')
  await writeFile(join(primary.data, 'standby.signal'), '')
  await primary.start()
  const misled = await openOther(primary.address(), standby.address())
  expect(await readsDuring(() => writeAndRead(misled), misled)).toEqual({ standby: 0, primary: 1 })
})
