import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepMailData } from '../../../app/testing/keep-mail-data.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import type { Business, Locale } from '../../../shared/pages.ts'
import { translate } from '../../../server/mail/messages.ts'
import { requestMailTemplates } from './request-mails.ts'
import { remindOfExpiry } from './expiry-reminders.jobs.ts'

/** Which mails customers get about their requests. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  await keepMailData(shop)
  admin = await shop.admin()
  asha = await shop.customer()
  await shop.sql(`update profiles set language = 'sw' where id = $1`, [asha.id])
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from mails`))

let names = 0
async function asked(): Promise<{ id: string; name: string }> {
  const name = `news-${++names}.com`
  const { body } = await asha.call('POST', '/api/domain-requests', { requested_domain: name })
  return { id: body.id, name }
}
const save = (id: string, body: object) => admin.call('PATCH', `/api/admin/domain-requests/${id}`, body)
const kinds = async () =>
  (await shop.sql(`select kind from mails where recipient = $1 order by created_at, id`, [asha.email])).map(
    ({ kind }) => kind,
  )

test('asking mails nobody; an offer, suggestions, a rejection and an activation do, each when it is new', async () => {
  const { id } = await asked()
  expect(await kinds()).toEqual([])
  await save(id, { status: 'available', price: 12 })
  await save(id, { status: 'available', price: 12, admin_feedback: 'the same offer' })
  expect(await kinds()).toEqual(['request-offered'])
  await save(id, { status: 'available', price: 9 })
  await save(id, { status: 'suggested', suggestions: ['a.com'] })
  await save(id, { status: 'rejected' })
  await save(id, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  await save(id, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  expect(await kinds()).toEqual([
    'request-offered',
    'request-offered',
    'request-suggested',
    'request-rejected',
    'request-activated',
  ])
  const [row] = await shop.sql(`select language, user_id, secret from mails limit 1`)
  expect(row).toEqual({ language: 'sw', user_id: asha.id, secret: false })
})

test('eight admins who activate at once cause one mail', async () => {
  const { id } = await asked()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      shop.at(n % 2, admin.token)('PATCH', `/api/admin/domain-requests/${id}`, {
        status: 'YOUR DOMAIN IS ACTIVE NOW',
      }),
    ),
  )
  expect(await kinds()).toEqual(['request-activated'])
})

test('a save that is refused mails nobody', async () => {
  const { id } = await asked()
  expect((await save(id, { status: 'available', price: 5, version: 99 })).status).toBe(409)
  expect(await kinds()).toEqual([])
})

test('nobody is written to where the shop does not want it, or without an address', async () => {
  await shop.sql(`insert into settings (key, value) values ('mails.requests', 'false')`)
  await admin.call('PATCH', '/api/admin/settings', { values: { 'mails.requests': false } })
  const { id } = await asked()
  await save(id, { status: 'rejected' })
  expect(await kinds()).toEqual([])
  await admin.call('PATCH', '/api/admin/settings', { values: { 'mails.requests': true } })
  const silent = await shop.customer()
  await shop.sql(`update profiles set email = null where id = $1`, [silent.id])
  const { body } = await silent.call('POST', '/api/domain-requests', { requested_domain: 'silent.com' })
  expect((await save(body.id, { status: 'rejected' })).status).toBe(200)
  expect(await shop.sql(`select 1 from mails`)).toEqual([])
})

const claim = { payer_name: 'Asha', receipt_number: 'NEWS1', payment_method: 'M-Pesa' }

test('a claim turned down after activation is said, and leaves what activation made', async () => {
  const { id } = await asked()
  await save(id, { status: 'available', price: 12 })
  expect((await asha.call('POST', `/api/domain-requests/${id}/payment`, claim)).status).toBe(200)
  await save(id, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  await shop.sql(`delete from mails`)
  const answer = await admin.call('POST', `/api/admin/domain-requests/${id}/payment/reject`, {
    reason: 'No money',
  })
  // Readings 26: `payment_confirmed` is the claim, which is rejected. A domain's `paid` is the activation, which
  // remains.
  expect(answer).toMatchObject({ status: 200, body: { payment_confirmed: false, paid: true } })
  expect(await kinds()).toEqual(['payment-rejected'])
})

test('an expiry is announced 30 and 7 days before, once each, however often the job runs', async () => {
  const { id, name } = await asked()
  await save(id, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  await shop.sql(`delete from mails`)
  const { database } = shop.nodes[0]!
  const [service] = (await shop.sql(`select id, expires_at from services where name = $1`, [name])) as [
    { id: string; expires_at: Date },
  ]
  const before = (days: number) => new Date(service.expires_at.getTime() - days * 24 * 3600_000)
  const mine = async () =>
    (await shop.sql(`select once from mails where once like '%' || $1 || '%'`, [service.id])).map(
      ({ once }) => once.split(' ')[1],
    )
  await remindOfExpiry(database, before(31))
  expect(await mine()).toEqual([])
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => remindOfExpiry(shop.nodes[n % 2]!.database, before(30))),
  )
  expect(await mine()).toEqual(['30'])
  await remindOfExpiry(database, before(20))
  await remindOfExpiry(database, before(7))
  await remindOfExpiry(database, before(1))
  await remindOfExpiry(database, before(-1))
  expect((await mine()).toSorted()).toEqual(['30', '7'])
})

test('the expiry of a term of one month is announced 7 days before, and not 30', async () => {
  const { body } = await asha.call('POST', '/api/hosting-requests', {
    plan_name: 'Basic',
    billing_period: 'monthly',
  })
  await admin.call('PATCH', `/api/admin/hosting-requests/${body.id}`, { status: 'active', price: 12 })
  const [service] = (await shop.sql(`select id, expires_at from services where request_id = $1`, [
    body.id,
  ])) as [{ id: string; expires_at: Date }]
  const { database } = shop.nodes[0]!
  const reminded = async (days: number) => {
    await remindOfExpiry(database, new Date(service.expires_at.getTime() - days * 24 * 3600_000))
    const rows = await shop.sql(`select once from mails where once like '%' || $1 || '%'`, [service.id])
    return rows.map(({ once }) => once.split(' ')[1])
  }
  expect(await reminded(20)).toEqual([])
  expect(await reminded(7)).toEqual(['7'])
})

const claimed = async (id: string, receipt_number: string) => {
  await save(id, { status: 'available', price: 12 })
  await asha.call('POST', `/api/domain-requests/${id}/payment`, { ...claim, receipt_number })
}
const turnDown = (id: string) =>
  admin.call('POST', `/api/admin/domain-requests/${id}/payment/reject`, { reason: 'No money' })
const note = async (id: string) =>
  (await asha.call('GET', '/api/domain-requests')).body.items.find((one: { id: string }) => one.id === id)
    .claim_rejection

test.each([
  ['another status', { status: 'pending' }],
  ['another price', { status: 'available', price: 15 }],
  ['suggestions instead', { status: 'suggested', suggestions: ['b.com'] }],
])(
  'the note of a rejected payment goes with %s, and comes not back with the old offer',
  async (_, change) => {
    const { id, name } = await asked()
    await claimed(id, name)
    await turnDown(id)
    expect(await note(id)).toBe('No money')
    await save(id, { status: 'available', price: 12, admin_feedback: 'The same offer' })
    expect(await note(id)).toBe('No money')
    await save(id, change)
    expect(await note(id)).toBeNull()
    await save(id, { status: 'available', price: 12 })
    expect(await note(id)).toBeNull()
  },
)

test('the note of a rejected payment goes with a new claim, and stays where an activation is taken back', async () => {
  const { id, name } = await asked()
  await claimed(id, name)
  await turnDown(id)
  await asha.call('POST', `/api/domain-requests/${id}/payment`, { ...claim, receipt_number: `${name}2` })
  expect(await note(id)).toBeNull()
  await save(id, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  await turnDown(id)
  await save(id, { status: 'available', price: 12 })
  expect(await note(id)).toBe('No money')
})

test('the mail of an offer says where to pay, with each account that the shop has named', async () => {
  const accounts = [
    {
      method: 'M-Pesa',
      account: '0712 345 678',
      holder: 'Duka <la> Asha',
      note: 'Paybill 123\n---\nNamba ya malipo 123',
    },
    { method: 'Bank', account: 'TZ-0099', holder: null, note: null },
    { method: 'HaloPesa', account: '5550', holder: null, note: null, currency: 'TZS', rate: 2600 },
  ]
  expect(
    (await admin.call('PATCH', '/api/admin/settings', { values: { 'payments.accounts': accounts } })).status,
  ).toBe(200)
  const { id } = await asked()
  await save(id, { status: 'available', price: 12 })
  const [mail] = await shop.sql(`select data from mails where kind = 'request-offered'`)
  const [charge] = await shop.sql(`select reference from charges where request_id = $1`, [id])
  const business = { name: 'Duka' } as Business
  const written = (locale: Locale) =>
    requestMailTemplates['request-offered'](mail!.data, {
      locale,
      translate: (name, values) => translate(locale, name, values),
      business,
      site: 'https://kikoa.example',
    })
  expect(written('en').facts).toEqual(
    expect.arrayContaining([
      ['Price', '$12.00'],
      ['Pay to (M-Pesa)', '0712 345 678 · Duka <la> Asha · Paybill 123'],
      ['Pay to (Bank)', 'TZ-0099'],
      ['Pay to (HaloPesa)', 'TSh\u00A031,200 · 5550'],
      ['Reference', charge!.reference],
    ]),
  )
  expect(written('sw').facts).toEqual(
    expect.arrayContaining([
      ['Lipa kwenda (M-Pesa)', '0712 345 678 · Duka <la> Asha · Namba ya malipo 123'],
      ['Lipa kwenda (Bank)', 'TZ-0099'],
    ]),
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'payments.accounts': [] } })
})
