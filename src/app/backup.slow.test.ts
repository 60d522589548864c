import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, servers, tenant, type TestServer, withClient } from '@kikoa/postgres/testing'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { restore } from './backup-commands.ts'
import { type Ended, runCommand } from './testing/backup-program.ts'
import { asha, clientOf, codeOf, everyRow, fill, rewrite, rowsIn } from './testing/filled-shop.ts'
import { openProgram, type Program } from './testing/program.ts'

/** The commands as an operator runs them, each a process, on a shop that serves. `backup.test.ts` has their refusals. */

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

test('a backup without a seal is one too, and the warning about it is printed', async () => {
  const made = await runCommand(['backup', join(folder, 'plain.backup')], { DATA_DIR: shop.folder })
  good(made)
  expect(made.err).toMatch(/not sealed, and holds everything/)
})

describe('a restore that fails leaves nothing behind, in a folder or a database:', () => {
  let broken: string
  let plain: string
  beforeAll(async () => {
    plain = join(folder, 'plain.backup')
    good(await runCommand(['backup', plain], { DATA_DIR: shop.folder }))
    // The last sentence of the restore is about the audit log: one that was changed before the backup.
    await shop.sql(`update audit_head set seq = seq + 1`)
    broken = join(folder, 'broken.backup')
    good(await runCommand(['backup', broken], { DATA_DIR: shop.folder }))
    await shop.sql(`update audit_head set seq = seq - 1`)
  })

  test('at its end', async () => {
    const target = join(folder, 'broken')
    expect(refusal(await runCommand(['restore', broken], { DATA_DIR: target }))).toMatch(
      /The audit log breaks/,
    )
    expect(await readdir(folder)).not.toContain('broken')

    // `backup.test.ts` does the same on the server of the run.
    for (const [, server] of running.slice(1)) {
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
      good(await runCommand(['restore', plain], env))
      await rm(target, { recursive: true })
    }
  })

  test('while it loads rows', async () => {
    const rewritten = join(folder, 'rewritten.backup')
    await rewrite(plain, rewritten, (entries) =>
      expect(entries.delete('tables/public.requests/000000')).toBe(true),
    )
    const config = readConfig({ DATA_DIR: join(folder, 'rewritten') }, folder)
    await expect(restore(config, createLog('silent'), rewritten)).rejects.toThrow(
      /public.requests has 0 rows, and had 2/,
    )
    expect(await readdir(folder)).not.toContain('rewritten')
  })
})

test('a wrong command is refused in a sentence', async () => {
  expect(refusal(await runCommand(['backup'], {}))).toMatch(/^Usage/)
  expect(refusal(await runCommand(['backup', 'a', 'b'], {}))).toMatch(/^Usage/)
})
