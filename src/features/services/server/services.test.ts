import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { keepMailData } from '../../../app/testing/keep-mail-data.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { ownedIn } from '../../requests/server/testing/owned.ts'

/** The book of what was sold, and what an admin does with one service. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  await keepMailData(shop)
  admin = await shop.admin()
  const domains = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  await set({
    'catalogue.domains': domains.map((one: { ending: string }) =>
      one.ending === 'com' ? { ...one, renewal: 14 } : one,
    ),
  })
})
afterAll(() => shop.close())

const { own } = ownedIn(() => ({ shop, admin }))
const set = async (values: object) =>
  expect((await admin.call('PATCH', '/api/admin/settings', { values })).status).toBe(200)
const DAY_MS = 86_400_000
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A domain of the customer that expires in `days` from now. */
async function owned(customer: Person, name: string, days: number): Promise<string> {
  const { id } = await own(customer, name)
  await shop.sql(
    `update services set expires_at = date_trunc('milliseconds', now() + $2 * interval '1 day') where id = $1`,
    [id, days],
  )
  return id
}
const list = async (query = '') => (await admin.call('GET', `/api/admin/services${query}`)).body
const names = async (query = '') => (await list(query)).items.map(({ name }: { name: string }) => name)
const show = async (id: string) => (await admin.call('GET', `/api/admin/services/${id}`)).body
const act = async (id: string, name: string, body: object = {}) =>
  admin.call('POST', `/api/admin/services/${id}/${name}`, { version: (await show(id)).version, ...body })
const actions = async (id: string) =>
  (await shop.sql(`select action from audit_log where entity_id = $1 order by at, id`, [id])).map(
    ({ action }) => action,
  )
const mailsOf = async ({ id }: Person) =>
  (await shop.sql(`select kind from mails where user_id = $1 order by created_at, id`, [id])).map(
    ({ kind }) => kind,
  )

test('the book is sorted by expiry over pages, and filtered by product, state, due time and words', async () => {
  await set({
    'services.afterExpiry': {
      domain: { grace: 10, suspend: null, end: null },
      email: { grace: 0, suspend: null, end: null },
      hosting: { grace: 0, suspend: null, end: null },
    },
  })
  const asha = await shop.customer({ full_name: 'Asha Book' })
  const juma = await shop.customer({ full_name: 'Juma Book' })
  const ids: Record<string, string> = {}
  for (const [name, days, who] of [
    ['book-far.com', 200, asha],
    ['book-60.com', 60, juma],
    ['book-20.com', 20, asha],
    ['book-5.com', 5, asha],
    ['book-grace.com', -5, juma],
    ['book-late.com', -20, asha],
    ['book-off.com', 3, asha],
  ] as const)
    ids[name] = await owned(who, name, days)
  await admin.call('POST', `/api/admin/services/${ids['book-off.com']}/suspend`)
  const all = [
    'book-late.com',
    'book-grace.com',
    'book-off.com',
    'book-5.com',
    'book-20.com',
    'book-60.com',
    'book-far.com',
  ]
  expect(await names()).toEqual(all)
  const paged: string[] = []
  for (let cursor = ''; ;) {
    const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.items.map(({ name }: { name: string }) => name))
    cursor = page.next_cursor
    if (!cursor) break
  }
  expect(paged).toEqual(all)
  expect(await names('?due=overdue')).toEqual(['book-late.com', 'book-grace.com'])
  expect(await names('?due=7')).toEqual(['book-off.com', 'book-5.com'])
  expect(await names('?due=30')).toEqual(['book-off.com', 'book-5.com', 'book-20.com'])
  expect(await names('?due=90&state=active')).toEqual(['book-5.com', 'book-20.com', 'book-60.com'])
  expect(await names('?state=grace')).toEqual(['book-grace.com'])
  expect(await names('?state=expired')).toEqual(['book-late.com'])
  expect(await names('?state=suspended')).toEqual(['book-off.com'])
  expect(await names('?state=ended')).toEqual([])
  expect(await names('?product=email')).toEqual([])
  expect(await names('?product=domain&q=juma%20book')).toEqual(['book-grace.com', 'book-60.com'])
  expect(await names('?q=BOOK-2')).toEqual(['book-20.com'])
  expect(await names('?q=book&limit=2')).toEqual(['book-late.com', 'book-grace.com'])
  const next = (await list('?q=book&limit=2')).next_cursor
  expect(await names(`?q=book&limit=2&cursor=${next}`)).toEqual(['book-off.com', 'book-5.com'])
  expect((await admin.call('GET', '/api/admin/services?cursor=none')).status).toBe(404)
  expect((await list('?q=book-20')).items[0]).toMatchObject({
    kind: 'domain',
    customer: { id: asha.id, full_name: 'Asha Book' },
    state: 'active',
    renewal: { amount: 14, currency: 'USD' },
  })
  // A changed name of a customer changes what is found.
  await asha.call('PATCH', '/api/profile', { full_name: 'Neema Renamed' })
  expect(await names('?q=neema%20renamed&due=7')).toEqual(['book-off.com', 'book-5.com'])
  expect(await names('?q=asha%20book')).toEqual([])
  await set({
    'services.afterExpiry': Object.fromEntries(
      ['domain', 'email', 'hosting'].map((kind) => [kind, { grace: 0, suspend: null, end: null }]),
    ),
  })
})

test('the export has the filtered book, and nothing that a spreadsheet executes', async () => {
  const evil = await shop.customer({ full_name: '=HYPERLINK("http://evil.example")' })
  await owned(evil, 'export-me.com', 11)
  const { body, headers, status } = await admin.call('GET', '/api/admin/services/export?q=export-me')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const rows = parse(body, { columns: true, bom: true }) as Record<string, string>[]
  expect(rows).toMatchObject([
    {
      name: 'export-me.com',
      product: 'domain',
      customer: `'=HYPERLINK("http://evil.example")`,
      email: evil.email,
      state: 'active',
      expires_on: dayAfter(11),
      renewal_price: '14',
      currency: 'USD',
    },
  ])
  const entry = await shop.sql(`select after from audit_log where action = 'services.exported'`)
  expect(entry).toEqual([{ after: { q: 'export-me' } }])
  expect((await evil.call('GET', '/api/admin/services/export')).status).toBe(403)
  expect((await shop.visitor('GET', '/api/admin/services/export')).status).toBe(401)
  expect((await admin.call('GET', '/api/admin/services/export?product=shoe')).status).toBe(400)
})

test('eight renewals of one version renew once, from the expiry, with a charge, a mail and no task left', async () => {
  const asha = await shop.customer()
  const id = await owned(asha, 'renew-once.com', 40)
  const before = await show(id)
  const answers = await eightTimes((turn) =>
    shop.at(turn % 2, admin.token)('POST', `/api/admin/services/${id}/renew`, { version: before.version }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const after = await show(id)
  expect(after.expires_at).toBe(before.renewed_until)
  expect(after.expires_at.slice(0, 4)).toBe(String(Number(before.expires_at.slice(0, 4)) + 1))
  expect(
    await shop.sql(`select done_at is not null as done from renewals where service_id = $1`, [id]),
  ).toEqual([{ done: true }])
  expect(
    await shop.sql(
      `select amount::float, state, due_on::text from charges where user_id = $1 and renewal_id is not null`,
      [asha.id],
    ),
  ).toEqual([{ amount: 14, state: 'open', due_on: dayAfter(14) }])
  expect(await mailsOf(asha)).toContain('request-activated')
  expect(after.history[0]).toMatchObject({
    action: 'record.renewed',
    expires_from: before.expires_at,
    expires_to: after.expires_at,
  })
  // What the customer has asked for is answered and not renewed beside it.
  await set({ renewals: 'paid' })
  await shop.sql(`update services set expires_at = now() + interval '3 days' where id = $1`, [id])
  expect((await asha.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  expect((await act(id, 'renew')).body.code).toBe('RENEWAL_OPEN')
  expect((await show(id)).open_renewal).not.toBeNull()
  await set({ renewals: 'instant' })
})

test('ended for a reason: nobody holds it, the name is free, and the customer reads why', async () => {
  const asha = await shop.customer()
  const id = await owned(asha, 'end-me.com', 40)
  expect((await act(id, 'end', { reason: ' ' })).status).toBe(400)
  const { version } = await show(id)
  const answers = await eightTimes((turn) =>
    shop.at(turn % 2, admin.token)('POST', `/api/admin/services/${id}/end`, { version, reason: 'Fraud' }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await show(id)).toMatchObject({ state: 'ended', renewed_until: null })
  expect((await asha.call('GET', '/api/domains')).body.items).toEqual([])
  expect(await shop.sql(`select status from services where id = $1`, [id])).toEqual([{ status: 'ended' }])
  expect(await names('?state=ended')).toContain('end-me.com')
  expect(
    await shop.sql(`select data from mails where kind = 'record-ended' and user_id = $1`, [asha.id]),
  ).toEqual([{ data: { product: 'domain', subject: 'end-me.com', feedback: 'Fraud' } }])
  expect((await show(id)).history[0]).toMatchObject({ action: 'record.ended', reason: 'Fraud' })
  const juma = await shop.customer()
  expect((await own(juma, 'end-me.com')).user_id).toBe(juma.id)
  // What is ended can't be changed any more.
  for (const [name, body] of [
    ['renew', {}],
    ['end', { reason: 'again' }],
    ['hand-over', { email: juma.email }],
  ] as const)
    expect((await act(id, name, body)).status).toBe(404)
})

test('a corrected date keeps its time of the day, and is audited with before and after', async () => {
  const asha = await shop.customer()
  const id = await owned(asha, 'date.com', 40)
  const before = await show(id)
  const correct = (version: number) =>
    admin.call('PATCH', `/api/admin/services/${id}`, { version, expires_on: '2027-02-28' })
  expect((await correct(before.version)).body.expires_at).toBe(`2027-02-28${before.expires_at.slice(10)}`)
  expect((await correct(before.version)).body.code).toBe('CONFLICT')
  const [entry] = await shop.sql(`select before, after from audit_log where action = 'record.corrected'`)
  expect(entry).toMatchObject({
    before: { expires_at: before.expires_at },
    after: { expires_at: `2027-02-28${before.expires_at.slice(10)}` },
  })
  expect(
    (await admin.call('PATCH', `/api/admin/services/${id}`, { version: 2, expires_on: '2027-02-30' })).status,
  ).toBe(400)
})

test('handed over: the new customer has it with its open renewal, and what was paid stays', async () => {
  await set({ renewals: 'paid' })
  const [asha, juma] = [await shop.customer(), await shop.customer({ full_name: 'Juma New' })]
  const id = await owned(asha, 'moving.com', 10)
  const { body } = await asha.call('POST', `/api/domains/${id}/renew`)
  await admin.call('PATCH', `/api/admin/domain-requests/${body.request.id}`, {
    status: 'available',
    price: 14,
    admin_feedback: 'For Asha alone',
  })
  for (const email of ['nobody@example.com', admin.email])
    expect((await act(id, 'hand-over', { email })).body.code).toBe('CUSTOMER_UNKNOWN')
  expect((await act(id, 'hand-over', { email: asha.email })).body.code).toBe('SAME_CUSTOMER')
  const claim = { payer_name: 'Asha', receipt_number: 'QKMOVE1', payment_method: 'M-Pesa' }
  await asha.call('POST', `/api/domain-requests/${body.request.id}/payment`, claim)
  expect((await act(id, 'hand-over', { email: juma.email })).body.code).toBe('PAYMENT_WAITING')
  await admin.call('POST', `/api/admin/domain-requests/${body.request.id}/payment/reject`, { reason: 'No' })

  const { version } = await show(id)
  const answers = await eightTimes((turn) =>
    shop.at(turn % 2, admin.token)('POST', `/api/admin/services/${id}/hand-over`, {
      version,
      email: juma.email.toUpperCase(),
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect((await asha.call('GET', '/api/domains')).body.items).toEqual([])
  expect((await juma.call('GET', '/api/domains')).body.items).toMatchObject([
    { domain_name: 'moving.com', renewal: 'requested' },
  ])
  const requestsOf = async (person: Person) =>
    (await person.call('GET', '/api/domain-requests')).body.items.map(({ id: one }: { id: string }) => one)
  expect(await requestsOf(juma)).toEqual([body.request.id])
  const [moved] = (await juma.call('GET', '/api/domain-requests')).body.items
  expect(moved).toMatchObject({ admin_feedback: null, claim_rejection: null })
  expect(JSON.stringify((await juma.call('GET', '/api/account/export')).body)).not.toMatch(
    /For Asha|Asha Mwangi/,
  )
  expect(await requestsOf(asha)).not.toContain(body.request.id)
  const owed = async (person: Person) =>
    (await person.call('GET', '/api/payments')).body.items.map(
      ({ subject, rest }: { subject: string; rest: number }) => [subject, rest],
    )
  expect(await owed(juma)).toEqual([['moving.com', 14]])
  // The request that created it, with what was owed for it, is the former customer's.
  expect(await owed(asha)).toEqual([['moving.com', 10]])
  expect(await mailsOf(asha)).toContain('record-handed-over')
  expect(await mailsOf(juma)).toEqual(['record-received'])
  expect((await show(id)).history[0]).toMatchObject({
    action: 'record.handed-over',
    customer_from: 'Asha Mwangi',
    customer_to: 'Juma New',
  })
  // The queue finds the request by its new customer, and the new customer can pay and be renewed.
  const found = (await admin.call('GET', '/api/admin/domain-requests?q=juma%20new')).body.items
  expect(found.map(({ id: one }: { id: string }) => one)).toEqual([body.request.id])
  const paid = { ...claim, receipt_number: 'QKMOVE2' }
  expect((await juma.call('POST', `/api/domain-requests/${body.request.id}/payment`, paid)).status).toBe(200)
  expect((await asha.call('POST', `/api/domain-requests/${body.request.id}/payment`, claim)).status).toBe(404)
  const done = await admin.call('PATCH', `/api/admin/domain-requests/${body.request.id}`, {
    status: DOMAIN_ACTIVE,
  })
  expect(done.status).toBe(200)
  expect((await show(id)).history[0]).toMatchObject({ action: 'record.renewed' })
  await set({ renewals: 'instant' })
})

test('notes are for admins only, can be removed, and go with the account', async () => {
  const asha = await shop.customer()
  const id = await owned(asha, 'noted.com', 40)
  const at = `/api/admin/services/${id}/notes`
  const { body: note } = await admin.call('POST', at, { body: 'Calls at night' })
  await admin.call('POST', at, { body: 'Second' })
  expect((await show(id)).notes).toMatchObject([
    { body: 'Second' },
    { body: 'Calls at night', author: 'Asha Mwangi' },
  ])
  expect((await asha.call('POST', at, { body: 'Mine' })).status).toBe(403)
  const everything = JSON.stringify([
    (await asha.call('GET', '/api/account/export')).body,
    (await asha.call('GET', '/api/domains')).body,
    (await asha.call('GET', '/api/domains/noted.com')).body,
    (await asha.call('GET', '/api/activity')).body,
  ])
  expect(everything).not.toMatch(/Calls at night|record\.noted/)
  expect((await admin.call('DELETE', `${at}/${note.id}`)).status).toBe(200)
  expect((await admin.call('DELETE', `${at}/${note.id}`)).status).toBe(404)
  expect((await show(id)).notes).toHaveLength(1)
  expect(await actions(id)).toEqual(['record.noted', 'record.noted', 'record.note-removed'])
  const logged = await shop.sql(`select before, after from audit_log where entity_id = $1`, [id])
  expect(JSON.stringify(logged)).not.toContain('Calls')
})
