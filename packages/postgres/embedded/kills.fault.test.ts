import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { serverPid, stateOf, temporaryDataDir, until, visit } from '../testing/visit.ts'
import { spawnProgram, unprivilegedAccount } from './account.ts'
import { type Embedded, startEmbedded } from './start.ts'

const quiet = { info() {}, warn() {} }
const onLinux = process.platform === 'linux'

async function started(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: quiet })
  onTestFinished(embedded.stop)
  return embedded
}

async function query(config: pg.ClientConfig, text: string) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    await client.end().catch(() => {})
  }
}

test('after server and program were killed the next start finds everything', async () => {
  const dataDir = await temporaryDataDir()
  const visitor = visit(dataDir)
  await visitor.met
  process.kill((await serverPid(dataDir))!, 'SIGKILL')
  await visitor.kill()
  expect((await visit(dataDir).met).up).toBeDefined()
})

test('every acknowledged row outlives kills of the server, which comes back under the same address', async () => {
  const dataDir = await temporaryDataDir()
  const { config } = await started(dataDir)
  await query(config, 'create table written (id int)')
  let acknowledged = 0
  for (let round = 0; round < 5; round++) {
    const pid = (await serverPid(dataDir))!
    const killer = sleep(30 + Math.random() * 100).then(() => process.kill(pid, 'SIGKILL'))
    const client = new pg.Client(config)
    client.on('error', () => {})
    try {
      await client.connect()
      for (;;) {
        await client.query('insert into written values ($1)', [acknowledged])
        acknowledged++
      }
    } catch {
      await killer
    }
    await until(() => query(config, 'select').then(Boolean, () => false))
  }
  expect(acknowledged).toBeGreaterThan(0)
  const { rows } = await query(config, 'select count(distinct id)::int as kept from written')
  expect(rows[0].kept).toBeGreaterThanOrEqual(acknowledged)
}, 120_000)

test('a killed connection restarts the server from within, and its presence is shown again', async () => {
  const dataDir = await temporaryDataDir()
  const { config, administrator } = await started(dataDir)
  const { rows } = await query(config, 'select pg_backend_pid() as pid, pg_sleep(0)')
  const victim = new pg.Client(config)
  victim.on('error', () => {})
  await victim.connect()
  const { rows: own } = await victim.query('select pg_backend_pid() as pid')
  process.kill(own[0].pid, 'SIGKILL')
  expect(rows).toHaveLength(1)
  const locks = `select from pg_locks where locktype = 'advisory'`
  await until(() =>
    query(administrator, locks).then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    ),
  )
})

test.runIf(onLinux)('a killed server that nobody reaps does not stand in the way', async () => {
  const dataDir = await temporaryDataDir()
  const parent = visit(dataDir)
  await parent.met
  const pid = (await serverPid(dataDir))!
  parent.process.kill('SIGSTOP')
  process.kill(pid, 'SIGKILL')
  await until(async () => (await stateOf(pid)) === 'Z')
  expect((await visit(dataDir).met).up).toBeDefined()
  expect(await stateOf(pid)).toBe('Z')
})

test.runIf(onLinux)(
  'a stranger who has got the number of a dead server does not stand in the way',
  async () => {
    const dataDir = await temporaryDataDir()
    const visitor = visit(dataDir)
    await visitor.met
    const file = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    const written = await readFile(file, 'utf8')
    // Stopped first, or it would restart the server before it is killed itself.
    visitor.process.kill('SIGSTOP')
    process.kill((await serverPid(dataDir))!, 'SIGKILL')
    await visitor.kill()
    // It runs as PostgreSQL's user. PostgreSQL itself detects another user's process as foreign.
    const stranger = spawnProgram('sleep', ['60'], unprivilegedAccount(), { stdio: 'ignore' })
    onTestFinished(() => void stranger.kill())
    await once(stranger, 'spawn')
    const socketLock = join(dataDir, 'postgres', 'run', '.s.PGSQL.5432.lock')
    for (const [path, text] of [
      [file, written],
      [socketLock, written],
    ] as const)
      await writeFile(path, text.replace(/^\d+/, String(stranger.pid)))
    expect((await visit(dataDir).met).up).toBeDefined()
    expect(stranger.exitCode).toBeNull()
  },
)

test('a start waits for the processes of a killed server that are still at work', async () => {
  const dataDir = await temporaryDataDir()
  const visitor = visit(dataDir)
  await visitor.met
  const { administrator } = await started(dataDir)
  const busy = query(administrator, 'select count(*) from generate_series(1, 1e7), pg_sleep(0.2)').catch(
    () => {},
  )
  await until(async () => {
    const found = await query(
      administrator,
      `select from pg_stat_activity where query like '%1e7%' and state = 'active'`,
    )
    return found.rowCount === 2
  })
  await sleep(300)
  process.kill((await serverPid(dataDir))!, 'SIGKILL')
  await visitor.kill()
  expect((await visit(dataDir).met).up).toBeDefined()
  await busy
})

test('a first start that is killed at any moment leaves nothing half made', async () => {
  for (let round = 0; round < 8; round++) {
    const dataDir = await temporaryDataDir()
    const killed = visit(dataDir)
    await sleep(60 + Math.random() * 600)
    await killed.kill(round % 2 === 0)
    const next = visit(dataDir)
    expect((await next.met).refused).toBeUndefined()
    await next.stop()
    const drafts = (await readdir(dataDir)).filter((name) => name.includes('.new-'))
    // If only the program was killed, its initdb may have continued for a moment.
    if (round % 2 === 0) expect(drafts).toEqual([])
  }
}, 120_000)

test('a program that stops while its server is being started again leaves nothing running', async () => {
  const dataDir = await temporaryDataDir()
  const { stop } = await started(dataDir)
  const pid = (await serverPid(dataDir))!
  process.kill(pid, 'SIGKILL')
  await until(async () => {
    const now = await serverPid(dataDir)
    return now !== undefined && now !== pid
  })
  await stop()
  expect(await serverPid(dataDir)).toBeUndefined()
})
