import { afterAll, beforeEach, expect, test } from 'vitest'
import { moneyIn, offered, receive } from '../../../../money/server/testing/money.ts'
import { openShopAt } from '../../testing/registrar-shop.ts'
import { stubName } from '../domains-reseller/stub/stub-books.ts'
import { startStub } from './stub/stub.ts'

/** What is paid is registered at Openprovider with nobody pressing, once, as at every other registrar. */

const here = await openShopAt(await startStub(), { driver: 'openprovider' })
const { stub, shop, admin, account, until, did, pass, offer, activate } = here
const { match } = moneyIn(() => shop)
afterAll(here.close)
beforeEach(async () => {
  stub.mend()
  await shop.sql(`delete from fulfilment_calls`)
})

test('a payment that is matched registers the name', async () => {
  const set = (values: object) => admin.call('PATCH', '/api/admin/settings', { values })
  expect((await set({ 'payments.activate': 'matched' })).status).toBe(200)
  const name = 'paid-by-phone.com'
  const { id, reference } = await offered(shop, admin, { name, price: 20 })
  await match(await receive(shop, { amount: 20, reference, code: 'LIPA1' }))
  const done = await until(name, 'done')
  expect(did(name)).toEqual(['register'])
  expect(await shop.sql(`select stage, in_delivery from requests where id = $1`, [id])).toEqual([
    { stage: 'active', in_delivery: false },
  ])
  expect(done).toMatchObject({ driver: 'openprovider', cost: 13.75, currency: 'USD' })
  const { calls } = (await admin.call('GET', `/api/admin/fulfilments/${done.id}`)).body
  expect(calls.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['log-in', 'info', 'check', 'prices', 'customers', 'customer', 'register']),
  )
  expect(JSON.stringify(calls)).not.toContain(stub.key)
  // Prices are asked for the endings of the account alone, and not for thousands.
  const asked = stub.journal.filter(({ endpoint }) => endpoint === 'prices')
  expect(new Set(asked.map(({ query }) => query.getAll('extensions').join(' ')))).toEqual(new Set(['com']))
  await set({ 'payments.activate': 'by-hand' })
})

test('an order whose answer does not come is found in the record and not sent again', async () => {
  const asha = await shop.customer()
  const name = 'cut-after.com'
  stub.tell({ what: 'cut-after' }, { on: 'register' })
  const request = await offer(asha, name)
  expect((await activate(request)).status).toBe(200)
  await until(name, 'done')
  expect(did(name)).toEqual(['register'])
})

test('an order that was cut off before it was done is sent again once the time to settle is over', async () => {
  const asha = await shop.customer()
  const name = 'cut-before.com'
  stub.tell({ what: 'cut-before' }, { on: 'register' })
  await activate(await offer(asha, name))
  await until(name, 'unknown')
  expect(did(name)).toEqual([])
  await pass(name, '6 hours 1 minute')
  await until(name, 'done')
  expect(did(name)).toEqual(['register'])
})

test('an account is tested before it is saved, and shows balance and prices', async () => {
  expect((await admin.call('POST', `/api/admin/registrars/${account.id}/test`, {})).status).toBe(200)
  const { items } = (await admin.call('GET', '/api/admin/registrars')).body
  expect(items).toMatchObject([{ driver: 'openprovider', username: stub.username, has_key: true }])
  expect(items[0].balance).toBeCloseTo(stub.books.balance, 2)
  expect(JSON.stringify(items)).not.toContain(stub.key)
  const other = {
    ...account,
    id: undefined,
    name: 'Other',
    endings: ['tz'],
    credentials: { username: stub.username, key: 'wrong' },
  }
  expect(await admin.call('POST', '/api/admin/registrars', other)).toMatchObject({
    status: 400,
    body: { code: 'PROVIDER_FAILED' },
  })
  const nobody = { ...other, credentials: { key: stub.key } }
  expect(await admin.call('POST', '/api/admin/registrars', nobody)).toMatchObject({
    status: 400,
    body: { code: 'INCOMPLETE' },
  })
  expect(await admin.call('POST', `/api/admin/registrars/${account.id}/prices`, {})).toMatchObject({
    status: 200,
    body: { endings: 1 },
  })
})

test('its list of names is compared with the shop', async () => {
  stub.books.names.set('unknown-here.com', stubName('unknown-here.com'))
  expect((await admin.call('POST', `/api/admin/registrars/${account.id}/sync`, {})).status).toBe(200)
  const found = async () => {
    await shop.sql(`update jobs set due_at = now() where name = 'registrar-names'`)
    return (await shop.sql(`select name from registrar_names where name = 'unknown-here.com'`)).length
  }
  await expect.poll(found, { timeout: 60_000, interval: 300 }).toBe(1)
})
