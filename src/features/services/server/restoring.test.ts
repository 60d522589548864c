import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '../../../app/testing/shop.ts'
import type { MailContext } from '../../../server/mail/layout.ts'
import { dayText } from '../../../shared/dates.ts'
import { daysFrom } from '../../../shared/calendar.ts'
import { keepMails, queuedMails } from '../../money/server/testing/queued-mails.ts'
import { registryFacts } from '../../requests/server/renewals/registry-term.ts'
import { remindOfExpiry } from '../../requests/server/expiry-reminders.jobs.ts'
import { openRegistrarShop } from '../../fulfilment/server/testing/registrar-shop.ts'
import { moneyIn, receive } from '../../money/server/testing/money.ts'

/** A name in redemption is brought back for a price of its own, which its customer is asked with the renewal. */

const here = await openRegistrarShop()
const { stub, shop, admin, account, offer, activate, until, did } = here
afterAll(here.close)
beforeAll(() => keepMails(shop))
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
const set = async (values: object) =>
  expect((await admin.call('PATCH', '/api/admin/settings', { values, versions: {} })).status).toBe(200)
const com = { ending: 'com', price: 20, renewal: 15, years: 3, needs: '', searched: true, shown: true }
beforeAll(() => set({ 'catalogue.domains': [{ ...com, restore: 90 }], 'payments.activate': 'matched' }))

let count = 0
/** A name that the registrar has registered, and that has ended so many days ago at both. */
async function expired(person: Person, days: number) {
  const name = `back-${++count}.com`
  const request = await offer(person, name)
  await activate(request)
  await until(name, 'done')
  const at = daysFrom(new Date(), -days)
  const [row] = await shop.sql(
    `update services set expires_at = $2, registered_until = $2 where request_id = $1 returning id`,
    [request, at],
  )
  stub.books.names.get(name)!.expires_at = at
  return { name, id: row!['id'] as string }
}

/** Has all names read at the registrar. */
async function read() {
  await admin.call('POST', `/api/admin/registrars/${account.id}/sync`, {})
  await vi.waitFor(
    async () => {
      await shop.sql(`delete from fulfilment_calls`)
      await shop.sql(`update jobs set due_at = now() where name = 'registrar-names'`)
      const { body } = await admin.call('GET', `/api/admin/registrar-names?account=${account.id}`)
      expect(body.due).toBe(0)
    },
    { timeout: 60_000, interval: 500 },
  )
}

async function inRedemption(person: Person) {
  const found = await expired(person, 45)
  stub.books.names.get(found.name)!.status = 'Redemption'
  await read()
  return found
}

/** What the customer is shown of a renewal: among all of them, in the list of domains, and on the page of the name. */
async function shownTo(person: Person, { name, id }: { name: string; id: string }) {
  const [many, domains, page] = await Promise.all([
    person.call('GET', '/api/renewals'),
    person.call('GET', '/api/domains'),
    person.call('GET', `/api/domains/${name}`),
  ])
  const of = (items: { id: string }[]) => items.find((one) => one.id === id) as Record<string, unknown>
  const { price, restore, most_years } = of(many.body.items)
  const { price: listed, restore: back } = of(domains.body.items)['next_period'] as Record<string, unknown>
  return {
    many: { price, restore, most_years },
    list: { price: listed, restore: back },
    page: page.body.registry.restore,
  }
}

const servicesOf = async ({ name }: { name: string }) =>
  (await admin.call('GET', `/api/admin/services?q=${name}&total=true`)).body

test('a customer and the staff are told the price of bringing a name back, beside that of its year', async () => {
  const asha = await shop.customer()
  const late = await expired(asha, 10)
  const found = await inRedemption(asha)
  expect(await shownTo(asha, found)).toEqual({
    many: { price: 105, restore: 90, most_years: 1 },
    list: { price: 105, restore: 90 },
    page: { amount: 90, currency: 'USD' },
  })
  expect(await shownTo(asha, late)).toEqual({
    many: { price: 15, restore: null, most_years: 3 },
    list: { price: 15, restore: null },
    page: null,
  })
  expect(await servicesOf(found)).toMatchObject({
    items: [{ renewal: { amount: 105 } }],
    total: { sums: [{ amount: 105 }] },
  })
  const { body: overview } = await admin.call('GET', `/api/admin/profiles/${asha.id}/overview`)
  const amounts = overview.services.map((one: { renewal: { amount: number } }) => one.renewal.amount)
  expect(amounts.toSorted()).toEqual([105, 15])
})

test('what the registrar asks for bringing a name back is in the cost of its renewal, alone and among many', async () => {
  const asha = await shop.customer()
  const [late, lost] = [await expired(asha, 10), await inRedemption(asha)]
  await shop.sql(`update services set registry = registry || '{"status": "grace"}' where id = $1`, [late.id])
  const list = async (fees: { grace: number | null; redemption: number | null }) => {
    await shop.sql(
      `insert into registrar_prices (account_id, ending, currency, years, renew, grace_fee, redemption_fee)
       values ($1, 'com', 'USD', '{1}', 13.75, $2, $3)
       on conflict (account_id, ending) do update
         set renew = excluded.renew, grace_fee = excluded.grace_fee, redemption_fee = excluded.redemption_fee`,
      [account.id, fees.grace, fees.redemption],
    )
    const many = await servicesOf({ name: 'back-' })
    const costOf = ({ id }: { id: string }) =>
      many.items.find((one: { id: string }) => one.id === id).registrar.cost
    const { body: alone } = await admin.call('GET', `/api/admin/services/${lost.id}`)
    expect(alone.registrar.cost).toEqual(costOf(lost))
    return [costOf(late)?.amount ?? null, costOf(lost)?.amount ?? null]
  }
  expect(await list({ grace: null, redemption: null })).toEqual([13.75, null])
  expect(await list({ grace: 2, redemption: 80 })).toEqual([15.75, 93.75])
})

test('it is brought back once it is paid, and costs what it used to after that', async () => {
  const asha = await shop.customer()
  const found = await inRedemption(asha)
  const renewed = (years: number) =>
    asha.call('POST', '/api/renewals', { items: [{ service: found.id, years }] })
  expect((await renewed(2)).body).toMatchObject({ code: 'NOT_RENEWABLE' })
  const { body: order } = await renewed(1)
  expect(order).toMatchObject({ amount_due: 105 })
  const { match } = moneyIn(() => shop)
  await match(await receive(shop, { amount: 105, reference: order.reference, code: 'BACK1' }))
  await vi.waitFor(
    async () => expect(await here.fulfilmentOf(found.name)).toMatchObject({ kind: 'renew', state: 'done' }),
    { timeout: 60_000, interval: 50 },
  )
  expect(did(found.name)).toEqual(['register', 'renew'])
  const [row] = await shop.sql(
    `select registry ->> 'status' as status, expires_at > now() as is_ahead from services where id = $1`,
    [found.id],
  )
  expect(row).toEqual({ status: 'active', is_ahead: true })
  expect((await asha.call('GET', `/api/domains/${found.name}`)).body.registry.restore).toBeNull()
})

test('who asks for the renewal where it is paid first is offered the whole price', async () => {
  const asha = await shop.customer()
  const found = await inRedemption(asha)
  await set({ renewals: 'paid' })
  const { body } = await asha.call('POST', `/api/domains/${found.id}/renew`, {})
  await set({ renewals: 'instant' })
  expect(body.request).toMatchObject({ price: 105 })
})

test('without a price of its own the renewal is asked at its usual one, and waits for a person once it is paid', async () => {
  await set({ 'catalogue.domains': [com] })
  const asha = await shop.customer()
  const found = await inRedemption(asha)
  expect(await shownTo(asha, found)).toMatchObject({ many: { price: 15, restore: null }, page: null })
  const { body: order } = await asha.call('POST', '/api/renewals', { items: [{ service: found.id }] })
  const { match } = moneyIn(() => shop)
  await match(await receive(shop, { amount: 15, reference: order.reference, code: 'BACK2' }))
  const held = await until(found.name, 'held')
  expect(held).toMatchObject({ kind: 'renew', reason: 'redemption' })
  expect(did(found.name).some((what) => what.startsWith('renew'))).toBe(false)
  // Whoever has renewed it by hand has brought it back.
  const at = `/api/admin/fulfilments/${held.id}/done`
  expect((await admin.call('POST', at, { expires_at: '2028-01-05T00:00:00Z' })).status).toBe(200)
  await set({ 'catalogue.domains': [{ ...com, restore: 90 }] })
  expect((await asha.call('GET', `/api/domains/${found.name}`)).body.registry.restore).toBeNull()
})

test('a reminder says the registry’s days, and none is sent for a name that was transferred away', async () => {
  const asha = await shop.customer()
  const [kept, moved] = [await expired(asha, -20), await expired(asha, -20)]
  stub.books.names.get(moved.name)!.status = 'Transferred Away'
  await read()
  await shop.sql(
    `insert into registrar_prices (account_id, ending, currency, years, grace_days, redemption_days)
     values ($1, 'com', 'USD', '{1}', 30, 15)
     on conflict (account_id, ending) do update set grace_days = 30, redemption_days = 15`,
    [account.id],
  )
  await remindOfExpiry(shop.nodes[0]!.database, new Date())
  const mails = await queuedMails(shop, asha, 'expiry-reminder')
  expect(mails).toHaveLength(1)
  const until = stub.books.names.get(kept.name)!.expires_at
  const day = (days: number) => daysFrom(until, days).toISOString().slice(0, 10)
  expect(mails[0]).toMatchObject({
    subject: kept.name,
    registry: {
      registered_until: expect.stringContaining(day(0)),
      renewable_until: expect.stringContaining(day(30)),
      restorable_until: expect.stringContaining(day(45)),
    },
  })
  const context = { translate: (key: string) => key, locale: 'en' } as unknown as MailContext
  expect(registryFacts(context, mails[0].registry)).toEqual([
    ['mails_fact_registered', dayText(until.toISOString(), 'en')],
    ['registry_renewable_until', dayText(day(30), 'en')],
    ['registry_restorable_until', dayText(day(45), 'en')],
  ])
  expect(registryFacts(context, undefined)).toEqual([])
})
