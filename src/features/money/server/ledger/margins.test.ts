import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../../app/testing/shop.ts'
import { today } from '../../../../app/testing/today.ts'
import { openRegistrarShop } from '../../../fulfilment/server/testing/registrar-shop.ts'
import { placeAt, registered } from '../../../orders/server/testing/placing.ts'
import { matchReceived } from '../matching/match.ts'
import { receive } from '../testing/money.ts'

/** The margin of a name is what the ledger says was sold for it, without VAT, less what it cost at its registrar. */

const here = await openRegistrarShop()
const { shop, admin, activate, until } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))

let asha: Person
let juma: Person
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const margins = async (by: string, person = admin) =>
  (await person.call('GET', `/api/admin/margins?by=${by}&from=${today()}&to=${tomorrow}`)).body
let codes = 0
const pays = async (column: string, id: string, amount: number) => {
  const [charge] = await shop.sql(`select reference from charges where ${column} = $1`, [id])
  const received = await receive(shop, { amount, code: `MARGIN${++codes}A`, reference: charge!['reference'] })
  await matchReceived(shop.nodes[0]!.database, received, new Date())
}
async function sell(person: Person, name: string, price: number) {
  const { body } = await person.call('POST', '/api/domain-requests', { requested_domain: name })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price })
  await pays('request_id', body.id, price)
  await activate(body.id)
  await until(name, 'done')
}

beforeAll(async () => {
  asha = await shop.customer({ full_name: 'Asha Mwangi' })
  juma = await shop.customer({ full_name: 'Juma =cmd' })
  await admin.call('PATCH', '/api/admin/settings', {
    values: {
      'invoices.vrn': '40-000000-X',
      'papers.vatRates': [{ from: '2020-01-01', percent: 18, product: null }],
      'catalogue.domains': [
        { ending: 'com', price: 23.6, renewal: null, years: 1, needs: '', searched: true, shown: true },
      ],
    },
    versions: {},
  })
})

test('a name, its ending, its month and its customer: sold without VAT, cost, and what is left', async () => {
  await sell(asha, 'gain.com', 23.6)
  await sell(juma, 'loss.com', 14.16)
  const usd = { currency: 'USD', cost_currency: 'USD' }
  expect(await margins('name')).toEqual({
    items: [
      { label: 'loss.com', customer: null, names: 1, sold: 12, cost: 13.75, margin: -1.75, ...usd },
      { label: 'gain.com', customer: null, names: 1, sold: 20, cost: 13.75, margin: 6.25, ...usd },
    ],
    groups: 2,
    totals: [{ names: 2, sold: 32, cost: 27.5, margin: 4.5, ...usd }],
  })
  expect((await margins('ending')).items).toMatchObject([{ label: 'com', names: 2, margin: 4.5 }])
  expect((await margins('customer')).items).toMatchObject([
    { label: 'Juma =cmd', customer: juma.id, margin: -1.75 },
    { label: 'Asha Mwangi', customer: asha.id, margin: 6.25 },
  ])
  expect((await margins('month')).items.map(({ names }: { names: number }) => names)).toEqual([2])
})

test('the names of an order share its sale, and one that is gone has no part in it', async () => {
  const names = ['one.com', 'two.com', 'gone.com']
  const { id } = await placeAt(shop, asha, names)
  await pays('order_id', id, 70.8)
  await admin.call('PATCH', `/api/admin/orders/${id}`, {
    status: 'completed',
    lines: [...registered('one.com', 'two.com'), { item: 'gone.com', state: 'gone' }],
  })
  await until('one.com', 'done')
  await until('two.com', 'done')
  const ofOrder = async () =>
    (await margins('name')).items.filter(({ label }: { label: string }) => names.includes(label))
  const expected = ['one.com', 'two.com'].map((label) => ({ label, sold: 20, cost: 13.75, margin: 6.25 }))
  const sorted = (rows: { label: string }[]) => rows.toSorted((a, b) => a.label.localeCompare(b.label))
  expect(sorted(await ofOrder())).toMatchObject(expected)
  const [order] = await shop.sql(`select version from orders where id = $1`, [id])
  const paidBack = await admin.call('POST', `/api/admin/orders/${id}/refund`, {
    method: 'M-Pesa',
    reference: 'R1',
    date: today(),
    version: order!['version'],
  })
  expect([paidBack.status, paidBack.body.owed_back]).toEqual([200, 0])
  expect(sorted(await ofOrder())).toMatchObject(expected)
})

test('what nobody has paid for is a loss of its cost', async () => {
  await activate(await here.offer(asha, 'unpaid.com'))
  await until('unpaid.com', 'done')
  expect((await margins('name')).items[0]).toMatchObject({ label: 'unpaid.com', sold: 0, margin: -13.75 })
})

test('a cost that was booked without a rate is compared with nothing', async () => {
  const { stub, account } = here
  const change = (currency: string) => {
    stub.books.currency = currency
    return admin.call('PATCH', `/api/admin/registrars/${account.id}`, { currency })
  }
  await change('EUR')
  await sell(juma, 'euro.com', 23.6)
  await change('USD')
  const { items, totals } = await margins('name')
  expect(items.find(({ label }: { label: string }) => label === 'euro.com')).toMatchObject({
    sold: 20,
    currency: 'USD',
    cost: 13.75,
    cost_currency: 'EUR',
    margin: null,
  })
  expect(totals).toHaveLength(2)
})

test('the file has each name, with a loss as a number, and no formula', async () => {
  const { status, body } = await admin.call(
    'GET',
    `/api/admin/exports/margins?from=${today()}&to=${tomorrow}`,
  )
  expect(status).toBe(200)
  const lines = String(body).replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe('day,name,ending,kind,customer,email,sold,currency,cost,cost_currency,margin,id')
  const loss = lines.find((line) => line.includes('loss.com'))!.split(',')
  expect(loss.slice(1, 5)).toEqual(['loss.com', 'com', 'register', 'Juma =cmd'])
  expect(loss.slice(6, 11)).toEqual(['12.00', 'USD', '13.75', 'USD', '-1.75'])
})

test('only who may see payments sees margins', async () => {
  for (const role of ['support', 'registrar'] as const)
    expect(
      (
        await (
          await shop.admin(role)
        ).call('GET', `/api/admin/margins?by=name&from=${today()}&to=${tomorrow}`)
      ).status,
    ).toBe(403)
  expect(await margins('name', await shop.admin('finance'))).toHaveProperty('totals')
})
