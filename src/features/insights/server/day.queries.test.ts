import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { countDay } from './day.queries.ts'

/** Today, this month and last month, by the days of the shop's time zone. */

let shop: Shop
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
})
afterAll(() => shop.close())

/** Noon of 31 March in Dar es Salaam: last month has no such day. */
const NOW = new Date('2027-03-31T09:00:00Z')
const ZONE = 'Africa/Dar_es_Salaam'

const received = (
  at: string,
  amount: number,
  { state = 'matched', method = 'mpesa', kind = 'incoming', currency = 'TZS' } = {},
) =>
  shop.sql(
    `insert into received_payments (id, channel, kind, method, amount, currency, received_at, paid_at, state)
     values ($1, 'statement', $2, $3, $4, $5, $6, $6, $7)`,
    [randomUUIDv7(), kind, method, amount, currency, new Date(at), state],
  )
const sold = (at: string, amount: number) =>
  shop.sql(
    `select post_to_ledger('charge', $1, $2, $3, jsonb_build_array(
              jsonb_build_object('account', 'customer', 'user_id', $4::text, 'amount', -$5::numeric, 'currency', 'TZS'),
              jsonb_build_object('account', 'sales', 'amount', $5::numeric, 'currency', 'TZS')))`,
    [randomUUIDv7(), amount < 0 ? 'credit-note' : 'sale', new Date(at), asha.id, amount],
  )

test('what came in is told by the days of the shop, and as far into last month', async () => {
  // Midnight in Dar es Salaam is 21:00 UTC of the day before.
  await received('2027-03-30T21:00:00Z', 1)
  await received('2027-03-30T20:59:59Z', 10)
  await received('2027-02-28T21:00:00Z', 100)
  // The last day of February, up to the same time of the day.
  await received('2027-02-28T09:00:00Z', 1_000)
  await received('2027-02-28T09:00:01Z', 10_000)
  await received('2027-01-31T21:00:00Z', 100_000)
  await received('2027-01-31T20:59:59Z', 1_000_000)
  await received('2027-03-31T09:00:01Z', 10_000_000)
  await received('2027-03-31T08:00:00Z', 7, { currency: 'USD', state: 'received' })
  const { money } = await shop.nodes[0]!.database.read('service', (tx) => countDay(tx, NOW, ZONE))
  expect(
    money.map((row) => ({
      ...row,
      today: Number(row.today),
      month: Number(row.month),
      last_month: Number(row.last_month),
    })),
  ).toEqual([
    { currency: 'TZS', today: 1, month: 111, last_month: 100_000 },
    { currency: 'USD', today: 7, month: 7, last_month: 0 },
  ])
})

test.each([
  ['is held', { state: 'held' }],
  ['could not be read', { state: 'unread' }],
  ['was ignored', { state: 'ignored' }],
  ['was reversed', { state: 'reversed' }],
  ['was paid back', { state: 'refunded' }],
  ['was sent', { kind: 'outgoing' }],
  ['is credit', { method: 'credit' }],
  ['is withheld tax', { method: 'withheld' }],
])('what %s did not come in', async (_, row) => {
  const sum = async () =>
    (await shop.nodes[0]!.database.read('service', (tx) => countDay(tx, NOW, ZONE))).money.find(
      ({ currency }) => currency === 'TZS',
    )?.today
  const before = await sum()
  await received('2027-03-31T08:30:00Z', 5_000, row)
  expect(await sum()).toBe(before)
})

test('sales are those of the ledger, less what was taken back', async () => {
  await sold('2027-03-31T07:00:00Z', 300)
  await sold('2027-03-31T08:00:00Z', -100)
  await sold('2027-03-02T08:00:00Z', 50)
  await sold('2027-02-02T08:00:00Z', 4)
  const { sales } = await shop.nodes[0]!.database.read('service', (tx) => countDay(tx, NOW, ZONE))
  expect(
    sales.map((row) => [row.currency, Number(row.today), Number(row.month), Number(row.last_month)]),
  ).toEqual([['TZS', 200, 250, 4]])
})

test('late is what is open after its day, less what was paid of it', async () => {
  const charge = async (due: string, state: string, settled = 0) => {
    const request = randomUUIDv7()
    await shop.sql(
      `insert into requests (id, user_id, kind, subject, status, stage) values ($1::uuid, $2, 'domain', $1::uuid::text, 'available', 'offered')`,
      [request, asha.id],
    )
    await shop.sql(
      `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency, due_on, state, settled)
       values ($1, $2, $3, $4, 'domain', 'x', 1000, 'TZS', $5, $6, $7)`,
      [randomUUIDv7(), asha.id, request.slice(-7).toUpperCase(), request, due, state, settled],
    )
  }
  await charge('2027-03-30', 'open', 400)
  await charge('2027-03-01', 'open')
  await charge('2027-03-31', 'open')
  await charge('2027-03-01', 'paid', 1000)
  await charge('2027-03-01', 'void')
  const { late } = await shop.nodes[0]!.database.read('service', (tx) => countDay(tx, NOW, ZONE))
  expect(late).toEqual([{ currency: 'TZS', count: 2, amount: '1600.000' }])
})
