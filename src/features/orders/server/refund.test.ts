import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { today } from '../../../app/testing/today.ts'
import { pageDefaults } from '../../../shared/pages.ts'
import { translate } from '../../../server/mail/messages.ts'
import { orderMailTemplates } from './order-mails.ts'
import { placeAt, registered } from './testing/placing.ts'

/** A refund is recorded once, and customers get mails about their orders. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  asha = await shop.customer()
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from mails`))

let turn = 0
const ordered = async (...domains: string[]) => (await placeAt(shop, asha, domains)).id
const pay = (id: string) =>
  asha.call('POST', `/api/orders/${id}/payment`, {
    payer_name: 'Asha',
    receipt_number: `REFUND${++turn}`,
    payment_method: 'M-Pesa',
  })
const review = (id: string, body: object) => admin.call('PATCH', `/api/admin/orders/${id}`, body)
const mails = async () =>
  (
    await shop.sql<{ kind: string }>(`select kind from mails where recipient = $1 order by created_at, id`, [
      asha.email,
    ])
  ).map(({ kind }) => kind)
const ledgerOf = (order: string) =>
  shop.sql(
    `select account, sum(amount)::float as sum from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where source_id in (select id from refunds where order_id = $1 union all select id from claims where order_id = $1
                          union all select id from charges where order_id = $1
                          union all select a.id from allocations a join charges c on c.id = a.charge_id where c.order_id = $1)
      group by account order by account`,
    [order],
  )
const details = { method: 'M-Pesa', reference: 'SKB41', date: today() }

test('8 times at once is paid back once, audited, announced and shown to the customer', async () => {
  const id = await ordered('back-kept.com', 'back-gone.com')
  await pay(id)
  const lines = [...registered('back-kept.com'), { item: 'back-gone.com', state: 'gone' }]
  const { version, owed_back } = (await review(id, { status: 'completed', lines })).body
  expect(owed_back).toBe(10)
  const answers = await eightTimes((n) =>
    shop.at(n % 2, admin.token)('POST', `/api/admin/orders/${id}/refund`, { ...details, version }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await asha.call('GET', `/api/orders/${id}`)).body).toMatchObject({
    owed_back: 0,
    amount_paid: 20,
    refunds: [{ amount: 10, ...details }],
    version: version + 1,
  })
  expect(
    await shop.sql(`select after from audit_log where action = 'order.refunded' and entity_id = $1`, [id]),
  ).toMatchObject([{ after: { ...details, amount: '10.00' } }])
  expect((await asha.call('GET', '/api/activity')).body.items[0]).toMatchObject({ type: 'order.refunded' })
  expect(await mails()).toEqual(['payment-received', 'order-completed', 'order-refunded'])
  // With the new version, nothing is left to refund.
  expect(
    await admin.call('POST', `/api/admin/orders/${id}/refund`, { ...details, version: version + 1 }),
  ).toMatchObject({ status: 409, body: { code: 'NOTHING_OWED' } })
})

test('a part is paid back, the rest stays as credit, and the ledger follows', async () => {
  const id = await ordered('part-kept.com', 'part-gone.com', 'part-lost.com')
  await pay(id)
  const lines = [
    ...registered('part-kept.com'),
    { item: 'part-gone.com', state: 'gone' },
    { item: 'part-lost.com', state: 'gone' },
  ]
  let { version } = (await review(id, { status: 'completed', lines })).body
  const at = `/api/admin/orders/${id}/refund`
  for (const amount of [20.01, 0, -1, 5.555])
    expect(await admin.call('POST', at, { ...details, version, amount })).toMatchObject({
      status: 409,
      body: { code: 'MORE_THAN_OWED' },
    })
  const first = await admin.call('POST', at, { ...details, version, amount: 12.5 })
  expect(first).toMatchObject({ status: 200, body: { owed_back: 7.5 } })
  version = first.body.version
  const kept = await admin.call('POST', at, { keep: true, version })
  expect(kept).toMatchObject({
    status: 200,
    body: {
      owed_back: 0,
      refunds: [
        { amount: 12.5, ...details },
        { amount: 7.5, method: null, reference: null, date: null },
      ],
    },
  })
  expect(await mails()).toEqual(['payment-received', 'order-completed', 'order-refunded', 'order-kept'])
  expect(await ledgerOf(id)).toEqual([
    { account: 'cash:mpesa', sum: -17.5 },
    { account: 'customer', sum: 7.5 },
    { account: 'sales', sum: 10 },
  ])
})

test('a cancelled order whose payment nobody had confirmed leaves no money in the ledger once it is paid back', async () => {
  const id = await ordered('cancelled-one.com')
  await pay(id)
  const { version } = (await review(id, { status: 'cancelled' })).body
  expect((await admin.call('POST', `/api/admin/orders/${id}/refund`, { ...details, version })).status).toBe(
    200,
  )
  expect(await ledgerOf(id)).toEqual([
    { account: 'cash:mpesa', sum: 0 },
    { account: 'customer', sum: 0 },
  ])
})

test('an older version, a day that is none and a customer are refused', async () => {
  const id = await ordered('back-old.com')
  await pay(id)
  const { version } = (await review(id, { status: 'cancelled' })).body
  const at = `/api/admin/orders/${id}/refund`
  expect(await admin.call('POST', at, { ...details, version: version - 1 })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', data: { version, owed_back: 10 } },
  })
  expect((await admin.call('POST', at, { ...details, version, date: '2026-02-30' })).status).toBe(400)
  expect((await admin.call('POST', at, { ...details, version, reference: ' ' })).status).toBe(400)
  expect((await asha.call('POST', at, { ...details, version })).status).toBe(403)
})

test('a name that goes after a refund is owed again', async () => {
  const id = await ordered('twice-a.com', 'twice-b.com')
  await pay(id)
  const gone = async (domain: string) => (await review(id, { lines: [{ item: domain, state: 'gone' }] })).body
  const first = await gone('twice-a.com')
  const again = (version: number) =>
    admin.call('POST', `/api/admin/orders/${id}/refund`, { ...details, version })
  expect((await again(first.version)).body).toMatchObject({ owed_back: 0 })
  const second = await gone('twice-b.com')
  expect(second.owed_back).toBe(10)
  expect((await again(second.version)).body).toMatchObject({ owed_back: 0, refunds: [{}, {}] })
})

test('what was paid back, or kept as credit, is not delivered any more', async () => {
  const id = await ordered('returned-a.com', 'returned-b.com')
  await pay(id)
  const gone = (await review(id, { lines: [{ item: 'returned-a.com', state: 'gone' }] })).body
  const at = `/api/admin/orders/${id}/refund`
  expect((await admin.call('POST', at, { keep: true, version: gone.version })).status).toBe(200)
  const refused = { status: 409, body: { code: 'ORDER_REFUNDED' } }
  const both = registered('returned-a.com', 'returned-b.com')
  expect(await review(id, { lines: both })).toMatchObject(refused)
  expect(await review(id, { status: 'completed', lines: both })).toMatchObject(refused)
  const done = await review(id, { status: 'completed', lines: registered('returned-b.com') })
  expect(done.status).toBe(200)
  expect(await review(id, { lines: both })).toMatchObject(refused)

  const cancelled = await ordered('returned-c.com')
  await pay(cancelled)
  const { version } = (await review(cancelled, { status: 'cancelled' })).body
  // Nothing is paid back yet, so it may still be taken up.
  expect((await review(cancelled, { status: 'pending' })).status).toBe(200)
  const again = (await review(cancelled, { status: 'cancelled' })).body
  expect(again.version).toBeGreaterThan(version)
  await admin.call('POST', `/api/admin/orders/${cancelled}/refund`, { ...details, version: again.version })
  for (const status of ['pending', 'completed'])
    expect(await review(cancelled, { status, lines: registered('returned-c.com') })).toMatchObject(refused)
  expect(await shop.sql(`select name from services where name like 'returned-%' order by name`)).toEqual([
    { name: 'returned-b.com' },
  ])
})

test('a completed and a cancelled order, and money owed back, are mailed, each when it is new', async () => {
  const plain = await ordered('mail-plain.com')
  const lines = registered('mail-plain.com')
  await review(plain, { status: 'completed', lines })
  await review(plain, { status: 'completed', admin_feedback: 'saved again' })
  expect(await mails()).toEqual(['order-completed'])

  const cancelled = await ordered('mail-cancelled.com')
  await pay(cancelled)
  await review(cancelled, { status: 'cancelled' })
  expect((await mails()).slice(1)).toEqual(['order-cancelled'])

  const open = await ordered('mail-a.com', 'mail-b.com')
  await review(open, { admin_feedback: 'looking' })
  await pay(open)
  await review(open, { lines: [{ item: 'mail-a.com', state: 'gone' }] })
  await review(open, { admin_feedback: 'still looking' })
  expect((await mails()).slice(2)).toEqual(['order-owed'])
})

describe('the mail', () => {
  const news = {
    product: 'order',
    subject: 'a.com and 1 more',
    gone: ['b.com'],
    owed: { amount: 1000, currency: 'USD' },
    feedback: 'Sorry',
  }
  const letter = (kind: keyof typeof orderMailTemplates, data: object, locale: 'en' | 'sw' = 'en') =>
    orderMailTemplates[kind](
      { ...data },
      {
        locale,
        translate: (name, values) => translate(locale, name, values),
        business: pageDefaults.business,
        site: 'https://shop.test',
      },
    )

  test('of an order says what is gone, what is owed back, and where it stands', () => {
    for (const kind of ['order-completed', 'order-cancelled', 'order-owed'] as const) {
      const { facts, button } = letter(kind, news)
      expect(facts).toEqual([
        ['Requested', 'a.com and 1 more'],
        ['No longer available', 'b.com'],
        ['To be refunded', '$10.00'],
        ['Our note', 'Sorry'],
      ])
      expect(button?.link).toBe('https://shop.test/dashboard/orders')
      expect(letter(kind, { ...news, owed: null, gone: [] }).facts).toHaveLength(2)
    }
  })

  test('of a refund says how it was paid, in both languages', () => {
    const data = {
      product: 'order',
      subject: 'a.com',
      amount: { amount: 1000, currency: 'USD' },
      ...details,
      date: '2026-11-20',
    }
    expect(letter('order-refunded', data).facts?.slice(1)).toEqual([
      ['Amount', '$10.00'],
      ['Paid by', 'M-Pesa'],
      ['Reference', 'SKB41'],
      ['Paid on', '20 Nov 2026'],
    ])
    expect(letter('order-refunded', data, 'sw').subject).toBe('a.com: tumekurudishia pesa zako')
  })
})
