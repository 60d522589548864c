import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { AuthClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '../features/money/server/ledger/verify.ts'
import { verifyAudit } from '../features/audit/server/verify.ts'
import { referenceKey } from '../features/money/charges/reference.ts'
import { readConfig } from '../server/config.ts'
import { connectDatabase, ensureRoles, migrate, newClient } from '@kikoa/postgres'
import { addressOf, runServer, tenant } from '@kikoa/postgres/testing'
import { createLog } from '../server/log.ts'
import { password } from './demo/stories.ts'
import { openDatabase } from './open-database.ts'
import { type RunningNode, startNode } from './start-node.ts'

const folder = join(import.meta.dirname, 'testing/versions')
const migrations = resolve(import.meta.dirname, '../../db')

/**
 * The demo shop as each released version left it, with a second factor: its last migration, and the secret of the factor.
 * A release adds its own file, made by `pg_dump --data-only --column-inserts` of its demo.
 */
const versions: Record<string, { migration: string; secret: string }> = {
  '0.1.0': { migration: '0015_jobs', secret: 'RZG527SM2J2SAKO6HL4KNBXOQ7XBWYBQ' },
}

test('every stored version is opened', () => {
  expect(readdirSync(folder)).toEqual(Object.keys(versions).map((version) => `${version}.sql.gz`))
})

describe.each(Object.entries(versions))('the shop of version %s', (version, { migration, secret }) => {
  let node: RunningNode | undefined
  let dataDir: string
  let close: (() => Promise<void>) | undefined
  let before: Record<string, number>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kikoa-upgrade-'))
    const config = readConfig({
      DATABASE_URL: addressOf(await tenant(runServer, 'createrole')),
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
    })
    const log = createLog('error')
    before = await fill(
      config,
      gunzipSync(readFileSync(join(folder, `${version}.sql.gz`))).toString(),
      migration,
    )
    const opened = await openDatabase(config, log)
    close = opened.close
    node = await startNode(config, log, { database: opened.database, owner: opened.owner })
  })
  afterAll(async () => {
    await node?.stop()
    await close?.()
    await rm(dataDir, { recursive: true })
  })

  test('has every row after the upgrade', async () => {
    const after = await rowCounts(node!.database.pool)
    expect(before['public.requests']).toBeGreaterThan(50)
    // What customers say is in `claims` since.
    after['public.payments'] = after['public.claims']!
    after['public.records'] = after['public.services']!
    const expected = { ...before, 'public.settings': before['public.settings']! + 1 }
    expect(Object.fromEntries(Object.keys(before).map((table) => [table, after[table]]))).toEqual(expected)
  })

  test('has its endings, their price and their renewals in one table', async () => {
    const { domains } = (await (await fetch(`${node!.address}/api/catalogue`)).json()) as {
      domains: { ending: string; price: number | null; renewal_price: number | null }[]
    }
    expect(domains.map(({ ending, price, renewal_price }) => [ending, price, renewal_price])).toEqual([
      ['com', 12.5, 14],
      ['co.tz', 12.5, null],
      ['tz', null, null],
      ['co.ke', null, null],
      ['africa', null, null],
    ])
  })

  test('has its three plans in a list, with its own prices', async () => {
    const { plans } = (await (await fetch(`${node!.address}/api/catalogue`)).json()) as {
      plans: { id: string; name: string; monthly_price: number; yearly_price: number; disk: string }[]
    }
    expect(
      plans.map(({ id, monthly_price, yearly_price, disk }) => [id, monthly_price, yearly_price, disk]),
    ).toEqual([
      ['basic', 5.99, 59.99, '50 GB'],
      ['business', 11, 110, '150 GB'],
      ['enterprise', 29.99, 299.99, '500 GB'],
    ])
  })

  test('has a charge with a valid reference for every offer and every order that is not paid', async () => {
    const { rows: charges } = await node!.database.pool.query<{ reference: string; subject: string }>(
      `select reference, subject from charges`,
    )
    const { rows: due } = await node!.database.pool.query<{ subject: string }>(
      `select subject from requests where stage = 'offered' and price > 0
       union all
       select (array_agg(domain order by position))[1] || case when count(*) > 1 then ' +' || count(*) - 1 else '' end
         from orders join order_lines on order_id = orders.id
        where status = 'pending' or (status = 'completed' and not payment_confirmed)
        group by orders.id having sum(order_lines.price) filter (where state <> 'gone') > 0`,
    )
    expect(due.length).toBeGreaterThan(5)
    expect(charges.map(({ subject }) => subject).toSorted()).toEqual(
      due.map(({ subject }) => subject).toSorted(),
    )
    for (const { reference } of charges) expect(referenceKey(reference)).toBe(reference)
    expect(new Set(charges.map(({ reference }) => reference)).size).toBe(charges.length)
  })

  test('has a ledger that holds, opened with what was paid and delivered, and nobody has a credit', async () => {
    const { differences } = await verifyLedger((work) => node!.database.read('service', work))
    expect(differences).toEqual([])
    const { pool } = node!.database
    const { rows: paid } = await pool.query(
      `select p.id from claims p left join requests q on q.id = request_id left join orders o on o.id = order_id
        where p.state in ('open', 'settled') and p.amount > 0 and (q.stage = 'active' or o.status = 'completed') order by p.id`,
    )
    const { rows: opened } = await pool.query(
      `select source_id as id from ledger_postings where source_kind = 'payment' and act = 'opening' order by source_id`,
    )
    expect(paid.length).toBeGreaterThan(5)
    expect(opened).toEqual(paid)
    const { rows: refunds } = await pool.query(
      `select id from refunds except select source_id from ledger_postings where act = 'opening'`,
    )
    expect(refunds).toEqual([])
    const { rows: credits } = await pool.query(
      `select user_id from ledger_entries where user_id is not null group by user_id having sum(amount) <> 0`,
    )
    expect(credits).toEqual([])
  })

  test('lets a customer log in with password and second factor, and shows the domains', async () => {
    const client = new AuthClient({
      url: `${node!.address}/auth/v1`,
      autoRefreshToken: false,
      persistSession: false,
    })
    expect((await client.signInWithPassword({ email: 'neema@example.com', password })).error).toBeNull()
    const factor = (await client.mfa.listFactors()).data!.totp[0]!
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const { data, error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect(error).toBeNull()
    const answer = await fetch(`${node!.address}/api/domains`, {
      headers: { authorization: `Bearer ${data!.access_token}` },
    })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { items: unknown[] }).items.length).toBeGreaterThan(0)
  })

  test('has an audit log that verifies', async () => {
    const verdict = await verifyAudit((work) => node!.database.read('service', work))
    expect(verdict.broken).toBeNull()
    expect(verdict.checked).toBeGreaterThan(100)
  })
})

/** Makes a database of an older version with its rows. Returns the number of rows by table. */
async function fill(config: ReturnType<typeof readConfig>, rows: string, until: string) {
  const quiet = { info() {}, warn() {} }
  const { owner, close } = await connectDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    log: quiet,
  })
  const client = newClient(owner)
  await client.connect()
  try {
    const roles = await ensureRoles(client, quiet)
    await migrate(client, { folder: migrations, prefix: roles.prefix, log: quiet, until })
    // The only row that a migration writes.
    await client.query('delete from audit_head')
    await client.query(rows)
    await client.query(`insert into settings (key, value) values
      ('catalogue.prices', '{"cartDomain": 12.5}'), ('catalogue.endings', '["com", "co.tz"]'),
      ('catalogue.renewals', '{"com": 14}'),
      ('catalogue.plans', '{"business": {"monthlyPrice": 11, "yearlyPrice": 110}}') on conflict (key) do update set value = excluded.value`)
    return await rowCounts(client)
  } finally {
    await client.end()
    await close()
  }
}

/** The rows of every table but those that a running node changes by itself. */
async function rowCounts(on: pg.Pool | pg.ClientBase): Promise<Record<string, number>> {
  const { rows: tables } = await on.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth')
     and tablename not in ('migrations', 'jobs', 'tries', 'sessions', 'refresh_tokens', 'challenges', 'events', 'audit_log', 'known_places')`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await on.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    counts[name] = rows[0]!.count
  }
  return counts
}
