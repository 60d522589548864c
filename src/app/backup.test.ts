import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../server/config.ts'
import { addressOf, runServer, tenant, withClient } from '@kikoa/postgres/testing'
import { bring, migrationNames } from '../server/database/testing/catalogue.ts'
import { createLog } from '../server/log.ts'
import { StartError } from '../server/start-error.ts'
import { backUp, restore, verifyBackup } from './backup-commands.ts'
import { openDatabase } from './open-database.ts'
import { type RunningNode, startNode } from './start-node.ts'
import { type Entries, everyRow, fill, rewrite } from './testing/filled-shop.ts'

/** The commands, on a shop that serves and whose database is one of the operator's. */

const log = createLog('silent')
type Login = Awaited<ReturnType<typeof tenant>>

let folder: string
let login: Login
let config: Config
let node: RunningNode
let close: () => Promise<void>
/** A backup of the shop without a seal. */
let file: string
/** An empty database, for restores that fail. */
let empty: Login

const settings = (env: Record<string, string>) =>
  readConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000', ...env }, folder)
/** A restore into a new folder and the empty database. */
const intoEmpty = (name: string) => settings({ DATABASE_URL: addressOf(empty), DATA_DIR: join(folder, name) })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-backup-'))
  await chmod(folder, 0o711)
  login = await tenant(runServer, 'createrole')
  empty = await tenant(runServer, 'createrole')
  config = settings({ DATABASE_URL: addressOf(login), DATA_DIR: join(folder, 'shop') })
  await mkdir(config.DATA_DIR)
  const opened = await openDatabase(config, log)
  close = opened.close
  node = await startNode(config, log, opened)
  await fill({
    address: node.address,
    folder: config.DATA_DIR,
    sql: async (text, values) => (await opened.database.pool.query(text, values)).rows,
    async call(method, path, body, headers) {
      const answer = await fetch(node.address + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, string> }
    },
  })
  file = join(folder, 'plain.backup')
  await backUp(config, log, file)
})
afterAll(async () => {
  await node.stop()
  await close()
  await rm(folder, { recursive: true, force: true })
})

/** A refusal is one sentence and no defect. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => new Error('no refusal'),
    (reason: Error) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  expect(error.message).not.toContain('\n')
  return error.message
}

/** No folder was made, and the database has no tables and no roles. */
async function isUntouched(name: string) {
  expect(await readdir(folder)).not.toContain(name)
  await withClient(empty, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from pg_tables where schemaname in ('public', 'auth')) as tables,
              (select count(*)::int from pg_roles where starts_with(rolname, 'k_' || current_database())) as roles`,
    )
    expect(rows).toEqual([{ tables: 0, roles: 0 }])
  })
}

test('a sealed backup of the serving shop moves to another database, row for row', async () => {
  const identity = await generateX25519Identity()
  const key = join(folder, 'identity')
  await writeFile(key, `# created: today\n${identity}\n`)
  const sealed = { BACKUP_RECIPIENT: await identityToRecipient(identity), BACKUP_IDENTITY: key }
  const moved = join(folder, 'moved.backup')
  // A job of the serving shop may write meanwhile: then again.
  let expected = await everyRow(login)
  for (let before = ''; before !== JSON.stringify(expected); expected = await everyRow(login)) {
    before = JSON.stringify(expected)
    await backUp({ ...config, ...sealed }, log, moved)
  }
  expect(expected.found['public.requests']).toHaveLength(2)
  const other = await tenant(runServer, 'createrole')
  const target = settings({ DATABASE_URL: addressOf(other), DATA_DIR: join(folder, 'moved'), ...sealed })
  const { done } = await restore(target, log, moved)
  expect(done.join('\n')).toMatch(/opens the one second factor/)
  expect(await everyRow(other)).toEqual(expected)
  expect(await readFile(join(target.DATA_DIR, 'mail/a letter, é.eml'), 'utf8')).toBe('Subject: hello\r\n')
  expect((await stat(join(target.DATA_DIR, 'papers/2026/empty'))).size).toBe(0)
  expect(await readdir(target.DATA_DIR)).not.toContain('restoring')
  // A second restore changes nothing.
  expect(await refusal(restore(target, log, moved))).toMatch(/is not empty/)
  expect(await everyRow(other)).toEqual(expected)
})

test.each(['0015', '0052', '0064'])(
  'a sealed backup of a shop at migration %s is restored and upgraded',
  async (number) => {
    const identity = await generateX25519Identity()
    const key = join(folder, `identity-${number}`)
    await writeFile(key, `${identity}\n`)
    const [older, other] = [await tenant(runServer, 'createrole'), await tenant(runServer, 'createrole')]
    const recipient = await identityToRecipient(identity)
    const of = (place: Login, name: string) =>
      settings({
        DATABASE_URL: addressOf(place),
        DATA_DIR: join(folder, `${name}-${number}`),
        BACKUP_RECIPIENT: recipient,
        BACKUP_IDENTITY: key,
      })
    await bring(older, '0001')
    await bring(older, number)
    await withClient(older, (client) =>
      client.query(`insert into profiles (id, full_name) values (gen_random_uuid(), 'Zamani')`),
    )
    await mkdir(of(older, 'older').DATA_DIR)
    const archive = join(folder, `${number}.backup`)
    await backUp(of(older, 'older'), log, archive)
    await restore(of(other, 'newer'), log, archive)
    await withClient(other, async (client) => {
      const { rows } = await client.query('select full_name, staff_role from profiles')
      expect(rows).toEqual([{ full_name: 'Zamani', staff_role: 'owner' }])
      const applied = await client.query('select name from migrations order by name')
      expect(applied.rows.map(({ name }) => name)).toEqual(await migrationNames())
    })
  },
)

test('without a seal a warning says what the file holds, and only its owner can read it', async () => {
  const { done, warning } = await backUp(config, log, file)
  expect(done).toEqual([
    expect.stringMatching(
      /^Wrote .*\.backup: \d+ tables with \d+ rows, \d+ files and the keys; \d+ bytes, not sealed\.$/,
    ),
  ])
  expect(warning).toMatch(/not sealed, and holds everything/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a used data folder is refused, and stays as it is', async () => {
  const used = join(folder, 'used')
  await mkdir(used)
  await writeFile(join(used, 'mine'), 'mine')
  expect(await refusal(restore(settings({ DATA_DIR: used }), log, file))).toMatch(/is not empty/)
  expect(await readdir(used)).toEqual(['mine'])
  const served = settings({ DATA_DIR: config.DATA_DIR })
  expect(await refusal(restore(served, log, file))).toMatch(/is not empty/)
})

test('a damaged file, or none, is refused before anything is made', async () => {
  const bytes = await readFile(file)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  const damaged = join(folder, 'damaged.backup')
  await writeFile(damaged, bytes)
  const target = settings({ DATA_DIR: join(folder, 'not-made') })
  for (const name of [damaged, join(folder, 'nowhere')])
    expect(await refusal(restore(target, log, name))).toMatch(/damaged|can't be read/)
  expect(await readdir(folder)).not.toContain('not-made')
  expect(await refusal(verifyBackup(settings({}), log, damaged))).toMatch(/damaged/)
})

test('a restore that fails at its end leaves nothing behind in the database', async () => {
  // The last sentence of the restore is about the audit log: one that was changed before the backup.
  await withClient(login, (client) => client.query(`update audit_head set seq = seq + 1`))
  const broken = join(folder, 'broken.backup')
  await backUp(config, log, broken)
  await withClient(login, (client) => client.query(`update audit_head set seq = seq - 1`))
  expect(await refusal(restore(intoEmpty('broken'), log, broken))).toMatch(/The audit log breaks/)
  await isUntouched('broken')
})

describe('what was rewritten with right hashes is refused, and nothing is made:', () => {
  const change = (name: string, from: RegExp, to: string) => (entries: Entries) => {
    const changed = entries.get(name)!.replace(from, to)
    expect(changed).not.toBe(entries.get(name))
    entries.set(name, changed)
  }
  const put = (name: string, content: string) => (entries: Entries) => {
    const counts = entries.get('counts.json')!
    entries.delete('counts.json')
    entries.set(name, content).set('counts.json', counts)
  }
  const drop = (name: string) => (entries: Entries) => expect(entries.delete(name)).toBe(true)
  test.each<[string, (entries: Entries) => unknown, RegExp]>([
    ['another product', change('manifest.json', /kikoa-backup/, 'other'), /manifest has another form/],
    ['a newer format', change('manifest.json', /"version":1/, '"version":2'), /in a format that this/],
    [
      'a newer migration',
      change('manifest.json', /"name":"0015\w+"/, '"name":"9999_new"'),
      /migration 9999_new/,
    ],
    ['a changed migration', change('manifest.json', /"sha256":"\w/, '"sha256":"x'), /migration 0001/],
    ['no manifest', drop('manifest.json'), /wrong place/],
    ['no keys', drop('keys.json'), /wrong place/],
    ['no counts', drop('counts.json'), /end is missing/],
    ['no rows of a table', drop('tables/public.requests/000000'), /public.requests has 0 rows, and had 2/],
    ['another count of files', change('counts.json', /"files":/, '"files":1'), /files, and had 1/],
    ['other columns', change('manifest.json', /"seq",/, ''), /columns of public.audit_head/],
    [
      'a row without its customer',
      change('tables/public.requests/000000', /\t[\w-]{36}\t/, `\t${crypto.randomUUID()}\t`),
      /rows of public.requests can't be stored/,
    ],
    ...[
      '../out',
      '/etc/out',
      'a/../../out',
      'a//b',
      'C:\\out',
      'a\\b',
      './a',
      'postgres/data/x',
      'signing-key.json',
      'sealing.key',
      'restoring',
      'database.location',
      'Postgres/data/x',
      'SIGNING-KEY.json',
      'Restoring',
    ].map((path): [string, ReturnType<typeof put>, RegExp] => [
      `a file ${path}`,
      put(`files/${path}`, 'x'),
      /leads out of the data folder|wrong place/,
    ]),
    [
      'two files whose names differ in case',
      (entries) => {
        put('files/mail/a', 'x')(entries)
        put('files/mail/A', 'y')(entries)
      },
      /there twice/,
    ],
    [
      'a table of another schema',
      change('manifest.json', /"name":"public\.audit_head"/, '"name":"pg_catalog.pg_authid"'),
      /"pg_catalog.pg_authid" is no table/,
    ],
    [
      'a sequence of another schema',
      change(
        'counts.json',
        /"name":"public\.(\w+)","last_value"/,
        '"name":"information_schema.$1","last_value"',
      ),
      /"information_schema.\w+" is no table/,
    ],
    ['an unknown entry', put('more', 'x'), /has an entry more/],
    [
      'another sealing key',
      change('keys.json', /"sealing":\["[^"]+/, `"sealing":["${'A'.repeat(43)}=`),
      /second factor is sealed with a key that is not here/,
    ],
  ])('%s', async (_, edit, reason) => {
    const rewritten = join(folder, 'rewritten.backup')
    await rewrite(file, rewritten, edit)
    await expect(restore(intoEmpty('rewritten'), log, rewritten)).rejects.toThrow(reason)
    await isUntouched('rewritten')
  })
})

test('an interrupted restore stops every program that would open the folder', async () => {
  const interrupted = settings({ DATA_DIR: join(folder, 'interrupted') })
  await mkdir(interrupted.DATA_DIR)
  await writeFile(join(interrupted.DATA_DIR, 'restoring'), '')
  expect(await refusal(restore(interrupted, log, file))).toMatch(/^Another restore into/)
  await mkdir(join(interrupted.DATA_DIR, 'postgres'))
  expect(await refusal(backUp(interrupted, log, join(folder, 'x')))).toMatch(/^A restore into .* is at work/)
})

test('verify uses a temporary database where the user may make one, and leaves nothing', async () => {
  const mayCreate = await tenant(runServer, 'createrole createdb')
  await verifyBackup(
    settings({ DATABASE_URL: addressOf(mayCreate), DATA_DIR: join(folder, 'unused') }),
    log,
    file,
  )
  await withClient(mayCreate, async (client) => {
    const { rows } = await client.query(
      `select datname as name from pg_database where datdba = current_user::regrole and datname <> current_database()
       union all select rolname from pg_roles where rolname ~ 'kikoa_verify'`,
    )
    expect(rows).toEqual([])
  })
  expect(await readdir(folder)).not.toContain('unused')
})

test('what was refused so often takes a good backup', async () => {
  await restore(intoEmpty('good'), log, file)
  expect(await readdir(join(folder, 'good/mail'))).toContain('a letter, é.eml')
})

test('a folder without a shop, and a place that can not be written, are refused in a sentence', async () => {
  const nothing = settings({ DATA_DIR: join(folder, 'no-shop') })
  expect(await refusal(backUp(nothing, log, join(folder, 'x')))).toMatch(/There is no shop in/)
  expect(await readdir(folder)).not.toContain('no-shop')
  expect(await refusal(backUp(config, log, join(folder, 'none/x')))).toMatch(/can't be written/)
})
