import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeAt } from '../../orders/server/testing/placing.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/**
 * An admin's work for a customer: the result is the customer's, the audit log names the admin, and no one else may
 * do it.
 */

let shop: Shop
let admin: Person
let asha: Person
let juma: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  asha = await shop.customer({ full_name: 'Asha 100%_Mwangi' })
  juma = await shop.customer({ full_name: 'Juma Otieno', country: 'KE', phone_number: '+254722000111' })
})
afterAll(() => shop.close())

const of = (person: Person) => `/api/admin/profiles/${person.id}`
const ids = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map(({ id }) => id)

describe('the list', () => {
  test('holds customers alone, newest first, page by page', async () => {
    const first = await admin.call('GET', '/api/admin/profiles?limit=1')
    expect(ids(first)).toEqual([juma.id])
    const next = await admin.call('GET', `/api/admin/profiles?limit=1&cursor=${first.body.next_cursor}`)
    expect(ids(next)).toEqual([asha.id])
    expect(next.body.next_cursor).toBeNull()
  })

  test.each([
    ['otieno', 'juma'],
    ['JUMA OT', 'juma'],
    ['0722 000 111', 'juma'],
    ['+254 722', 'juma'],
    ['Kenya', 'juma'],
    ['ke', 'juma'],
    ['100%_', 'asha'],
    ['mwangi', 'asha'],
    ['%', 'none'],
    ['nobody', 'none'],
    ["'; drop table profiles; --", 'none'],
  ])('finds by %s', async (q, who) => {
    const found = await admin.call('GET', `/api/admin/profiles?q=${encodeURIComponent(q)}`)
    const expected = { juma: [juma.id], asha: [asha.id], none: [] }[who]
    expect(ids(found).filter((id) => who !== 'juma' || id === juma.id)).toEqual(expected)
  })

  test('finds by address', async () => {
    expect(ids(await admin.call('GET', `/api/admin/profiles?q=${juma.email}`))).toEqual([juma.id])
  })
})

test('an admin requests a domain for a customer, claims its payment and renews it; each act is theirs and for them', async () => {
  const request = await admin.call('POST', `${of(asha)}/domain-requests`, {
    requested_domain: 'for-asha.com',
  })
  expect(request).toMatchObject({
    status: 201,
    body: { user_id: asha.id, requested_domain: 'for-asha.com', status: 'pending' },
  })
  expect(ids(await asha.call('GET', '/api/domain-requests'))).toEqual([request.body.id])
  expect(ids(await admin.call('GET', `${of(asha)}/domain-requests`))).toEqual([request.body.id])
  await admin.call('PATCH', `/api/admin/domain-requests/${request.body.id}`, {
    status: 'available',
    price: 10,
  })
  const payment = { payer_name: 'Asha', receipt_number: 'QX1', payment_method: 'M-Pesa' }
  expect(
    await admin.call('POST', `${of(asha)}/domain-requests/${request.body.id}/payment`, payment),
  ).toMatchObject({ status: 200, body: { payment_confirmed: true } })
  await admin.call('PATCH', `/api/admin/domain-requests/${request.body.id}`, {
    status: 'YOUR DOMAIN IS ACTIVE NOW',
  })
  const [held] = (await admin.call('GET', `${of(asha)}/domains`)).body.items
  expect(held).toMatchObject({ domain_name: 'for-asha.com', user_id: asha.id })
  await shop.sql(`update services set expires_at = now() - interval '1 day' where id = $1`, [held.id])
  expect((await admin.call('POST', `${of(asha)}/domains/${held.id}/renew`, {})).status).toBe(200)
  expect(
    await shop.sql(
      `select action, actor_id, actor_role, after->>'on_behalf_of' as subject from audit_log
       where action in ('request.submitted', 'payment.claimed', 'record.renewed') order by at`,
    ),
  ).toEqual(
    ['request.submitted', 'payment.claimed', 'record.renewed'].map((action) => ({
      action,
      actor_id: admin.id,
      actor_role: 'admin',
      subject: asha.id,
    })),
  )
  // The customer's own page receives this event as it receives any change of the customer's data.
  expect(
    await shop.sql(
      `select distinct user_id from events where type in ('request.submitted', 'payment.claimed', 'record.renewed')`,
    ),
  ).toEqual([{ user_id: asha.id }])
})

test("the customer's rules hold: twice, too early, another's receipt, another's rows", async () => {
  const twice = { requested_domain: 'twice-asha.com' }
  const request = await admin.call('POST', `${of(asha)}/domain-requests`, twice)
  expect(await admin.call('POST', `${of(asha)}/domain-requests`, twice)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_REQUESTED' },
  })
  const pay = (person: Person, receipt_number: string) =>
    admin.call('POST', `${of(person)}/domain-requests/${request.body.id}/payment`, {
      payer_name: 'x',
      receipt_number,
      payment_method: 'M-Pesa',
    })
  expect((await pay(asha, 'N1')).body.code).toBe('NOT_PAYABLE')
  expect((await pay(juma, 'N1')).status).toBe(404)
  await admin.call('PATCH', `/api/admin/domain-requests/${request.body.id}`, {
    status: 'available',
    price: 5,
  })
  const theirs = await juma.call('POST', '/api/domain-requests', { requested_domain: 'of-juma.com' })
  await admin.call('PATCH', `/api/admin/domain-requests/${theirs.body.id}`, { status: 'available', price: 5 })
  await juma.call('POST', `/api/domain-requests/${theirs.body.id}/payment`, {
    payer_name: 'J',
    receipt_number: 'JJ7',
    payment_method: 'mpesa',
  })
  expect((await pay(asha, 'jj-7')).body.code).toBe('RECEIPT_USED')
  expect(
    await shop.sql(
      `select actor_id, actor_role, after->>'on_behalf_of' as subject from audit_log where action = 'payment.refused'`,
    ),
  ).toEqual([{ actor_id: admin.id, actor_role: 'admin', subject: asha.id }])
  const [held] = (await admin.call('GET', `${of(asha)}/domains`)).body.items
  expect((await admin.call('POST', `${of(juma)}/domains/${held.id}/renew`, {})).status).toBe(404)
  expect((await admin.call('POST', `${of(asha)}/domains/${held.id}/renew`, {})).body.code).toBe(
    'NOT_RENEWABLE',
  )
})

test('of eight at once, on two nodes, one request is made', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      shop.at(n % 2, n % 3 ? admin.token : asha.token)(
        'POST',
        n % 3 ? `${of(asha)}/domain-requests` : '/api/domain-requests',
        { requested_domain: 'at-once.com' },
      ),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
})

test('an admin asks for an address and for plans in the name of a customer', async () => {
  const neema = await shop.customer()
  const address = await admin.call('POST', `${of(neema)}/email-requests`, {
    requested_domain: 'info@neema.com',
  })
  expect(address).toMatchObject({ status: 201, body: { user_id: neema.id, status: 'pending' } })
  expect(ids(await neema.call('GET', '/api/email-requests'))).toEqual([address.body.id])
  expect(ids(await admin.call('GET', `${of(neema)}/email-requests`))).toEqual([address.body.id])
  const wishes = [
    { plan_name: 'Basic', billing_period: 'yearly' },
    { plan_name: 'Custom Plan', manual_details: 'Two sites' },
  ]
  for (const wish of wishes)
    expect(await admin.call('POST', `${of(neema)}/hosting-requests`, wish)).toMatchObject({
      status: 201,
      body: { user_id: neema.id, ...wish },
    })
  expect((await admin.call('POST', `${of(neema)}/hosting-requests`, { plan_name: 'Basic' })).status).toBe(400)
  expect(ids(await admin.call('GET', `${of(neema)}/hosting-requests`))).toHaveLength(2)
  for (const path of ['emails', 'hosting-accounts'])
    expect(ids(await admin.call('GET', `${of(neema)}/${path}`))).toEqual([])
  expect(
    await shop.sql(
      `select distinct actor_id, actor_role, after->>'on_behalf_of' as subject from audit_log
        where action = 'request.submitted' and entity_id in (select id::text from requests where user_id = $1)`,
      [neema.id],
    ),
  ).toEqual([{ actor_id: admin.id, actor_role: 'admin', subject: neema.id }])
})

test('lists of orders, requests, payments, amounts due, mails and the log are narrowed to one customer', async () => {
  const [mine, other] = [await shop.customer(), await shop.customer()]
  for (const person of [mine, other]) {
    const { body } = await person.call('POST', '/api/domain-requests', {
      requested_domain: `n-${person.id.slice(-8)}.com`,
    })
    await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 9 })
    await person.call('POST', `/api/domain-requests/${body.id}/payment`, {
      payer_name: 'N',
      receipt_number: `N${person.id.slice(-8)}`,
      payment_method: 'M-Pesa',
    })
    await placeAt(shop, person, [`oda-${person.id.slice(-8)}.com`])
    await shop.sql(
      `insert into mails (id, kind, recipient, user_id, expires_at) values (gen_random_uuid(), 'test', $2, $1, now())`,
      [person.id, person.email],
    )
  }
  const list = async (path: string) => {
    const { status, body } = await admin.call('GET', `/api/admin/${path}${mine.id}`)
    expect([path, status]).toEqual([path, 200])
    return body.items as Record<string, any>[] // oxlint-disable-line typescript/no-explicit-any
  }
  expect((await list('domain-requests?customer=')).map(({ user_id }) => user_id)).toEqual([mine.id])
  expect((await list('domain-requests?q=n-&customer=')).map(({ user_id }) => user_id)).toEqual([mine.id])
  expect((await list('orders?customer=')).map(({ user_id }) => user_id)).toEqual([mine.id])
  expect((await list('payments?customer=')).map(({ code }) => code)).toEqual([`N${mine.id.slice(-8)}`])
  expect((await list('charges?customer=')).map(({ customer }) => customer.id)).toEqual([mine.id, mine.id])
  expect((await list('charges?q=nobody&customer=')).length).toBe(0)
  const mails = await list('mails?customer=')
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set([mine.email]))
  const log = await list('audit?customer=')
  expect(log.map(({ action }) => action).toSorted()).toEqual([
    'order.placed',
    'payment.claimed',
    'request.reviewed',
    'request.submitted',
  ])
  const first = await admin.call('GET', `/api/admin/audit?limit=2&customer=${mine.id}`)
  const next = await admin.call(
    'GET',
    `/api/admin/audit?limit=2&customer=${mine.id}&cursor=${first.body.next_cursor}`,
  )
  expect([...ids(first), ...ids(next)]).toEqual(log.map(({ id }) => id))
  expect(ids(first)).toHaveLength(2)
  expect((await list('audit?action=payment.claimed&customer=')).length).toBe(1)
})

test('nobody acts for an admin, or for nobody', async () => {
  const other = await shop.admin()
  for (const id of [other.id, admin.id, '018f0000-0000-7000-8000-000000000000'])
    for (const path of ['', '/domains', '/domain-requests'])
      expect((await admin.call('GET', `/api/admin/profiles/${id}${path}`)).status).toBe(404)
})

test('a customer acts for nobody, not even for themselves', async () => {
  for (const person of [asha, juma]) {
    for (const path of ['', '/domains', '/domain-requests'])
      expect((await juma.call('GET', `${of(person)}${path}`)).status).toBe(403)
    const answer = await juma.call('POST', `${of(person)}/domain-requests`, {
      requested_domain: 'sneaked.com',
    })
    expect(answer.status).toBe(403)
  }
  for (const field of ['profile', 'on_behalf_of', 'user_id'])
    expect(
      (await juma.call('POST', '/api/domain-requests', { requested_domain: 'sneaked.com', [field]: asha.id }))
        .status,
    ).toBe(400)
  expect(await shop.sql(`select id from requests where subject = 'sneaked.com'`)).toEqual([])
})

test('the list counts the open requests of all products', async () => {
  const busy = await shop.customer()
  await busy.call('POST', '/api/domain-requests', { requested_domain: 'busy.com' })
  await busy.call('POST', '/api/email-requests', { requested_domain: 'info@busy.com' })
  await busy.call('POST', '/api/hosting-requests', { plan_name: 'Custom Plan', manual_details: 'Two sites' })
  const closed = await busy.call('POST', '/api/domain-requests', { requested_domain: 'closed.com' })
  await admin.call('PATCH', `/api/admin/domain-requests/${closed.body.id}`, { status: 'rejected' })
  const { items } = (await admin.call('GET', `/api/admin/profiles?q=${busy.email}`)).body
  expect(items).toMatchObject([{ id: busy.id, open_requests: 3 }])
})

test('the list counts the domains that a customer still has, and no other products', async () => {
  const owner = await shop.customer()
  for (const [kind, name, isReleased] of [
    ['domain', 'kept-here.com', false],
    ['domain', 'gone-here.com', true],
    ['email', 'info@kept-here.com', false],
  ] as const)
    await shop.sql(
      `with request as (
         insert into requests (id, user_id, kind, subject, status, stage, details)
           values (gen_random_uuid(), $1, $2, $3, 'active', 'active', '{}') returning id)
       insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at, released_at)
         select gen_random_uuid(), $1, id, $2, $3, true, now(), now() + interval '1 year', case when $4 then now() end from request`,
      [owner.id, kind, name, isReleased],
    )
  const { items } = (await admin.call('GET', `/api/admin/profiles?q=${owner.email}`)).body
  expect(items).toMatchObject([{ id: owner.id, domains: 1 }])
})
