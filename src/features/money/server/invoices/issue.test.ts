import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import type { SoldLine } from '../../../settings/vat.ts'
import { issueCreditNote } from './issue.ts'
import { confirm, lineOf, openCharge, type TestCharge } from './testing/sales.ts'

let shop: Shop
let asha: Person
let admin: Person
const open = (options?: Parameters<typeof openCharge>[2]) => openCharge(shop.sql, asha.id, options)
const database = () => shop.nodes[0]!.database
const facts = async (id: string) =>
  (await shop.sql(`select facts from invoices where id = $1`, [id]))[0]!['facts']

beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  asha = await shop.customer({ full_name: 'Asha Mwangi' })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from settings`))

const set = async (values: Record<string, unknown>) => {
  const { status, body } = await admin.call('PATCH', '/api/admin/settings', { values })
  expect([status, body]).toEqual([200, body])
}
const registered = (rates = [{ from: '2020-01-01', percent: 18, product: null as string | null }]) =>
  set({ 'invoices.tin': '123-456-789', 'invoices.vrn': '40-012345-A', 'papers.vatRates': rates })

const credit = (
  charge: TestCharge,
  amount: number,
  { refund = randomUUIDv7(), text = charge.subject }: { refund?: string; text?: string } = {},
) =>
  database().write('service', (tx) =>
    issueCreditNote(tx, {
      charge,
      refund,
      lines: [{ ...lineOf(charge, amount), text }],
      payment: { method: 'M-Pesa', code: 'RR1', paidAt: new Date() },
      now: new Date(),
    }),
  )

test('a shop without a VAT registration issues a receipt without VAT', async () => {
  const invoice = await confirm(database(), await open())
  expect(invoice).toMatchObject({
    net: { amount: 11_800, currency: 'USD' },
    vat: { amount: 0, currency: 'USD' },
    gross: { amount: 11_800, currency: 'USD' },
  })
  expect(await facts(invoice.id)).toMatchObject({ title: 'receipt', byRate: [], number: invoice.name })
})

test('a registered shop issues a tax invoice, and an exempt customer pays no VAT on it', async () => {
  await registered()
  const invoice = await confirm(database(), await open())
  expect([invoice.net.amount, invoice.vat.amount]).toEqual([10_000, 1_800])
  expect(await facts(invoice.id)).toMatchObject({
    title: 'tax-invoice',
    byRate: [{ percent: 18, net: 10_000, vat: 1_800, gross: 11_800 }],
  })
  await shop.sql(`insert into customer_taxes (user_id, vat_exempt, exemption) values ($1, true, 'E-77')`, [
    asha.id,
  ])
  const exempt = await confirm(database(), await open())
  await shop.sql(`delete from customer_taxes`)
  expect(exempt.vat.amount).toBe(0)
  expect(await facts(exempt.id)).toMatchObject({ customer: { isExempt: true, exemption: 'E-77' } })
})

test('the rate is that of the second in which the amount was paid, in Dar es Salaam', async () => {
  await registered([
    { from: '2020-01-01', percent: 18, product: null },
    { from: '2026-07-01', percent: 20, product: null },
  ])
  const now = new Date('2026-07-02T00:00:00Z')
  const vatAt = async (paidAt: string) =>
    (await confirm(database(), await open(), { now, paidAt: new Date(paidAt) })).vat.amount
  expect(await vatAt('2026-06-30T20:59:59Z')).toBe(1_800)
  expect(await vatAt('2026-06-30T21:00:00Z')).toBe(1_967)
})

test('a payment that is dated in the future has the rate of now', async () => {
  await registered([
    { from: '2020-01-01', percent: 18, product: null },
    { from: '2099-01-01', percent: 20, product: null },
  ])
  const invoice = await confirm(database(), await open(), { paidAt: new Date('2099-06-01') })
  expect(invoice.vat.amount).toBe(1_800)
})

test('the year of a number is that of the shop, and each year begins with 1', async () => {
  const nameAt = async (at: string) => (await confirm(database(), await open(), { now: new Date(at) })).name
  expect(await nameAt('2030-12-31T20:59:59Z')).toBe('INV-2030-000001')
  expect(await nameAt('2030-12-31T21:00:00Z')).toBe('INV-2031-000001')
  expect(await nameAt('2030-12-31T20:59:59Z')).toBe('INV-2030-000002')
  await set({ 'papers.invoiceSeries': 'RCT' })
  expect(await nameAt('2030-12-31T20:59:59Z')).toBe('RCT-2030-000001')
})

test('a charge that is confirmed eight times at once, on two nodes, has one invoice and takes one number', async () => {
  const charge = await open()
  const now = new Date('2040-06-01')
  const invoices = await eightTimes((turn) => confirm(shop.nodes[turn % 2]!.database, charge, { now }))
  expect(new Set(invoices.map(({ name }) => name))).toEqual(new Set(['INV-2040-000001']))
  expect((await confirm(database(), await open(), { now })).name).toBe('INV-2040-000002')
})

test('a rolled back confirmation leaves no gap', async () => {
  const now = new Date('2041-06-01')
  const charge = await open()
  await expect(
    confirm(database(), charge, {
      now,
      lines: [{ ...lineOf(charge), amount: { amount: -1, currency: 'USD' } }],
    }),
  ).rejects.toThrow('invoices_amount_check')
  expect((await confirm(database(), charge, { now })).name).toBe('INV-2041-000001')
})

test('a credit note has the rate of its invoice, its number and its own series', async () => {
  await registered()
  const charge = await open()
  const invoice = await confirm(database(), charge)
  await registered([{ from: '2020-01-01', percent: 25, product: null }])
  const note = (await credit(charge, 5_900))!
  expect([note.net.amount, note.vat.amount]).toEqual([5_000, 900])
  expect(note.name).toMatch(/^CN-\d{4}-\d{6}$/)
  expect(await facts(note.id)).toMatchObject({ title: 'credit-note', credits: { number: invoice.name } })
})

test('no more is credited than was invoiced, eight times at once and one after another', async () => {
  const charge = await open()
  await confirm(database(), charge)
  const notes = await Promise.allSettled(Array.from({ length: 8 }, () => credit(charge, 5_000)))
  expect(notes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(credit(charge, 1_801)).rejects.toMatchObject({ refusal: { code: 'CREDIT_TOO_LARGE' } })
  expect((await credit(charge, 1_800))?.gross.amount).toBe(1_800)
})

test('a refund has one credit note, eight times at once, and none without an invoice', async () => {
  const charge = await open()
  expect(await credit(charge, 100)).toBeNull()
  await confirm(database(), charge)
  const refund = randomUUIDv7()
  const notes = await eightTimes(() => credit(charge, 100, { refund }))
  expect(new Set(notes.map((note) => note?.id)).size).toBe(1)
})

test('lines of two currencies are no invoice', async () => {
  const charge = await open()
  const lines: SoldLine[] = [lineOf(charge), { ...lineOf(charge), amount: { amount: 1, currency: 'TZS' } }]
  await expect(confirm(database(), charge, { lines })).rejects.toThrow('one currency')
})

test('an issued paper can be neither changed nor deleted, by admins or by the program', async () => {
  const { id } = await confirm(database(), await open())
  const caller = { session: admin.session, person: admin.id }
  for (const as of ['service', caller] as const)
    for (const change of [
      `update invoices set amount = 0 where id = '${id}'`,
      `update invoices set facts = '{}' where id = '${id}'`,
      `delete from invoices where id = '${id}'`,
    ])
      await expect(
        database().write(as, ({ db }) => sql.raw(change).execute(db), 'payments.write'),
        change,
      ).rejects.toThrow(/permission denied/)
})
