import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { connectDatabase, ensureRoles, migrate, newClient } from '@kikoa/postgres'
import { addressOf, runServer, tenant } from '@kikoa/postgres/testing'
import { soldLines } from '../../../money/server/charges/sold-lines.ts'
import { offerRenewals } from './renewal-offers.jobs.ts'

/** Every way that renews a hosting plan keeps the day of the month on which it began (readings 48). */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const set = async (values: object) =>
  expect((await admin.call('PATCH', '/api/admin/settings', { values })).status).toBe(200)

/** A hosting plan of a new customer that ends on a day. */
async function plan(ends: string, billing_period: 'monthly' | 'yearly' = 'monthly') {
  const customer = await shop.customer()
  const { body } = await customer.call('POST', '/api/hosting-requests', {
    plan_name: 'Basic',
    billing_period,
  })
  await admin.call('PATCH', `/api/admin/hosting-requests/${body.id}`, { status: 'active', price: 5.99 })
  const [service] = await shop.sql(`update services set expires_at = $2 where request_id = $1 returning id`, [
    body.id,
    `${ends}T10:00:00Z`,
  ])
  return { customer, id: service!.id as string }
}
const stored = async (id: string) => {
  const [row] = await shop.sql(
    `select to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD') as day, anchor_day, version from services where id = $1`,
    [id],
  )
  return row as { day: string; anchor_day: number; version: number }
}
const endOf = async (id: string) => (await stored(id)).day

test('an activation keeps the day on which the first period began', async () => {
  const customer = await shop.customer()
  const wish = { plan_name: 'Basic', billing_period: 'monthly' }
  const { body } = await customer.call('POST', '/api/hosting-requests', wish)
  await admin.call('PATCH', `/api/admin/hosting-requests/${body.id}`, { status: 'active', price: 5.99 })
  const [row] = await shop.sql(
    `select anchor_day, extract(day from started_at at time zone 'UTC')::int as began from services where request_id = $1`,
    [body.id],
  )
  expect(row!.anchor_day).toBe(row!.began)
})

test.each([
  ['2031-01-31', 'monthly', ['2031-02-28', '2031-03-31', '2031-04-30', '2031-05-31', '2031-06-30']],
  ['2031-12-30', 'monthly', ['2032-01-30', '2032-02-29', '2032-03-30', '2032-04-30', '2032-05-30']],
  ['2032-02-29', 'yearly', ['2033-02-28', '2034-02-28', '2035-02-28', '2036-02-29', '2037-02-28']],
] as const)('an admin renews a plan from %s, %s', async (ends, period, expected) => {
  const { id } = await plan(ends, period)
  const days: string[] = []
  for (let turn = 0; turn < expected.length; turn += 1) {
    const { version, renewed_until } = (await admin.call('GET', `/api/admin/services/${id}`)).body
    expect(renewed_until.slice(0, 10)).toBe(expected[turn])
    const { status } = await admin.call('POST', `/api/admin/services/${id}/renew`, { version })
    expect(status).toBe(200)
    days.push(await endOf(id))
  }
  expect(days).toEqual(expected)
})

test('a paid renewal that the job offers keeps it, also when it is saved 8 times at once', async () => {
  await set({ renewals: 'paid' })
  try {
    const { customer, id } = await plan('2031-01-31')
    for (const [at, until] of [
      ['2031-01-29', '2031-02-28'],
      ['2031-02-26', '2031-03-31'],
      ['2031-03-29', '2031-04-30'],
    ]) {
      await offerRenewals(shop.nodes[0]!.database, new Date(`${at}T10:00:00Z`))
      const { items } = (await customer.call('GET', '/api/hosting-requests')).body
      const { id: request } = items.find(
        (one: { renews: string | null; status: string }) => one.renews === id && one.status !== 'active',
      )
      await Promise.all(
        Array.from({ length: 8 }, () =>
          admin.call('PATCH', `/api/admin/hosting-requests/${request}`, { status: 'active', price: 5.99 }),
        ),
      )
      expect(await endOf(id)).toBe(until)
    }
  } finally {
    await set({ renewals: 'instant' })
  }
})

describe('an invoice has the period of its service', () => {
  /** The period of a renewal on its invoice: before it is carried out, and after. */
  const invoiced = (request: string, starts: Date) =>
    shop.nodes[0]!.database.read('service', async (tx) => {
      const charge = { order_id: null, renewal_id: null, request_id: request, kind: 'hosting' as const }
      const [line] = await soldLines(
        tx,
        { ...charge, subject: 'Basic', amount: '5.99', currency: 'USD' },
        starts,
      )
      return line!.period && [line!.period.start, line!.period.end].map((at) => at.toISOString().slice(0, 10))
    })
  test.each([
    ['2031-01-29', 29],
    ['2031-01-30', 30],
    ['2031-01-31', 31],
    ['2031-08-31', 31],
    ['2032-01-30', 30],
    ['2032-01-31', 31],
  ])('for a year of months from %s', async (ends, anchor) => {
    await set({ renewals: 'paid' })
    try {
      const { customer, id } = await plan(ends)
      await shop.sql(`update services set anchor_day = $2 where id = $1`, [id, anchor])
      for (let month = 0; month < 12; month += 1) {
        const before = await endOf(id)
        const starts = new Date(Date.parse(`${before}T10:00:00Z`) - 2 * 86_400_000)
        await offerRenewals(shop.nodes[0]!.database, starts)
        const { items } = (await customer.call('GET', '/api/hosting-requests')).body
        const { id: request } = items.find(
          (one: { renews: string | null; status: string }) => one.renews === id && one.status !== 'active',
        )
        const early = await invoiced(request, starts)
        await admin.call('PATCH', `/api/admin/hosting-requests/${request}`, { status: 'active', price: 5.99 })
        const after = await endOf(id)
        expect(early).toEqual([before, after])
        expect(await invoiced(request, starts)).toEqual([before, after])
        expect((await stored(id)).anchor_day).toBe(anchor)
      }
    } finally {
      await set({ renewals: 'instant' })
    }
  })
})

test('a date corrected to the last of a month keeps it, and another date replaces it', async () => {
  const { id } = await plan('2031-01-31')
  const correct = async (expires_on: string) => {
    const { version } = await stored(id)
    expect((await admin.call('PATCH', `/api/admin/services/${id}`, { version, expires_on })).status).toBe(200)
    return (await stored(id)).anchor_day
  }
  expect(await correct('2031-02-28')).toBe(31)
  expect(await correct('2031-04-30')).toBe(31)
  expect(await correct('2031-05-30')).toBe(30)
  expect(await correct('2031-02-28')).toBe(30)
  expect(await correct('2031-03-28')).toBe(28)
})

describe('the services from before', () => {
  test('have the day that their periods prove, or else that of the expiry', async () => {
    const folder = resolve(import.meta.dirname, '../../../../../db')
    const log = { info() {}, warn() {} }
    const connected = await connectDatabase({
      databaseUrl: addressOf(await tenant(runServer, 'createrole')),
      dataDir: '',
      log,
    })
    const client = newClient(connected.owner)
    await client.connect()
    try {
      const { prefix } = await ensureRoles(client, log)
      await migrate(client, { folder, prefix, log, until: '0060_statement_answers' })
      // Services of their own, without customers and requests.
      await client.query(`alter table records disable trigger user, drop constraint records_user_id_fkey,
        drop constraint records_request_id_fkey; alter table renewals drop constraint renewals_user_id_fkey`)
      const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
      /** @param steps expiry before, expiry after and the day of the renewal */
      const keep = async (
        n: number,
        began: string,
        ends: string | null,
        steps: [string, string, string][] = [],
      ) => {
        await client.query(
          `insert into records (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
           values ($1, $1, $1, 'hosting', 'x', false, $2, $3)`,
          [id(n), `${began}Z`, ends && `${ends}Z`],
        )
        for (const [at, [before, after, on]] of steps.entries())
          await client.query(
            `insert into renewals (id, record_id, user_id, record_version, expired_at, expires_at, created_at)
             values ($1, $2, $2, $3, $4, $5, $6)`,
            [id(n * 100 + at), id(n), at + 1, `${before}Z`, `${after}Z`, `${on}Z`],
          )
      }
      const at = ' 10:00:00'
      await keep(1, `2026-01-31${at}`, `2026-02-28${at}`)
      await keep(2, `2026-01-31${at}`, `2026-04-28${at}`, [
        [`2026-02-28${at}`, `2026-03-28${at}`, '2026-02-20'],
        [`2026-03-28${at}`, `2026-04-28${at}`, '2026-03-20'],
      ])
      // Renewed after the expiry, so a new period began.
      await keep(3, `2026-01-31${at}`, '2026-04-05 11:30:00', [
        [`2026-02-28${at}`, '2026-04-05 11:30:00', '2026-03-05 11:30:00.2'],
      ])
      await keep(4, `2026-01-15${at}`, '2026-04-30 11:30:00', [
        [`2026-02-15${at}`, '2026-04-30 11:30:00', '2026-03-31 11:30:00.2'],
      ])
      // A date was corrected between two renewals, and after the last.
      await keep(5, `2026-01-31${at}`, `2026-04-28${at}`, [
        [`2026-02-28${at}`, `2026-03-28${at}`, '2026-02-20'],
        [`2026-03-20${at}`, `2026-04-20${at}`, '2026-03-19'],
      ])
      await keep(6, `2026-01-31${at}`, `2026-02-20${at}`)
      await keep(7, `2026-01-31${at}`, null)
      await keep(8, `2028-02-29${at}`, `2029-02-28${at}`)
      await migrate(client, { folder, prefix, log })
      const { rows } = await client.query(`select anchor_day from services order by id`)
      expect(rows.map(({ anchor_day }) => anchor_day)).toEqual([31, 31, 5, 31, 28, 20, null, 29])
    } finally {
      await client.end()
      await connected.close()
    }
  })
})
