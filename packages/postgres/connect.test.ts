import { once } from 'node:events'
import { connect as dial, createServer } from 'node:net'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { StartError } from './start-error.ts'
import { connectDatabase, refusalOf } from './connect.ts'
import { freePort } from './embedded/launch.ts'
import { addressOf, hasAdministrator, runServer as server, tenant, withClient } from './testing/servers.ts'

const log = { info() {}, warn() {} }
const connect = (databaseUrl: string, patienceMs = 600) =>
  connectDatabase({ databaseUrl, dataDir: '/nowhere', log, patienceMs })
const refusalFor = (databaseUrl: string, patienceMs?: number) =>
  connect(databaseUrl, patienceMs).then(
    () => 'no refusal',
    (error: Error) => {
      expect(error).toBeInstanceOf(StartError)
      for (const text of [error.message, String(error.stack), JSON.stringify(error)])
        expect(text).not.toMatch(/se\/cr@et|se%2Fcr%40et/)
      return error.message
    },
  )

describe.runIf(hasAdministrator)('a server by its address', () => {
  test('is opened, and left alone', async () => {
    const login = await tenant(server, 'createrole')
    const { owner, close } = await connect(addressOf(login))
    await withClient(owner as pg.ClientConfig, async (client) => {
      expect((await client.query('select current_user::text as role')).rows).toEqual([{ role: login.user }])
    })
    await close()
    await withClient(owner as pg.ClientConfig, (client) => client.query('select'))
  })

  test('refuses in one sentence: a wrong password, an unknown database', async () => {
    const login = await tenant(server, 'createrole')
    expect(await refusalFor(addressOf({ ...login, user: 'nobody_here' }))).toMatch(
      /refuses the user "nobody_here".*\.$/,
    )
    expect(await refusalFor(addressOf({ ...login, database: 'no_such' }))).toMatch(
      /has no database "no_such"/,
    )
  })

  test('is refused where the log-in role may create nothing, with the SQL that helps', async () => {
    const login = await tenant(server, 'createrole')
    const guest = await tenant(server, 'createrole')
    const address = addressOf({ ...guest, database: login.database })
    const refusal = await refusalFor(address)
    const sql = refusal.slice(refusal.indexOf('grant create'))
    await withClient({ ...server.administrator, database: login.database }, (admin) => admin.query(sql))
    await expect(connect(address)).resolves.toBeDefined()
  })

  test('is refused where its encoding loses names', async () => {
    const login = await tenant(server, 'createrole')
    const database = `${login.user}_ascii`
    await withClient(server.administrator, (admin) =>
      admin.query(
        `create database ${database} owner ${login.user} encoding 'SQL_ASCII' template template0
         locale_provider libc locale 'C'`,
      ),
    )
    expect(await refusalFor(addressOf({ ...login, database }))).toMatch(/encoding SQL_ASCII/)
  })
})

describe('an address where no PostgreSQL answers', () => {
  test('is refused with host and port', async () => {
    const { port } = await freePort()
    expect(await refusalFor(`postgres://me:se%2Fcr%40et@127.0.0.1:${port}/shop`)).toBe(
      `PostgreSQL at 127.0.0.1:${port} can't be reached (ECONNREFUSED): does it run, and is DATABASE_URL right?`,
    )
  })

  test.runIf(hasAdministrator)('is tried again until its patience ends, and connected to then', async () => {
    const login = await tenant(server, 'createrole')
    let tries = 0
    const listener = createServer((client) => {
      client.on('error', () => {})
      // A server that starts refuses its first clients.
      if (++tries <= 3) {
        client.destroy()
        return
      }
      const inner = login.host.startsWith('/')
        ? dial(`${login.host}/.s.PGSQL.${login.port}`)
        : dial(login.port, login.host)
      client.pipe(inner).pipe(client)
      inner.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as { port: number }
    const address = addressOf({ ...login, host: '127.0.0.1', port })
    expect(await refusalFor(address, -1)).toMatch(/can't be reached/)
    expect(tries).toBe(1)
    await expect(connect(address, 60_000)).resolves.toBeDefined()
    expect(tries).toBeGreaterThan(3)
    listener.close()
  })

  test('is refused when something else answers there', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await refusalFor(`postgres://me:se%2Fcr%40et@127.0.0.1:${port}/shop`)).toContain(
      `127.0.0.1:${port}`,
    )
    other.close()
  })

  test.each([
    'mysql://me:se%2Fcr%40et@db/shop',
    'postgres://me:se%2Fcr%40et@:x/shop',
    'se/cr@et',
    'postgres://me:se%2Fcr%40et@db:99999/shop',
  ])('is refused when it is none', async (address) =>
    expect(await refusalFor(address)).toMatch(/^DATABASE_URL is no address/),
  )
})

describe('a server is refused', () => {
  const good = {
    version: 150_000,
    versionText: '15.0',
    encoding: 'UTF8',
    isReplica: false,
    login: 'me',
    database: 'shop',
    mayCreateSchemas: true,
    mayCreateTables: true,
  }
  test.each([
    ['never from PostgreSQL 15 on', {}, undefined],
    [
      'older than 15',
      { version: 140_011, versionText: '14.11 (Debian)' },
      /15 or newer.*db:5432 is PostgreSQL 14\.11/,
    ],
    ['that is a replica', { isReplica: true }, /replica/],
    ['of another encoding', { encoding: 'LATIN1' }, /LATIN1/],
    [
      'without the right to make schemas',
      { mayCreateSchemas: false },
      /grant create on database "shop" to "me";$/,
    ],
    [
      'without the right to make tables',
      { mayCreateTables: false },
      /grant create, usage on schema public to "me";$/,
    ],
  ])('%s', (_, facts, sentence) => {
    const refusal = refusalOf({ ...good, ...facts }, 'db:5432')
    if (sentence) expect(refusal).toMatch(sentence)
    else expect(refusal).toBeUndefined()
  })
})
