import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eightTimes } from '../eight-times.ts'
import { openProgram, type Program } from '../program.ts'
import { openPostgres, type Postgres, versions } from './postgres.ts'

/** Reports, exports and the audit log are read from the standby of DATABASE_REPLICA_URL, and never miss a write. */

/** Longer than reads keep away from a standby that was behind. */
const REST_MS = 31_000

let primary: Postgres
let standby: Postgres
let program: Program
let headers: object
beforeAll(async () => {
  const [, programs] = versions.at(-1)!
  primary = await openPostgres(programs)
  await primary.end('SIGINT')
  standby = await openPostgres(programs, primary, () => primary.start())
  program = await openProgram('standby', {
    DATABASE_URL: primary.address(),
    DATABASE_REPLICA_URL: `postgres://shop:shop@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/shop`,
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: 'Pwani-Mawimbi-4',
  })
  await program.start()
  const { body } = await program.call('POST', '/auth/v1/token?grant_type=password', {
    email: 'owner@example.com',
    password: 'Pwani-Mawimbi-4',
  })
  headers = { authorization: `Bearer ${body!['access_token']}` }
}, 120_000)
afterAll(async () => {
  await program?.close()
  await standby?.close()
  await primary?.close()
})

/** Makes a key, and reads the audit log for it at once: the reader's own last write. */
async function writeAndRead() {
  const id = randomUUID()
  const made = await program.call(
    'PUT',
    `/api/admin/keys/${id}`,
    { name: 'x', scopes: ['orders.read'], days: 1 },
    headers,
  )
  expect(made.status).toBe(200)
  const { status, body } = await program.call(
    'GET',
    '/api/admin/audit?entity=key&limit=100',
    undefined,
    headers,
  )
  expect(status).toBe(200)
  const { items } = body as unknown as { items: { entity_id: string }[] }
  expect(items.map(({ entity_id }) => entity_id)).toContain(id)
}

/** How many reads were made where, since the start. */
async function reads() {
  const text = await (await fetch(`${program.address}/metrics`)).text()
  const count = (from: string) =>
    Number(new RegExp(`^kikoa_standby_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1])
  return { standby: count('standby'), primary: count('primary') }
}

/** What `work` adds to the counts. */
async function readsDuring(work: () => Promise<unknown>) {
  const before = await reads()
  await work()
  const after = await reads()
  return { standby: after.standby - before.standby, primary: after.primary - before.primary }
}

test('each of eight who write at once reads their own write from the standby', async () => {
  for (let round = 0; round < 5; round++)
    expect(await readsDuring(() => eightTimes(writeAndRead))).toEqual({ standby: 8, primary: 0 })
})

test('an export is read from the standby', async () => {
  const made = await readsDuring(async () => {
    const { status } = await fetch(`${program.address}/api/admin/audit/export`, { headers: { ...headers } })
    expect(status).toBe(200)
  })
  expect(made.standby).toBeGreaterThan(0)
  expect(made.primary).toBe(0)
})

test('a standby that is behind is not read, and is again once it has caught up', async () => {
  await standby.sql('select pg_wal_replay_pause()')
  expect(await readsDuring(() => eightTimes(writeAndRead))).toEqual({ standby: 0, primary: 8 })
  await standby.sql('select pg_wal_replay_resume()')
  await sleep(REST_MS)
  expect(await readsDuring(writeAndRead)).toEqual({ standby: 1, primary: 0 })
})

test('without the standby everything is answered, and it is read again when it is back', async () => {
  await standby.end('SIGKILL')
  expect(await readsDuring(() => eightTimes(writeAndRead))).toMatchObject({ standby: 0 })
  await standby.start()
  await sleep(REST_MS)
  expect(await readsDuring(writeAndRead)).toEqual({ standby: 1, primary: 0 })
})

test('a standby that was promoted is not read', async () => {
  await standby.sql('select pg_promote()')
  expect(await readsDuring(writeAndRead)).toEqual({ standby: 0, primary: 1 })
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
  const misled = await openProgram('misled', {
    DATABASE_URL: primary.address(),
    DATABASE_REPLICA_URL: itsStandby.address(),
  })
  onTestFinished(() => misled.close())
  await misled.start()
  const { status } = await misled.call('GET', '/api/admin/audit', undefined, headers)
  expect(status).toBe(200)
  expect(await (await fetch(`${misled.address}/metrics`)).text()).toContain(
    'kikoa_standby_reads_total{from="primary"} 1',
  )
})
