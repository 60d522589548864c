import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { postReceipt, postRefund, postSale } from './ledger.ts'
import { ledgerVerification, verifyLedger, verifyLedgerFromShell } from './verify.ts'

/** What the verification finds. Each test makes one difference and takes it away again. */

let shop: Shop
let asha: Person
const now = new Date('2026-11-24T08:00:00Z')
const usd = (amount: number) => ({ amount, currency: 'USD' })
const [charge, received, refund] = [randomUUID(), randomUUID(), randomUUID()]
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
  await shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage) values ($1, $2, 'domain', 'a.com', 'x', 'active')`,
    [charge, asha.id],
  )
  await shop.sql(
    `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency, state, paid_at)
     values ($1, $2, 'A', $1, 'domain', 'a.com', 11.8, 'USD', 'paid', now())`,
    [charge, asha.id],
  )
  await shop.sql(
    `insert into received_payments (id, channel, kind, method, amount, currency, received_at, state, user_id)
     values ($1, 'by-hand', 'incoming', 'mpesa', 20, 'USD', now(), 'over', $2)`,
    [received, asha.id],
  )
  await shop.sql(
    `insert into allocations (id, payment_id, charge_id, user_id, amount, currency, outcome, allocated_at)
     values ($1, $1, $2, $3, 20, 'USD', 'over', now())`,
    [received, charge, asha.id],
  )
  await shop.sql(
    `insert into refunds (id, user_id, amount, currency, method, reference, paid_on) values ($1, $2, 3, 'USD', 'M-Pesa', 'R', now())`,
    [refund, asha.id],
  )
  const about = { user_id: asha.id, now, method: 'mpesa' }
  await shop.nodes[0]!.database.write('service', async (tx) => {
    await postReceipt(tx, { ...about, source: { kind: 'received', id: received }, money: usd(2000) })
    await postSale(tx, { ...about, source: { kind: 'charge', id: charge }, net: usd(1000), vat: usd(180) })
    await postRefund(tx, { ...about, source: { kind: 'refund', id: refund }, money: usd(300) })
  })
})
afterAll(() => shop.close())

const differences = async () =>
  (await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))).differences
/** Changes rows as only the owner of the tables can, looks, and undoes it. */
async function differencesAfter(change: string, undo: string) {
  await shop.sql(`alter table ledger_entries disable trigger user`)
  try {
    await shop.sql(change)
    return await differences()
  } finally {
    await shop.sql(undo)
    await shop.sql(`alter table ledger_entries enable trigger user`)
  }
}

test('a ledger in which all is posted holds, and names what the customers have', async () => {
  expect(await differences()).toEqual([])
  expect(await verifyLedgerFromShell(shop.nodes[0]!.database)).toBe(
    'The ledger holds: 3 postings, their sum is zero, and every payment, sale and refund is posted. The customers have a credit of 5.200 USD.',
  )
})

test('an entry that was changed past the program is found, and fails the nightly job', async () => {
  const found = await differencesAfter(
    `update ledger_entries set amount = 9 where account = 'sales'`,
    `update ledger_entries set amount = 10 where account = 'sales'`,
  )
  expect(found.map(({ reason }) => reason)).toEqual(['posting', 'sum'])
  await shop.sql(`alter table ledger_entries disable trigger user`)
  await shop.sql(`update ledger_entries set amount = 9 where account = 'sales'`)
  await expect(ledgerVerification(shop.nodes[0]!.database).run()).rejects.toThrow('does not sum to zero')
  await expect(verifyLedgerFromShell(shop.nodes[0]!.database)).rejects.toThrow('does not hold')
  await shop.sql(`update ledger_entries set amount = 10 where account = 'sales'`)
  await shop.sql(`alter table ledger_entries enable trigger user`)
  await ledgerVerification(shop.nodes[0]!.database).run()
})

test('a balanced change of a posting is found by the amount of its row', async () => {
  const times = (factor: string) => `update ledger_entries set amount = amount * ${factor} where posting_id =
    (select id from ledger_postings where act = 'refund')`
  expect(await differencesAfter(times('2'), times('0.5'))).toEqual([
    { reason: 'amount', where: `refund of refund ${refund}` },
  ])
})

test.each([
  ['a payment', 'allocations', 'receipt of received', () => received],
  ['a sale', 'charges', 'sale of charge', () => charge],
  ['a refund', 'refunds', 'refund of refund', () => refund],
])('%s without a posting is found, and so is the posting without its row', async (_, table, act, idOf) => {
  // The row gets another id, so that the posting loses it.
  const other = randomUUID()
  const rename = async (from: string, to: string) => {
    await shop.sql(`alter table allocations drop constraint if exists allocations_charge_id_fkey`)
    await shop.sql(`update ${table} set id = $2 where id = $1`, [from, to])
  }
  await rename(idOf(), other)
  expect(await differences()).toEqual([
    { reason: 'missing', where: `${act} ${other}` },
    { reason: 'unknown', where: `${act} ${idOf()}` },
  ])
  await rename(other, idOf())
  expect(await differences()).toEqual([])
})
