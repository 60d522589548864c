import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type Postgres, versions } from './postgres.ts'
import { openProxy, type Proxy } from './proxy.ts'
import { openLoadedProgram, type LoadedProgram } from './loaded-program.ts'

/**
 * Faults of an operator's server and of the network to it, under concurrent reads, writes and live streams. The process
 * survives, every call is answered within 15 s, and it is ready within 5 s of the recovery. All tests of a version use
 * the same process, one fault after the other.
 */

describe.each(versions)('%s of an operator', (_, programs) => {
  let postgres: Postgres
  let proxy: Proxy
  let loaded: LoadedProgram
  beforeAll(async () => {
    postgres = await openPostgres(programs)
    proxy = await openProxy(postgres.port)
    loaded = await openLoadedProgram(
      'faults',
      { DATABASE_URL: postgres.address(proxy.port) },
      (_program, text) => postgres.sql(text),
    )
    await loaded.isBack()
  })
  afterAll(async () => {
    await loaded?.close()
    await proxy?.close()
    await postgres?.close()
  })

  test('sessions that an administrator terminates', async () => {
    for (let round = 0; round < 10; round++) {
      await postgres.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'`)
      await sleep(150)
    }
    await loaded.isBack()
  })

  test('connections that are cut', async () => {
    for (let round = 0; round < 10; round++) {
      proxy.cut()
      await sleep(150)
    }
    await loaded.isBack()
  })

  test('a restart', async () => {
    await postgres.end('SIGINT')
    await sleep(1_000)
    expect(await loaded.readyStatus()).toBe(503)
    await postgres.start()
    await loaded.isBack()
  })

  test('a kill of all its processes', async () => {
    await postgres.end('SIGKILL')
    await postgres.start()
    await loaded.isBack()
  })

  test('a server that turns read-only: reads go on, writes get 503, and it is not ready', async () => {
    await postgres.sql('alter system set default_transaction_read_only = on')
    await postgres.sql('select pg_reload_conf()')
    await expect.poll(loaded.readyStatus).toBe(503)
    for (let call = 0; call < 8; call++) {
      expect((await loaded.load.call('POST', '/api/hosting-requests')).status).toBe(503)
      expect((await loaded.load.call('GET', '/api/hosting-requests')).status).toBe(200)
    }
    await writable(postgres)
    await loaded.isBack()
  })

  test('a pool that is exhausted, because all its transactions wait', async () => {
    const holder = new pg.Client({ host: '127.0.0.1', port: postgres.port, user: 'admin', database: 'shop' })
    await holder.connect()
    await holder.query('begin; lock table requests in access exclusive mode')
    await Promise.all([loaded.load.burst(40), sleep(4_000)])
    await holder.query('rollback')
    await holder.end()
    await loaded.isBack()
  })

  test('20 s in which every packet is lost', async () => {
    proxy.dropPackets(true)
    const asking = loaded.load.burst(10)
    await sleep(10_000)
    expect(await loaded.readyStatus()).toBe(503)
    await sleep(10_000)
    proxy.dropPackets(false)
    await loaded.isBack()
    await asking
  })

  test('nothing that was acknowledged is lost, and no call waited for long', () => loaded.nothingIsLost())
})

/** Resets the setting through a session that is exempt from it. */
async function writable(postgres: Postgres) {
  const admin = new pg.Client({
    host: '127.0.0.1',
    port: postgres.port,
    user: 'admin',
    database: 'shop',
    options: '-c default_transaction_read_only=off',
  })
  await admin.connect()
  await admin.query('alter system reset default_transaction_read_only')
  await admin.query('select pg_reload_conf()')
  await admin.end()
}
