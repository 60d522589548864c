import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { today } from '../../../../app/testing/today.ts'
import { orderAt, fillCart } from '../../../orders/server/testing/placing.ts'
import { ownedIn } from '../../../requests/server/testing/owned.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'
import { describeLine } from './describe-line.ts'

/** What the lines of an invoice say about what was sold, in a shop in shillings whose prices are without VAT. */

let shop: Shop
let admin: Person
const prices = { price: 24_167, renewal: 24_167, years: 5 }
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const { body } = await admin.call('GET', '/api/admin/settings')
  const change = { currency: 'TZS', rate: 1, step: 1, versions: body.versions }
  await admin.call('POST', '/api/admin/settings/currency', change)
  const [first] = body.values['catalogue.domains']
  const ending = { ...first, needs: '', searched: true, shown: true }
  const values = {
    'invoices.vrn': '40-012345-A',
    'papers.vatRates': [{ from: '2020-01-01', percent: 18, product: null }],
    'invoices.prices': 'exclusive',
    'catalogue.email': 12_501,
    'catalogue.domains': [
      { ...ending, ending: 'com', ...prices },
      { ...ending, ending: 'net', ...prices, price: 15_000, renewal: 21_001, searched: false },
    ],
    'catalogue.plans': [
      { ...body.values['catalogue.plans'][0], name: 'Basic', monthlyPrice: 9_999, yearlyPrice: 99_995 },
    ],
  }
  await admin.call('PATCH', '/api/admin/settings', { values })
})
afterAll(() => shop.close())
const { match } = moneyIn(() => shop)
const { own, expire } = ownedIn(() => ({ shop, admin }))

const invoicesOf = async (person: Person) => (await person.call('GET', '/api/invoices')).body.items
const payAll = async (person: Person, code: string) => {
  const { items } = (await person.call('GET', '/api/payments')).body
  const due = items.find((one: { state: string }) => one.state === 'open')
  await match(await receive(shop, { amount: due.amount, currency: 'TZS', code, reference: due.reference }))
}
const ordered = async (items: string[], years?: Record<string, number>) => {
  const person = await shop.customer()
  await fillCart(person, ...items)
  await orderAt(shop, person, items, {}, undefined, years)
  await payAll(person, `QL${person.id.slice(-8).toUpperCase()}`)
  const [invoice] = await invoicesOf(person)
  return { person, invoice }
}

/** The day some years and months after a day, in UTC, less one. */
const lastDay = (from: string, months: number) => {
  const [year, month, day] = from.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1 + months, day! - 1)).toISOString().slice(0, 10)
}

test('a domain of three years is a line of three years at the price of a year, with its days', async () => {
  const { invoice } = await ordered(['tatu.com'], { 'tatu.com': 3 })
  const [line] = invoice.lines
  expect(invoice).toMatchObject({ amount: 85_551, net: 72_501, vat: 13_050 })
  expect(invoice.lines).toEqual([
    {
      description: expect.stringMatching(
        /^Domain tatu\.com, 3 years, \d{1,2} \w{3,4} \d{4} – \d{1,2} \w{3,4} \d{4}$/,
      ),
      name: 'tatu.com',
      product: 'domain',
      quantity: 3,
      unit: 'year',
      price: 24_167,
      from: invoice.issued_on,
      to: lastDay(invoice.issued_on, 36),
      vat_percent: 18,
      net: 72_501,
      vat: 13_050,
      amount: 85_551,
    },
  ])
  expect(line.from < line.to).toBe(true)
})

test('a first year of another price is a line of its own, and the further ones follow it', async () => {
  const { invoice } = await ordered(['mbili.net'], { 'mbili.net': 2 })
  const [first, further] = invoice.lines
  expect(invoice.lines).toMatchObject([
    { quantity: 1, unit: 'year', price: 15_000, net: 15_000, vat: 2_700, from: invoice.issued_on },
    { quantity: 1, unit: 'year', price: 21_001, net: 21_001, vat: 3_780, to: lastDay(first.from, 24) },
  ])
  expect(new Date(further.from).getTime() - new Date(first.to).getTime()).toBe(86_400_000)
})

test('twelve items have twelve times the price as listed as net amount, and the VAT on top', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `n${at}-kumi.com`)
  const { invoice } = await ordered(names)
  expect(invoice).toMatchObject({ net: 12 * 24_167, vat: 12 * 4_350, amount: 12 * 28_517 })
})

test('addresses and plans have their terms: a year, a month', async () => {
  const { invoice } = await ordered(['info@muda.com', 'Basic monthly', 'Basic yearly'])
  expect(invoice.lines).toMatchObject([
    { product: 'email', name: 'info@muda.com', quantity: 1, unit: 'year', net: 12_501 },
    { product: 'hosting', quantity: 1, unit: 'month', net: 9_999, to: lastDay(invoice.issued_on, 1) },
    { product: 'hosting', quantity: 1, unit: 'year', net: 99_995, to: lastDay(invoice.issued_on, 12) },
  ])
  const [, monthly] = invoice.lines
  expect(monthly.description).toMatch(/^Hosting Basic, 1 month, /)
})

test('a renewal runs from the day on which it was renewed, also where it is paid later', async () => {
  const person = await shop.customer()
  const { id } = await own(person, 'tena.com')
  await expire(id)
  expect((await person.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  const [term] = await shop.sql(
    `select (greatest(expired_at, created_at) at time zone 'Africa/Dar_es_Salaam')::date::text as from from renewals where service_id = $1`,
    [id],
  )
  await payAll(person, 'QLTENA0001')
  const [invoice] = await invoicesOf(person)
  expect(invoice.lines).toMatchObject([
    { name: 'tena.com', unit: 'year', quantity: 1, from: term!['from'], to: lastDay(term!['from'], 12) },
  ])
})

test('a pro forma says the term without days, because they follow the payment', async () => {
  const line = { text: 'soko.co.tz', net: 1, vat: 0, gross: 1, percent: null }
  const term = { product: 'domain', unit: 'year', period: null } as const
  expect(describeLine({ ...line, ...term, quantity: 3 }, 'en')).toBe('Domain soko.co.tz, 3 years')
  expect(describeLine({ ...line, ...term, quantity: 1 }, 'sw')).toBe('Domeini soko.co.tz, mwaka 1')
  const period = { from: '2026-12-01', to: '2029-11-30' }
  expect(describeLine({ ...line, ...term, quantity: 3, period }, 'en')).toBe(
    'Domain soko.co.tz, 3 years, 1 Dec 2026 – 30 Nov 2029',
  )
  // Documents from before there were terms.
  expect(describeLine({ ...line, quantity: 1 }, 'en')).toBe('soko.co.tz')
})

test.each([
  ['mpesa', 'M-Pesa'],
  ['tigopesa', 'TigoPesa'],
  ['ecocash', 'EcoCash'],
])('money of %s is called %s', async (method, name) => {
  const offer = await offered(shop, admin, { name: `njia-${method}.com`, price: 10_000 })
  const code = `Q${method.slice(0, 5).toUpperCase()}0001`
  await match(
    await receive(shop, { amount: 10_000, currency: 'TZS', method, code, reference: offer.reference }),
  )
  const [row] = await shop.sql(
    `select facts -> 'payment' ->> 'method' as method from invoices where user_id = $1`,
    [offer.customer.id],
  )
  expect(row).toEqual({ method: name })
})

test('a method that the customer typed is called as it was typed', async () => {
  const offer = await offered(shop, admin, { name: 'hundi.com', price: 10_000 })
  await claim(offer, 'HUNDI 44', 'Postal Order')
  const { items } = (await admin.call('GET', `/api/admin/payments?state=claimed&q=${offer.reference}`)).body
  await admin.call('POST', `/api/admin/payments/${items[0].id}/confirm`)
  const [row] = await shop.sql(
    `select facts -> 'payment' ->> 'method' as method from invoices where user_id = $1`,
    [offer.customer.id],
  )
  expect(row).toEqual({ method: 'Postal Order' })
})

test('what is taken back is credited as it was invoiced, and the ledger agrees', async () => {
  const { person, invoice } = await ordered(['rudi.com', 'rudi2.com'], { 'rudi.com': 3 })
  const [order] = (await person.call('GET', '/api/orders')).body.items
  const save = (values: object) => admin.call('PATCH', `/api/admin/orders/${order.id}`, values)
  const refund = async (reference: string, { version }: { version: number }) => {
    const back = { method: 'mpesa', reference, date: today(), version }
    const { status } = await admin.call('POST', `/api/admin/orders/${order.id}/refund`, back)
    expect(status).toBe(200)
    return (await invoicesOf(person))[0]
  }
  const gone = await save({ lines: [{ item: 'rudi2.com', state: 'gone' }] })
  const part = await refund('SKB1', gone.body)
  expect(part).toMatchObject({ kind: 'credit-note', net: 24_167, vat: 4_350, amount: 28_517 })
  const [row] = await shop.sql(
    `select facts -> 'payment' ->> 'method' as method from invoices where id = $1`,
    [part.id],
  )
  expect(row).toEqual({ method: 'M-Pesa' })
  const rest = await refund('SKB2', (await save({ status: 'cancelled' })).body)
  expect([part.net + rest.net, part.vat + rest.vat]).toEqual([invoice.net, invoice.vat])

  const other = await ordered(['zote.com', 'info@zote.com'], { 'zote.com': 4 })
  const [second] = (await other.person.call('GET', '/api/orders')).body.items
  const cancelled = await admin.call('PATCH', `/api/admin/orders/${second.id}`, { status: 'cancelled' })
  const back = { method: 'M-Pesa', reference: 'SKB3', date: today(), version: cancelled.body.version }
  await admin.call('POST', `/api/admin/orders/${second.id}/refund`, back)
  const [note] = await invoicesOf(other.person)
  expect(note).toMatchObject({ kind: 'credit-note', lines: other.invoice.lines })

  const { differences } = await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))
  expect(differences).toEqual([])
})
