import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect as dial, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { connectDatabase, refusalOf } from './connect.ts'
import { freePort } from './embedded/launch.ts'
import { addressOf, servers, tenant, type TestServer, withClient } from './testing/servers.ts'

const log = { info() {}, warn() {} }
const connect = (databaseUrl?: string, dataDir = '/nowhere') =>
  connectDatabase({ databaseUrl, dataDir, log, patienceMs: 600 })
const refusalFor = (databaseUrl: string) =>
  connect(databaseUrl).then(
    () => 'no refusal',
    (error: Error) => {
      expect(error).toBeInstanceOf(StartError)
      for (const text of [error.message, String(error.stack), JSON.stringify(error)])
        expect(text).not.toMatch(/se\/cr@et|se%2Fcr%40et/)
      return error.message
    },
  )

test('without an address the embedded database is opened', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kikoa-connect-'))
  const { owner, close } = await connect(undefined, dataDir)
  const pool = new pg.Pool(owner)
  expect((await pool.query('select current_user::text as role')).rows).toEqual([{ role: 'kikoa' }])
  await pool.end()
  await close()
  expect(await readdir(join(dataDir, 'postgres', 'run'))).toEqual([])
  await rm(dataDir, { recursive: true })
})

describe.each(servers)('%s by its address', (_, start) => {
  let server: TestServer
  beforeAll(async () => void (server = await start()))
  afterAll(() => server.stop())

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
  test('is refused after some patience, with host and port', async () => {
    const { port } = await freePort()
    const begun = Date.now()
    expect(await refusalFor(`postgres://me:se%2Fcr%40et@127.0.0.1:${port}/shop`)).toBe(
      `PostgreSQL at 127.0.0.1:${port} can't be reached (ECONNREFUSED): does it run, and is DATABASE_URL right?`,
    )
    expect(Date.now() - begun).toBeGreaterThan(500)
  })

  test('is waited for: a server that starts in the meantime is connected to', async () => {
    const [, start] = servers[0]!
    const server = await start()
    const login = await tenant(server, 'createrole')
    const { port } = await freePort()
    const opening = connectDatabase({
      databaseUrl: addressOf({ ...login, host: '127.0.0.1', port }),
      dataDir: '/nowhere',
      log,
    })
    const listener = createServer((client) => {
      const inner = dial(`${login.host}/.s.PGSQL.${login.port}`)
      client.pipe(inner).pipe(client)
      for (const end of [client, inner]) end.on('error', () => {})
    })
    setTimeout(() => listener.listen(port, '127.0.0.1'), 700)
    await expect(opening).resolves.toBeDefined()
    listener.close()
    await server.stop()
  })

  test('is refused when something else answers there', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((listening) => other.once('listening', listening))
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
    ...{
      version: 150_000,
      versionText: '15.0',
      encoding: 'UTF8',
      isReplica: false,
      login: 'me',
      database: 'shop',
    },
    ...{ mayCreateSchemas: true, mayCreateTables: true },
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
