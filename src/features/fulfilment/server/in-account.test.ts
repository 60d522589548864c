import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { stubName } from './drivers/domains-reseller/stub/stub-books.ts'
import { openRegistrarShop } from './testing/registrar-shop.ts'

/**
 * An account at a registrar may have names that this shop has never ordered: of the owner, or of another shop that uses it
 * too. Whoever asks for one does not get it.
 */

const here = await openRegistrarShop()
const { stub, shop, admin, offer, activate, until, did, requestOf, pass } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
afterEach(() => {
  stub.mend()
  stub.settings.waiting = 'Domain not found'
  stub.books.orders = []
})

let count = 0
const newName = () => `foreign-${++count}.com`
/** Puts a name that the shop has not ordered into the account. */
const giveAccount = (name: string) => stub.books.names.set(name, stubName(name, { isLocked: false }))

async function registered(person: Person, name: string) {
  const request = await offer(person, name)
  expect((await activate(request)).status).toBe(200)
  return request
}
async function moved(person: Person, name: string) {
  const { status, body } = await person.call('POST', '/api/transfers', { domain: name, code: 'Gu3ss&99' })
  expect(status).toBe(201)
  const priced = { status: 'available', price: 20 }
  expect((await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, priced)).status).toBe(200)
  expect((await activate(body.id)).status).toBe(200)
  return body.id as string
}
const act = (id: string, what: string, body: object = {}) =>
  admin.call('POST', `/api/admin/fulfilments/${id}/${what}`, body)

const ways = [
  ['a registration', registered],
  ['a transfer', moved],
] as const

test.each(ways)('%s of a name that the account has already is held, and orders nothing', async (_, order) => {
  const asha = await shop.customer()
  const name = newName()
  giveAccount(name)
  const request = await order(asha, name)
  const held = await until(name, 'held', 'done')
  expect(held).toMatchObject({ state: 'held', reason: 'in-account', acts: ['send-again', 'done', 'refuse'] })
  await eightTimes((turn) =>
    shop.at(turn % 2, admin.token)('POST', `/api/admin/fulfilments/${held.id}/send-again`, {}),
  )
  expect(await until(name, 'held', 'done')).toMatchObject({ state: 'held', reason: 'in-account' })
  expect((await act(held.id, 'look')).status).toBe(409)
  expect(did(name)).toEqual([])
  expect((await asha.call('GET', `/api/domains/${name}`)).status).toBe(404)
  expect((await act(held.id, 'refuse', { reason: 'It belongs to somebody else.' })).status).toBe(200)
  expect((await shop.sql(`select from services where request_id = $1`, [request])).length).toBe(0)
})

test.each(ways)(
  '%s of a name that a person registered for the customer is booked by a press',
  async (_, order) => {
    const asha = await shop.customer()
    const name = newName()
    giveAccount(name)
    const request = await order(asha, name)
    const { id } = await until(name, 'held')
    expect((await act(id, 'done', { expires_at: '2027-11-28T00:00:00Z' })).status).toBe(200)
    expect(await requestOf(asha, request)).toMatchObject({ status: DOMAIN_ACTIVE, in_delivery: false })
    expect(did(name)).toEqual([])
  },
)

test('a name that another order of the account waits for is held too', async () => {
  const name = newName()
  stub.settings.waiting = 'The order for this domain is pending'
  stub.books.orders.push({ id: 1, kind: 'register', name, form: {}, runs_at: null })
  await registered(await shop.customer(), name)
  expect(await until(name, 'held', 'ordered', 'done')).toMatchObject({ state: 'held', reason: 'in-account' })
  expect(did(name)).toEqual([])
})

test('what appears after an order of the shop that nobody answered is the customer’s', async () => {
  const asha = await shop.customer()
  const name = newName()
  stub.tell({ what: 'cut-before' }, { on: 'register' })
  const request = await registered(asha, name)
  await until(name, 'unknown')
  // The record lacks it for longer than the registrar may take: it may be ordered again, and is there by then.
  stub.tell({ what: 'says', body: { error: 'Domain not found' } }, { on: 'information' })
  await pass(name, '30 days')
  giveAccount(name)
  await until(name, 'done')
  expect(await requestOf(asha, request)).toMatchObject({ status: DOMAIN_ACTIVE })
  expect(did(name)).toEqual([])
})

test('what appears after an order that was refused is not', async () => {
  const name = newName()
  stub.tell({ what: 'says', body: { error: 'No' } }, { on: 'register' })
  await registered(await shop.customer(), name)
  const { id } = await until(name, 'refused')
  giveAccount(name)
  expect((await act(id, 'send-again')).status).toBe(200)
  expect(await until(name, 'held', 'done')).toMatchObject({ state: 'held', reason: 'in-account' })
})
