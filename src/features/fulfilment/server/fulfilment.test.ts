import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { moneyIn, offered, receive } from '../../money/server/testing/money.ts'
import { daysFrom } from '../../../shared/calendar.ts'
import { payAutoRenewals } from '../../requests/server/renewals/auto-renew.ts'
import { offerRenewals } from '../../requests/server/renewals/renewal-offers.jobs.ts'
import { deliverRenewals } from '../../requests/server/renewals/renewal-delivery.jobs.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { openRegistrarShop } from './testing/registrar-shop.ts'

/** What is sold is registered at the registrar once, whatever the network, the registrar and the nodes do. */

const here = await openRegistrarShop()
const { stub, shop, admin, offer, activate, until, did, requestOf, pass, fulfilmentOf } = here
const { match } = moneyIn(() => shop)
afterAll(here.close)
// The registrar takes a hundred calls a minute, which the tests together exceed.
beforeEach(() => shop.sql(`delete from fulfilment_calls`))

let count = 0
const newName = () => `shop-${++count}.com`
const registrations = (name: string) => did(name).filter((what) => what.startsWith('register'))
/** A request that an admin has activated. */
async function activated(person: Person, name = newName()) {
  const request = await offer(person, name)
  const saved = await activate(request)
  expect(saved.status).toBe(200)
  return { request, name, saved }
}

describe('an activation', () => {
  test('keeps its status until the name is registered, then both change together', async () => {
    const asha = await shop.customer()
    stub.settings.hold = 'until-run'
    const { request, name, saved } = await activated(asha)
    expect(saved.body).toMatchObject({ status: 'available', in_delivery: true })
    expect(await requestOf(asha, request)).toMatchObject({
      status: 'available',
      in_delivery: true,
      paid: false,
    })
    await until(name, 'ordered')
    stub.settings.hold = null
    stub.runOrders()
    await pass(name, '1 second')
    const done = await until(name, 'done')
    expect(await requestOf(asha, request)).toMatchObject({
      status: DOMAIN_ACTIVE,
      in_delivery: false,
      paid: true,
    })
    expect(registrations(name)).toHaveLength(1)
    expect(stub.books.names.get(name)).toMatchObject({ orders: 1 })
    const [service] = await shop.sql(`select name, registered_until from services where request_id = $1`, [
      request,
    ])
    expect(service).toMatchObject({ name })
    expect(service!['registered_until'].toISOString()).toBe(done.expect.registered_until)
    expect(stub.books.names.get(name)!.expires_at.toISOString().slice(0, 10)).toBe(
      done.expect.registered_until.slice(0, 10),
    )
    const { calls } = (await admin.call('GET', `/api/admin/fulfilments/${done.id}`)).body
    expect(calls.map(({ action }: { action: string }) => action)).toContain('register')
    expect(JSON.stringify(calls)).not.toContain(stub.key)
  })

  test('by eight presses at once, on two nodes, registers once', async () => {
    const asha = await shop.customer()
    const name = newName()
    const request = await offer(asha, name)
    await eightTimes((turn) => activate(request, turn % 2))
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
    const [{ rows }] = (await shop.sql(`select count(*)::int as rows from services where request_id = $1`, [
      request,
    ])) as [{ rows: number }]
    expect(rows).toBe(1)
  })

  test('of a name that is being registered for another customer is refused', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const name = newName()
    const requests = [await offer(asha, name), await offer(juma, name)]
    stub.settings.hold = 'until-run'
    const answers = await Promise.all(requests.map((request, node) => activate(request, node)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'BEING_DELIVERED' })
    await until(name, 'ordered')
    stub.settings.hold = null
    stub.runOrders()
    await pass(name, '1 second')
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
  })

  test('of a name whose ending no account serves is done as before', async () => {
    const asha = await shop.customer()
    const { request, saved } = await activated(asha, 'by-hand.org')
    expect(saved.body).toMatchObject({ status: DOMAIN_ACTIVE, in_delivery: false })
    expect(await requestOf(asha, request)).toMatchObject({ paid: true })
    expect(await fulfilmentOf('by-hand.org')).toBeUndefined()
  })
})

describe('an order whose answer does not come', () => {
  test('and that was done is found in the record and not sent again', async () => {
    const asha = await shop.customer()
    stub.tell({ what: 'cut-after' }, { on: 'register' })
    const { name, request } = await activated(asha)
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
    expect(await requestOf(asha, request)).toMatchObject({ paid: true })
  })

  test('and that was not done is sent again only once the registrar’s time to settle is over', async () => {
    const asha = await shop.customer()
    stub.tell({ what: 'cut-before' }, { on: 'register' })
    const { name, request } = await activated(asha)
    const sent = () =>
      stub.journal.filter(({ endpoint, target }) => endpoint === 'register' && target === name).length
    await until(name, 'unknown')
    await pass(name, '23 hours')
    await until(name, 'unknown')
    expect(await requestOf(asha, request)).toMatchObject({ in_delivery: true, paid: false })
    expect(sent()).toBe(1)
    await pass(name, '2 hours')
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
  })

  test.each([
    ['an error of the server', { what: 'error-after' as const }],
    ['a page', { what: 'html' as const, acts: true }],
    ['the answer about another name', { what: 'other-name' as const, name: 'other.com' }],
  ])('but %s is settled by the record too', async (_, fault) => {
    const asha = await shop.customer()
    stub.tell(fault, { on: 'register' })
    const { name } = await activated(asha)
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
  })

  test('because the node died is looked up by the next one', async () => {
    const asha = await shop.customer()
    stub.tell({ what: 'cut-before' }, { on: 'register' })
    const { name } = await activated(asha)
    await until(name, 'unknown')
    // As the node leaves it that dies between the commit and the answer, after the registrar has acted.
    stub.books.names.set(name, { ...[...stub.books.names.values()][0]!, name, orders: 1 })
    await shop.sql(`update fulfilments set state = 'sent', due_at = now() where target = $1`, [name])
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(0)
  })

  test('and is accepted late, once another node looks after it, is not sent again', async () => {
    const asha = await shop.customer()
    stub.settings.hold = 'until-run'
    stub.tell({ what: 'delay', ms: 1_500 }, { on: 'register' })
    try {
      const { name } = await activated(asha)
      await until(name, 'sent')
      await shop.sql(`update fulfilments set due_at = now() where target = $1`, [name])
      await until(name, 'unknown')
      await expect
        .poll(() => shop.sql(`select from fulfilments where target = $1 and accepted_at is not null`, [name]))
        .toHaveLength(1)
      await pass(name, '10 days')
      await until(name, 'held')
      expect(registrations(name)).toHaveLength(1)
      stub.runOrders()
      await shop.sql(`update jobs set due_at = now() where name = 'held-deliveries'`)
      await until(name, 'done')
    } finally {
      stub.settings.hold = null
    }
  })

  test('may be looked at again, and not be sent again, refused or declined by hand', async () => {
    const asha = await shop.customer()
    stub.tell({ what: 'cut-before' }, { on: 'register' })
    const { name, request } = await activated(asha)
    const { id, acts } = await until(name, 'unknown')
    expect(acts).toEqual(['look', 'done'])
    for (const [act, body] of [['send-again'], ['refuse', { reason: 'x' }]] as const)
      expect(
        (await admin.call('POST', `/api/admin/fulfilments/${id}/${act}`, body ?? {})).body,
      ).toMatchObject({
        code: 'NOT_NOW',
      })
    const rejected = await admin.call('PATCH', `/api/admin/domain-requests/${request}`, {
      status: 'rejected',
    })
    expect(rejected.body).toMatchObject({ code: 'BEING_DELIVERED' })
    const looked = await admin.call('POST', `/api/admin/fulfilments/${id}/look`, {})
    expect(looked.status).toBe(200)
    expect((await admin.call('POST', `/api/admin/fulfilments/${id}/done`, {})).status).toBe(200)
    expect(await requestOf(asha, request)).toMatchObject({ paid: true })
  })
})

test('an order that the shop’s own database has kept from being sent is sent soon', async () => {
  const asha = await shop.customer()
  const name = newName()
  await shop.sql(`create function fail_once() returns trigger language plpgsql as $$ begin
      if new.state = 'sent' and new.attempts = 1 then raise exception 'the disk is full'; end if;
      return new; end $$`)
  await shop.sql(
    `create trigger fail_once before update on fulfilments for each row execute function fail_once()`,
  )
  try {
    const { request } = await activated(asha, name)
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
    expect(await requestOf(asha, request)).toMatchObject({ paid: true })
  } finally {
    await shop.sql(`drop trigger fail_once on fulfilments`)
  }
})

describe('an order that waits', () => {
  test('at the registrar is looked at until it is done', async () => {
    const asha = await shop.customer()
    stub.settings.hold = 'until-run'
    try {
      const { name } = await activated(asha)
      await until(name, 'ordered')
      await pass(name, '10 days')
      await until(name, 'ordered', 'held')
      stub.runOrders()
      const { id, state } = await fulfilmentOf(name)
      if (state === 'held') await admin.call('POST', `/api/admin/fulfilments/${id}/look`, {})
      else await pass(name, '1 second')
      await until(name, 'done')
      expect(registrations(name)).toHaveLength(1)
    } finally {
      stub.settings.hold = null
    }
  })

  test('once it was accepted, is never sent again, however often a person looks, and is booked when it appears', async () => {
    const asha = await shop.customer()
    stub.settings.hold = 'until-run'
    try {
      const { name } = await activated(asha)
      await until(name, 'ordered')
      await pass(name, '10 days')
      const { id } = await until(name, 'held')
      for (const fault of [undefined, { what: 'html', acts: false } as const]) {
        if (fault) stub.tell(fault, { on: ['information', 'sync'], target: name, times: 2 })
        const looks = await eightTimes((turn) =>
          shop.at(turn % 2, admin.token)('POST', `/api/admin/fulfilments/${id}/look`, {}),
        )
        expect(looks.map(({ status }) => status)).toContain(200)
        await pass(name, '10 days')
        await until(name, 'held')
        expect(registrations(name)).toHaveLength(1)
      }
      stub.mend()
      stub.runOrders()
      await shop.sql(`update jobs set due_at = now() where name = 'held-deliveries'`)
      await until(name, 'done')
      expect(registrations(name)).toHaveLength(1)
    } finally {
      stub.settings.hold = null
    }
  })

  test('for money is sent once there is some, and is no refusal', async () => {
    const asha = await shop.customer()
    const { balance } = stub.books
    stub.books.balance = 1
    const { name } = await activated(asha)
    await expect.poll(async () => (await fulfilmentOf(name))?.reason, { timeout: 30_000 }).toBe('balance')
    expect(await fulfilmentOf(name)).toMatchObject({ state: 'ready' })
    stub.books.balance = balance
    await pass(name, '0 seconds')
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
  })

  test('because the registrar takes no more calls is sent later', async () => {
    const asha = await shop.customer()
    stub.tell({ what: 'too-many', retryAfter: '1' }, { on: 'register' })
    const { name } = await activated(asha)
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
  })
})

describe('a name that can’t be bought', () => {
  test('because it was taken meanwhile waits for a decision, which owes the money back', async () => {
    const asha = await shop.customer()
    const name = newName()
    stub.books.taken.add(name)
    const { request } = await activated(asha, name)
    const held = await until(name, 'held', 'refused')
    expect(held).toMatchObject({ reason: 'taken', acts: ['send-again', 'done', 'refuse'] })
    expect(registrations(name)).toHaveLength(0)
    const refused = await admin.call('POST', `/api/admin/fulfilments/${held.id}/refuse`, {
      reason: 'Somebody was faster.',
    })
    expect(refused.body).toMatchObject({ state: 'refused', acts: [] })
    expect(await requestOf(asha, request)).toMatchObject({
      status: 'rejected',
      in_delivery: false,
      admin_feedback: 'Somebody was faster.',
    })
  })

  test('because it costs more than was asked for waits, and is bought once somebody of the registrar role accepts that', async () => {
    const asha = await shop.customer()
    const registrar = await shop.admin('registrar')
    const [price] = stub.books.prices.filter(({ tld }) => tld === '.com')
    const before = price!.register
    price!.register = '20.01'
    try {
      const { name } = await activated(asha)
      const held = await until(name, 'held')
      expect(held).toMatchObject({ reason: 'price', acts: ['send-again', 'done', 'refuse'] })
      expect(registrations(name)).toHaveLength(0)
      const again = await registrar.call('POST', `/api/admin/fulfilments/${held.id}/send-again`, {})
      expect(again.status).toBe(200)
      await until(name, 'done')
      expect(registrations(name)).toHaveLength(1)
    } finally {
      price!.register = before
    }
  })

  test('is given up by somebody of the registrar role, and by nobody of the support', async () => {
    const asha = await shop.customer()
    const name = newName()
    stub.books.taken.add(name)
    const { request } = await activated(asha, name)
    const { id } = await until(name, 'held')
    const give = async (role: 'support' | 'registrar') =>
      (
        await (
          await shop.admin(role)
        ).call('POST', `/api/admin/fulfilments/${id}/refuse`, { reason: 'Taken.' })
      ).status
    expect(await give('support')).toBe(403)
    expect(await requestOf(asha, request)).toMatchObject({ in_delivery: true })
    expect(await give('registrar')).toBe(200)
    expect(await requestOf(asha, request)).toMatchObject({ status: 'rejected', in_delivery: false })
  })

  test('because the profile lacks what registries ask for is not sent', async () => {
    const asha = await shop.customer()
    const name = newName()
    const request = await offer(asha, name)
    await shop.sql(`update profiles set phone_number = null where id = $1`, [asha.id])
    await activate(request)
    expect(await until(name, 'held')).toMatchObject({ reason: 'no-contact' })
    await shop.sql(`update profiles set phone_number = '+255712345678' where id = $1`, [asha.id])
    const { id } = await fulfilmentOf(name)
    await admin.call('POST', `/api/admin/fulfilments/${id}/send-again`, {})
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
  })

  test('because another customer holds it is registered, and a person books it', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const name = newName()
    stub.tell({ what: 'cut-before' }, { on: 'register' })
    const { request } = await activated(asha, name)
    await until(name, 'unknown')
    await shop.sql(
      `insert into requests (id, user_id, kind, subject, status, stage) values (gen_random_uuid(), $1, 'domain', $2, 'active', 'active')`,
      [juma.id, name],
    )
    await shop.sql(
      `insert into services (id, user_id, request_id, kind, name, exclusive, started_at) select gen_random_uuid(), user_id, id, 'domain', subject, true, now() from requests where user_id = $1`,
      [juma.id],
    )
    await pass(name, '2 days')
    expect(await until(name, 'held')).toMatchObject({ reason: 'not-booked' })
    expect(await requestOf(asha, request)).toMatchObject({ in_delivery: true, paid: false })
  })
})

test('a person does what an account of people serves, and says so', async () => {
  const made = await admin.call('POST', '/api/admin/registrars', {
    driver: 'manual',
    name: 'By hand',
    currency: 'TZS',
    endings: ['co.tz'],
  })
  expect(made.status).toBe(200)
  const asha = await shop.customer()
  const { name, request, saved } = await activated(asha, 'duka.co.tz')
  expect(saved.body).toMatchObject({ status: 'available', in_delivery: true })
  const held = await until(name, 'held')
  expect(held).toMatchObject({ driver: 'manual', reason: 'by-hand', acts: ['done', 'refuse'] })
  const done = await admin.call('POST', `/api/admin/fulfilments/${held.id}/done`, {
    expires_at: '2028-01-05T00:00:00Z',
  })
  expect(done.body).toMatchObject({ state: 'done', expect: { registered_until: '2028-01-05T00:00:00.000Z' } })
  expect(await requestOf(asha, request)).toMatchObject({ paid: true, in_delivery: false })
})

test('a program answers for what it does itself, and for no registrar', async () => {
  const id = randomUUID()
  const { body } = await admin.call('PUT', `/api/admin/keys/${id}`, {
    name: 'Own',
    scopes: ['fulfil'],
    days: 30,
  })
  const program = shop.at(1, body.key)
  const asha = await shop.customer()
  const manual = { driver: 'manual', name: 'Our own program', currency: 'TZS', endings: ['or.tz'] }
  expect((await admin.call('POST', '/api/admin/registrars', manual)).status).toBe(200)
  const mine = await activated(asha, 'soko.or.tz')
  const { id: held } = await until(mine.name, 'held')
  stub.settings.hold = 'until-run'
  const theirs = await activated(asha)
  const { id: ordered } = await until(theirs.name, 'ordered')
  stub.settings.hold = null
  const { items } = (await program('GET', '/api/admin/fulfilments?state=held')).body
  expect(items.map((one: { id: string }) => one.id)).toContain(held)
  const done = (one: string) =>
    program('POST', `/api/admin/fulfilments/${one}/done`, { expires_at: '2028-01-05T00:00:00Z' })
  expect((await done(ordered)).body).toMatchObject({ code: 'NOT_NOW' })
  expect((await done(held)).body).toMatchObject({ state: 'done' })
  expect(await requestOf(asha, mine.request)).toMatchObject({ paid: true, in_delivery: false })
  for (const [method, path] of [
    ['POST', `/api/admin/fulfilments/${ordered}/look`],
    ['POST', `/api/admin/fulfilments/${ordered}/send-again`],
    ['GET', '/api/admin/registrars'],
    ['PATCH', `/api/admin/domain-requests/${theirs.request}`],
  ] as const)
    expect((await program(method, path, method === 'GET' ? undefined : {})).status).toBe(403)
  stub.runOrders()
  await pass(theirs.name, '1 second')
  await until(theirs.name, 'done')
})

describe('a request that was given up', () => {
  test('is ordered when it is activated after all', async () => {
    const asha = await shop.customer()
    const name = newName()
    stub.books.taken.add(name)
    const { request } = await activated(asha, name)
    const { id } = await until(name, 'held', 'refused')
    await admin.call('POST', `/api/admin/fulfilments/${id}/refuse`, { reason: 'Taken.' })
    stub.books.taken.delete(name)
    expect((await activate(request)).body).toMatchObject({ status: 'pending', in_delivery: true })
    await until(name, 'done')
    expect(registrations(name)).toHaveLength(1)
    expect(await requestOf(asha, request)).toMatchObject({ paid: true })
  })

  test('before anything was sent is declined in its own form', async () => {
    const asha = await shop.customer()
    stub.books.balance -= 1_000
    try {
      const { request, name } = await activated(asha)
      await expect.poll(async () => (await fulfilmentOf(name))?.reason, { timeout: 30_000 }).toBe('balance')
      const declined = await admin.call('PATCH', `/api/admin/domain-requests/${request}`, {
        status: 'rejected',
      })
      expect(declined.body).toMatchObject({ status: 'rejected', in_delivery: false })
      expect(await fulfilmentOf(name)).toMatchObject({ state: 'refused', acts: [] })
    } finally {
      stub.books.balance += 1_000
    }
  })
})

describe('a paid renewal', () => {
  const renewals = (name: string) => did(name).filter((what) => what.startsWith('renew'))
  /** A service that its customer has renewed, and whose renewal is paid. */
  async function renewed() {
    const asha = await shop.customer()
    const { request, name } = await activated(asha)
    await until(name, 'done')
    stub.books.names.get(name)!.expires_at = new Date(Date.now() + 3 * 86_400_000)
    const [service] = await shop.sql(
      `update services set expires_at = now() + interval '3 days' where request_id = $1 returning id`,
      [request],
    )
    const [renewal] = await shop.sql(
      `insert into renewals (id, service_id, user_id, service_version, expired_at, expires_at)
       values (gen_random_uuid(), $1, $2, 1, now() + interval '3 days', now() + interval '368 days') returning id`,
      [service!['id'], asha.id],
    )
    const charge = `insert into charges (id, user_id, reference, renewal_id, kind, subject, amount, currency, state, paid_at)
      values (gen_random_uuid(), $1, substr(md5(random()::text), 1, 8), $2, 'domain', $3, 20, 'USD', 'paid', now())`
    await shop.sql(charge, [asha.id, renewal!['id'], name])
    const stored = async () =>
      (
        await shop.sql(
          `select n.done_at is not null as done, n.in_delivery, s.registered_until from renewals n join services s on s.id = n.service_id where n.id = $1`,
          [renewal!['id']],
        )
      )[0]!
    return { name, stored }
  }

  test('is renewed once at the registrar, by jobs on both nodes and a cut call', async () => {
    const { name, stored } = await renewed()
    const before = stub.books.names.get(name)!.expires_at
    stub.tell({ what: 'cut-after' }, { on: 'renew' })
    await eightTimes((turn) => deliverRenewals(shop.nodes[turn % 2]!.database))
    expect(await stored()).toMatchObject({ done: false, in_delivery: true })
    await expect.poll(async () => (await stored())['done'], { timeout: 30_000 }).toBe(true)
    expect(renewals(name)).toHaveLength(1)
    const { registered_until } = await stored()
    expect(registered_until.getTime() - before.getTime()).toBeGreaterThan(364 * 86_400_000)
  })

  test('that was given up is a task of the staff again, and is not ordered by itself', async () => {
    const { name, stored } = await renewed()
    stub.books.balance -= 1_000
    try {
      await deliverRenewals(shop.nodes[0]!.database)
      await expect.poll(async () => (await fulfilmentOf(name))?.reason, { timeout: 30_000 }).toBe('balance')
      const { id } = await fulfilmentOf(name)
      await admin.call('POST', `/api/admin/fulfilments/${id}/refuse`, { reason: 'By hand.' })
    } finally {
      stub.books.balance += 1_000
    }
    await deliverRenewals(shop.nodes[1]!.database)
    expect(await stored()).toMatchObject({ done: false, in_delivery: false })
    expect(await fulfilmentOf(name)).toMatchObject({ state: 'refused', acts: [] })
    expect(renewals(name)).toHaveLength(0)
  })

  test('that was carried out by hand already is not bought again', async () => {
    const { name, stored } = await renewed()
    const own = stub.books.names.get(name)!
    own.expires_at = new Date(own.expires_at.getTime() + 365 * 86_400_000)
    await deliverRenewals(shop.nodes[0]!.database)
    await expect.poll(async () => (await stored())['done'], { timeout: 30_000 }).toBe(true)
    expect(renewals(name)).toHaveLength(0)
  })
})

test('a name that renews itself is paid from credit and renewed once at the registrar, with nobody pressing', async () => {
  await admin.call('PATCH', '/api/admin/settings', { values: { 'payments.activate': 'matched' } })
  const domains = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  const priced = domains.map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': priced } })
  try {
    const asha = await shop.customer()
    const { name, request } = await activated(asha)
    await until(name, 'done')
    const [service] = await shop.sql(`select id, expires_at from services where request_id = $1`, [request])
    const other = await offered(shop, admin, { name: 'credit-of-asha.org', to: asha })
    await match(await receive(shop, { amount: 30, reference: other.reference }))
    const { status } = await asha.call('PATCH', `/api/domains/${service!['id']}/auto-renew`, { on: true })
    expect(status).toBe(200)
    const at = daysFrom(service!['expires_at'], -14)
    stub.tell({ what: 'cut-after' }, { on: 'renew', target: name })
    await eightTimes(async (turn) => {
      const { database } = shop.nodes[turn % 2]!
      await offerRenewals(database, at)
      await payAutoRenewals(database, at)
    })
    await vi.waitFor(
      async () => {
        const [now] = await shop.sql(`select expires_at from services where id = $1`, [service!['id']])
        expect(now!['expires_at'].getTime()).toBeGreaterThan(daysFrom(service!['expires_at'], 360).getTime())
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(did(name)).toEqual([expect.stringMatching(/^register/), expect.stringMatching(/^renew/)])
    expect(stub.books.names.get(name)).toMatchObject({ orders: 2 })
    expect((await asha.call('GET', '/api/credit')).body.items).toMatchObject([{ amount: 6 }])
  } finally {
    await admin.call('PATCH', '/api/admin/settings', { values: { 'payments.activate': 'by-hand' } })
  }
})

test('a customer makes no call to an address, and reads nothing of registrars', async () => {
  const asha = await shop.customer()
  const before = stub.journal.length
  const { id: _, ...account } = here.account
  expect((await asha.call('POST', '/api/admin/registrars', account)).status).toBe(403)
  expect((await asha.call('POST', `/api/admin/registrars/${here.account.id}/test`, {})).status).toBe(403)
  expect((await asha.call('GET', '/api/admin/fulfilments')).status).toBe(403)
  expect(stub.journal).toHaveLength(before)
})

test('the key is in no answer and no entry of the log, and goes to no other address', async () => {
  const list = await admin.call('GET', '/api/admin/registrars')
  expect(JSON.stringify(list.body)).not.toContain(stub.key)
  const [log] = await shop.sql(
    `select string_agg(coalesce(after::text, '') || coalesce(before::text, ''), ' ') as all from audit_log`,
  )
  expect(log!['all']).not.toContain(stub.key)
  const moved = await admin.call('PATCH', `/api/admin/registrars/${here.account.id}`, {
    base_url: stub.url.replace('127.0.0.1', '127.0.0.2'),
  })
  expect(moved.body).toMatchObject({ code: 'INCOMPLETE' })
  const inner = await admin.call('POST', '/api/admin/registrars', {
    ...here.account,
    id: undefined,
    endings: [],
    base_url: 'http://169.254.169.254/x',
  })
  expect(inner.body).toMatchObject({ code: 'TARGET_REFUSED' })
  const taken = await admin.call('POST', '/api/admin/registrars', { ...here.account, id: undefined })
  expect(taken.body).toMatchObject({ code: 'ENDING_TAKEN', data: { ending: 'com' } })
})

test('a payment that is matched registers the name with nobody pressing, where payments activate', async () => {
  const set = (values: object) => admin.call('PATCH', '/api/admin/settings', { values })
  expect((await set({ 'payments.activate': 'matched' })).status).toBe(200)
  const paid = await offered(shop, admin, { name: newName(), price: 20 })
  await match(await receive(shop, { amount: 20, reference: paid.reference, code: 'LIPA1' }))
  const name = `shop-${count}.com`
  await until(name, 'done')
  expect(registrations(name)).toHaveLength(1)
  const [row] = await shop.sql(`select stage, in_delivery from requests where id = $1`, [paid.id])
  expect(row).toEqual({ stage: 'active', in_delivery: false })
  await set({ 'payments.activate': 'by-hand' })
})
