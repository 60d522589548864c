import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { changeOwner, unprivilegedAccount } from '@kikoa/postgres/testing'
import { connectDatabase } from '@kikoa/postgres'
import { freePort } from '../free-port.ts'
import { hasProgram, openPostgres, type Postgres, versions } from './postgres.ts'
import { openLoadedProgram, type LoadedProgram } from './loaded-program.ts'

describe.each(versions)('%s with a standby', (_, programs) => {
  let primary: Postgres
  let standby: Postgres
  let loaded: LoadedProgram
  const address = () =>
    `postgres://shop:shop@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/shop?target_session_attrs=read-write`
  beforeAll(async () => {
    primary = await openPostgres(programs)
    await primary.sql(`alter system set synchronous_standby_names = '*'`)
    await primary.end('SIGINT')
    standby = await openPostgres(programs, primary, () => primary.start())
    // Acknowledged writes are on both servers, so a failover loses nothing.
    loaded = await openLoadedProgram('failover', { DATABASE_URL: address() }, async (_program, text) => {
      const server = (await primary.sql('select').catch(() => undefined)) ? primary : standby
      return server.sql(text)
    })
  })
  afterAll(async () => {
    await loaded?.close()
    await standby?.close()
    await primary?.close()
  })

  test('the host that takes writes is found, at any position in the address', () => loaded.isBack())

  test('a failover: the new primary is found by the process that is there', async () => {
    await primary.end('SIGKILL')
    await standby.sql('alter system reset synchronous_standby_names')
    await standby.sql('select pg_reload_conf()')
    await standby.sql('select pg_promote()')
    await loaded.isBack()
    await loaded.nothingIsLost()
  })

  test('a start without any host that takes writes is refused with their names', async () => {
    const silent = `postgres://shop:shop@127.0.0.1:${primary.port},127.0.0.1:${await freePort()}/shop`
    await expect(
      connectDatabase({
        databaseUrl: silent,
        dataDir: '/nowhere',
        log: { info() {}, warn() {} },
        patienceMs: 300,
      }),
    ).rejects.toThrow(/^No PostgreSQL of 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ can be reached and takes writes/)
  })
})

/** The tests use Debian's pgbouncer if it is installed. If not, `npm run test:faults` prints that. */
const poolers = (await hasProgram('pgbouncer')) ? ['session', 'transaction', 'statement'] : []

describe.each(poolers)('pgbouncer in %s mode', (mode) => {
  let postgres: Postgres
  let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>
  beforeAll(async () => {
    postgres = await openPostgres(versions[0]![1])
    pgbouncer = await startPgbouncer(mode, postgres)
  })
  afterAll(async () => {
    await pgbouncer?.stop()
    await postgres?.close()
  })

  test('serves, or is refused in one sentence', async () => {
    const env = { DATABASE_URL: postgres.address(pgbouncer.port) }
    if (mode !== 'session') {
      await expect(
        connectDatabase({
          databaseUrl: env.DATABASE_URL,
          dataDir: '/nowhere',
          log: { info() {}, warn() {} },
        }),
      ).rejects.toThrow(
        /^The pooler at 127\.0\.0\.1:\d+ gives each transaction another session.*pool_mode = session.*\.$/,
      )
      return
    }
    const loaded = await openLoadedProgram('pooler', env, (_program, text) => postgres.sql(text))
    onTestFinished(() => loaded.close())
    await loaded.isBack()
    await sleep(1_000)
    await loaded.isBack()
    await loaded.nothingIsLost()
  })
})

async function startPgbouncer(mode: string, postgres: Postgres) {
  const account = unprivilegedAccount()
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-pgbouncer-'))
  const port = await freePort()
  await writeFile(join(folder, 'users.txt'), '"shop" "shop"\n')
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
shop = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = 40
`,
  )
  await changeOwner(folder, account)
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
