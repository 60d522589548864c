import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { today } from '../../../../app/testing/today.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { verifyLedger } from './verify.ts'
import { findCharge } from '../charges/charges.ts'
import { settleCharge } from '../charges/settle.ts'

/** Credit is used or paid back once, never more than there is, and by nobody else. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

let names = 0
/** An offer of that price. Gives the id of its charge. */
async function offered(person: Person, price: number) {
  const { body } = await person.call('POST', '/api/domain-requests', {
    requested_domain: `credit-${++names}.com`,
  })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price })
  const [charge] = await shop.sql<{ id: string }>(`select id from charges where request_id = $1`, [body.id])
  return charge!.id
}
/** Money that came in and is still for nothing. */
const insertReceived = ({ db }: Transaction, amount: number) =>
  db
    .insertInto('received_payments')
    .values({
      id: randomUUID(),
      channel: 'by-hand',
      kind: 'incoming',
      method: 'mpesa',
      amount,
      currency: 'USD',
      received_at: new Date(),
      state: 'received',
    })
    .returning(['id', 'method', 'amount', 'currency', 'paid_at', 'version'])
    .executeTakeFirstOrThrow()

/** The shop receives so much for a charge. */
const receive = (charge: string, amount: number) =>
  shop.nodes[0]!.database.write('service', async (tx) => {
    const received = await insertReceived(tx, amount)
    const found = (await findCharge(tx, 'id', charge))!
    await settleCharge(tx, { charge: found, received, activates: false, now: new Date(), by: null })
  })
/** A customer with a credit of so much, from paying a charge of 10 dollars with more. */
async function withCredit(amount: number) {
  const person = await shop.customer()
  await receive(await offered(person, 10), 10 + amount)
  return person
}
const creditOf = async (person: Person) => (await person.call('GET', '/api/credit')).body.items
const refund = { currency: 'USD', method: 'M-Pesa', date: today() }
const payBack = (person: Person, amount: number, reference: string, by = admin) =>
  by.call('POST', `/api/admin/profiles/${person.id}/refunds`, { ...refund, amount, reference })

test('credit is not offered for what its customer says was paid, until that is turned down', async () => {
  const person = await withCredit(15)
  const charge = await offered(person, 10)
  const offeredFor = async () => (await creditOf(person))[0].charges.map(({ id }: { id: string }) => id)
  expect(await offeredFor()).toEqual([charge])
  const [row] = await shop.sql(`select request_id from charges where id = $1`, [charge])
  const said = { payer_name: 'Asha', receipt_number: 'QKCR1TEST1', payment_method: 'M-Pesa' }
  const path = `/api/domain-requests/${row!['request_id']}/payment`
  expect((await person.call('POST', path, said)).status).toBe(200)
  expect(await offeredFor()).toEqual([])
  await shop.sql(`update claims set state = 'rejected' where request_id = $1`, [row!['request_id']])
  expect(await offeredFor()).toEqual([charge])
})

test('parts of a payment are together never more than it', async () => {
  const person = await shop.customer()
  const charges = [await offered(person, 10), await offered(person, 10)]
  const { database } = shop.nodes[0]!
  const received = await database.write('service', (tx) => insertReceived(tx, 10))
  const pay = (charge: string, version: number) =>
    database.write('service', async (tx) =>
      settleCharge(tx, {
        charge: (await findCharge(tx, 'id', charge))!,
        received: { ...received, version },
        part: { amount: 600, currency: 'USD' },
        activates: false,
        now: new Date(),
        by: null,
      }),
    )
  await pay(charges[0]!, received.version)
  await expect(pay(charges[1]!, received.version + 1)).rejects.toMatchObject({
    refusal: { code: 'NOT_WAITING' },
  })
})

test('what was paid too much is credit, and pays the next amount due when the customer says so', async () => {
  const asha = await withCredit(15)
  const charge = await offered(asha, 12)
  expect(await creditOf(asha)).toMatchObject([
    { amount: 15, currency: 'USD', charges: [{ id: charge, left: 12 }] },
  ])
  const answers = await eightTimes((n) => shop.at(n % 2, asha.token)('POST', `/api/charges/${charge}/credit`))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 200)!.body).toEqual({
    amount: 12,
    currency: 'USD',
    paid: true,
  })
  expect(await creditOf(asha)).toEqual([{ amount: 3, currency: 'USD', charges: [] }])
  expect(await shop.sql(`select state, settled::float from charges where id = $1`, [charge])).toEqual([
    { state: 'paid', settled: 12 },
  ])
})

test('a payment with credit is not reversed, so that the credit is taken once', async () => {
  const asha = await withCredit(15)
  const charge = await offered(asha, 10)
  await asha.call('POST', `/api/charges/${charge}/credit`)
  const [used] = await shop.sql(
    `select id, version from received_payments where id in (select payment_id from allocations where charge_id = $1)`,
    [charge],
  )
  const reverse = { version: used!['version'] }
  expect(await admin.call('POST', `/api/admin/payments/${used!['id']}/reverse`, reverse)).toMatchObject({
    status: 409,
    body: { code: 'NOT_SETTLED' },
  })
  expect(await creditOf(asha)).toMatchObject([{ amount: 5 }])
})

test('a credit that is too small pays a part, and is not counted twice while the charge is open', async () => {
  const asha = await withCredit(5)
  const [first, second] = [await offered(asha, 12), await offered(asha, 20)]
  expect((await asha.call('POST', `/api/charges/${first}/credit`)).body).toEqual({
    amount: 5,
    currency: 'USD',
    paid: false,
  })
  expect(await creditOf(asha)).toEqual([])
  expect(await asha.call('POST', `/api/charges/${second}/credit`)).toMatchObject({
    status: 409,
    body: { code: 'NO_CREDIT' },
  })
  await receive(first, 7)
  expect(await shop.sql(`select state from charges where id = $1`, [first])).toEqual([{ state: 'paid' }])
  expect(await creditOf(asha)).toEqual([])
})

test('of eight uses for two charges at once, the credit pays only what it has', async () => {
  const asha = await withCredit(12)
  const charges = [await offered(asha, 10), await offered(asha, 10)]
  await eightTimes((n) => shop.at(n % 2, asha.token)('POST', `/api/charges/${charges[n % 2]}/credit`))
  const settled = await shop.sql(`select sum(settled)::float as it from charges where id = any ($1)`, [
    charges,
  ])
  expect(settled).toEqual([{ it: 12 }])
  expect(await creditOf(asha)).toEqual([])
})

test('an admin pays back a part; the same reference and more than the credit are refused', async () => {
  const asha = await withCredit(30)
  const answers = await eightTimes((n) => payBack(asha, 12.5, 'BACK1', n % 2 ? admin : admin))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
    new Set(['ALREADY_RECORDED']),
  )
  for (const amount of [17.51, 0, -1, 1.005])
    expect(await payBack(asha, amount, `BACK${amount}`)).toMatchObject({
      status: 409,
      body: { code: 'MORE_THAN_CREDIT' },
    })
  expect((await payBack(asha, 17.5, 'BACK2')).body).toEqual({ items: [] })
  // Nothing of a refused refund stays.
  expect(await shop.sql(`select count(*)::int as it from refunds where user_id = $1`, [asha.id])).toEqual([
    { it: 2 },
  ])
})

test('eight refunds with references of their own pay back no more than there is', async () => {
  const asha = await withCredit(20)
  const answers = await eightTimes((n) => payBack(asha, 6, `MANY${n}`))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await creditOf(asha)).toMatchObject([{ amount: 2 }])
})

test('what was paid for a request that is rejected then is credit, once', async () => {
  const asha = await shop.customer()
  const charge = await offered(asha, 12)
  await receive(charge, 12)
  expect(await creditOf(asha)).toEqual([])
  const [row] = await shop.sql<{ id: string }>(`select request_id as id from charges where id = $1`, [charge])
  await eightTimes((n) =>
    shop.at(n % 2, admin.token)('PATCH', `/api/admin/domain-requests/${row!.id}`, { status: 'rejected' }),
  )
  expect(await creditOf(asha)).toMatchObject([{ amount: 12 }])
})

describe('a request that was paid and', () => {
  const paid = async (price: number) => {
    const asha = await shop.customer()
    const charge = await offered(asha, price)
    await receive(charge, price)
    const [row] = await shop.sql<{ id: string }>(`select request_id as id from charges where id = $1`, [
      charge,
    ])
    const review = (body: object) => admin.call('PATCH', `/api/admin/domain-requests/${row!.id}`, body)
    return { asha, charge, review }
  }

  test.each([{ status: 'rejected' }, { status: 'suggested', suggestions: ['other.com'] }])(
    'is $status then gives the payment back, and is never delivered for it',
    async (ended) => {
      const { asha, review } = await paid(12)
      await review(ended)
      expect(await creditOf(asha)).toMatchObject([{ amount: 12 }])
      for (const body of [
        { status: 'available', price: 12 },
        { status: 'pending' },
        { status: 'YOUR DOMAIN IS ACTIVE NOW' },
      ])
        expect(await review(body)).toMatchObject({ status: 409, body: { code: 'PAYMENT_RETURNED' } })
      expect((await review({ status: 'rejected' })).status).toBe(200)
      expect(await creditOf(asha)).toMatchObject([{ amount: 12 }])
    },
  )

  test.each(['open', 'void'])(
    'is rejected when a reversal has left its charge %s leaves no debt',
    async (state) => {
      const { asha, charge, review } = await paid(12)
      const [money] = await shop.sql<{ id: string; version: number }>(
        `select id, version from received_payments where id in (select payment_id from allocations where charge_id = $1)`,
        [charge],
      )
      const { id, version } = money!
      expect((await admin.call('POST', `/api/admin/payments/${id}/reverse`, { version })).status).toBe(200)
      expect(await creditOf(asha)).toMatchObject([{ amount: -12 }])
      await shop.sql(`update charges set state = $2 where id = $1`, [charge, state])
      await eightTimes(() => review({ status: 'rejected' }))
      expect(await creditOf(asha)).toEqual([])
      expect(await shop.sql(`select state from charges where id = $1`, [charge])).toEqual([{ state: 'void' }])
      expect(await review({ status: 'available', price: 12 })).toMatchObject({
        body: { code: 'PAYMENT_RETURNED' },
      })
    },
  )
})

test('a part payment that became credit does not count when the offer is made again', async () => {
  const asha = await shop.customer()
  const charge = await offered(asha, 10)
  const [row] = await shop.sql<{ id: string }>(`select request_id as id from charges where id = $1`, [charge])
  const review = (body: object) => admin.call('PATCH', `/api/admin/domain-requests/${row!.id}`, body)
  await receive(charge, 9)
  await review({ status: 'rejected' })
  expect(await creditOf(asha)).toMatchObject([{ amount: 9 }])
  expect((await payBack(asha, 9, 'PART9')).status).toBe(200)
  await review({ status: 'available', price: 10 })
  expect(await shop.sql(`select state, settled::float from charges where id = $1`, [charge])).toEqual([
    { state: 'open', settled: 0 },
  ])
  expect(await creditOf(asha)).toEqual([])
  await receive(charge, 10)
  expect(
    await shop.sql(
      `select state from received_payments where id in (select payment_id from allocations where charge_id = $1) order by amount`,
      [charge],
    ),
  ).toEqual([{ state: 'over' }, { state: 'matched' }])
  expect(await creditOf(asha)).toEqual([])
  const [paid] = await shop.sql(
    `select id, version from received_payments where id in (select payment_id from allocations where charge_id = $1) and amount = 10`,
    [charge],
  )
  const reversed = await admin.call('POST', `/api/admin/payments/${paid!['id']}/reverse`, {
    version: paid!['version'],
  })
  expect(reversed.status).toBe(200)
  expect(await shop.sql(`select state, settled::float from charges where id = $1`, [charge])).toEqual([
    { state: 'open', settled: 0 },
  ])
})

test('an invoice is issued by the program, or by the admin who decided', async () => {
  const issuer = async (by: 'customer' | 'admin') => {
    const asha = await withCredit(5)
    const charge = await offered(asha, 5)
    if (by === 'admin') await admin.call('POST', `/api/admin/charges/${charge}/credit`)
    else await asha.call('POST', `/api/charges/${charge}/credit`)
    const [issued] = await shop.sql(
      `select actor_id, actor_role from audit_log where action = 'paper.issued' and after->>'charge' = $1`,
      [charge],
    )
    return issued
  }
  expect(await issuer('customer')).toEqual({ actor_id: null, actor_role: 'service' })
  expect(await issuer('admin')).toEqual({ actor_id: admin.id, actor_role: 'admin' })
})

test("nobody uses another's credit, and customers pay nothing back", async () => {
  const [asha, juma] = [await withCredit(20), await shop.customer()]
  const charge = await offered(asha, 5)
  expect((await juma.call('POST', `/api/charges/${charge}/credit`)).status).toBe(404)
  expect((await juma.call('POST', `/api/admin/charges/${charge}/credit`)).status).toBe(403)
  expect((await payBack(asha, 1, 'OWN', asha)).status).toBe(403)
  expect(await creditOf(juma)).toEqual([])
  expect((await admin.call('GET', `/api/admin/profiles/${admin.id}/credit`)).status).toBe(404)
  // An admin uses it for the customer.
  expect((await admin.call('POST', `/api/admin/charges/${charge}/credit`)).body).toMatchObject({ paid: true })
  expect((await admin.call('GET', `/api/admin/profiles/${asha.id}/credit`)).body.items).toMatchObject([
    { amount: 15 },
  ])
})

test('after all of this the ledger holds, and credit that paid for something left no cash', async () => {
  const { differences } = await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))
  expect(differences).toEqual([])
  expect(
    await shop.sql(`select sum(amount)::float as it from ledger_entries where account = 'cash:credit'`),
  ).toEqual([{ it: 0 }])
})
