import { afterAll, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openRegistrarShop } from '../../../fulfilment/server/testing/registrar-shop.ts'
import { verifyLedger } from './verify.ts'

/** What is paid in to an account at a registrar is in the ledger once, beside what the registrar says. */

const here = await openRegistrarShop()
const { stub, shop, admin, account, offer, activate, until } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))

const enter = (body: object = {}, headers?: Record<string, string>, by = admin) =>
  by.call(
    'POST',
    `/api/admin/registrars/${account.id}/top-ups`,
    { amount: 100, method: 'Vodacom M-Pesa', date: '2026-11-20', ...body },
    headers,
  )
const books = async () => (await admin.call('GET', '/api/admin/registrars/books')).body.items[0]
const sums = async () =>
  Object.fromEntries(
    (
      await shop.sql(`
        select account || ' ' || currency as account, sum(amount)::float as sum from ledger_entries group by 1 order by 1`)
    ).map(({ account: name, sum }) => [name.replace(account.id, 'ID'), sum]),
  )
const differences = async () =>
  (await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))).differences

test('a balance that was there, a top-up in another currency and a cost: the books say what the registrar says', async () => {
  expect(await books()).toMatchObject({ booked: 0, read: 500, currency: 'USD' })
  expect((await enter({ amount: 400, method: null })).status).toBe(200)
  const paid = { amount: 260_000, currency: 'TZS' }
  expect((await enter({ paid, note: 'Ref 77' })).body).toMatchObject({
    booked: 500,
    read: 500,
    top_ups: [
      { amount: 100, currency: 'USD', paid, method: 'Vodacom M-Pesa', date: '2026-11-20', note: 'Ref 77' },
      { amount: 400, paid: { amount: 400, currency: 'USD' }, method: null },
    ],
  })
  const asha = await shop.customer()
  await activate(await offer(asha, 'booked.com'))
  await until('booked.com', 'done')
  await admin.call('POST', `/api/admin/registrars/${account.id}/test`, {})
  expect(await books()).toMatchObject({ booked: 486.25, read: stub.books.balance, under_way: 0 })
  expect(await sums()).toEqual({
    'cash:mpesa TZS': 260_000,
    'cash:opening USD': 400,
    'cost USD': -13.75,
    'exchange TZS': -260_000,
    'exchange USD': 100,
    'registrar:ID USD': -486.25,
  })
  expect(await differences()).toEqual([])
  const [entry] = await shop.sql(
    `select actor_id, after from audit_log where action = 'registrar.topped-up' order by at desc`,
  )
  expect(entry).toMatchObject({
    actor_id: admin.id,
    after: { amount: '100.00', paid: '260000', note: 'Ref 77' },
  })
})

test('with a rate the cost is booked in the currency of the shop, with the rate of the day', async () => {
  await admin.call('PATCH', '/api/admin/settings', {
    values: { 'costs.rates': [{ currency: 'EUR', shop_currency: 'USD', rate: 1.1 }] },
    versions: {},
  })
  await admin.call('PATCH', `/api/admin/registrars/${account.id}`, { currency: 'EUR' })
  stub.books.currency = 'EUR'
  const asha = await shop.customer()
  await activate(await offer(asha, 'rated.com'))
  await until('rated.com', 'done')
  stub.books.currency = 'USD'
  await admin.call('PATCH', `/api/admin/registrars/${account.id}`, { currency: 'USD' })
  expect(await sums()).toMatchObject({
    'registrar:ID EUR': 13.75,
    'exchange EUR': -13.75,
    // 13.75 × 1.1 = 15.125, and 13.75 of the name before.
    'cost USD': -28.88,
  })
  expect(await differences()).toEqual([])
})

test('eight presses of one form are one top-up, and a top-up is taken back once', async () => {
  const { booked } = await books()
  const answers = await eightTimes(() => enter({ amount: 50 }, { 'idempotency-key': 'one-form' }))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const after = await books()
  expect(after.booked).toBe(booked + 50)
  const undone = await eightTimes(() =>
    admin.call('POST', `/api/admin/registrars/top-ups/${after.top_ups[0].id}/undo`, {}),
  )
  expect(undone.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)])
  expect(await books()).toMatchObject({ booked, top_ups: [{ undone_at: expect.any(String) }, {}, {}] })
  expect(await differences()).toEqual([])
})

test.each([
  [{ amount: 0 }, 'AMOUNT_INVALID'],
  [{ amount: -5 }, 'AMOUNT_INVALID'],
  [{ amount: 0.001 }, 'AMOUNT_INVALID'],
  [{ paid: { amount: 0, currency: 'TZS' } }, 'AMOUNT_INVALID'],
  [{ date: '2999-01-01' }, 'DATE_INVALID'],
])('%j is refused with %s', async (body, code) => {
  expect(await enter(body)).toMatchObject({ status: 400, body: { code } })
})

test('a top-up that was changed past the program, or lost, is found', async () => {
  await enter({ amount: 7 })
  const change = (amount: number) =>
    shop.sql(`update registrar_top_ups set amount = $1 where amount in (7, 8)`, [amount])
  await change(8)
  expect(await differences()).toMatchObject([{ reason: 'amount' }])
  await change(7)
  const [kept] = await shop.sql(`delete from registrar_top_ups where amount = 7 returning *`)
  expect(await differences()).toMatchObject([{ reason: 'unknown' }])
  await shop.sql(
    `insert into registrar_top_ups select * from jsonb_populate_record(null::registrar_top_ups, $1)`,
    [JSON.stringify({ ...kept, paid_on: '2026-11-20' })],
  )
  expect(await differences()).toEqual([])
})

test('only who may see money reads the books, and only who may write it enters a top-up', async () => {
  const [registrar, reader] = [await shop.admin('registrar'), await shop.admin('read-only')]
  expect((await registrar.call('GET', '/api/admin/registrars/books')).status).toBe(403)
  expect((await reader.call('GET', '/api/admin/registrars/books')).status).toBe(200)
  for (const person of [registrar, reader, await shop.customer()])
    expect((await enter({}, {}, person)).status).toBe(403)
  const seen = await shop.nodes[0]!.database.read(
    { session: registrar.session, person: registrar.id },
    ({ db }) => db.selectFrom('registrar_top_ups').select('id').execute(),
    'own',
  )
  expect(seen).toEqual([])
})

test('an account that was topped up is not removed', async () => {
  const body = { driver: 'manual', name: 'By hand', currency: 'TZS' }
  const { id } = (await admin.call('POST', '/api/admin/registrars', body)).body
  await admin.call('POST', `/api/admin/registrars/${id}/top-ups`, {
    amount: 1,
    method: 'Bank',
    date: '2026-11-20',
  })
  expect(await admin.call('DELETE', `/api/admin/registrars/${id}`)).toMatchObject({
    body: { code: 'IN_USE' },
  })
})
