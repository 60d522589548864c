import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArchive, writeArchive } from '../server/backup/archive.ts'
import {
  addressOf,
  servers,
  tenant,
  type TestServer,
  withClient,
} from '../server/database/testing/servers.ts'
import { readConfig } from '../server/config/config.ts'
import { createLog } from '../server/log/log.ts'
import { restore } from './backup-commands.ts'
import { type Ended, runCommand } from './testing/backup-program.ts'
import { asha, clientOf, codeOf, everyRow, fill, rowsIn } from './testing/filled-shop.ts'
import { openProgram, type Program } from './testing/program.ts'

/** The commands as an operator runs them, on a shop that serves. */

let folder: string
let shop: Program
/** The servers that this machine can test with, by their names. */
const running: [name: string, server: TestServer][] = []
let secret: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-backup-'))
  // PostgreSQL's user has to pass through it.
  await chmod(folder, 0o711)
  shop = await openProgram('backup')
  await shop.start()
  secret = await fill(shop)
  for (const [name, start] of servers) running.push([name, await start()])
})
afterAll(async () => {
  for (const [, server] of running) await server.stop()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const good = (ended: Ended) => expect(ended).toMatchObject({ code: 0 })
/** A refusal is one sentence and no stack. */
function refusal({ code, out, err }: Ended) {
  expect([code, out]).toEqual([1, ''])
  expect(err.trim().split('\n')).toEqual([err.trim()])
  return err
}

test('a backup sealed with a passphrase is verified', async () => {
  const file = join(folder, 'passphrase.backup')
  const passphrase = { BACKUP_PASSPHRASE: 'a dozen letters' }
  const made = await runCommand(['backup', file], { DATA_DIR: shop.folder, ...passphrase })
  good(made)
  expect(made.err).toBe('')
  expect(made.out).toMatch(
    /^Wrote .*\.backup: \d+ tables with \d+ rows, \d+ files and the keys; \d+ bytes, sealed\.\n$/,
  )
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const verified = await runCommand(['backup', 'verify', file], passphrase)
  good(verified)
  expect(verified.out).toMatch(/opens the one second factor/)
  expect(verified.out).toMatch(/The audit log holds/)
  const wrong = { BACKUP_PASSPHRASE: 'another dozen' }
  expect(refusal(await runCommand(['restore', file], { ...wrong, DATA_DIR: join(folder, 'wrong') }))).toMatch(
    /BACKUP_PASSPHRASE or BACKUP_IDENTITY is not the one/,
  )
  expect(await readdir(folder)).not.toContain('wrong')
})

test('a sealed backup of the serving shop moves to PostgreSQL servers and back, row for row', async () => {
  const identity = await generateX25519Identity()
  const sealed = {
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_IDENTITY: join(folder, 'identity'),
  }
  await writeFile(
    sealed.BACKUP_IDENTITY,
    `# created: today\n# public key: ${sealed.BACKUP_RECIPIENT}\n${identity}\n`,
  )
  const files = [join(folder, 'first.backup')]
  // A job of the serving shop may write meanwhile: then again.
  let expected = await rowsIn(shop.folder)
  for (let before = ''; before !== JSON.stringify(expected); expected = await rowsIn(shop.folder)) {
    before = JSON.stringify(expected)
    good(await runCommand(['backup', files[0]!], { DATA_DIR: shop.folder, ...sealed }))
  }
  expect(expected.found['public.requests']).toHaveLength(2)
  for (const [name, server] of running) {
    const login = await tenant(server, 'createrole')
    const target = { DATABASE_URL: addressOf(login), DATA_DIR: join(folder, name), ...sealed }
    const restored = await runCommand(['restore', files.at(-1)!], target)
    good(restored)
    expect(restored.out).toMatch(/opens the one second factor/)
    expect([name, await everyRow(login)]).toEqual([name, expected])
    expect(await readdir(join(target.DATA_DIR, 'mail'))).toContain('a letter, é.eml')
    // And from there on.
    const next = join(folder, `from ${name}.backup`)
    good(await runCommand(['backup', next], target))
    files.push(next)
    // A second restore changes nothing.
    expect(refusal(await runCommand(['restore', next], target))).toMatch(/is not empty/)
    expect(await everyRow(login)).toEqual(expected)
  }

  const back = await openProgram('restored')
  const restored = await runCommand(['restore', files.at(-1)!], { DATA_DIR: back.folder, ...sealed })
  good(restored)
  expect(await rowsIn(back.folder)).toEqual(expected)
  expect(await readFile(join(back.folder, 'mail/a letter, é.eml'), 'utf8')).toBe('Subject: hello\r\n')
  expect((await stat(join(back.folder, 'papers/2026/empty'))).size).toBe(0)
  expect(await readdir(back.folder)).not.toContain('restoring')
  try {
    await back.start()
    const client = clientOf(back)
    expect((await client.signInWithPassword(asha)).error).toBeNull()
    const { data } = await client.mfa.listFactors()
    expect(
      (await client.mfa.challengeAndVerify({ factorId: data!.totp[0]!.id, code: codeOf(secret) })).error,
    ).toBeNull()
    const { data: now } = await client.getSession()
    const headers = { authorization: `Bearer ${now.session!.access_token}` }
    expect((await back.call('GET', '/api/domain-requests', undefined, headers)).body).toMatchObject({
      items: [{ requested_domain: 'two.com' }, { requested_domain: 'one.com' }],
    })
    // The triggers work again, and ids go on after the largest one ever given.
    const { status } = await back.call(
      'POST',
      '/api/domain-requests',
      { requested_domain: 'three.com' },
      headers,
    )
    expect(status).toBe(201)
    expect(
      await back.sql(`select search like '%three.com%' as it from requests where subject = 'three.com'`),
    ).toEqual([{ it: true }])
  } finally {
    await back.close()
  }
})

describe('without a seal', () => {
  let file: string
  beforeAll(async () => {
    file = join(folder, 'plain.backup')
    await runCommand(['backup', file], { DATA_DIR: shop.folder })
  })

  test('a warning says what the file holds, and only its owner can read it', async () => {
    const made = await runCommand(['backup', file], { DATA_DIR: shop.folder })
    good(made)
    expect(made.err).toMatch(/not sealed, and holds everything/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('a used data folder is refused, and stays as it is', async () => {
    const used = join(folder, 'used')
    await mkdir(used)
    await writeFile(join(used, 'mine'), 'mine')
    expect(refusal(await runCommand(['restore', file], { DATA_DIR: used }))).toMatch(/is not empty/)
    expect(await readdir(used)).toEqual(['mine'])
    expect(refusal(await runCommand(['restore', file], { DATA_DIR: shop.folder }))).toMatch(/is not empty/)
  })

  test('a damaged file, or none, is refused before anything is made', async () => {
    const bytes = await readFile(file)
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    const damaged = join(folder, 'damaged.backup')
    await writeFile(damaged, bytes)
    const target = join(folder, 'not-made')
    for (const name of [damaged, join(folder, 'nowhere')])
      expect(refusal(await runCommand(['restore', name], { DATA_DIR: target }))).toMatch(
        /damaged|can't be read/,
      )
    expect(await readdir(folder)).not.toContain('not-made')
    expect(refusal(await runCommand(['backup', 'verify', damaged], {}))).toMatch(/damaged/)
  })

  test('a restore that fails at its end leaves nothing behind, in a folder or a database', async () => {
    // The last sentence of the restore is about the audit log: one that was changed before the backup.
    await shop.sql(`update audit_head set seq = seq + 1`)
    const broken = join(folder, 'broken.backup')
    good(await runCommand(['backup', broken], { DATA_DIR: shop.folder }))
    await shop.sql(`update audit_head set seq = seq - 1`)
    const target = join(folder, 'broken')
    expect(refusal(await runCommand(['restore', broken], { DATA_DIR: target }))).toMatch(
      /The audit log breaks/,
    )
    expect(await readdir(folder)).not.toContain('broken')

    for (const [, server] of running) {
      const login = await tenant(server, 'createrole')
      const env = { DATABASE_URL: addressOf(login), DATA_DIR: target }
      expect(refusal(await runCommand(['restore', broken], env))).toMatch(/The audit log breaks/)
      expect(await readdir(folder)).not.toContain('broken')
      await withClient(login, async (client) => {
        const { rows } = await client.query(
          `select (select count(*)::int from pg_tables where schemaname in ('public', 'auth')) as tables,
                  (select count(*)::int from pg_roles where starts_with(rolname, 'k_' || current_database())) as roles`,
        )
        expect(rows).toEqual([{ tables: 0, roles: 0 }])
      })
      // The same database takes the good one.
      good(await runCommand(['restore', file], env))
      await rm(target, { recursive: true })
    }
  })

  describe('what was rewritten with right hashes is refused, and nothing is made:', () => {
    type Entries = Map<string, string>
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
      ].map((path): [string, ReturnType<typeof put>, RegExp] => [
        `a file ${path}`,
        put(`files/${path}`, 'x'),
        /leads out of the data folder|wrong place/,
      ]),
      ['an unknown entry', put('more', 'x'), /has an entry more/],
      [
        'another sealing key',
        change('keys.json', /"sealing":\["[^"]+/, `"sealing":["${'A'.repeat(43)}=`),
        /second factor is sealed with a key that is not here/,
      ],
    ])('%s', async (_, edit, reason) => {
      const entries: Entries = new Map()
      for await (const { name, text } of readArchive(file, {})) entries.set(name, await text())
      edit(entries)
      const rewritten = join(folder, 'rewritten.backup')
      await writeArchive(createWriteStream(rewritten), undefined, async (archive) => {
        for (const [name, text] of entries) await archive.add(name, text)
      })
      const config = readConfig({ DATA_DIR: join(folder, 'rewritten') }, folder)
      await expect(restore(config, createLog('silent'), rewritten)).rejects.toThrow(reason)
      expect(await readdir(folder)).not.toContain('rewritten')
    })
  })

  test('an interrupted restore stops every program that would open the folder', async () => {
    const dataDir = join(folder, 'interrupted')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'restoring'), '')
    expect(refusal(await runCommand(['restore', file], { DATA_DIR: dataDir }))).toMatch(
      /^Another restore into/,
    )
    await mkdir(join(dataDir, 'postgres'))
    expect(refusal(await runCommand(['backup', join(folder, 'x')], { DATA_DIR: dataDir }))).toMatch(
      /^A restore into .* is at work/,
    )
  })

  test('verify uses a temporary database where the user may make one, and leaves nothing', async () => {
    const [, server] = running.at(-1)!
    const login = await tenant(server, 'createrole createdb')
    const env = { DATABASE_URL: addressOf(login), DATA_DIR: join(folder, 'unused') }
    good(await runCommand(['backup', 'verify', file], env))
    await withClient(server.administrator, async (admin) => {
      const { rows } = await admin.query(
        `select datname as name from pg_database where datname ~ 'verify' union all select rolname from pg_roles where rolname ~ 'verify'`,
      )
      expect(rows).toEqual([])
    })
    expect(await readdir(folder)).not.toContain('unused')
  })
})

test('a folder without a shop, and a wrong command, are refused in a sentence', async () => {
  const env = { DATA_DIR: join(folder, 'no-shop') }
  expect(refusal(await runCommand(['backup', join(folder, 'x')], env))).toMatch(/There is no shop in/)
  expect(refusal(await runCommand(['backup'], env))).toMatch(/^Usage/)
  expect(refusal(await runCommand(['backup', 'a', 'b'], env))).toMatch(/^Usage/)
  expect(refusal(await runCommand(['backup', join(folder, 'none/x')], { DATA_DIR: shop.folder }))).toMatch(
    /can't be written/,
  )
  expect(await readdir(folder)).not.toContain('no-shop')
})
