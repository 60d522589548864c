import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { stubName } from '../features/fulfilment/server/drivers/domains-reseller/stub/stub-books.ts'
import { openRegistrarShop } from '../features/fulfilment/server/testing/registrar-shop.ts'
import { verifyLedgerFromShell } from '../features/money/server/ledger/verify.ts'
import { moneyIn, offered, receive } from '../features/money/server/testing/money.ts'
import { payAutoRenewals } from '../features/requests/server/renewals/auto-renew.ts'
import { offerRenewals } from '../features/requests/server/renewals/renewal-offers.jobs.ts'
import { daysFrom } from '../shared/calendar.ts'
import { random } from './testing/random.ts'
import type { Person } from './testing/shop.ts'

/**
 * A year of a shop with many names on two nodes, in jumps of some days. The clock stands; all dates move into the past, those
 * of the shop and those of the registrar. Half of the names renew themselves from credit, the others are paid once they are
 * offered. Twelve faults a month meet them. Each name is renewed once, before it ends, and both books say the same.
 */

const NAMES = Number(process.env['NAMES'] ?? 40)
const JUMP_DAYS = 2
const JUMPS = 183
/** An order that the registrar holds for ten days may have met another fault before. */
const GRACE_DAYS = 4
const PRICE = 20
const COST = 13.75

const here = await openRegistrarShop()
const { stub, shop, admin } = here
afterAll(here.close)

const dice = random(11)
const { match } = moneyIn(() => shop)
/** The balance that the registrar does not have for a while. */
let kept = 0
const BALANCE = 1_000_000
const node = (n: number) => shop.nodes[n % 2]!.database

/** What goes wrong from one jump to the next. */
const faults = {
  outage: () => stub.tell({ what: 'html', acts: false, status: 503 }, { times: 100_000 }),
  limit: () => stub.tell({ what: 'too-many' }, { times: 3 }),
  clock: () => (stub.settings.clockAheadMs = (dice(2) ? 1 : -1) * 40 * 60_000),
  balance() {
    kept += stub.books.balance
    stub.books.balance = 0
  },
  held: () => (stub.settings.hold = 10 * 86_400_000),
  'cut before it acts': () => stub.tell({ what: 'cut-before' }, { on: 'renew', times: 2 }),
  'cut after it acted': () => stub.tell({ what: 'cut-after' }, { on: 'renew', times: 2 }),
  'error after it acted': () => stub.tell({ what: 'error-after' }, { on: 'renew', times: 2 }),
  'wrong name': () => stub.tell({ what: 'other-name', name: 'another.com' }, { on: 'information', times: 2 }),
}
const kinds = Object.keys(faults) as (keyof typeof faults)[]

/** All dates move into the past. */
async function jump() {
  const by = `interval '${JUMP_DAYS} days'`
  await shop.sql(`alter table services disable trigger user`)
  for (const statement of [
    `update services set expires_at = expires_at - ${by}, registered_until = registered_until - ${by}`,
    `update renewal_offers set expires_at = expires_at - ${by}`,
    `update renewals set expired_at = expired_at - ${by}, expires_at = expires_at - ${by}`,
    `update fulfilments set sent_at = sent_at - ${by}, due_at = now() where state <> 'done'`,
    `update fulfilments set input = jsonb_set(input, '{renewed_from}', to_jsonb(to_char((input ->> 'renewed_from')::timestamptz - ${by}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where state <> 'done' and input ? 'renewed_from'`,
    `update fulfilments set expect = jsonb_set(expect, '{expires_at}', to_jsonb(to_char((expect ->> 'expires_at')::timestamptz - ${by}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where state <> 'done' and expect ? 'expires_at'`,
    `delete from fulfilment_calls`,
  ])
    await shop.sql(statement)
  await shop.sql(`alter table services enable trigger user`)
  for (const name of stub.books.names.values()) name.expires_at = daysFrom(name.expires_at, -JUMP_DAYS)
  for (const order of stub.books.orders) order.runs_at &&= daysFrom(order.runs_at, -JUMP_DAYS)
}

/** What is paid on this day is matched and delivered. What waits for the registrar is worked as often as it would be in some days. */
async function deliver() {
  for (let turn = 0; turn < 36; turn += 1) {
    await shop.sql(`delete from fulfilment_calls`)
    await shop.sql(
      `update jobs set due_at = now() where name in ('payment-matching', 'held-deliveries') and due_at > now()`,
    )
    if (turn % 9 === 8)
      await shop.sql(
        `update fulfilments set due_at = now() where state in ('ready', 'sent', 'ordered', 'unknown') and due_at < now() + interval '2 hours'`,
      )
    const [open] = await shop.sql(
      `select (select count(*) from received_payments where state = 'received')
            + (select count(*) from charges where activate and state = 'paid')
            + (select count(*) from fulfilments where state in ('ready', 'sent', 'ordered', 'unknown')) as n`,
    )
    if (!Number(open!['n'])) return
    await sleep(25)
  }
}

/** Of what needs them, the staff looks again at the record, and does nothing else. */
async function lookAgain() {
  const { items } = (await admin.call('GET', '/api/admin/fulfilments?state=held&limit=100')).body
  for (const { id, reason } of items) {
    expect(['unclear', 'unmoved', 'elsewhere'], 'why it is held').toContain(reason)
    await admin.call('POST', `/api/admin/fulfilments/${id}/look`)
  }
}

/** The customers pay what is offered and not taken from credit. */
async function pay() {
  const open = await shop.sql(
    `select c.reference, c.amount::float as amount from charges c join requests r on r.id = c.request_id
       join services s on s.id = r.renews where c.state = 'open' and not s.auto_renew`,
  )
  for (const { reference, amount } of open)
    await receive(shop, { amount, reference, code: `P${randomUUID().slice(0, 9).toUpperCase()}` })
}

test('each name is renewed once, before it ends, and the books of the shop are those of the registrar', async () => {
  const ending = {
    ending: 'com',
    price: PRICE,
    renewal: PRICE,
    years: 1,
    needs: '',
    searched: true,
    shown: true,
  }
  const values = { renewals: 'paid', 'payments.activate': 'matched', 'catalogue.domains': [ending] }
  expect((await admin.call('PATCH', '/api/admin/settings', { values, versions: {} })).status).toBe(200)
  const people: Person[] = []
  for (let n = 0; n < 8; n += 1) people.push(await shop.customer())
  stub.books.balance = BALANCE
  for (const [n, to] of people.entries()) {
    const { reference } = await offered(shop, admin, { name: `credit-${n}.org`, to })
    await match(await receive(shop, { amount: 10 + NAMES * PRICE, reference, code: `CREDIT${n}00` }))
  }
  const names: string[] = []
  for (let n = 0; n < NAMES; n += 1) {
    const name = `year-${n}.com`
    names.push(name)
    // None is due a second time in the year, or still open at its end.
    const expires_at = daysFrom(new Date(), 34 + Math.floor((n * 325) / NAMES))
    expires_at.setUTCHours(12, 0, 0, 0)
    const person = people[n % people.length]!
    await shop.sql(
      `with request as (
         insert into requests (id, user_id, kind, subject, status, stage, details)
           values (gen_random_uuid(), $1, 'domain', $2, 'YOUR DOMAIN IS ACTIVE NOW', 'active', '{}') returning id)
       insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at, auto_renew)
         select gen_random_uuid(), $1, id, 'domain', $2, true, now() - interval '300 days', $3, $4 from request`,
      [person.id, name, expires_at, n % 2 === 0],
    )
    stub.books.names.set(name, stubName(name, { expires_at }))
  }
  const met = new Map<string, number>()
  for (let n = 0; n < JUMPS; n += 1) {
    await jump()
    stub.mend()
    stub.settings.clockAheadMs = 0
    stub.settings.hold = null
    stub.books.balance += kept
    kept = 0
    // Twelve a month.
    if (n % 5 !== 4) {
      const kind = kinds[dice(kinds.length)]!
      met.set(kind, (met.get(kind) ?? 0) + 1)
      faults[kind]()
    }
    await Promise.all([0, 1].map((at) => offerRenewals(node(at), new Date())))
    await Promise.all([0, 1].map((at) => payAutoRenewals(node(at), new Date())))
    await pay()
    await deliver()
    await lookAgain()
    const late = await shop.sql(
      `select s.name, s.auto_renew, f.state, f.reason, f.answer, f.attempts, r.stage, r.in_delivery, c.state as charge, c.activate,
              (select string_agg(p.state || coalesce(p.reason, ''), ',') from received_payments p where p.reference = c.reference) as paid
         from services s left join requests r on r.renews = s.id left join charges c on c.request_id = r.id
         left join fulfilments f on f.source = r.id where s.expires_at < now() - make_interval(days => $1)`,
      [GRACE_DAYS],
    )
    expect(late, `after ${n + 1} jumps`).toEqual([])
  }
  // The last faults are over.
  await jump()
  stub.mend()
  stub.settings.hold = null
  stub.books.balance += kept
  await deliver()

  expect([...met.keys()].toSorted(), 'all faults were met').toEqual(kinds.toSorted())
  const wrong = names
    .map((name) => ({ name, orders: stub.books.names.get(name)!.orders }))
    .filter(({ orders }) => orders !== 1)
  const known = await shop.sql(
    `select target, state, reason, attempts, answer, accepted_at is not null as accepted from fulfilments where target = any ($1)`,
    [wrong.map(({ name }) => name)],
  )
  expect({ wrong, known }, 'renewed once in the books of the registrar').toEqual({ wrong: [], known: [] })
  expect(
    await shop.sql(
      `select s.name from services s where kind = 'domain' and name like 'year-%'
         and (select count(*) from renewals where service_id = s.id) <> 1`,
    ),
  ).toEqual([])
  expect(
    await shop.sql(`select target, state, reason, answer from fulfilments where state <> 'done'`),
  ).toEqual([])
  expect(stub.books.balance).toBeCloseTo(BALANCE - NAMES * COST, 2)
  const [booked] = await shop.sql(
    `select coalesce(sum(amount) filter (where account = 'cost'), 0)::float as cost,
            coalesce(sum(amount) filter (where account = 'sales'), 0)::float as sales from ledger_entries`,
  )
  expect(Math.abs(booked!['cost'])).toBeCloseTo(NAMES * COST, 2)
  expect(Math.abs(booked!['sales'])).toBeCloseTo(NAMES * PRICE + people.length * 10, 2)
  expect(await verifyLedgerFromShell(node(0))).toContain('The ledger holds')
}, 900_000)
