import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from mails`))

async function stored(row: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUIDv7()
  const mail = {
    kind: 'test',
    recipient: 'asha@example.com',
    state: 'failed',
    secret: false,
    data: '{"to":"x"}',
    ...row,
  }
  await shop.sql(
    `insert into mails (id, kind, recipient, state, secret, data, reason, attempts, expires_at) values ($1, $2, $3, $4, $5, $6, '550 no', 1, now() + interval '1 hour')`,
    [id, mail.kind, mail.recipient, mail.state, mail.secret, mail.data],
  )
  return id
}
const list = async (query = '') => (await admin.call('GET', `/api/admin/mails${query}`)).body

test('admins see that a mail went, and nothing of what stood in it', async () => {
  await stored({ kind: 'recovery', secret: true, data: '{"code":"424242"}' })
  const { items } = await list()
  expect(items).toEqual([
    {
      id: expect.any(String),
      kind: 'recovery',
      recipient: 'asha@example.com',
      about: null,
      customer: null,
      language: null,
      status: 'failed',
      attempts: 1,
      reason: '550 no',
      next_try_at: null,
      can_retry: false,
      created_at: expect.stringMatching(/Z$/),
      sent_at: null,
      to_file: false,
    },
  ])
  expect(JSON.stringify(items)).not.toContain('424242')
})

test('a mail to a customer says which name it is about, also once it is sent and its data are gone', async () => {
  const asha = await shop.customer()
  const { id } = (await asha.call('POST', '/api/domain-requests', { requested_domain: 'barua.com' })).body
  await admin.call('PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 10 })
  const ofAsha = async () => (await list(`?customer=${asha.id}`)).items
  expect(await ofAsha()).toMatchObject([{ kind: 'request-offered', about: 'barua.com' }])
  await shop.sql(`update mails set state = 'sent', data = null where user_id = $1`, [asha.id])
  expect(await ofAsha()).toMatchObject([{ kind: 'request-offered', about: 'barua.com', status: 'sent' }])
})

test('the list filters by status and by the start of an address, in pages', async () => {
  await stored({ recipient: 'juma@example.com', state: 'sent' })
  await stored({ recipient: 'a_b%c@example.com' })
  for (let n = 0; n < 3; n++) await stored()
  const counts = async (query: string) => (await list(query)).items.length
  expect(await counts('?status=sent')).toBe(1)
  expect(await counts('?q=Juma')).toBe(1)
  expect(await counts('?q=%25')).toBe(0)
  expect(await counts('?q=a_b%25')).toBe(1)
  expect((await admin.call('GET', '/api/admin/mails?status=lost')).status).toBe(400)
  const first = await list('?limit=3')
  const second = await list(`?limit=3&cursor=${first.next_cursor}`)
  expect(first.items).toHaveLength(3)
  expect(second).toMatchObject({ items: [{}, {}], next_cursor: null })
})

test('a failed mail is sent again, once for eight presses, and the audit log says by whom', async () => {
  const id = await stored()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.call('POST', `/api/admin/mails/${id}/retry`)),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  await expect.poll(async () => (await list()).items[0]).toMatchObject({ status: 'sent', attempts: 1 })
  expect(await shop.sql(`select actor_id from audit_log where action = 'mail.retried'`)).toEqual([
    { actor_id: admin.id },
  ])
})

test.each([
  ['that held a code', { secret: true, data: null }],
  ['that went', { state: 'sent', data: null }],
])('a mail %s is not sent again', async (_, row) => {
  const id = await stored(row)
  expect(await admin.call('POST', `/api/admin/mails/${id}/retry`)).toMatchObject({
    status: 409,
    body: { code: 'NOT_RETRYABLE' },
  })
})

test('a mail that is not there is not found', async () => {
  expect((await admin.call('POST', `/api/admin/mails/${randomUUIDv7()}/retry`)).status).toBe(404)
})

test('a test mail goes to the admin who requested it, and reports on the sender', async () => {
  const answer = await admin.call('POST', '/api/admin/mails/test', {})
  expect(answer).toMatchObject({
    status: 200,
    body: {
      to: admin.email,
      from: 'no-reply@localhost',
      way: 'files',
      domain: 'localhost',
      spf: { state: 'unknown' },
    },
  })
  expect((await admin.call('POST', '/api/admin/mails/test', {})).status).toBe(429)
  // No mail was sent: there is no mail server.
  await expect
    .poll(async () => (await list()).items[0])
    .toMatchObject({
      recipient: admin.email,
      status: 'sent',
      to_file: true,
    })
})
