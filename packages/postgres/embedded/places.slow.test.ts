import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  databaseToCopy,
  isRoot,
  stopServer,
  temporaryDataDir,
  temporaryFolder,
  visit,
} from '../testing/visit.ts'
import { installedBinaries } from './binaries.ts'
import { changeOwner } from './account.ts'
import { socketFolder } from './launch.ts'
import { startEmbedded } from './start.ts'

// Two users: one with a name, which initdb needs, and one without.
const ORDINARY_USER = 65_534
const NAMELESS_USER = 34_567

const copiedDataDir = databaseToCopy()

// Only root can pass through it, as through /root.
async function closedFolder() {
  const folder = join(await temporaryFolder(), 'closed')
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** Installs the package in a folder, which a test can make read-only or closed. It may lack its links. */
async function installation(folder: string, { links = true } = {}) {
  const native = join(folder, 'package', 'native')
  const { version } = JSON.parse(await readFile(join(installedBinaries(), '../package.json'), 'utf8')) as {
    version: string
  }
  await cp(installedBinaries(), native, { recursive: true, verbatimSymlinks: true })
  await writeFile(join(folder, 'package', 'package.json'), JSON.stringify({ version }))
  if (!links)
    for (const entry of await readdir(join(native, 'lib'), { withFileTypes: true }))
      if (entry.isSymbolicLink()) await rm(join(native, 'lib', entry.name))
  return native
}

test.each([
  ['deeper than a socket may be', 'd'.repeat(120)],
  ['with blanks, commas and quotes', `it's, "odd" \\ and ünïcödé`],
])('a data folder %s', async (_, name) => {
  const dataDir = join(await temporaryFolder(), name, 'data')
  onTestFinished(() => stopServer(dataDir))
  const visitor = visit(dataDir)
  const first = (await visitor.met).up!
  expect(Buffer.byteLength(`${first.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(103)
  expect((await stat(first.host)).mode & 0o777).toBe(0o700)
  expect((await visit(dataDir).met).up).toMatchObject({ server: first.server })
  if (!first.host.startsWith(dataDir)) onTestFinished(() => rm(first.host, { recursive: true }))
})

test.runIf(isRoot)('a socket folder that somebody else has laid out is not used', async () => {
  const folder = join(await temporaryFolder(), 'd'.repeat(120))
  const theirs = await socketFolder({ folder, account: undefined })
  onTestFinished(() => rm(theirs, { recursive: true }))
  await chown(theirs, NAMELESS_USER, NAMELESS_USER)
  const other = await socketFolder({ folder, account: undefined })
  onTestFinished(() => rm(other, { recursive: true }))
  expect(other).not.toBe(theirs)
})

test.runIf(isRoot)('programs that lie out of reach are copied to the data folder, once', async () => {
  const binaries = await installation(await closedFolder())
  const dataDir = await copiedDataDir()
  const first = visit(dataDir, { binaries })
  expect((await first.met).up).toBeDefined()
  const copy = (await readdir(dataDir)).filter((name) => name.startsWith('postgresql-'))
  expect(copy).toHaveLength(1)
  expect(first.lines.join()).toContain(join(dataDir, copy[0]!))
  await first.stop()
  const second = visit(dataDir, { binaries })
  expect((await second.met).up).toBeDefined()
  expect(second.lines).toEqual([])
})

test.runIf(isRoot)('links that an install script would have made are made by the first start', async () => {
  const binaries = await installation(await temporaryFolder(), { links: false })
  const dataDirs = await Promise.all(Array.from({ length: 4 }, copiedDataDir))
  const met = await Promise.all(dataDirs.map((dataDir) => visit(dataDir, { binaries }).met))
  expect(met.map(({ refused }) => refused)).toEqual([undefined, undefined, undefined, undefined])
  expect((await readdir(dataDirs[0]!)).sort()).toEqual(['postgres', 'starting.lock'])
})

test.runIf(isRoot)('an ordinary user starts an installation of root that lacks its links', async () => {
  const binaries = await installation(await temporaryFolder(), { links: false })
  const dataDir = await temporaryDataDir()
  await mkdir(dataDir)
  const uid = ORDINARY_USER
  await chown(dataDir, uid, uid)
  const visitor = visit(dataDir, { uid, binaries })
  expect(await visitor.met).toMatchObject({ up: { role: 'kikoa' } })
  expect(visitor.lines.join()).toContain('were copied')
  expect((await stat(join(dataDir, 'postgres', 'data'))).uid).toBe(uid)
  await visitor.stop()
  // Root uses the same files as the same user, and that user can use them afterwards.
  const root = visit(dataDir)
  expect((await root.met).up).toBeDefined()
  await root.stop()
  const again = visit(dataDir, { uid, binaries })
  expect((await again.met).refused).toBeUndefined()
  await again.stop()
})

test.runIf(isRoot)("a data folder out of reach leads to one that PostgreSQL's user can reach", async () => {
  const dataDir = join(await closedFolder(), 'data')
  const first = visit(dataDir)
  const { host } = (await first.met).up!
  const home = (await readFile(join(dataDir, 'database.location'), 'utf8')).trim()
  onTestFinished(async () => {
    await stopServer(dataDir)
    await rm(home, { recursive: true, force: true })
  })
  expect(host.startsWith(home)).toBe(true)
  expect(first.lines).toEqual([expect.stringContaining(home)])
  await first.stop()
  const second = visit(dataDir)
  expect((await second.met).up!.host).toBe(host)
  expect(second.lines).toEqual([])
})

test.runIf(isRoot)('a database that was moved out of reach is copied with all that it holds', async () => {
  const dataDir = await copiedDataDir()
  const before = await startEmbedded({ dataDir, log: { info() {}, warn() {} } })
  const client = new pg.Client(before.config)
  await client.connect()
  await client.query('create table kept as select 42 as answer')
  await client.end()
  await before.stop()
  await chmod(join(dataDir, '..'), 0o700)

  const after = await startEmbedded({ dataDir, log: { info() {}, warn() {} } })
  const home = (await readFile(join(dataDir, 'database.location'), 'utf8')).trim()
  onTestFinished(async () => {
    await after.stop()
    await rm(home, { recursive: true, force: true })
  })
  const again = new pg.Client(after.config)
  await again.connect()
  expect((await again.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  await again.end()
  expect(await readdir(dataDir)).toContain('postgres.before-copy')
})

test.runIf(isRoot)('a database that root has brought back from a backup is handed to its user', async () => {
  const dataDir = await copiedDataDir()
  await changeOwner(join(dataDir, 'postgres'), { name: 'root', uid: 0, gid: 0 })
  expect((await visit(dataDir).met).refused).toBeUndefined()
})

test.runIf(isRoot)('a folder that may not be written stops the start with one sentence', async () => {
  const folder = await temporaryFolder()
  const { refused } = await visit(join(folder, 'data'), { uid: NAMELESS_USER }).met
  expect(refused).toEqual({
    name: 'StartError',
    message: expect.stringMatching(/^The data folder .*\(EACCES\).*DATA_DIR.*\.$/),
  })
})

test.runIf(isRoot)('a user without a name in the system gets that sentence', async () => {
  const dataDir = await temporaryDataDir()
  await mkdir(dataDir)
  await chown(dataDir, NAMELESS_USER, NAMELESS_USER)
  const { refused } = await visit(dataDir, { uid: NAMELESS_USER }).met
  expect(refused).toEqual({ name: 'StartError', message: expect.stringContaining('user does not exist') })
  expect(await readdir(dataDir)).toEqual(['starting.lock'])
})

test('a file in the place of the data folder stops the start with one sentence', async () => {
  const file = join(await temporaryFolder(), 'data')
  await writeFile(file, '')
  const { refused } = await visit(file).met
  expect(refused).toEqual({ name: 'StartError', message: expect.stringContaining(file) })
})

test.runIf(isRoot)('a database of another user stops an ordinary user with one sentence', async () => {
  const dataDir = await copiedDataDir()
  const owner = visit(dataDir)
  await owner.met
  await chmod(dataDir, 0o777)
  const { refused } = await visit(dataDir, { uid: NAMELESS_USER }).met
  expect(refused?.name).toBe('StartError')
})

test('a database of another major version stops the start with one sentence', async () => {
  const dataDir = await copiedDataDir()
  await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
  const { refused } = await visit(dataDir).met
  expect(refused?.message).toMatch(
    /^PostgreSQL could not start in .*initialized by PostgreSQL version 17.*\.$/,
  )
})

test('programs that this machine does not run stop the start with one sentence', async () => {
  const folder = await temporaryFolder()
  for (const part of ['bin', 'lib', 'share']) await mkdir(join(folder, 'native', part), { recursive: true })
  for (const name of ['initdb', 'postgres'])
    await writeFile(join(folder, 'native', 'bin', name), '#!/no/such/loader\n', { mode: 0o755 })
  const { refused } = await visit(join(folder, 'data'), { binaries: join(folder, 'native') }).met
  expect(refused).toEqual({ name: 'StartError', message: expect.stringContaining('DATABASE_URL') })
})
