import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { postCreditNote, postReceipt, postRefund, postReversal, postSale } from './ledger.ts'

/** Each act is posted once, in entries that balance, and stays as it is. */

let shop: Shop
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  asha = await shop.customer()
})
afterAll(() => shop.close())

const now = new Date('2026-11-24T08:00:00Z')
const usd = (amount: number) => ({ amount, currency: 'USD' })
const write = <T>(work: (tx: Transaction) => Promise<T>, node = 0) =>
  shop.nodes[node]!.database.write('service', work)
const entriesOf = (id: string) =>
  shop.sql(
    `select act, account, user_id is not null as own, amount::float, currency
       from ledger_entries e join ledger_postings p on p.id = e.posting_id where source_id = $1 order by e.id`,
    [id],
  )
const cash = (id: string, amount = 1000) => ({
  source: { kind: 'received', id },
  user_id: asha.id,
  method: 'm-pesa',
  money: usd(amount),
  now,
})

test('an act is posted once, also by 8 at once', async () => {
  const id = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => write((tx) => postReceipt(tx, cash(id)), n % 2)),
  )
  expect(answers.sort()).toEqual([...Array(7).fill('already-posted'), 'posted'])
  expect(await entriesOf(id)).toMatchObject([
    { account: 'cash:m-pesa', own: false, amount: -10, currency: 'USD' },
    { account: 'customer', own: true, amount: 10 },
  ])
})

test('sale, credit note, refund and reversal each move the balance of the customer', async () => {
  const juma = await shop.customer()
  const of = (kind: string) => ({ source: { kind, id: randomUUID() }, user_id: juma.id, now })
  const balance = async () =>
    (
      await shop.sql(`select coalesce(sum(amount), 0)::float as it from ledger_entries where user_id = $1`, [
        juma.id,
      ])
    )[0]!.it
  const paid = { method: 'bank', money: usd(11800) }
  const sold = { net: usd(10000), vat: usd(1800) }
  await write((tx) => postReceipt(tx, { ...of('received'), ...paid }))
  expect(await balance()).toBe(118)
  await write((tx) => postSale(tx, { ...of('charge'), ...sold }))
  expect(await balance()).toBe(0)
  await write((tx) => postCreditNote(tx, { ...of('refund'), ...sold }))
  expect(await balance()).toBe(118)
  await write((tx) => postRefund(tx, { ...of('refund'), ...paid }))
  expect(await balance()).toBe(0)
  await write((tx) => postReversal(tx, { ...of('received'), ...paid }))
  expect(await balance()).toBe(-118)
})

test('a payment in the currency of its method is exchanged, and sums to zero in both', async () => {
  const id = randomUUID()
  const tzs = { amount: 32_500, currency: 'TZS' }
  await write((tx) => postReceipt(tx, { ...cash(id), money: tzs, counts: usd(1250) }))
  expect(await entriesOf(id)).toMatchObject([
    { account: 'cash:m-pesa', currency: 'TZS' },
    { account: 'exchange', currency: 'TZS' },
    { account: 'exchange', amount: -12.5, currency: 'USD' },
    { account: 'customer', amount: 12.5, currency: 'USD' },
  ])
  const sums = await shop.sql(
    `select sum(amount)::float as sum from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where source_id = $1 group by currency`,
    [id],
  )
  expect(sums).toEqual([{ sum: 0 }, { sum: 0 }])
})

test('an act without an amount is not posted', async () => {
  expect(await write((tx) => postReceipt(tx, cash(randomUUID(), 0)))).toBe('nothing')
})

test('entries that do not balance are refused, and nothing of the posting stays', async () => {
  const id = randomUUID()
  const postUnbalanced = (entries: object[]) =>
    shop.sql(`select post_to_ledger('charge', $1, 'sale', now(), $2)`, [id, JSON.stringify(entries)])
  const sales = { account: 'sales', amount: 10, currency: 'USD' }
  const customer = { account: 'customer', user_id: asha.id, amount: -10, currency: 'USD' }
  await expect(postUnbalanced([sales])).rejects.toThrow('does not balance')
  await expect(postUnbalanced([])).rejects.toThrow('does not balance')
  // The sum of all amounts is zero here, but not the one of each currency.
  await expect(postUnbalanced([sales, { ...customer, currency: 'TZS' }])).rejects.toThrow('does not balance')
  await expect(postUnbalanced([{ ...customer, user_id: null }, sales])).rejects.toThrow('check constraint')
  expect(await entriesOf(id)).toEqual([])
  expect(await shop.sql(`select from ledger_postings where source_id = $1`, [id])).toEqual([])
})

test('no role inserts, changes or deletes entries, and neither does the owner of the tables change them', async () => {
  await write((tx) => postReceipt(tx, cash(randomUUID())))
  for (const table of ['ledger_postings', 'ledger_entries'])
    for (const change of [`update ${table} set at = now()`, `delete from ${table}`])
      await expect(shop.sql(change), change).rejects.toThrow('append-only')
  const { rows } = await shop.nodes[0]!.database.pool.query(
    `select r.rolname || ': ' || p.right || ' ' || t.name as it
       from pg_roles r, (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) p ("right"),
            (values ('ledger_postings'), ('ledger_entries')) t (name)
      where r.rolname not like 'pg%' and not pg_has_role(r.oid, (select relowner from pg_class where relname = t.name), 'usage')
        and has_table_privilege(r.oid, t.name, p.right)`,
  )
  expect(rows).toEqual([])
})
