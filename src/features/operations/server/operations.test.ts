import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { selfSigned } from '@kikoa/registry-answers/testing'
import { checkNames } from '../checks.ts'
import { type CheckedInstallation, runChecks } from './run-checks.ts'

let shop: Shop
let admin: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-operations-'))
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const config = {
  SITE_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://localhost',
  BACKUP_TO: undefined,
  BACKUP_EVERY: 24,
}

/** The result of one check of the shop, with other settings. */
async function checked(name: string, more: Partial<CheckedInstallation['config']> = {}, now = new Date()) {
  const { database } = shop.nodes[0]!
  const checks = await runChecks({
    database,
    config: { ...config, DATA_DIR: folder, ...more },
    unprovenRegistries: async () => 0,
    now: () => now,
  })
  return checks.find((check) => check.name === name)!
}

describe('the operator’s console', () => {
  test('shows every check to an admin, and nothing to a customer', async () => {
    const { status, body } = await admin.call('GET', '/api/admin/operations')
    expect(status).toBe(200)
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(checkNames)
    const customer = await shop.customer()
    expect((await customer.call('GET', '/api/admin/operations')).status).toBe(403)
  })

  test('shows versions, sizes and the state of a working database', async () => {
    expect(await checked('database')).toMatchObject({
      state: 'good',
      facts: [
        { name: 'postgresql', value: expect.stringMatching(/^\d+/) },
        { name: 'database_size', unit: 'bytes', value: expect.any(Number) },
        { name: 'connections', value: expect.stringMatching(/^[1-9]\d* \/ \d+$/) },
      ],
    })
    expect((await checked('version')).facts.map(({ value }) => value)).toEqual([
      expect.stringMatching(/^\d+\.\d+\.\d+$/),
      process.version,
    ])
  })

  test('reports a check that fails, and still makes the others', async () => {
    const there = join(folder, 'missing')
    expect(await checked('disk', { DATA_DIR: there })).toMatchObject({
      state: 'problem',
      problem: 'unreachable',
    })
    expect(await checked('database', { DATA_DIR: there })).toMatchObject({ state: 'good' })
  })

  test('warns of mails that are late, that failed, or that go to files', async () => {
    const mail = (state: string, minutes: number) =>
      shop.sql(
        `insert into mails (id, kind, recipient, state, due_at, expires_at, created_at, data)
         values (gen_random_uuid(), 'test', 'a@example.com', $1, now() + interval '1 day', now() + interval '2 days', now() - $2 * interval '1 minute', '{}')`,
        [state, minutes],
      )
    expect(await checked('mail')).toMatchObject({ state: 'good' })
    expect(await checked('mail', { SMTP_URL: undefined })).toMatchObject({ problem: 'mail_to_files' })
    await mail('failed', 10)
    expect(await checked('mail')).toMatchObject({ state: 'warning', problem: 'mails_failed' })
    await mail('waiting', 5)
    expect(await checked('mail')).toMatchObject({ problem: 'mails_failed' })
    await mail('waiting', 20)
    expect(await checked('mail')).toMatchObject({ state: 'problem', problem: 'mail_late' })
    await shop.sql(`delete from mails where kind = 'test'`)
  })

  test('reports a job whose last run failed until a run ends well, and one that nobody runs', async () => {
    expect(await checked('jobs')).toMatchObject({ state: 'good' })
    await shop.sql(`update jobs set failed_at = now(), error = 'no room' where name = 'housekeeping'`)
    expect(await checked('jobs')).toMatchObject({ state: 'problem', problem: 'job_failed' })
    await shop.sql(`update jobs set succeeded_at = now() + interval '1 second' where name = 'housekeeping'`)
    expect(await checked('jobs')).toMatchObject({ state: 'good' })
    await shop.sql(`insert into jobs (name, due_at) values ('of nobody', now() - interval '11 minutes')`)
    expect(await checked('jobs')).toMatchObject({ problem: 'job_late' })
    await shop.sql(`delete from jobs where name = 'of nobody'`)
  })

  test('reports an audit log that does not verify, and one that was not verified', async () => {
    expect(await checked('audit')).toMatchObject({ state: 'good' })
    await shop.sql(`update jobs set failed_at = now() where name = 'audit-verification'`)
    expect(await checked('audit')).toMatchObject({ state: 'problem', problem: 'audit_broken' })
    await shop.sql(
      `update jobs set failed_at = null, succeeded_at = now() - interval '3 days' where name = 'audit-verification'`,
    )
    expect(await checked('audit')).toMatchObject({ state: 'warning', problem: 'audit_unverified' })
    await shop.sql(`update jobs set succeeded_at = null where name = 'audit-verification'`)
  })

  test('reports a ledger that does not hold, and one that was not verified', async () => {
    expect(await checked('ledger')).toMatchObject({ state: 'good' })
    await shop.sql(`update jobs set failed_at = now() where name = 'ledger-verification'`)
    expect(await checked('ledger')).toMatchObject({ state: 'problem', problem: 'ledger_broken' })
    await shop.sql(
      `update jobs set failed_at = null, succeeded_at = now() - interval '3 days' where name = 'ledger-verification'`,
    )
    expect(await checked('ledger')).toMatchObject({ state: 'warning', problem: 'ledger_unverified' })
    await shop.sql(`update jobs set succeeded_at = null where name = 'ledger-verification'`)
  })

  test('reports a missing, an unsealed and a late backup', async () => {
    expect(await checked('backup')).toMatchObject({ state: 'warning', problem: 'backup_none' })
    await shop.sql(
      `insert into backups (id, location, name, scheduled, sealed, bytes, taken_at) values (gen_random_uuid(), '/backups', 'one', true, false, 1, now())`,
    )
    expect(await checked('backup')).toMatchObject({ state: 'warning', problem: 'backup_unsealed' })
    await shop.sql('update backups set sealed = true')
    expect(await checked('backup', { BACKUP_TO: '/backups' })).toMatchObject({ state: 'good' })
    const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    expect(await checked('backup', { BACKUP_TO: '/backups' }, later(26))).toMatchObject({ state: 'good' })
    expect(await checked('backup', { BACKUP_TO: '/backups' }, later(28))).toMatchObject({
      state: 'problem',
      problem: 'backup_late',
    })
  })

  test('reads the certificate of an address with HTTPS', async () => {
    expect(await checked('certificate')).toMatchObject({ state: 'off' })
    const server = createServer(selfSigned(), (socket) => socket.end())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { port: number }
    // Nobody trusts this certificate.
    expect(await checked('certificate', { SITE_URL: `https://localhost:${port}` })).toMatchObject({
      state: 'problem',
      problem: 'certificate_invalid',
      facts: [{ name: 'certificate_until', value: expect.stringMatching(/^20/) }],
    })
    await new Promise((done) => server.close(done))
    expect(await checked('certificate', { SITE_URL: `https://localhost:${port}` })).toMatchObject({
      problem: 'unreachable',
    })
  })
})

describe('the metrics', () => {
  const metric = async (pattern: RegExp) =>
    pattern.exec((await shop.visitor('GET', '/metrics')).body as string)?.[1]

  test('name the build, the jobs, the mails and the lag of live events', async () => {
    expect(await metric(/^kikoa_build_info\{version="([\d.]+)",node="v24/m)).toBeDefined()
    expect(await metric(/^kikoa_database_up (\d)/m)).toBe('1')
    expect(await metric(/^kikoa_job_failing\{job="audit-sealing"\} (\d)/m)).toBe('0')
    expect(await metric(/^kikoa_mails_waiting (\d+)/m)).toBeDefined()
    expect(await metric(/^kikoa_mail_oldest_seconds ([\d.]+)/m)).toBeDefined()
    const customer = await shop.customer()
    await customer.call('POST', '/api/domain-requests', { requested_domain: 'lag.com' })
    await expect.poll(() => metric(/^kikoa_live_lag_seconds ([\d.e-]+)/m)).not.toBe('0')
  })

  test('count log-ins by their result', async () => {
    const count = async (result: string) =>
      Number(await metric(new RegExp(`^kikoa_logins_total\\{result="${result}"\\} (\\d+)`, 'm')))
    const before = await count('refused')
    const body = { email: 'nobody@example.com', password: 'Wrong-password-9' }
    await shop.visitor('POST', '/auth/v1/token?grant_type=password', body)
    expect(await count('refused')).toBe(before + 1)
    expect(await count('good')).toBe(0)
  })
})
