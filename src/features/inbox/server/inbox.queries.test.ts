import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { today } from '../../../app/testing/today.ts'
import { matchReceived } from '../../money/server/matching/match.ts'
import { receive } from '../../money/server/testing/money.ts'
import { placeAt, registered } from '../../orders/server/testing/placing.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { ownedIn } from '../../requests/server/testing/owned.ts'

/** What waits for an admin is in one list from its arrival until somebody has done it. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  asha = await shop.customer({ full_name: 'Asha Mwangi' })
})
afterAll(() => shop.close())

type Item = {
  kind: string
  id: string
  state: string
  title: string
  since: string
  late_at: string | null
  check_first: boolean
  months: number | null
}
const page = async (query = '') => (await admin.call('GET', `/api/admin/inbox${query}`)).body
const inbox = async (query = ''): Promise<Item[]> => (await page(query)).items
const short = async (query = '') => (await inbox(query)).map(({ kind, state, title }) => [kind, state, title])
let receipts = 0
const pay = (path: string) =>
  asha.call('POST', `${path}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: `QKINBOX${++receipts}`,
    payment_method: 'M-Pesa',
  })
const saveRequest = (id: string, input: object) =>
  admin.call('PATCH', `/api/admin/domain-requests/${id}`, input)
const saveOrder = (id: string, input: object) => admin.call('PATCH', `/api/admin/orders/${id}`, input)

test('a request waits for its answer, and again for the check of its claim', async () => {
  expect(await page()).toEqual({ items: [], next_cursor: null, total: null })
  const { id } = (await asha.call('POST', '/api/domain-requests', { requested_domain: 'waits.com' })).body
  const [asked] = await inbox()
  expect(asked).toMatchObject({
    kind: 'domain',
    id,
    state: 'asked',
    title: 'waits.com',
    amount: null,
    text: null,
    customer: { id: asha.id, name: 'Asha Mwangi', email: asha.email },
  })
  expect(Date.parse(asked!.late_at!) - Date.parse(asked!.since)).toBe(10 * 60_000)
  await saveRequest(id, { status: 'available', price: 10 })
  expect(await inbox()).toEqual([])
  await pay(`/api/domain-requests/${id}`)
  expect(await inbox('?kind=domain')).toMatchObject([{ id, state: 'claimed', amount: 10, currency: 'USD' }])
  expect(await inbox('?kind=email')).toEqual([])
  await saveRequest(id, { status: DOMAIN_ACTIVE })
  expect(await inbox()).toEqual([])
})

test('a request or an order that its queue marks is to be checked first', async () => {
  const juma = await shop.customer()
  const ask = async (person: Person, body: object, kind = 'domain') =>
    (await person.call('POST', `/api/${kind}-requests`, body)).body.id as string
  const mine = await ask(asha, { requested_domain: 'angalia.com' })
  const facts = async (query: string) =>
    (await inbox(query)).map(({ title, check_first, months }) => [title, check_first, months])
  expect(await facts('?kind=domain')).toEqual([['angalia.com', false, 12]])
  const plan = await ask(asha, { plan_name: 'Basic', billing_period: 'monthly' }, 'hosting')
  expect(await facts('?kind=hosting')).toEqual([['Basic', false, 1]])
  // Somebody else wants the same name: both are to be checked.
  const other = await ask(juma, { requested_domain: 'angalia.com' })
  expect(await facts('?kind=domain')).toEqual([
    ['angalia.com', true, 12],
    ['angalia.com', true, 12],
  ])
  for (const id of [mine, other]) await saveRequest(id, { status: 'rejected' })
  await admin.call('PATCH', `/api/admin/hosting-requests/${plan}`, { status: 'rejected' })
  const { id } = await placeAt(shop, asha, ['inbox-angalia.com'])
  await asha.call('POST', `/api/orders/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: 'SFK7H2M9Q1',
    payment_method: 'M-Pesa',
  })
  await shop.sql(`update order_lines set unchecked = false where order_id = $1`, [id])
  expect(await facts('?kind=order')).toEqual([['inbox-angalia.com', false, 12]])
  await shop.sql(`update order_lines set unchecked = true where order_id = $1`, [id])
  expect(await facts('?kind=order')).toEqual([['inbox-angalia.com', true, 12]])
  await shop.sql(`update orders set payment_confirmed = false where id = $1`, [id])
  expect(await inbox()).toEqual([])
})

test('what is paid and waits for one press stands before all that waits longer, through the pages', async () => {
  const ids: string[] = []
  for (const name of ['moja', 'mbili', 'tatu', 'nne']) {
    const made = await asha.call('POST', '/api/domain-requests', { requested_domain: `mbele-${name}.com` })
    ids.push(made.body.id)
  }
  // The last two are offered, and of these the last one is paid: its money has come.
  for (const [at, id] of ids.slice(2).entries()) {
    const { reference } = (await saveRequest(id, { status: 'available', price: 10 })).body
    if (at === 0) await pay(`/api/domain-requests/${id}`)
    else {
      const money = await receive(shop, { amount: 10, reference })
      await matchReceived(shop.nodes[0]!.database, money, new Date())
    }
  }
  const [first, second, third, paid] = ids
  const rows: Item[] = []
  for (let cursor = ''; ;) {
    const { items, next_cursor } = await page(`?kind=domain&limit=1${cursor && `&cursor=${cursor}`}`)
    rows.push(...items)
    if (!next_cursor) break
    cursor = next_cursor
  }
  expect(rows.map(({ id }) => id)).toEqual([paid, first, second, third])
  expect(rows[0]).toMatchObject({ state: 'paid' })
  // Its time is its own.
  expect(Date.now() - Date.parse(rows[0]!.since)).toBeLessThan(3_600_000)
  for (const id of [first!, second!]) await saveRequest(id, { status: 'rejected' })
  await saveRequest(third!, { status: DOMAIN_ACTIVE })
  await saveRequest(paid!, { status: DOMAIN_ACTIVE })
  expect(await inbox()).toEqual([])
})

test('an order waits for the check of its claim, and for the refund of what is gone', async () => {
  const { id } = await placeAt(shop, asha, ['inbox-kept.com', 'inbox-gone.com', 'inbox-lost.com'])
  expect(await inbox()).toEqual([])
  await pay(`/api/orders/${id}`)
  expect(await short()).toEqual([['order', 'claimed', 'inbox-kept.com +2']])
  const lines = [
    ...registered('inbox-kept.com'),
    { item: 'inbox-gone.com', state: 'gone' },
    { item: 'inbox-lost.com', state: 'gone' },
  ]
  const { version, owed_back } = (await saveOrder(id, { status: 'completed', lines })).body
  const [owed] = await inbox()
  expect(owed).toMatchObject({ kind: 'refund', id, state: 'owed', amount: owed_back, late_at: null })
  expect((await admin.call('GET', '/api/admin/waiting')).body).toMatchObject({ orders: 0, refunds: 1 })
  const back = { method: 'M-Pesa', reference: 'SKINBOX', date: today() }
  await admin.call('POST', `/api/admin/orders/${id}/refund`, { ...back, amount: owed_back / 2, version })
  expect(await inbox()).toMatchObject([{ kind: 'refund', amount: owed_back / 2 }])
  await admin.call('POST', `/api/admin/orders/${id}/refund`, {
    ...back,
    reference: 'SKINBOX2',
    version: version + 1,
  })
  expect(await inbox()).toEqual([])
  // A cancelled order owes all that was paid for it.
  const cancelled = await placeAt(shop, asha, ['inbox-cancelled.com'])
  await pay(`/api/orders/${cancelled.id}`)
  await saveOrder(cancelled.id, { status: 'cancelled' })
  expect(await inbox()).toMatchObject([{ kind: 'refund', id: cancelled.id, amount: 10 }])
  // What is to be paid back is less than no money to come.
  expect((await page('?total=true')).total).toMatchObject({
    count: 1,
    sums: [{ amount: -10, currency: 'USD' }],
  })
  expect((await page('?kind=refund&total=true')).total).toMatchObject({
    count: 1,
    sums: [{ amount: -10, currency: 'USD' }],
  })
  await shop.sql(`update orders set payment_confirmed = false where id = $1`, [cancelled.id])
})

test('a renewal waits for its claim and for the registrar', async () => {
  const { own, expire } = ownedIn(() => ({ shop, admin }))
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains'].map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
  const { id } = await own(asha, 'inbox-renewed.com')
  await expire(id)
  await asha.call('POST', `/api/domains/${id}/renew`)
  expect(await short()).toEqual([['renewal', 'to-do', 'inbox-renewed.com']])
  const { items } = (await asha.call('GET', '/api/payments')).body
  const { renewal_id } = items.find((one: { renewal_id: string | null }) => one.renewal_id)
  await pay(`/api/renewals/${renewal_id}`)
  expect(await short('?kind=payment')).toEqual([['payment', 'claimed', 'inbox-renewed.com']])
  const [claim] = await inbox('?kind=payment')
  expect((await admin.call('POST', `/api/admin/payments/${claim!.id}/confirm`)).status).toBe(200)
  await admin.call('POST', `/api/admin/renewals/${renewal_id}/done`)
  expect(await inbox()).toEqual([])
})

test('received money waits while a person has to decide on it', async () => {
  for (const state of ['held', 'unread', 'received', 'matched', 'ignored'])
    await shop.sql(
      `insert into received_payments (id, channel, kind, method, amount, currency, payer_name, received_at, state)
       values (gen_random_uuid(), 'message', 'incoming', 'mpesa', 5, 'USD', $1, now(), $1)`,
      [state],
    )
  expect((await inbox()).map(({ kind, state, title }) => [kind, state, title]).sort()).toEqual([
    ['payment', 'held', 'held'],
    ['payment', 'received', 'received'],
    ['payment', 'unread', 'unread'],
  ])
  await shop.sql(`update received_payments set state = 'ignored'`)
  expect(await inbox()).toEqual([])
})

const counted = async (person: Person) => (await person.call('GET', '/api/admin/waiting')).body

test('a message waits until it is answered, however often it is read', async () => {
  const sent = { name: 'Neema', email: 'neema@example.com', message: 'Habari\nza asubuhi' }
  const { id } = (await shop.visitor('POST', '/api/messages', sent)).body
  const waits = [
    { kind: 'message', id, text: sent.message, customer: { id: null, name: 'Neema', email: sent.email } },
  ]
  expect(await inbox()).toMatchObject(waits)
  await admin.call('PATCH', `/api/admin/messages/${id}`, { state: 'read' })
  expect(await inbox()).toMatchObject(waits)
  await expect.poll(() => counted(admin)).toMatchObject({ messages: 1 })
  await admin.call('POST', `/api/admin/messages/${id}/answers`, { body: 'Nzuri' })
  expect(await inbox()).toEqual([])
  const { id: noise } = (await shop.visitor('POST', '/api/messages', sent)).body
  await admin.call('PATCH', `/api/admin/messages/${noise}`, { state: 'answered' })
  expect(await inbox()).toEqual([])
})

test('a conversation waits since its first line without an answer, until somebody answers or closes it', async () => {
  const write = async (body: string) => (await asha.call('POST', '/api/chat', { body })).body
  const read = (through: number) => admin.call('POST', `/api/admin/chat/${asha.id}/read`, { through })
  const close = (closed: boolean) => admin.call('PATCH', `/api/admin/chat/${asha.id}`, { closed })
  const first = await write('Mko?')
  const last = await write('Hamjambo?')
  const waits = [{ kind: 'chat', id: asha.id, title: 'Hamjambo?', since: first.created_at, state: 'new' }]
  expect(await inbox()).toMatchObject(waits)
  await read(2)
  expect(await inbox()).toMatchObject(waits)
  await expect.poll(() => counted(admin)).toMatchObject({ chats: 1 })
  await admin.call('POST', `/api/admin/chat/${asha.id}/lines`, { body: 'Hatujambo' })
  expect(await inbox()).toEqual([])
  const thanks = await write('Asante')
  expect(await inbox()).toMatchObject([{ title: 'Asante', since: thanks.created_at }])
  await close(true)
  expect(await inbox()).toEqual([])
  await expect.poll(() => counted(admin)).toMatchObject({ chats: 0 })
  // What was closed by hand does not make the next question older than it is.
  const next = await write('Swali lingine')
  expect(await inbox()).toMatchObject([{ since: next.created_at }])
  await close(true)
  await close(false)
  expect(await inbox()).toMatchObject([{ since: next.created_at }])
  expect(last.place).toBe(2)
  await close(true)
})

test('a mail that was not delivered waits until it is sent again, and a job until it works', async () => {
  const mail = (secret: boolean, state: string, age: string) =>
    shop.sql(
      `insert into mails (id, kind, recipient, secret, state, reason, expires_at, created_at)
       values (gen_random_uuid(), 'test', 'asha@example.com', $1, $2, '550 no such user', now(), now() - $3::interval)`,
      [secret, state, age],
    )
  await mail(false, 'failed', '1 hour')
  // A code is useless by now, and what is older is in the list of mails alone.
  await mail(true, 'failed', '1 hour')
  await mail(false, 'sent', '1 hour')
  await mail(false, 'failed', '2 days')
  const [item, ...others] = await inbox()
  expect(item).toMatchObject({
    kind: 'mail',
    state: 'failed',
    title: 'asha@example.com',
    text: '550 no such user',
  })
  expect(others).toEqual([])
  expect((await admin.call('GET', '/api/admin/waiting')).body).toMatchObject({ mails: 1, alarms: 0 })
  expect((await admin.call('POST', `/api/admin/mails/${item!.id}/retry`)).status).toBe(200)
  expect(await inbox()).toEqual([])

  const fails = (name: string) => shop.sql(`update jobs set failed_at = now() where name = $1`, [name])
  await shop.sql(`update jobs set succeeded_at = '2026-11-01T08:00:00Z', due_at = now() + interval '1 day'`)
  const [{ name }] = (await shop.sql('select name from jobs order by name limit 1')) as [{ name: string }]
  await fails(name)
  expect(await inbox()).toMatchObject([
    { kind: 'alarm', state: 'failed', title: name, since: '2026-11-01T08:00:00.000Z', late_at: null },
  ])
  // Who has it keeps it when the job fails again.
  const path = `/api/admin/inbox/alarm/${(await inbox())[0]!.id}/take`
  expect((await admin.call('POST', path)).status).toBe(200)
  await fails(name)
  expect(await inbox('?mine=true')).toHaveLength(1)
  await shop.sql(`update jobs set succeeded_at = now() + interval '1 second'`)
  expect(await inbox()).toEqual([])
})

test('the longest waiting is first over all kinds, and pages lose and repeat nothing', async () => {
  // Several wait since the same moment, so that the kind and the id decide.
  for (let minute = 0; minute < 6; minute++)
    for (const kind of ['domain', 'email', 'hosting'])
      await shop.sql(
        `insert into requests (id, user_id, kind, subject, status, stage, created_at)
         values (gen_random_uuid(), $1, $2, $3, 'pending', 'asked', '2026-11-01T08:00:00Z'::timestamptz + $4 * interval '1 minute')`,
        [asha.id, kind, `${kind}-${minute}.com`, Math.floor(minute / 2)],
      )
  await shop.sql(
    `insert into messages (id, name, email, body, created_at)
     select gen_random_uuid(), 'N', 'n@example.com', n::text, '2026-11-01T08:01:00Z' from generate_series(1, 5) n`,
  )
  const all = await inbox('?limit=100')
  expect(all).toHaveLength(23)
  expect(all.map(({ since }) => since)).toEqual(all.map(({ since }) => since).sort())
  expect(new Set(all.slice(6, 17).map(({ kind }) => kind)).size).toBe(4)
  const paged: Item[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: { items: Item[]; next_cursor: string | null } = await page(
      `?limit=2${cursor && `&cursor=${cursor}`}`,
    )
    paged.push(...next.items)
    cursor = next.next_cursor
  }
  expect(paged).toEqual(all)
  expect(await inbox('?kind=email&limit=100')).toEqual(all.filter(({ kind }) => kind === 'email'))
})

test('of what waits, a role sees and counts what it may read', async () => {
  expect(await counted(admin)).toMatchObject({ messages: 5 })
  const registrar = await shop.admin()
  await shop.sql(`update profiles set staff_role = 'registrar' where id = $1`, [registrar.id])
  const { items } = (await registrar.call('GET', '/api/admin/inbox?limit=100')).body
  expect(new Set(items.map(({ kind }: Item) => kind))).toEqual(new Set(['domain', 'email', 'hosting']))
  expect(await counted(registrar)).toMatchObject({ messages: 0, chats: 0, payments: 0, refunds: 0, mails: 0 })
})

test('no customer reads it, and a wrong cursor or kind is refused', async () => {
  expect((await asha.call('GET', '/api/admin/inbox')).status).toBe(403)
  expect((await shop.visitor('GET', '/api/admin/inbox')).status).toBe(401)
  expect((await admin.call('GET', '/api/admin/inbox?cursor=eA')).status).toBe(404)
  expect((await admin.call('GET', '/api/admin/inbox?kind=other')).status).toBe(400)
})

test('the time that is promised is a setting of at most the ten minutes that customers read', async () => {
  const set = (minutes: number) =>
    admin.call('PATCH', '/api/admin/settings', { values: { 'requests.promiseMinutes': minutes } })
  expect((await set(11)).status).toBe(400)
  expect((await set(0)).status).toBe(400)
  expect((await set(4)).status).toBe(200)
  const [first] = await inbox()
  expect(Date.parse(first!.late_at!) - Date.parse(first!.since)).toBe(4 * 60_000)
  expect((await admin.call('GET', '/api/admin/insights')).body.promised_minutes).toBe(4)
})
