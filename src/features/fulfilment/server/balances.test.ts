import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAllowedTargets } from '../../../server/http/outbound.ts'
import { endings } from '../../catalogue/catalogue.ts'
import { openRegistrarShop } from './testing/registrar-shop.ts'
import { registrarBalances } from './balances.jobs.ts'

/** The staff is called once while a balance does not suffice, or a registrar does not answer. */

const here = await openRegistrarShop()
const { stub, shop, admin, account, offer, activate, fulfilmentOf, until, pass } = here
afterAll(here.close)

const change = (body: object) => admin.call('PATCH', `/api/admin/registrars/${account.id}`, body)
const read = () => admin.call('POST', `/api/admin/registrars/${account.id}/test`, {})
const items = async () => (await admin.call('GET', '/api/admin/inbox?kind=registrar')).body.items
const waiting = async () => (await admin.call('GET', '/api/admin/waiting')).body.registrars

// Above what the registrar asks for, which is another reason to wait.
beforeAll(() =>
  admin.call('PATCH', '/api/admin/settings', {
    values: { 'catalogue.domains': [{ ...endings[0]!, price: 20 }] },
  }),
)

test('a balance below the limit of its owner waits since then, until it is topped up', async () => {
  const { balance } = stub.books
  expect((await change({ low_balance: balance })).body).toMatchObject({ low_since: null })
  stub.books.balance -= 1
  await read()
  const [item] = await items()
  expect(item).toMatchObject({
    kind: 'registrar',
    id: account.id,
    state: 'low',
    title: 'Registrar',
    amount: balance - 1,
    currency: 'USD',
  })
  await read()
  expect((await items())[0].since).toBe(item.since)
  // Each node counts anew when it hears of the change.
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  stub.books.balance = balance
  await read()
  expect(await items()).toEqual([])
  stub.books.balance -= 1
  await read()
  expect((await change({ low_balance: null })).body).toMatchObject({ low_since: null })
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
  stub.books.balance = balance
})

test('one that is too low for an order waits, whatever the limit, until the order is sent', async () => {
  const { balance } = stub.books
  stub.books.balance = 1
  const asha = await shop.customer()
  const request = await offer(asha, 'too-dear.com')
  await activate(request)
  await expect
    .poll(async () => (await fulfilmentOf('too-dear.com'))?.reason, { timeout: 30_000 })
    .toBe('balance')
  await expect.poll(items, { timeout: 10_000 }).toMatchObject([{ state: 'low' }])
  stub.books.balance = balance
  await read()
  expect(await items()).toHaveLength(1)
  await pass('too-dear.com', '0 seconds')
  await until('too-dear.com', 'done')
  await expect.poll(items, { timeout: 10_000 }).toEqual([])
})

test('a registrar that does not answer for a while waits, until it does', async () => {
  stub.tell({ what: 'cut-before' }, { times: 50 })
  expect((await read()).status).toBe(400)
  expect(await items()).toEqual([])
  await shop.sql(`update registrar_accounts set failing_since = failing_since - interval '16 minutes'`)
  await read()
  expect(await items()).toMatchObject([{ state: 'failed', amount: null }])
  stub.mend()
  const targets = { allowed: readAllowedTargets(stub.host)! }
  await registrarBalances(shop.nodes[0]!.database, { keys: shop.keys, targets }).run()
  expect(await items()).toEqual([])
})
