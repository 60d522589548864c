import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import type { Person } from '../../../../app/testing/shop.ts'
import { callerContext } from '../../../../server/http/context.ts'
import { daysFrom } from '../../../../shared/calendar.ts'
import { openRegistrarShop } from '../../../fulfilment/server/testing/registrar-shop.ts'
import { moneyIn, receive } from '../../../money/server/testing/money.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'
import { submitTransfer } from './submit-transfer.ts'

/** A name that a customer holds elsewhere is transferred here once, whatever the network, the registrar and the nodes do. */

const here = await openRegistrarShop()
const { stub, shop, admin, activate, until, did, requestOf, pass, fulfilmentOf } = here
const { match } = moneyIn(() => shop)
afterAll(here.close)
const CODE = 'Xk9$Hamisha&1'
const WRONG = 'Wr0ng$Hamisha&2'
const endsAt = new Date('2027-05-20T00:00:00Z')
const movedUntil = '2028-05-20'
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
afterEach(() => {
  stub.mend()
  stub.settings.hold = null
  stub.books.checks = 'at-once'
})

let count = 0
/** A name that another registrar has. */
function away(more: object = {}) {
  const name = `moves-${++count}.com`
  stub.books.taken.add(name)
  stub.books.elsewhere.set(name, { code: CODE, expires_at: endsAt, ...more })
  return name
}
const ask = (person: Person, domain: string, code = CODE) =>
  person.call('POST', '/api/transfers', { domain, code })
/** A request to move a name, with its price. */
async function offered(person: Person, name: string, code = CODE): Promise<string> {
  const { status, body } = await ask(person, name, code)
  expect([status, body]).toEqual([201, body])
  const offer = { status: 'available', price: 20 }
  expect((await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, offer)).status).toBe(200)
  return body.id
}
async function activated(person: Person, name = away(), code = CODE) {
  const request = await offered(person, name, code)
  expect((await activate(request)).status).toBe(200)
  return { name, request }
}
const moveOf = async (person: Person, request: string) =>
  (await person.call('GET', `/api/transfers/${request}`)).body
const orders = (name: string) => did(name).filter((what) => what === 'transfer')
const serviceOf = async (request: string) =>
  (await shop.sql(`select * from services where request_id = $1`, [request]))[0]
const mailsTo = async ({ id }: Person) =>
  (await shop.sql(`select kind from mails where user_id = $1`, [id])).map(({ kind }) => kind as string)
const codesOf = (request: string) => shop.sql(`select * from transfer_codes where request_id = $1`, [request])

/** Asks as the API does, where the registry answers with that status. */
function askWhere(person: Person, domain: string, status: string, key?: string) {
  const identity = { person: person.id, session: person.session }
  const context = { database: shop.nodes[0]!.database, identity, idempotencyKey: key, now: new Date() }
  const repeatable = key && { endpoint: 'transfers.submit', key, bodyHash: () => Buffer.from(domain) }
  const caller = callerContext(context, undefined, repeatable || undefined)
  return submitTransfer(
    caller,
    { keys: shop.keys, check: () => Promise.resolve({ status }) },
    { domain, code: CODE },
  )
}

test('a transfer that is paid is carried out with nobody pressing, and keeps the term of the registry', async () => {
  await admin.call('PATCH', '/api/admin/settings', {
    values: { 'requests.answer': 'at-once', 'payments.activate': 'matched' },
  })
  const domains = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  const priced = domains.map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14, transfer: 16 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': priced } })
  try {
    const asha = await shop.customer()
    const name = away()
    const made = await askWhere(asha, name, 'taken')
    expect(made).toMatchObject({ status: 'available', price: 16, is_transfer: true })
    await match(await receive(shop, { amount: 16, reference: made.reference as string }))
    await until(name, 'done')
    expect(orders(name)).toHaveLength(1)
    expect(await requestOf(asha, made.id as string)).toMatchObject({
      status: DOMAIN_ACTIVE,
      in_delivery: false,
      is_transfer: true,
    })
    const service = await serviceOf(made.id as string)
    expect(service!['expires_at'].toISOString().slice(0, 10)).toBe(movedUntil)
    expect(service!['registered_until'].toISOString().slice(0, 10)).toBe(movedUntil)
    expect(await codesOf(made.id as string)).toEqual([])
    const { history } = (await asha.call('GET', `/api/domains/${name}`)).body
    expect(history.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(['transfer-requested', 'moved-in']),
    )
  } finally {
    await admin.call('PATCH', '/api/admin/settings', {
      values: { 'requests.answer': 'admin', 'payments.activate': 'by-hand' },
    })
  }
})

test('the price is that of a further year, where the ending has none of its own', async () => {
  const { domains } = (await shop.visitor('GET', '/api/catalogue')).body
  expect(domains.find((one: { ending: string }) => one.ending === 'com')).toMatchObject({
    renewal_price: 14,
    transfer_price: 16,
  })
  const values = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  const unset = values.map((one: object) => ({ ...one, transfer: null }))
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': unset } })
  const again = (await shop.visitor('GET', '/api/catalogue')).body.domains
  expect(again.find((one: { ending: string }) => one.ending === 'com')).toMatchObject({ transfer_price: 14 })
})

test('a call that is sent again with its idempotency key gets its first answer, whatever the registry says by then', async () => {
  const [asha, name] = [await shop.customer(), away()]
  const first = await askWhere(asha, name, 'taken', 'transfer-once')
  expect(await askWhere(asha, name, 'available', 'transfer-once')).toEqual(first)
})

describe('what can’t be transferred here is refused at once', () => {
  test.each([
    ['not a name', 'DOMAIN_NAME_INVALID'],
    ['shop.example', 'NOT_SOLD'],
    ['soko.de', 'NOT_SOLD'],
  ])('%s', async (name, code) => {
    expect((await ask(await shop.customer(), name)).body).toMatchObject({ code })
  })

  test('a name that nobody has registered, where that is known for sure', async () => {
    const asha = await shop.customer()
    for (const status of ['available', 'premium'])
      await expect(askWhere(asha, away(), status)).rejects.toMatchObject({
        refusal: { code: 'NOT_REGISTERED' },
      })
    for (const status of ['taken', 'error', 'unsupported'])
      expect(await askWhere(asha, away(), status)).toMatchObject({ status: 'pending' })
  })

  test('a name that is held here, or being delivered; and nothing is said of another’s open request', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const { name, request } = await activated(asha)
    await until(name, 'done')
    expect((await ask(asha, name)).body).toMatchObject({ code: 'ALREADY_OWNED' })
    expect((await ask(juma, name)).body).toMatchObject({ code: 'HELD_HERE' })
    stub.settings.hold = 'until-run'
    const second = await activated(asha)
    await until(second.name, 'ordered')
    expect((await ask(asha, second.name)).body).toMatchObject({ code: 'ALREADY_REQUESTED' })
    expect((await ask(juma, second.name)).body).toMatchObject({ code: 'BEING_DELIVERED' })
    const third = away()
    await ask(asha, third)
    expect((await ask(juma, third)).status).toBe(201)
    expect(request).not.toBe(second.request)
  })

  test('a code that is none', async () => {
    const asha = await shop.customer()
    for (const code of ['', '   ', 'two\nlines', 'é', 'x'.repeat(256)])
      expect((await ask(asha, away(), code)).status).toBe(400)
  })
})

describe('an order whose answer does not come', () => {
  test.each([
    ['a cut after it acted', { what: 'cut-after' as const }],
    ['an error of the server', { what: 'error-after' as const }],
    ['a page', { what: 'html' as const, acts: true }],
    ['the answer about another name', { what: 'other-name' as const, name: 'other.com' }],
  ])('because of %s is settled by the record, and is not sent again', async (_, fault) => {
    const asha = await shop.customer()
    stub.tell(fault, { on: 'transfer' })
    const { name, request } = await activated(asha)
    await until(name, 'done')
    expect(orders(name)).toHaveLength(1)
    expect(await requestOf(asha, request)).toMatchObject({ status: DOMAIN_ACTIVE })
  })

  test('because it was cut before anything was done is left to a person, and never sent again by itself', async () => {
    const asha = await shop.customer()
    stub.tell({ what: 'cut-before' }, { on: 'transfer' })
    const { name, request } = await activated(asha)
    await until(name, 'unknown')
    await pass(name, '23 hours')
    await until(name, 'unknown')
    await pass(name, '2 hours')
    const held = await until(name, 'held')
    expect(held).toMatchObject({ reason: 'absent', acts: ['look', 'done', 'refuse'] })
    expect(await moveOf(asha, request)).toMatchObject({ state: 'checking', may_change_code: false })
    expect(
      stub.journal.filter(({ endpoint, target }) => endpoint === 'transfer' && target === name),
    ).toHaveLength(1)
    // The registrar had it after all.
    stub.books.names.set(name, { ...[...stub.books.names.values()][0]!, name, orders: 1 })
    await admin.call('POST', `/api/admin/fulfilments/${held.id}/look`, {})
    await until(name, 'done')
  })
})

test('an order that waits for ten days is looked at now and then, and needs nobody', async () => {
  const asha = await shop.customer()
  stub.settings.hold = 'until-run'
  const { name, request } = await activated(asha)
  await until(name, 'ordered')
  expect(await requestOf(asha, request)).toMatchObject({ in_delivery: true, paid: false })
  for (let day = 0; day < 10; day += 1) {
    await shop.sql(`update fulfilments set attempts = attempts + 3 where target = $1`, [name])
    await pass(name, '1 day')
    await vi.waitFor(
      async () => {
        const [row] = await shop.sql(`select state, due_at from fulfilments where target = $1`, [name])
        expect(row!['state']).toBe('ordered')
        // Its lease is over, too.
        expect(row!['due_at'].getTime() - Date.now()).toBeGreaterThan(day < 2 ? 250_000 : 5 * 3_600_000)
      },
      { timeout: 30_000, interval: 50 },
    )
  }
  const moving = await moveOf(asha, request)
  expect(moving).toMatchObject({ state: 'moving', may_change_code: false })
  expect(new Date(moving.sent_at).getTime()).toBeLessThan(daysFrom(new Date(), -9).getTime())
  stub.runOrders()
  await pass(name, '1 second')
  await until(name, 'done')
  expect(orders(name)).toHaveLength(1)
})

test('eight presses on two nodes order once', async () => {
  const asha = await shop.customer()
  const name = away()
  const request = await offered(asha, name)
  await eightTimes((turn) => activate(request, turn % 2))
  await until(name, 'done')
  expect(orders(name)).toHaveLength(1)
})

describe('a transfer that is refused', () => {
  test.each([
    ['auth-code', {}, WRONG, true],
    ['locked', { isLocked: true }, CODE, true],
    ['too-new', { isNew: true }, CODE, false],
    ['objected', { isKept: true }, CODE, true],
  ])('for %s says so to its customer, by mail too', async (reason, there, code, may) => {
    const asha = await shop.customer()
    stub.settings.hold = reason === 'objected' ? 'until-run' : null
    const { name, request } = await activated(asha, away(there), code)
    if (reason === 'objected') {
      await until(name, 'ordered')
      stub.runOrders()
      await pass(name, '1 second')
    }
    expect(await until(name, 'refused')).toMatchObject({ reason })
    expect(await moveOf(asha, request)).toMatchObject({ state: 'refused', reason, may_change_code: may })
    expect(await requestOf(asha, request)).toMatchObject({ in_delivery: true })
    expect(await mailsTo(asha)).toContain('transfer-refused')
    expect(orders(name)).toHaveLength(reason === 'objected' ? 1 : 0)
  })

  test('for its code is handed in once more with the right one, however often that is pressed', async () => {
    const asha = await shop.customer()
    stub.books.checks = 'later'
    const { name, request } = await activated(asha, away(), WRONG)
    await until(name, 'refused')
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, asha.token)('PATCH', `/api/transfers/${request}`, { code: CODE }),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await until(name, 'done')
    expect(orders(name)).toHaveLength(2)
    expect(stub.books.names.get(name)).toMatchObject({ orders: 1 })
    expect(await codesOf(request)).toEqual([])
    expect((await moveOf(asha, request)).history.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(['requested', 'ordered', 'refused', 'code', 'done']),
    )
    expect((await asha.call('PATCH', `/api/transfers/${request}`, { code: CODE })).body).toMatchObject({
      code: 'NOT_NOW',
    })
  })

  test('takes no other code while it is under way', async () => {
    const asha = await shop.customer()
    stub.settings.hold = 'until-run'
    const { name, request } = await activated(asha)
    await until(name, 'ordered')
    expect((await asha.call('PATCH', `/api/transfers/${request}`, { code: WRONG })).body).toMatchObject({
      code: 'NOT_NOW',
    })
    stub.runOrders()
    await pass(name, '1 second')
    await until(name, 'done')
  })

  test('and given up gives the money back, and its code is deleted', async () => {
    const asha = await shop.customer()
    const name = away({ isNew: true })
    const { body } = await ask(asha, name)
    const offer = await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, {
      status: 'available',
      price: 20,
    })
    await match(await receive(shop, { amount: 20, reference: offer.body.reference }))
    await activate(body.id)
    const { id } = await until(name, 'refused')
    expect(await codesOf(body.id)).toHaveLength(1)
    await admin.call('POST', `/api/admin/fulfilments/${id}/refuse`, { reason: 'Too new.' })
    expect(await requestOf(asha, body.id)).toMatchObject({ status: 'rejected', admin_feedback: 'Too new.' })
    expect((await asha.call('GET', '/api/credit')).body.items).toMatchObject([{ amount: 20 }])
    expect(await codesOf(body.id)).toEqual([])
    expect(await moveOf(asha, body.id)).toMatchObject({ state: 'ended', may_change_code: false })
    expect(await mailsTo(asha)).toContain('request-rejected')
  })

  test('because its code can’t be read asks for another one', async () => {
    const asha = await shop.customer()
    const name = away()
    const request = await offered(asha, name)
    await shop.sql(`update transfer_codes set sealed = '\\x00' where request_id = $1`, [request])
    await activate(request)
    expect(await until(name, 'refused')).toMatchObject({ reason: 'auth-code' })
    expect(orders(name)).toHaveLength(0)
    await asha.call('PATCH', `/api/transfers/${request}`, { code: CODE })
    await until(name, 'done')
  })
})

test('a transfer that costs more than was asked for waits for a person', async () => {
  const [price] = stub.books.prices.filter(({ tld }) => tld === '.com')
  const before = price!.transfer
  price!.transfer = '20.01'
  try {
    const { name } = await activated(await shop.customer())
    expect(await until(name, 'held')).toMatchObject({ reason: 'price' })
    expect(orders(name)).toHaveLength(0)
  } finally {
    price!.transfer = before
  }
})

describe('rights', () => {
  test('another customer sees and changes nothing of a transfer', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const request = await offered(asha, away())
    expect((await juma.call('GET', `/api/transfers/${request}`)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await juma.call('PATCH', `/api/transfers/${request}`, { code: WRONG })).body).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await juma.call('POST', `/api/admin/transfers/${request}/code`, {})).status).toBe(403)
  })

  test('the staff sees the code of a transfer that a person carries out, and that is logged', async () => {
    const asha = await shop.customer()
    const registrar = await shop.admin('registrar')
    const reader = await shop.admin('read-only')
    const made = await ask(asha, 'by-hand.org')
    expect(made.body).toMatchObject({ status: 'pending', is_transfer: true })
    const path = `/api/admin/transfers/${made.body.id}/code`
    expect((await reader.call('POST', path, {})).status).toBe(403)
    expect((await registrar.call('POST', path, {}, { 'idempotency-key': 'show-1' })).body).toEqual({
      code: CODE,
    })
    const [seen] = await shop.sql(
      `select actor_id, after from audit_log where action = 'record.code-shown' and entity_id = $1`,
      [made.body.id],
    )
    expect(seen).toMatchObject({ actor_id: registrar.id })
    const offer = { status: 'available', price: 20 }
    await admin.call('PATCH', `/api/admin/domain-requests/${made.body.id}`, offer)
    expect((await activate(made.body.id)).body).toMatchObject({ status: DOMAIN_ACTIVE })
    expect((await registrar.call('POST', path, {})).body).toMatchObject({ code: 'NOT_NOW' })
    expect(await codesOf(made.body.id)).toEqual([])
  })

  test('the staff sees no code of a transfer that is ordered by itself', async () => {
    stub.settings.hold = 'until-run'
    const name = away()
    const request = await offered(await shop.customer(), name)
    const show = async () => (await admin.call('POST', `/api/admin/transfers/${request}/code`, {})).body
    expect(await show()).toMatchObject({ code: 'NOT_NOW' })
    await activate(request)
    await until(name, 'ordered')
    expect(await show()).toMatchObject({ code: 'NOT_NOW' })
    stub.runOrders()
    await pass(name, '1 second')
    await until(name, 'done')
  })
})

test('no code is anywhere but in its sealed row', async () => {
  const asha = await shop.customer()
  const { name, request } = await activated(asha, away(), WRONG)
  await until(name, 'refused')
  const answers = [
    await moveOf(asha, request),
    await requestOf(asha, request),
    (await asha.call('GET', '/api/account/export')).body,
    (await admin.call('GET', '/api/admin/domain-requests')).body,
    (await admin.call('GET', `/api/admin/fulfilments/${(await fulfilmentOf(name)).id}`)).body,
    (await admin.call('GET', '/api/admin/audit')).body,
  ]
  expect(JSON.stringify(answers)).not.toMatch(/Hamisha/)
  const tables = await shop.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth') and tablename <> 'transfer_codes'`,
  )
  for (const table of tables) {
    const [{ n }] = (await shop.sql(
      `select count(*)::int as n from ${table.name} t where t::text like '%Hamisha%'`,
    )) as [{ n: number }]
    expect([table.name, n]).toEqual([table.name, 0])
  }
  const [row] = await codesOf(request)
  expect(row!['sealed'].toString('latin1')).not.toMatch(/Hamisha/)
})
