import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepMailData } from '../../../../app/testing/keep-mail-data.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { pageDefaults } from '../../../../shared/pages.ts'
import { translate } from '../../../../server/mail/messages.ts'
import { moneyIn, offered, receive } from '../../../money/server/testing/money.ts'
import { dueMailTemplates, remindOfDue } from '../../../money/server/charges/due-reminders.jobs.ts'
import { offerRenewals } from './renewal-offers.jobs.ts'
import { ownedIn } from '../testing/owned.ts'

/** A renewal with a price owes money, is offered once, and is reminded of. */

const DAY_MS = 86_400_000
let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  await keepMailData(shop)
  admin = await shop.admin()
  const domains = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  await set({
    'catalogue.domains': domains.map((one: { ending: string }) =>
      one.ending === 'com' ? { ...one, renewal: 14 } : one,
    ),
  })
})
afterAll(() => shop.close())

const { own, expire } = ownedIn(() => ({ shop, admin }))
const set = async (values: object) =>
  expect((await admin.call('PATCH', '/api/admin/settings', { values })).status).toBe(200)
const after = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS)
const chargesOf = (person: Person) =>
  shop.sql(
    `select amount::float, currency, state, due_on::text, reference, renewal_id is not null as renewal, request_id
       from charges where user_id = $1 and (renewal_id is not null or exists (
         select from requests where id = request_id and renews is not null)) order by created_at`,
    [person.id],
  )
/** Both nodes run a job four times at once. */
const eightTimes = (job: (node: number) => Promise<void>) =>
  Promise.all(Array.from({ length: 8 }, (_, n) => job(n % 2)))

test('says before it happens until when a renewal lasts, and what it costs', async () => {
  const asha = await shop.customer()
  const [priced, unpriced] = [await own(asha, 'before.com'), await own(asha, 'before.org')]
  const shown = async () =>
    Object.fromEntries(
      (await asha.call('GET', '/api/domains')).body.items.map(
        (one: { domain_name: string; next_period: object | null }) => [one.domain_name, one.next_period],
      ),
    )
  expect(await shown()).toEqual({ 'before.com': null, 'before.org': null })
  for (const { id } of [priced, unpriced]) await expire(id)
  const before = await shown()
  expect(before).toMatchObject({
    'before.com': { price: 14, currency: 'USD' },
    'before.org': { price: null, currency: 'USD' },
  })
  const { record: service } = (await asha.call('POST', `/api/domains/${priced.id}/renew`)).body
  expect(service.next_period).toBeNull()
  expect(service.expires_at.slice(0, 10)).toBe(before['before.com'].expires_at.slice(0, 10))
  expect(await chargesOf(asha)).toMatchObject([{ amount: 14, renewal: true }])
})

test('an instant renewal with a price opens one charge with a reference, due in 14 days', async () => {
  const asha = await shop.customer()
  const { id } = await own(asha, 'owes.com')
  await expire(id)
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => shop.at(n % 2, asha.token)('POST', `/api/domains/${id}/renew`)),
  )
  const due_on = after(new Date(), 14).toISOString().slice(0, 10)
  expect(await chargesOf(asha)).toMatchObject([
    { amount: 14, currency: 'USD', state: 'open', due_on, renewal: true, reference: expect.any(String) },
  ])
  const { items } = (await admin.call('GET', '/api/admin/renewals')).body
  expect(items[0]).toMatchObject({
    name: 'owes.com',
    charge: { amount: 14, currency: 'USD', paid: false, due_on },
  })
  // A day stays a day in every time zone of the server.
  expect((await asha.call('GET', '/api/payments')).body.items[0]).toMatchObject({ rest: 14, due_on })
})

test('an instant renewal without a price owes nothing, and admins see that no price is set', async () => {
  const asha = await shop.customer()
  const { id } = await own(asha, 'free.net')
  await expire(id)
  expect((await asha.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  expect(await chargesOf(asha)).toEqual([])
  const { items } = (await admin.call('GET', '/api/admin/renewals')).body
  expect(items[0]).toMatchObject({ name: 'free.net', charge: null })
})

test('in mode paid, a renewal is offered 30 days ahead and due at the end, once for each period', async () => {
  await set({ renewals: 'paid' })
  const juma = await shop.customer()
  const { id, expires_at } = await own(juma, 'ahead.com')
  const requests = () =>
    shop.sql(`select id, status, price::float from requests where renews = $1 order by created_at`, [id])
  const offer = (at: Date) => eightTimes((node) => offerRenewals(shop.nodes[node]!.database, at))
  await offer(after(expires_at, -31))
  expect(await requests()).toEqual([])
  await offer(after(expires_at, -30))
  expect(await requests()).toMatchObject([{ status: 'available', price: 14 }])
  const due_on = expires_at.toISOString().slice(0, 10)
  expect(await chargesOf(juma)).toMatchObject([{ amount: 14, state: 'open', due_on, renewal: false }])
  // An admin rejects it, so that no request is open any more. The period has had its offer.
  const [{ id: first }] = (await requests()) as [{ id: string }]
  await admin.call('PATCH', `/api/admin/domain-requests/${first}`, { status: 'rejected' })
  await offer(after(expires_at, -20))
  expect(await requests()).toHaveLength(1)
  // The next period has its own.
  const next = after(expires_at, 365)
  await shop.sql(`update services set expires_at = $2 where id = $1`, [id, next])
  await offer(after(next, -29))
  expect(await requests()).toHaveLength(2)
})

test('in mode paid, a renewal without a price waits for an admin, and one asked for is not offered again', async () => {
  const juma = await shop.customer()
  const unpriced = await own(juma, 'ahead.net')
  const asked = await own(juma, 'asked.com')
  await shop.sql(`update services set expires_at = now() + interval '20 days' where id in ($1, $2)`, [
    unpriced.id,
    asked.id,
  ])
  expect((await juma.call('POST', `/api/domains/${asked.id}/renew`)).status).toBe(200)
  await eightTimes((node) => offerRenewals(shop.nodes[node]!.database, new Date()))
  const rows = await shop.sql(
    `select subject, status, price from requests where renews in ($1, $2) order by subject`,
    [unpriced.id, asked.id],
  )
  expect(rows).toEqual([
    { subject: 'ahead.net', status: 'pending', price: null },
    { subject: 'asked.com', status: 'pending', price: null },
  ])
})

test('with instant renewals nothing is offered ahead', async () => {
  await set({ renewals: 'instant' })
  const juma = await shop.customer()
  const { id } = await own(juma, 'instant.com')
  await shop.sql(`update services set expires_at = now() + interval '20 days' where id = $1`, [id])
  await offerRenewals(shop.nodes[0]!.database, new Date())
  expect(await shop.sql(`select from requests where renews = $1`, [id])).toEqual([])
})

test('a year of two nodes: each charge is reminded of 7 and 1 days before, 3 and 14 after, once each', async () => {
  await set({ renewals: 'paid' })
  const neema = await shop.customer()
  const { id, expires_at } = await own(neema, 'year.com')
  await shop.sql(`delete from mails`)
  const remindedAt: [number, string][] = []
  let known = 0
  for (let day = -40; day <= 330; day++) {
    const now = after(expires_at, day)
    await Promise.all(
      [0, 1].map(async (node) => {
        await offerRenewals(shop.nodes[node]!.database, now)
        await remindOfDue(shop.nodes[node]!.database, now)
      }),
    )
    const mails = await shop.sql(
      `select kind from mails where user_id = $1 and kind like 'payment-%' order by created_at, id`,
      [neema.id],
    )
    for (const { kind } of mails.slice(known)) remindedAt.push([day, kind])
    known = mails.length
  }
  expect(remindedAt).toEqual([
    [-7, 'payment-due'],
    [-1, 'payment-due'],
    [3, 'payment-overdue'],
    [14, 'payment-overdue'],
  ])
  // Nothing is suspended by itself.
  expect(await shop.sql(`select status, released_at from services where id = $1`, [id])).toEqual([
    { status: 'active', released_at: null },
  ])
})

test('nobody is reminded of a charge that is paid, claimed, or newer than the reminder', async () => {
  await shop.sql(`update charges set state = 'void' where state = 'open'`)
  await shop.sql(`delete from mails`)
  const asha = await shop.customer()
  const due = async (name: string, days: number, created: number) => {
    const { body } = await asha.call('POST', '/api/domain-requests', { requested_domain: name })
    await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 9 })
    await shop.sql(
      `update charges set due_on = current_date + $2::integer, created_at = now() + $3 * interval '1 day' where request_id = $1`,
      [body.id, days, created],
    )
    return body.id as string
  }
  const claimed = await due('claimed.com', -4, -40)
  await asha.call('POST', `/api/domain-requests/${claimed}/payment`, {
    payer_name: 'Asha',
    receipt_number: 'OWES1',
    payment_method: 'M-Pesa',
  })
  const paid = await due('paid.com', -4, -40)
  await shop.sql(`update charges set state = 'paid', paid_at = now() where request_id = $1`, [paid])
  await due('fresh.com', 5, 0)
  // 30 days late: the program was down for a month.
  await due('late.com', -30, -60)
  await shop.sql(`delete from mails`)
  await remindOfDue(shop.nodes[0]!.database, new Date())
  expect(await shop.sql(`select once from mails`)).toEqual([])
  const open = await due('open.com', -4, -40)
  const account = {
    method: 'M-Pesa',
    account: '5551234',
    holder: null,
    note: null,
    currency: 'TZS',
    rate: 2600,
  }
  expect(
    (await admin.call('PATCH', '/api/admin/settings', { values: { 'payments.accounts': [account] } })).status,
  ).toBe(200)
  await shop.sql(
    `update charges set quotes = '[{"method":"M-Pesa","currency":"TZS","rate":2500,"amount":35000}]' where request_id = $1`,
    [open],
  )
  await shop.sql(`delete from mails`)
  await remindOfDue(shop.nodes[0]!.database, new Date())
  // What is to be paid in shillings is that of the offer, not of today's rate.
  const [mail, ...others] = await shop.sql(`select kind, data from mails`)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'payment-overdue', data: { subject: 'open.com' } })
  const { amount, pay_to } = mail!.data
  expect(pay_to[0].quote.amount).toBe(amount.amount * 2500)
  await admin.call('PATCH', '/api/admin/settings', { values: { 'payments.accounts': [] } })
})

describe('a reminder asks only for what is still to be paid', () => {
  const account = {
    method: 'M-Pesa',
    account: '5551234',
    holder: null,
    note: null,
    currency: 'TZS',
    rate: 2600,
  }
  beforeAll(() => set({ 'payments.accounts': [account] }))
  afterAll(() => set({ 'payments.accounts': [] }))

  test.each([
    { parts: [], rest: 10 },
    { parts: [4], rest: 6 },
    { parts: [4, 5.99], rest: 0.01 },
  ])('of 10 after payments of $parts, in each currency', async ({ parts, rest }) => {
    const offer = await offered(shop, admin, { name: `rest-${parts.length}.com` })
    const { match } = moneyIn(() => shop)
    for (const amount of parts) await match(await receive(shop, { amount, reference: offer.reference }))
    const mails = () =>
      shop.sql(
        `select kind, data->'amount' as amount, data#>'{pay_to,0,quote,amount}' as quoted from mails
          where user_id = $1 and kind in ('payment-due', 'payment-overdue') order by id`,
        [offer.customer.id],
      )
    for (const [days, kind] of [
      [-4, 'payment-overdue'],
      [5, 'payment-due'],
    ] as const) {
      await shop.sql(`delete from mails`)
      await shop.sql(
        `update charges set due_on = current_date + $2::integer, created_at = now() - interval '40 days' where request_id = $1`,
        [offer.id, days],
      )
      await remindOfDue(shop.nodes[0]!.database, new Date())
      const minor = Math.round(rest * 100)
      expect(await mails()).toEqual([
        { kind, amount: { amount: minor, currency: 'USD' }, quoted: minor * 2600 },
      ])
    }
  })
})

test('the reminders name amount, reference and due date in both languages', () => {
  const data = {
    product: 'domain',
    subject: 'soko.com',
    amount: { amount: 1400, currency: 'USD' },
    reference: 'ABC4567',
    due_on: '2026-12-24',
    pay_to: [
      {
        method: 'M-Pesa',
        account: '5551234',
        holder: null,
        note: null,
        currency: 'TZS',
        rate: 2600,
        quote: { method: 'M-Pesa', currency: 'TZS', rate: 2500, amount: 3_500_000 },
      },
    ],
  }
  for (const locale of ['en', 'sw'] as const)
    for (const kind of ['payment-due', 'payment-overdue'] as const) {
      const mail = dueMailTemplates[kind](data, {
        locale,
        translate: (name, values) => translate(locale, name, values),
        business: pageDefaults.business,
        site: 'https://shop.example',
      })
      const facts = mail.facts!.map(([, value]) => value)
      expect(facts).toEqual(
        expect.arrayContaining([
          'soko.com',
          '$14.00',
          'ABC4567',
          expect.stringContaining('2026'),
          'TSh\u00A035,000 · 5551234',
        ]),
      )
      expect(mail.button!.link).toBe('https://shop.example/dashboard/payments/ABC4567')
    }
})
