import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { StartError } from './start-error.ts'
import { migrate } from './migrate.ts'
import { ensureRoles } from './roles.ts'
import { hasAdministrator, runServer as server, tenant, withClient } from './testing/servers.ts'

const log = { info() {}, warn() {} }

/** Makes a folder like `db`. The names of the files begin with their folder in it, `migrations/` by default. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const part of ['schema', 'upgrade', 'migrations']) await mkdir(join(folder, part))
  for (const [name, text] of Object.entries(files)) await put(folder, name, text)
  return folder
}

const placeOf = (folder: string, name: string) =>
  join(folder, name.includes('/') ? name : `migrations/${name}`)
const put = (folder: string, name: string, text: string) => writeFile(placeOf(folder, name), text)

describe.runIf(hasAdministrator)('on a server', () => {
  let login: pg.ClientConfig
  beforeEach(async () => void (login = await tenant(server, 'createrole')))

  const bring = (folder: string, until?: string) =>
    withClient(login, async (client) => {
      const { prefix } = await ensureRoles(client, log)
      return migrate(client, { folder, prefix, log, ...(until && { until }) })
    })
  const names = () =>
    withClient(login, (client) => client.query('select name from public.migrations order by name'))

  test('eight nodes at once apply each file once', async () => {
    const folder = await folderWith({
      '0001_a.sql': 'create table t (n int)',
      '0002_b.sql': 'insert into t values (2)',
      '0003_c.sql': 'create index on t (n)',
    })
    const applied = await Promise.all(Array.from({ length: 8 }, () => bring(folder)))
    expect(applied.flat().sort()).toEqual(['0001_a', '0002_b', '0003_c'])
  })

  const replaced = {
    'schema/01_a.sql': 'create table t (n int)',
    'schema/02_b.sql': 'insert into t values (64)',
    'upgrade/0001_a.sql': 'create table t (n int)',
    'upgrade/0002_b.sql': 'insert into t values (2)',
  }
  const rowsOfT = () => withClient(login, async (client) => (await client.query('select n from t')).rows)

  test('a new database gets the schema in place of the migrations that it replaces, and the later ones', async () => {
    const folder = await folderWith({ ...replaced, '0003_c.sql': 'insert into t values (3)' })
    expect(await bring(folder)).toEqual(['0001_a', '0002_b', '0003_c'])
    expect(await rowsOfT()).toEqual([{ n: 64 }, { n: 3 }])
    await put(folder, '0004_d.sql', 'insert into t values (4)')
    expect(await bring(folder)).toEqual(['0004_d'])
  })

  test('a database with some of the replaced migrations gets the others, and the later ones', async () => {
    const folder = await folderWith({ ...replaced, '0003_c.sql': 'insert into t values (3)' })
    expect(await bring(folder, '0001_a')).toEqual(['0001_a'])
    expect(await bring(folder)).toEqual(['0002_b', '0003_c'])
    expect(await rowsOfT()).toEqual([{ n: 2 }, { n: 3 }])
  })

  test('a node from before the schema finds nothing to do in a database that a newer one has made', async () => {
    await bring(await folderWith(replaced))
    const before = await folderWith({
      '0001_a.sql': replaced['upgrade/0001_a.sql'],
      '0002_b.sql': replaced['upgrade/0002_b.sql'],
    })
    expect(await bring(before)).toEqual([])
  })

  test('a schema that fails leaves nothing behind, and names its file and line', async () => {
    const folder = await folderWith({ ...replaced, 'schema/02_b.sql': '\nselect nothing' })
    await expect(bring(folder)).rejects.toThrow('The migration 02_b failed in line 2')
    expect((await names()).rows).toEqual([])
    await put(folder, 'schema/02_b.sql', 'insert into t values (65)')
    expect(await bring(folder)).toEqual(['0001_a', '0002_b'])
  })

  test('files are applied in order, and later ones at a later start', async () => {
    const folder = await folderWith({
      '0002_b.sql': 'insert into t values (2)',
      '0001_a.sql': 'create table t (n int)',
    })
    expect(await bring(folder)).toEqual(['0001_a', '0002_b'])
    await put(folder, '0003_c.sql', 'insert into t values (3)')
    expect(await bring(folder)).toEqual(['0003_c'])
  })

  test('a file that takes long is announced before it runs, only once, and not in a new database', async () => {
    const folder = await folderWith({
      '0001_a.sql': '-- takes long: not without rows.\ncreate table t (n int)',
    })
    const lines: string[] = []
    const announce = () =>
      withClient(login, async (client) => {
        const { prefix } = await ensureRoles(client, log)
        const write = (line: string) => void lines.push(line)
        await migrate(client, { folder, prefix, log: { info: write, warn: write } })
      })
    await announce()
    await put(folder, '0002_b.sql', '-- takes long: it reads every row of t.\ninsert into t values (1)')
    await announce()
    await announce()
    expect(lines).toEqual([
      'Migrated the database: 0001_a',
      'The migration 0002_b takes long: it reads every row of t. It can be undone only by restoring a backup.',
      'Migrated the database: 0002_b',
    ])
  })

  test('a file that fails leaves nothing behind, names its line, and is tried again', async () => {
    const folder = await folderWith({ '0001_a.sql': 'create table t (n int);\n\nselect nothing;\n' })
    await expect(bring(folder)).rejects.toThrow(
      'The migration 0001_a failed in line 3: column "nothing" does not exist',
    )
    await put(folder, '0001_a.sql', 'create table t (n int)')
    expect(await bring(folder)).toEqual(['0001_a'])
  })

  test('a file that was changed after it was applied stops the start', async () => {
    const folder = await folderWith({ '0001_a.sql': 'create table t (n int);\n' })
    await bring(folder)
    await put(folder, '0001_a.sql', 'create table t (n int);\r\n')
    expect(await bring(folder)).toEqual([])
    await put(folder, '0001_a.sql', 'create table t (n bigint);\n')
    await expect(bring(folder)).rejects.toThrow(StartError)
    await expect(bring(folder)).rejects.toThrow(/0001_a was changed/)
  })

  test('a database that is newer than the program stops the start', async () => {
    const folder = await folderWith({ '0001_a.sql': 'select 1', '0002_b.sql': 'select 1' })
    await bring(folder)
    await rm(placeOf(folder, '0002_b.sql'))
    await expect(bring(folder)).rejects.toThrow(StartError)
    await expect(bring(folder)).rejects.toThrow(/newer Kikoa \(0002_b\)/)
  })

  test('a database with other files of the same numbers is from before the release, and stops the start', async () => {
    const folder = await folderWith({ '0001_a.sql': 'select 1', '0002_b.sql': 'select 1' })
    await bring(folder)
    await rm(placeOf(folder, '0001_a.sql'))
    await put(folder, '0001_z.sql', 'create table z ()')
    await expect(bring(folder)).rejects.toThrow(StartError)
    await expect(bring(folder)).rejects.toThrow(/before the first release \(0001_a\)/)
    expect((await names()).rows).toEqual([{ name: '0001_a' }, { name: '0002_b' }])
  })

  test('a file that comes after a higher number was applied stops the start', async () => {
    const folder = await folderWith({ '0001_a.sql': 'select 1', '0003_c.sql': 'select 1' })
    await bring(folder)
    await put(folder, '0002_b.sql', 'select 1')
    await expect(bring(folder)).rejects.toThrow(/0002_b came after 0003_c/)
  })

  test("the roles stand in the SQL as names and as literals, and the database remembers what they're called", async () => {
    const folder = await folderWith({
      '0001_a.sql': `create table t as select {{admin:literal}} as name; grant select on t to {{user}}, {{service}};`,
    })
    await bring(folder)
    await withClient(login, async (client) => {
      const { rows } = await client.query('select name, public.role_prefix() as prefix from t')
      expect(rows[0]).toEqual({ name: `k_${login.database}_admin`, prefix: `k_${login.database}` })
      await client.query(`set role ${rows[0].prefix}_user`)
      await client.query('select from t')
      await expect(client.query('select from public.migrations')).rejects.toThrow(/permission denied/)
    })
  })

  test('a pool with limits for other work may be used, and gets its connection back', async () => {
    const folder = await folderWith({ '0001_a.sql': 'select pg_sleep(0.3)' })
    const pool = new pg.Pool({ ...login, max: 1, statement_timeout: 100 })
    pool.on('connect', (client) => client.on('error', () => {}))
    const { prefix } = await withClient(login, (client) => ensureRoles(client, log))
    expect(await migrate(pool, { folder, prefix, log })).toEqual(['0001_a'])
    expect((await pool.query('show statement_timeout')).rows[0].statement_timeout).toBe('100ms')
    await pool.end()
  })
})

test.each([
  ['a name of another shape', { '1_a.sql': '' }, /no name of a migration/],
  [
    'a number that stands twice',
    { '0001_a.sql': '', '0001_b.sql': '' },
    /0001_b has to be higher than that of 0001_a/,
  ],
  [
    'a number of those that the schema replaces',
    { 'upgrade/0003_c.sql': '', '0002_b.sql': '' },
    /0002_b has to be higher than that of 0003_c/,
  ],
  ['an unknown role', { '0001_a.sql': 'grant {{root}} to x' }, /unknown placeholder: {{root}}/],
])('%s is a defect of ours', async (_, files, message) => {
  const folder = await folderWith(files as unknown as Record<string, string>)
  await expect(migrate(new pg.Client(), { folder, prefix: 'k', log })).rejects.toThrow(message)
})
