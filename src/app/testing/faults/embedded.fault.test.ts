import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '@kikoa/postgres'
import type { Program } from '../program.ts'
import { openLoadedProgram, type LoadedProgram } from './loaded-program.ts'

/** Faults of the embedded server, which the program restarts itself. See also `operators-server.fault.test.ts`. */

let loaded: LoadedProgram
let owner: pg.ClientConfig | undefined
beforeAll(async () => {
  loaded = await openLoadedProgram('faults', {}, query)
  await loaded.isBack()
})
afterAll(() => loaded?.close())

/** Queries the embedded server. Does not register this process as a user of the server. */
async function query<Row extends object>(program: Program, text: string): Promise<Row[]> {
  if (!owner) {
    const here = await connectDatabase({ dataDir: program.folder, log: { info() {}, warn() {} } })
    owner = here.owner as pg.ClientConfig
    await here.close()
  }
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const call = (text: string) => query(loaded.program, text)

async function postmaster(): Promise<number> {
  const { folder } = loaded.program
  const file = (await readdir(folder, { recursive: true })).find((path) => path.endsWith('postmaster.pid'))!
  return Number((await readFile(join(folder, file), 'utf8')).split('\n')[0])
}

/** Ends the server, and waits until the program has started the next one. */
async function endServer(signal: 'SIGINT' | 'SIGKILL') {
  const pid = await postmaster()
  process.kill(pid, signal)
  await expect.poll(() => existsSync(`/proc/${pid}/fd/0`)).toBe(false)
  await expect
    .poll(() =>
      call('select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
}

test('sessions that an administrator terminates', async () => {
  for (let round = 0; round < 10; round++) {
    await call(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where usename = current_user and pid <> pg_backend_pid()`,
    )
    await sleep(150)
  }
  await loaded.isBack()
})

test('a server that is stopped', async () => {
  await endServer('SIGINT')
  await loaded.isBack()
})

test('a server that is killed', async () => {
  await endServer('SIGKILL')
  await loaded.isBack()
})

test('a database that turns read-only', async () => {
  await call('alter database kikoa set default_transaction_read_only = on')
  await call(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
  )
  await expect.poll(loaded.readyStatus).toBe(503)
  for (let call = 0; call < 8; call++) {
    expect((await loaded.load.call('POST', '/api/hosting-requests')).status).toBe(503)
    expect((await loaded.load.call('GET', '/api/hosting-requests')).status).toBe(200)
  }
  await call('start transaction read write; alter database kikoa reset default_transaction_read_only; commit')
  await loaded.isBack()
})

test('a pool that is exhausted, because all its transactions wait', async () => {
  const holder = new pg.Client(owner)
  await holder.connect()
  await holder.query('begin; lock table requests in access exclusive mode')
  await Promise.all([loaded.load.burst(40), sleep(4_000)])
  await holder.query('rollback')
  await holder.end()
  await loaded.isBack()
})

test('nothing that was acknowledged is lost, and no call waited for long', () => loaded.nothingIsLost())
