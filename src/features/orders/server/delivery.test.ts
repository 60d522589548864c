import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { openRegistrarShop } from '../../fulfilment/server/testing/registrar-shop.ts'
import { moneyIn, receive } from '../../money/server/testing/money.ts'
import { fillCart, orderAt, placeAt, registered } from './testing/placing.ts'

/** The names of an order are registered at the registrar, each once, and the order is completed with the last one. */

const here = await openRegistrarShop()
const { stub, shop, admin, until, did, pass, fulfilmentOf } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
beforeAll(async () => {
  const domain = (ending: string) => ({
    ending,
    price: 20,
    renewal: 15,
    years: 3,
    needs: '',
    searched: true,
    shown: true,
  })
  await set({ 'catalogue.domains': ['com', 'org'].map(domain), 'catalogue.email': 24 })
})

const set = async (values: object) =>
  expect((await admin.call('PATCH', '/api/admin/settings', { values, versions: {} })).status).toBe(200)
const registrations = (name: string) => did(name).filter((what) => what.startsWith('register'))
const review = (id: string, body: object, node = 0) =>
  shop.at(node, admin.token)('PATCH', `/api/admin/orders/${id}`, body)
const complete = (id: string, items: string[], node = 0) =>
  review(id, { status: 'completed', lines: registered(...items) }, node)
const orderOf = async (person: Person, id: string) => (await person.call('GET', `/api/orders/${id}`)).body
const linesOf = async (person: Person, id: string) =>
  Object.fromEntries(
    (await orderOf(person, id)).lines.map((line: { item: string; state: string; in_delivery: boolean }) => [
      line.item,
      line.in_delivery ? 'in delivery' : line.state,
    ]),
  )
const domainsOf = async (person: Person) =>
  (await person.call('GET', '/api/domains')).body.items
    .map((one: { domain_name: string }) => one.domain_name)
    .toSorted()
const waitingOrders = async () =>
  (await admin.call('GET', '/api/admin/inbox?kind=order')).body.items.map(({ id }: { id: string }) => id)

let count = 0
const newNames = (many: number) => Array.from({ length: many }, () => `cart-${++count}.com`)
/** An order that its customer says to have paid. */
async function claimed(...items: string[]) {
  const asha = await shop.customer()
  const { id } = await placeAt(shop, asha, items)
  const paid = { payer_name: 'Asha Mwangi', receipt_number: `QK${++count}`, payment_method: 'M-Pesa' }
  expect((await asha.call('POST', `/api/orders/${id}/payment`, paid)).status).toBe(200)
  return { asha, id }
}

test('each name is registered once by eight presses at once, and the last one completes the order', async () => {
  const names = newNames(3)
  const { asha, id } = await claimed(...names)
  stub.settings.hold = 'until-run'
  const answers = await eightTimes((turn) => complete(id, names, turn % 2))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await orderOf(asha, id)).toMatchObject({ status: 'pending' })
  expect(Object.values(await linesOf(asha, id))).toEqual(Array(3).fill('in delivery'))
  expect(await waitingOrders()).not.toContain(id)
  for (const name of names) await until(name, 'ordered')
  stub.settings.hold = null
  stub.runOrders()
  for (const name of names) await pass(name, '1 second')
  for (const name of names) await until(name, 'done')
  expect(await orderOf(asha, id)).toMatchObject({ status: 'completed', amount_due: 60, owed_back: 0 })
  expect(names.map((name) => registrations(name).length)).toEqual([1, 1, 1])
  expect(await domainsOf(asha)).toEqual(names)
  const [invoice] = await shop.sql(
    `select count(*)::int as invoices, sum(amount)::float as total from invoices where user_id = $1 and kind = 'invoice'`,
    [asha.id],
  )
  expect(invoice).toEqual({ invoices: 1, total: 60 })
})

test('a name that is registered is the customer’s while another one waits, and stays', async () => {
  const [first, second] = newNames(2) as [string, string]
  const { asha, id } = await claimed(first, second)
  stub.tell({ what: 'cut-before' }, { on: 'register', target: second })
  expect((await complete(id, [first, second])).status).toBe(200)
  const done = await until(first, 'done')
  await until(second, 'unknown')
  expect(await linesOf(asha, id)).toEqual({ [first]: 'registered', [second]: 'in delivery' })
  expect(await domainsOf(asha)).toEqual([first])
  const [service] = await shop.sql(`select registered_until from services where name = $1`, [first])
  expect(service!['registered_until'].toISOString()).toBe(done.expect.registered_until)
  expect((await review(id, { status: 'cancelled' })).body).toMatchObject({ code: 'LINE_DELIVERED' })
  for (const state of ['gone', 'open'])
    expect((await review(id, { lines: [{ item: first, state }] })).body).toMatchObject({
      code: 'LINE_DELIVERED',
    })
  expect((await review(id, { lines: [{ item: second, state: 'gone' }] })).body).toMatchObject({
    code: 'BEING_DELIVERED',
  })
  expect(await linesOf(asha, id)).toEqual({ [first]: 'registered', [second]: 'in delivery' })
})

test('what the registrar can’t register is gone, owed back, and said, and the rest is delivered', async () => {
  const [first, second] = newNames(2) as [string, string]
  const { asha, id } = await claimed(first, second)
  stub.books.taken.add(second)
  await complete(id, [first, second])
  await until(first, 'done')
  await until(second, 'held', 'refused')
  const { id: refused } = await fulfilmentOf(second)
  expect(
    (await admin.call('POST', `/api/admin/fulfilments/${refused}/refuse`, { reason: 'It is taken.' })).status,
  ).toBe(200)
  expect(await orderOf(asha, id)).toMatchObject({
    status: 'completed',
    owed_back: 20,
    amount_due: 20,
    admin_feedback: 'It is taken.',
  })
  expect(await linesOf(asha, id)).toEqual({ [first]: 'registered', [second]: 'gone' })
  expect(await domainsOf(asha)).toEqual([first])
})

test('an order is cancelled while nothing was sent, and what was sent is not given up', async () => {
  const [first, second] = newNames(2) as [string, string]
  stub.books.balance -= 1_000
  const { asha, id } = await claimed(first)
  try {
    await complete(id, [first])
    await expect.poll(async () => (await fulfilmentOf(first))?.reason, { timeout: 30_000 }).toBe('balance')
    expect((await review(id, { status: 'cancelled' })).body).toMatchObject({ status: 'cancelled' })
  } finally {
    stub.books.balance += 1_000
  }
  expect(await fulfilmentOf(first)).toMatchObject({ state: 'refused', acts: [] })
  expect(await linesOf(asha, id)).toEqual({ [first]: 'open' })
  const other = await claimed(second)
  stub.settings.hold = 'until-run'
  await complete(other.id, [second])
  await until(second, 'ordered')
  stub.settings.hold = null
  expect((await review(other.id, { status: 'cancelled' })).body).toMatchObject({ code: 'BEING_DELIVERED' })
})

test('plans, addresses and names of other endings of the order are delivered with the last name', async () => {
  const [name] = newNames(1) as [string]
  const items = [name, `cart-${count}.org`, `info@cart-${count}.com`, 'Business yearly']
  const asha = await shop.customer()
  await fillCart(asha, ...items)
  const { id } = await orderAt(shop, asha, items, {}, undefined, { [name]: 3 })
  const { body } = await complete(id, items)
  expect(body).toMatchObject({ status: 'pending' })
  const { input } = (await shop.sql(`select input from fulfilments where target = $1`, [name]))[0]!
  expect(input).toMatchObject({ years: 3, most: { amount: 20, currency: 'USD' } })
  await until(name, 'done')
  expect(await orderOf(asha, id)).toMatchObject({ status: 'completed' })
  expect(await domainsOf(asha)).toEqual([name, `cart-${count}.org`])
  const { expires_at } = stub.books.names.get(name)!
  expect(expires_at.getUTCFullYear() - new Date().getUTCFullYear()).toBe(3)
})

describe('a matched payment, where payments activate', () => {
  beforeAll(() => set({ 'payments.activate': 'matched' }))
  afterAll(() => set({ 'payments.activate': 'by-hand' }))
  const { match } = moneyIn(() => shop)
  async function paid(...items: string[]) {
    const asha = await shop.customer()
    const { id, reference, amount_due } = await placeAt(shop, asha, items)
    await match(await receive(shop, { amount: amount_due, reference: reference!, code: `LIPA${++count}` }))
    return { asha, id }
  }

  test('registers all names of an order with nobody pressing', async () => {
    const names = newNames(2)
    const { asha, id } = await paid(...names)
    for (const name of names) await until(name, 'done')
    expect(await orderOf(asha, id)).toMatchObject({ status: 'completed' })
    expect(names.map((name) => registrations(name).length)).toEqual([1, 1])
  })

  test('registers what a registrar serves, and leaves a name of another ending to the staff', async () => {
    const [name] = newNames(1) as [string]
    const other = `cart-${count}.org`
    const { asha, id } = await paid(name, other)
    await until(name, 'done')
    expect(await domainsOf(asha)).toEqual([name])
    expect(await linesOf(asha, id)).toEqual({ [name]: 'registered', [other]: 'open' })
    expect(await orderOf(asha, id)).toMatchObject({ status: 'pending' })
    expect(await waitingOrders()).toContain(id)
    expect((await complete(id, [other])).status).toBe(200)
    expect(await orderOf(asha, id)).toMatchObject({ status: 'completed', owed_back: 0 })
    expect(await domainsOf(asha)).toEqual([name, other])
    expect(registrations(name)).toHaveLength(1)
  })

  test('waits for the staff where no registrar serves any of its names', async () => {
    const name = `cart-${++count}.org`
    const { asha, id } = await paid(name)
    expect(await linesOf(asha, id)).toEqual({ [name]: 'open' })
    expect(await fulfilmentOf(name)).toBeUndefined()
    expect(await waitingOrders()).toContain(id)
  })
})
