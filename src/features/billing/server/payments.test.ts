import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { matchReceived } from './match.ts'
import { claim, offered, receive } from './testing/money.ts'

/** The admins' list of payments with its acts, and the customers' own lists. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const match = (id: string) => matchReceived(shop.nodes[0]!.database, id, new Date())
const list = async (query = '') =>
  (await admin.call('GET', `/api/admin/payments?${query}`)).body.items as {
    id: string
    type: string
    state: string
    version: number
    reason: string | null
    charge: { id: string; reference: string; state: string; settled: number } | null
    suggestions: { id: string; reference: string }[]
  }[]
const find = async (id: string, query = '') => (await list(query)).find((one) => one.id === id)

test('a claim and its money stand in one row, found by receipt, reference, name, phone and amount', async () => {
  const offer = await offered(shop, admin, { name: 'orodha.com', price: 13.37 })
  await claim(offer, 'ORODHA-1')
  const [claimed] = await list('q=orodha1')
  expect(claimed).toMatchObject({ type: 'claim', state: 'claimed', charge: { reference: offer.reference } })
  const money = await receive(shop, {
    amount: 13.37,
    code: 'ORODHA1',
    payer_name: 'HAWA SALUM',
    payer_phone: '255754000111',
  })
  await match(money)
  for (const q of ['orodha 1', offer.reference.toLowerCase(), 'hawa', '0754 000 111', '13.37'])
    expect([q, (await list(`q=${encodeURIComponent(q)}`)).map(({ id }) => id)]).toEqual([q, [money]])
  expect(await list('q=orodha1&state=claimed')).toEqual([])
  expect(await find(money, 'state=matched')).toMatchObject({ charge: { state: 'paid', settled: 13.37 } })
})

test('the pages of the list hold every payment once, newest first', async () => {
  for (let at = 0; at < 5; at++) await receive(shop, { amount: 77, code: `UKURASA${at}` })
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await admin.call(
      'GET',
      `/api/admin/payments?limit=2&q=77${cursor ? `&cursor=${cursor}` : ''}`,
    )
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
})

test('amount, time and payer are a suggestion that nothing but an admin accepts', async () => {
  const offer = await offered(shop, admin, { name: 'pendekezo.com', price: 21 })
  const money = await receive(shop, { amount: 21, code: 'PEND001', payer_name: 'MWANGI ASHA' })
  const stranger = await receive(shop, { amount: 21, code: 'PEND002', payer_name: 'JUMA ALI' })
  await match(money)
  const shown = (await find(money))!
  expect(shown).toMatchObject({ state: 'received', charge: null })
  expect(shown.suggestions.map(({ reference }) => reference)).toEqual([offer.reference])
  expect((await find(stranger))!.suggestions).toEqual([])
  const accepted = await admin.call('POST', `/api/admin/payments/${money}/match`, {
    charge_id: shown.suggestions[0]!.id,
    version: shown.version,
  })
  expect(accepted.body).toMatchObject({ state: 'matched', charge: { state: 'paid' } })
  const again = await admin.call('POST', `/api/admin/payments/${money}/match`, {
    charge_id: shown.suggestions[0]!.id,
    version: shown.version,
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('eight admins who match at once settle once', async () => {
  const offer = await offered(shop, admin, { name: 'wanane.com' })
  const money = await receive(shop, { amount: 10, code: 'WANANE1' })
  const { items } = (await admin.call('GET', `/api/admin/charges?q=${offer.reference}`)).body
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      admin.call('POST', `/api/admin/payments/${money}/match`, { charge_id: items[0].id, version: 1 }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(await shop.sql(`select 1 from ledger_postings where source_id = $1`, [money])).toHaveLength(1)
})

test('an admin confirms a claim by hand, rejects one, and marks money as not the shop’s', async () => {
  const offer = await offered(shop, admin, { name: 'thibitisha.com' })
  await claim(offer, 'THIB001')
  const [waiting] = await list('q=thib001')
  const confirmed = await admin.call('POST', `/api/admin/payments/${waiting!.id}/confirm`, {})
  expect(confirmed.body).toMatchObject({ type: 'received', state: 'matched', channel: 'by-hand' })
  expect((await admin.call('POST', `/api/admin/payments/${waiting!.id}/confirm`, {})).body.code).toBe(
    'NOT_CLAIMED',
  )
  const other = await offered(shop, admin, { name: 'kataa.com' })
  await claim(other, 'KATAA01')
  const [wrong] = await list('q=kataa01')
  const rejected = await admin.call('POST', `/api/admin/payments/${wrong!.id}/reject`, { reason: 'Haipo' })
  expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'Haipo' })
  const money = await receive(shop, { amount: 3, code: 'SIYETU1' })
  const ignored = await admin.call('POST', `/api/admin/payments/${money}/ignore`, {
    reason: 'private',
    version: 1,
  })
  expect(ignored.body).toMatchObject({ state: 'ignored', reason: 'private' })
  expect(await find(money)).toBeUndefined()
})

test('money that was reversed opens its charge again, and the ledger with it', async () => {
  const offer = await offered(shop, admin, { name: 'rudisha.com' })
  const money = await receive(shop, { amount: 10, code: 'RUDI001', reference: offer.reference })
  await match(money)
  const message = await receive(shop, {
    amount: 10,
    code: 'RUDI999',
    reference: 'RUDI001',
    kind: 'reversal',
    state: 'held',
  })
  const reversed = await admin.call('POST', `/api/admin/payments/${message}/reverse`, { version: 1 })
  expect(reversed.body).toMatchObject({ state: 'reversed' })
  expect(await find(money)).toMatchObject({ state: 'reversed', charge: { state: 'open', settled: 0 } })
  // The sale stands: the customer owes it.
  expect(
    await shop.sql(`select sum(amount)::float as sum from ledger_entries where user_id = $1`, [
      offer.customer.id,
    ]),
  ).toEqual([{ sum: -10 }])
  const again = await receive(shop, { amount: 10, code: 'RUDI002', reference: offer.reference })
  await match(again)
  expect(await find(again)).toMatchObject({ state: 'matched', charge: { state: 'paid' } })
  expect(
    await shop.sql(`select sum(amount)::float as sum from ledger_entries where user_id = $1`, [
      offer.customer.id,
    ]),
  ).toEqual([{ sum: 0 }])
})

test('two customers never see each other’s charges', async () => {
  const [one, other] = [
    await offered(shop, admin, { name: 'moja-yangu.com' }),
    await offered(shop, admin, { name: 'yako.com' }),
  ]
  const own = (await one.customer.call('GET', '/api/payments')).body.items
  expect(own.map(({ reference }: { reference: string }) => reference)).toEqual([one.reference])
  expect((await one.customer.call('GET', `/api/payments/${other.reference}`)).status).toBe(404)
  expect((await one.customer.call('GET', `/api/payments/${one.reference}`)).body).toMatchObject({
    state: 'open',
    rest: 10,
  })
})
