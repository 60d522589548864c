import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import type { Database } from '../../../server/database/database.ts'
import { translate } from '../../../server/mail/messages.ts'
import { pageDefaults } from '../../../shared/pages.ts'
import { ownedIn } from '../../requests/server/testing/owned.ts'
import { followExpiry } from './after-expiry.jobs.ts'
import { serviceMailTemplates } from './service-mails.ts'

/** What follows an expiry: each step once and on its day, and nothing that the owner has not chosen. */

const DAY_MS = 86_400_000
let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`update services set released_at = now() where released_at is null`)
  await shop.sql(`delete from mails`)
})

const { own } = ownedIn(() => ({ shop, admin }))
const after = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS)
const off = { grace: 0, suspend: null, end: null }
const set = async (domain: object, values: object = {}) =>
  expect(
    (
      await admin.call('PATCH', '/api/admin/settings', {
        values: { 'services.afterExpiry': { domain, email: off, hosting: off }, ...values },
      })
    ).status,
  ).toBe(200)

/** The kinds of the mails to a person about what follows an expiry. */
const mailsOf = async ({ id }: Person) =>
  (
    await shop.sql(
      `select kind from mails where user_id = $1 and kind like 'record-%' order by created_at, id`,
      [id],
    )
  ).map(({ kind }) => kind as string)
const serviceOf = async (id: string) =>
  (
    await shop.sql(
      `select status, released_at is not null as released, expires_at from services where id = $1`,
      [id],
    )
  )[0]!

/** A node that is killed at every second of its transactions: before it, or after its commit. */
function dying({ database }: { database: Database }, turn: number): Database {
  let writes = turn
  return {
    read: database.read.bind(database),
    async write(...call: Parameters<Database['write']>) {
      writes += 1
      if (writes % 4 === 0) throw new Error('killed before')
      const out = await database.write(...call)
      if (writes % 4 === 2) throw new Error('killed after')
      return out
    },
  } as unknown as Database
}

/** Both nodes do the job at the same time, twice each, and two runs are killed. Another run follows. */
async function run(at: Date) {
  await Promise.allSettled(
    Array.from({ length: 4 }, (_, turn) => followExpiry(dying(shop.nodes[turn % 2]!, turn), at)),
  )
  await followExpiry(shop.nodes[0]!.database, at)
}

test('a year of two nodes and kills: grace, suspension and end once each and on their days', async () => {
  await set({ grace: 7, suspend: 14, end: 40 })
  const asha = await shop.customer()
  const service = await own(asha, 'year.com')
  const { id, expires_at } = service
  const seen: [number, string][] = []
  let known = 0
  for (let day = -10; day <= 355; day += 1) {
    await run(after(expires_at, day))
    const mails = await mailsOf(asha)
    for (const kind of mails.slice(known)) seen.push([day, kind])
    known = mails.length
  }
  expect(seen).toEqual([
    [0, 'record-in-grace'],
    [14, 'record-expired-suspended'],
    [40, 'record-ended'],
  ])
  expect(await serviceOf(id)).toMatchObject({ status: 'ended', released: true })
  const acts = await shop.sql(
    `select action, actor_role from audit_log where entity_id = $1 and action like 'record.%' order by at`,
    [id],
  )
  expect(acts).toEqual([
    { action: 'record.suspended', actor_role: 'service' },
    { action: 'record.ended', actor_role: 'service' },
  ])
  const events = await shop.sql(
    `select type from events where entity_id = $1 and user_id is not null order by id`,
    [id],
  )
  expect(events.map(({ type }) => type).filter((type) => type.startsWith('record.'))).toEqual([
    'record.suspended',
    'record.ended',
  ])
})

test('without a setting a year passes, and nothing is written, suspended or ended', async () => {
  await set(off)
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'still.com')
  for (const day of [0, 1, 30, 365]) await run(after(expires_at, day))
  expect(await mailsOf(asha)).toEqual([])
  expect(await serviceOf(id)).toMatchObject({ status: 'active', released: false })
})

test('after a renewal the next expiry has its own steps', async () => {
  await set({ grace: 7, suspend: 14, end: null })
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'again.com')
  await run(after(expires_at, 14))
  expect(await serviceOf(id)).toMatchObject({ status: 'suspended' })
  const { version } = (await admin.call('GET', `/api/admin/services/${id}`)).body
  expect((await admin.call('POST', `/api/admin/services/${id}/renew`, { version })).status).toBe(200)
  expect(await serviceOf(id)).toMatchObject({ status: 'active' })
  const next = (await serviceOf(id)).expires_at as Date
  await run(after(next, 1))
  await run(after(next, 15))
  expect(await mailsOf(asha)).toEqual([
    'record-expired-suspended',
    'record-in-grace',
    'record-expired-suspended',
  ])
})

test('what a person has resumed is neither suspended again nor ended', async () => {
  await set({ grace: 0, suspend: 3, end: 10 })
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'resumed.com')
  await run(after(expires_at, 3))
  await admin.call('POST', `/api/admin/services/${id}/resume`)
  for (const day of [4, 10, 60]) await run(after(expires_at, day))
  expect(await serviceOf(id)).toMatchObject({ status: 'active', released: false })
})

test('after a downtime nothing is suspended and ended at once: the days between both remain', async () => {
  await set({ grace: 7, suspend: 14, end: 40 })
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'down.com')
  await run(after(expires_at, 100))
  await run(after(expires_at, 100))
  // No mail is sent about a grace that is over.
  expect(await mailsOf(asha)).toEqual(['record-expired-suspended'])
  await run(after(expires_at, 125))
  expect(await serviceOf(id)).toMatchObject({ status: 'suspended', released: false })
  await run(after(expires_at, 126))
  expect(await serviceOf(id)).toMatchObject({ status: 'ended', released: true })
})

test('while a payment for its renewal waits, a person decides', async () => {
  await set({ grace: 0, suspend: 1, end: 2 }, { renewals: 'paid' })
  const asha = await shop.customer()
  const { id } = await own(asha, 'paying.com')
  await shop.sql(
    `update services set expires_at = date_trunc('milliseconds', now() - interval '1 hour') where id = $1`,
    [id],
  )
  const { expires_at } = await serviceOf(id)
  const { body } = await asha.call('POST', `/api/domains/${id}/renew`)
  const request = `/api/admin/domain-requests/${body.request.id}`
  await admin.call('PATCH', request, { status: 'available', price: 10 })
  await asha.call('POST', `/api/domain-requests/${body.request.id}/payment`, {
    payer_name: 'Asha',
    receipt_number: 'QKWAIT1',
    payment_method: 'M-Pesa',
  })
  for (const day of [1, 2, 30]) await run(after(expires_at, day))
  expect(await serviceOf(id)).toMatchObject({ status: 'active', released: false })
  await admin.call('POST', `${request}/payment/reject`, { reason: 'Not found' })
  await run(after(expires_at, 31))
  expect(await serviceOf(id)).toMatchObject({ status: 'suspended', released: false })
  await set(off, { renewals: 'instant' })
})

test('a setting whose steps are not in order is refused', async () => {
  for (const domain of [
    { grace: 10, suspend: 5, end: null },
    { grace: 0, suspend: 5, end: 4 },
    { grace: 10, suspend: null, end: 9 },
    { grace: -1, suspend: null, end: null },
    { grace: 0, suspend: 0, end: null },
    { grace: 0.5, suspend: null, end: null },
  ]) {
    const values = { 'services.afterExpiry': { domain, email: off, hosting: off } }
    expect((await admin.call('PATCH', '/api/admin/settings', { values })).body.code).toBe('SETTING_INVALID')
  }
})

test('each mail names the service in both languages', () => {
  const data = {
    product: 'domain',
    subject: 'soko.com',
    expires_at: '2026-12-24T08:00:00.000Z',
    feedback: 'Why',
  }
  for (const locale of ['en', 'sw'] as const)
    for (const template of Object.values(serviceMailTemplates)) {
      const mail = template(data, {
        locale,
        translate: (name, values) => translate(locale, name, values),
        business: pageDefaults.business,
        site: 'https://shop.example',
      })
      expect(mail.subject).toContain('soko.com')
      expect(JSON.stringify(mail)).not.toMatch(/undefined|\{\w+\}/)
    }
})

test('what a person has suspended before is suspended once, and nothing is mailed about it', async () => {
  await set({ grace: 7, suspend: 14, end: null })
  const asha = await shop.customer()
  const { id, expires_at } = await own(asha, 'by-hand.com')
  await admin.call('POST', `/api/admin/services/${id}/suspend`)
  await shop.sql(`delete from mails`)
  await run(after(expires_at, 1))
  await run(after(expires_at, 14))
  expect(await mailsOf(asha)).toEqual([])
  const acts = await shop.sql(
    `select actor_role from audit_log where entity_id = $1 and action = 'record.suspended'`,
    [id],
  )
  expect(acts).toEqual([{ actor_role: 'admin' }])
})

test('while a part of its renewal is paid, a person decides', async () => {
  await set({ grace: 0, suspend: 1, end: null }, { renewals: 'paid' })
  const asha = await shop.customer()
  const { id } = await own(asha, 'part-paid.com')
  await shop.sql(
    `update services set expires_at = date_trunc('milliseconds', now() - interval '1 hour') where id = $1`,
    [id],
  )
  const { expires_at } = await serviceOf(id)
  const { body } = await asha.call('POST', `/api/domains/${id}/renew`)
  await admin.call('PATCH', `/api/admin/domain-requests/${body.request.id}`, {
    status: 'available',
    price: 10,
  })
  const settled = (amount: number) =>
    shop.sql(`update charges set settled = $2 where request_id = $1`, [body.request.id, amount])
  await settled(4)
  await run(after(expires_at, 2))
  expect(await serviceOf(id)).toMatchObject({ status: 'active' })
  await settled(0)
  await run(after(expires_at, 3))
  expect(await serviceOf(id)).toMatchObject({ status: 'suspended' })
  await set(off, { renewals: 'instant' })
})
