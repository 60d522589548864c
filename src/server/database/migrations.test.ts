import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { ensureRoles, migrate, StartError } from '@kikoa/postgres'
import { hasAdministrator, runServer as server, tenant, withClient } from '@kikoa/postgres/testing'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

/** The product's own files. How files are applied: packages/postgres/. */

const log = { info() {}, warn() {} }
const ours = resolve(import.meta.dirname, '../../../db')

// A shop that has applied a file refuses to start if it has changed. A new file is added with its sum:
// cd db/migrations && sha256sum *.sql > SHA256SUMS
test.each(['schema', 'upgrade', 'migrations'])(
  'each file of %s is as it was when its sum was written down',
  async (part) => {
    const names = (await readdir(join(ours, part))).filter((name) => name.endsWith('.sql')).sort()
    const sums = names.map(async (name) => {
      const text = (await readFile(join(ours, part, name), 'utf8')).replaceAll('\r\n', '\n')
      return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
    })
    expect((await Promise.all(sums)).join('')).toBe(await readFile(join(ours, part, 'SHA256SUMS'), 'utf8'))
  },
)

describe.runIf(hasAdministrator)('on a server', () => {
  let login: pg.ClientConfig
  beforeEach(async () => void (login = await tenant(server, 'createrole')))

  const bring = (folder: string) =>
    withClient(login, async (client) => {
      const { prefix } = await ensureRoles(client, log)
      return migrate(client, { folder, prefix, log })
    })

  test('an extension that the server does not have is named to the operator', async () => {
    const file = await readFile(join(ours, 'schema/01_database.sql'), 'utf8')
    const folder = await mkdtemp(join(tmpdir(), 'kikoa-migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const part of ['schema', 'upgrade', 'migrations']) await mkdir(join(folder, part))
    await writeFile(join(folder, 'migrations/0001_database.sql'), file.replaceAll('pg_trgm', 'pg_absent'))
    await expect(bring(folder)).rejects.toThrow(StartError)
    await expect(bring(folder)).rejects.toThrow(/needs the extension pg_absent.*create extension pg_absent;/)
  })
})
