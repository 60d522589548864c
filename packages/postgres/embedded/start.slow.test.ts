import { cp, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  databaseToCopy,
  serverPid,
  stateOf,
  temporaryDataDir,
  temporaryFolder,
  visit,
} from '../testing/visit.ts'
import { startEmbedded } from './start.ts'

const quiet = { info() {}, warn() {} }
const copiedDataDir = databaseToCopy()
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('a first start makes a durable database that orders text the same everywhere, closed to everybody else', async () => {
  const dataDir = await temporaryDataDir()
  const embedded = await startEmbedded({ dataDir, log: quiet })
  onTestFinished(embedded.stop)
  const client = new pg.Client(embedded.config)
  await client.connect()
  const { rows } = await client.query(
    `select current_user::text as role, rolsuper, rolcreaterole, current_database()::text as database,
            current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
            current_setting('listen_addresses') as addresses, datlocprovider::text as provider, datlocale as locale,
            pg_encoding_to_char(encoding) as encoding, pg_get_userbyid(datdba)::text as owner
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  await client.end()
  expect(rows[0]).toEqual({
    role: 'kikoa',
    rolsuper: false,
    rolcreaterole: true,
    database: 'kikoa',
    owner: 'kikoa',
    fsync: 'on',
    pages: 'on',
    addresses: '',
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
  })
  const place = join(dataDir, 'postgres')
  expect(await modeOf(dataDir)).toBe('711')
  expect(await modeOf(place)).toBe('700')
  for (const file of await readdir(place)) expect(await modeOf(join(place, file)), file).toMatch(/^[67]00$/)
})

test('a password is asked for, even inside the closed folder', async () => {
  const dataDir = await copiedDataDir()
  const embedded = await startEmbedded({ dataDir, log: quiet })
  onTestFinished(embedded.stop)
  for (const config of [embedded.config, embedded.administrator])
    await expect(new pg.Client({ ...config, password: 'wrong' }).connect()).rejects.toThrow(/password/)
})

test('a second process adopts the running server, and the last to leave stops it', async () => {
  const dataDir = await copiedDataDir()
  const one = visit(dataDir)
  const first = (await one.met).up!
  const two = visit(dataDir)
  expect((await two.met).up!.server).toBe(first.server)
  const pid = (await serverPid(dataDir))!
  await one.stop()
  expect(await stateOf(pid)).toBeDefined()
  await two.stop()
  expect([undefined, 'Z']).toContain(await stateOf(pid))
  expect(await serverPid(dataDir)).toBeUndefined()
})

test('eight processes that make the first start at once share one server', async () => {
  const dataDir = await temporaryDataDir()
  const visitors = Array.from({ length: 8 }, () => visit(dataDir))
  const met = await Promise.all(visitors.map((one) => one.met))
  expect(new Set(met.map(({ up, refused }) => up?.server ?? refused?.message)).size).toBe(1)
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'starting.lock'])
  const pid = (await serverPid(dataDir))!
  await Promise.all(visitors.map((one) => one.stop()))
  expect([undefined, 'Z']).toContain(await stateOf(pid))
})

test('processes that come while others leave always meet a server', async () => {
  const dataDir = await copiedDataDir()
  const rounds = Array.from({ length: 6 }, async () => {
    for (let round = 0; round < 3; round++) {
      const visitor = visit(dataDir)
      expect((await visitor.met).refused).toBeUndefined()
      await visitor.stop()
    }
  })
  await Promise.all(rounds)
})

test('a killed process leaves the server running, and the next start adopts it', async () => {
  const dataDir = await copiedDataDir()
  const killed = visit(dataDir)
  const { server } = (await killed.met).up!
  await killed.kill()
  const next = visit(dataDir)
  expect((await next.met).up!.server).toBe(server)
  // The killed process no longer counts as a user, so the next one is the last.
  await next.stop()
  expect(await serverPid(dataDir)).toBeUndefined()
})

test('a copy of a running data folder gets a server of its own', async () => {
  const [dataDir, copy] = [await copiedDataDir(), await temporaryDataDir()]
  const original = visit(dataDir)
  const { server } = (await original.met).up!
  await cp(dataDir, copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })
  const other = (await visit(copy).met).up!
  expect(other.server).not.toBe(server)
})

test('a data folder that holds other things too keeps its mode', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'of others'))
  const embedded = await startEmbedded({ dataDir: folder, log: quiet })
  await embedded.stop()
  expect(await modeOf(folder)).toBe('755')
})
