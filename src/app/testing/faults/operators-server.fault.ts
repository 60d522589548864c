import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type Postgres, versions } from './postgres.ts'
import { openProxy, type Proxy } from './proxy.ts'
import { openScene, type Scene } from './scene.ts'

/**
 * What happens to an operator's server and to the way there, under reads, writes and live streams at once: the process
 * lives, every caller is answered within 15 s, and it is ready within 5 s of the recovery. The tests of a version go on
 * with the same process, one fault after the other.
 */

describe.each(versions)('%s of an operator', (_, programs) => {
  let postgres: Postgres
  let proxy: Proxy
  let scene: Scene
  beforeAll(async () => {
    postgres = await openPostgres(programs)
    proxy = await openProxy(postgres.port)
    scene = await openScene('faults', { DATABASE_URL: postgres.address(proxy.port) }, (_program, text) =>
      postgres.sql(text),
    )
    await scene.isBack()
  })
  afterAll(async () => {
    await scene?.close()
    await proxy?.close()
    await postgres?.close()
  })

  test('sessions that an administrator terminates', async () => {
    for (let round = 0; round < 10; round++) {
      await postgres.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'`)
      await sleep(150)
    }
    await scene.isBack()
  })

  test('connections that are cut', async () => {
    for (let round = 0; round < 10; round++) {
      proxy.cut()
      await sleep(150)
    }
    await scene.isBack()
  })

  test('a restart', async () => {
    await postgres.end('SIGINT')
    await sleep(1_000)
    expect(await scene.readyStatus()).toBe(503)
    await postgres.start()
    await scene.isBack()
  })

  test('a kill of all its processes', async () => {
    await postgres.end('SIGKILL')
    await postgres.start()
    await scene.isBack()
  })

  test('a server that turns read-only: reads go on, writes are told to come again, and it is not ready', async () => {
    await postgres.sql('alter system set default_transaction_read_only = on')
    await postgres.sql('select pg_reload_conf()')
    await expect.poll(scene.readyStatus).toBe(503)
    for (let call = 0; call < 8; call++) {
      expect((await scene.load.ask('POST', '/api/hosting-requests')).status).toBe(503)
      expect((await scene.load.ask('GET', '/api/hosting-requests')).status).toBe(200)
    }
    await writable(postgres)
    await scene.isBack()
  })

  test('a pool that is exhausted, because all its transactions wait', async () => {
    const holder = new pg.Client({ host: '127.0.0.1', port: postgres.port, user: 'admin', database: 'shop' })
    await holder.connect()
    await holder.query('begin; lock table requests in access exclusive mode')
    await Promise.all([scene.load.burst(40), sleep(4_000)])
    await holder.query('rollback')
    await holder.end()
    await scene.isBack()
  })

  test('20 s in which all that is sent vanishes', async () => {
    proxy.setHole(true)
    const asking = scene.load.burst(10)
    await sleep(10_000)
    expect(await scene.readyStatus()).toBe(503)
    await sleep(10_000)
    proxy.setHole(false)
    await scene.isBack()
    await asking
  })

  test('nothing that was acknowledged is lost, and nobody waited for long', () => scene.nothingIsLost())
})

/** Takes the setting back over a session that is exempt from it. */
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
