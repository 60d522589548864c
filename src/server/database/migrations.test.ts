import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { ensureRoles, migrate, readMigrations, StartError } from '@kikoa/postgres'
import { hasAdministrator, runServer as server, tenant, withClient } from '@kikoa/postgres/testing'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

/** The product's own files. How files are applied: packages/postgres/. */

const log = { info() {}, warn() {} }
const ours = resolve(import.meta.dirname, '../../../db/migrations')

// A shop that has applied a file refuses to start if it has changed. A new file is added with its sum:
// cd db/migrations && sha256sum *.sql > SHA256SUMS
test('each of the product’s files is as it was when its sum was written down', async () => {
  const sums = await readFile(join(ours, 'SHA256SUMS'), 'utf8')
  const files = await readMigrations(ours, 'any')
  expect(files.map(({ name, sha256 }) => `${sha256}  ${name}.sql\n`).join('')).toBe(sums)
})

describe.runIf(hasAdministrator)('on a server', () => {
  let login: pg.ClientConfig
  beforeEach(async () => void (login = await tenant(server, 'createrole')))

  const bring = (folder: string) =>
    withClient(login, async (client) => {
      const { prefix } = await ensureRoles(client, log)
      return migrate(client, { folder, prefix, log })
    })

  test("eight nodes at once apply each of the product's files once", async () => {
    const applied = await Promise.all(Array.from({ length: 8 }, () => bring(ours)))
    const { rows } = await withClient(login, (client) =>
      client.query('select name from public.migrations order by name'),
    )
    expect(applied.flat().sort()).toEqual(rows.map(({ name }) => name))
    expect(await bring(ours)).toEqual([])
  })

  test('an extension that the server does not have is named to the operator', async () => {
    const file = await readFile(join(ours, '0001_database.sql'), 'utf8')
    const folder = await mkdtemp(join(tmpdir(), 'kikoa-migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, '0001_database.sql'), file.replaceAll('pg_trgm', 'pg_absent'))
    await expect(bring(folder)).rejects.toThrow(StartError)
    await expect(bring(folder)).rejects.toThrow(/needs the extension pg_absent.*create extension pg_absent;/)
  })
})
