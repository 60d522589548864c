import { get } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../features/audit/server/audit.ts'
import { DOMAIN_ACTIVE } from '../features/products/domain.ts'
import { changeSetting } from '../features/settings/server/save-settings.ts'
import { clearSettingsCache } from '../features/settings/server/settings.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/** Attacks: hostile texts, other people's keys and receipts, forged tokens, impossible orders. */

let shop: Shop
let asha: Person
let juma: Person
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  ;[asha, juma, admin] = [await shop.customer(), await shop.customer(), await shop.admin()]
})
afterAll(() => shop.close())

let names = 0
const freshName = () => `attacks-${++names}.com`
const base64 = (text: string) => Buffer.from(text).toString('base64url')

async function offer(person: Person, price = 10) {
  const { body } = await person.call('POST', '/api/domain-requests', { requested_domain: freshName() })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price })
  return body.id as string
}

async function own(person: Person) {
  const request = await offer(person)
  await admin.call('PATCH', `/api/admin/domain-requests/${request}`, { status: DOMAIN_ACTIVE })
  const [service] = await shop.sql(`select * from services where request_id = $1`, [request])
  return service!
}

const claim = (person: Person, request: string, receipt_number: string, payment_method = 'M-Pesa') =>
  person.call('POST', `/api/domain-requests/${request}/payment`, {
    payer_name: 'X',
    receipt_number,
    payment_method,
  })

describe('what no table can keep is refused as unreadable', () => {
  const halfPair = String.raw`"a\ud800b"`
  const nothing = String.raw`"a\u0000b"`
  test.each([
    ['NUL', nothing],
    ['half of a surrogate pair', halfPair],
  ])('%s in a text', async (_, text) => {
    const request = await offer(asha)
    const answers = [
      await asha.call(
        'POST',
        '/api/hosting-requests',
        `{"plan_name":"Custom Plan","manual_details":${text}}`,
      ),
      await asha.call('PATCH', '/api/profile', `{"full_name":${text}}`),
      await asha.call(
        'POST',
        `/api/domain-requests/${request}/payment`,
        `{"payer_name":${text},"receipt_number":"N1","payment_method":"Bank"}`,
      ),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400])
    expect(await shop.sql(`select payment_confirmed from requests where id = $1`, [request])).toEqual([
      { payment_confirmed: false },
    ])
  })

  test('NUL in a search and in an answer', async () => {
    const decided = `{"status":"available","price":5,"admin_feedback":${nothing}}`
    expect(
      (await admin.call('PATCH', `/api/admin/domain-requests/${await offer(asha)}`, decided)).status,
    ).toBe(400)
    for (const query of ['q=%00', 'status=%00', 'q=a%00b'])
      expect([query, (await admin.call('GET', `/api/admin/domain-requests?${query}`)).status]).toEqual([
        query,
        400,
      ])
  })

  test.each([
    ['a day that is none', '2026-13-45T99:99:99.000Z 018f0000-0000-7000-8000-000000000000'],
    ['an id that is none', `2026-01-01T00:00:00.000Z ${'-'.repeat(36)}`],
  ])('a cursor with %s', async (_, place) => {
    const { status } = await asha.call('GET', `/api/domain-requests?cursor=${base64(place)}`)
    expect([400, 404]).toContain(status)
  })

  test('a body without end under an idempotency key, from customers and visitors', async () => {
    const body = `{"requested_domain":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const key = { 'idempotency-key': 'deep' }
    expect((await asha.call('POST', '/api/domain-requests', body, key)).status).toBe(400)
    expect((await shop.visitor('POST', '/api/domain-requests', body, key)).status).toBe(401)
  })
})

describe('a receipt', () => {
  test.each([
    ['Cyrillic and Greek letters that look the same', 'Q\u0410\u03921'],
    ['a mark under a letter', 'QA\u0323B1'],
  ])('written with %s is still the same receipt', async (_, written) => {
    await shop.sql(`truncate claims, receipts, received_payments cascade`)
    expect((await claim(asha, await offer(asha), 'QAB1')).status).toBe(200)
    const answer = await claim(juma, await offer(juma), written)
    expect(answer).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })
  })
})

describe('an idempotency key', () => {
  test('of one person opens no answer of another, nor of another endpoint, nor to a visitor', async () => {
    const [key, body] = [{ 'idempotency-key': 'shared' }, { requested_domain: freshName() }]
    const mine = await asha.call('POST', '/api/domain-requests', body, key)
    const theirs = await juma.call('POST', '/api/domain-requests', body, key)
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(theirs.body.id).not.toBe(mine.body.id)
    expect((await shop.visitor('POST', '/api/domain-requests', body, key)).status).toBe(401)
    const other = await asha.call('POST', '/api/email-requests', { requested_domain: 'a@shared.com' }, key)
    expect(other.body.id).not.toBe(mine.body.id)
  })

  test("gives an admin's answer to nobody whose role was taken", async () => {
    const demoted = await shop.admin()
    const request = await offer(asha)
    await claim(asha, request, 'IDEM1')
    const reject = () =>
      demoted.call(
        'POST',
        `/api/admin/domain-requests/${request}/payment/reject`,
        { reason: 'x' },
        { 'idempotency-key': 'r' },
      )
    const [first, again] = [await reject(), await reject()]
    expect([first.status, again.body]).toEqual([200, first.body])
    await shop.sql(`update profiles set role = 'user' where id = $1`, [demoted.id])
    expect(await reject()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
})

describe('a token', () => {
  test('without a signature, with another algorithm or with claims of its own is nobody', async () => {
    const [head = '', claims = '', signature = ''] = asha.token.split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
    const part = (value: object) => base64(JSON.stringify(value))
    const forged = [
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ ...read(head), alg: 'HS256' })}.${claims}.${signature}`,
      `${part({ ...read(head), kid: 'mine', jku: 'https://evil.example/jwks' })}.${claims}.${signature}`,
      `${head}.${part({ ...read(claims), role: 'service_role', session_id: undefined })}.${signature}`,
      `${head}.${part({ ...read(claims), sub: admin.id })}.${signature}`,
    ]
    for (const token of forged) expect((await shop.at(0, token)('GET', '/api/profile')).status).toBe(401)
  })

  test('is read from its header alone, and one person can use no session of another', async () => {
    expect((await shop.visitor('GET', `/api/profile?access_token=${asha.token}`)).status).toBe(401)
    expect(
      (await shop.visitor('GET', '/api/profile', undefined, { cookie: `token=${asha.token}` })).status,
    ).toBe(401)
    const mixed = await shop.tokenFor({ id: admin.id, session: asha.session })
    expect((await shop.at(0, mixed)('GET', '/api/profile')).status).toBe(401)
  })
})

describe('the live log', () => {
  const streams = async () =>
    Number(/kikoa_live_streams (\d+)/.exec((await shop.visitor('GET', '/metrics')).body as string)?.[1])

  test('keeps nothing of readers that hang up before it has answered', async () => {
    const { port, hostname } = new URL(shop.nodes[0]!.address)
    const person = await shop.customer()
    for (let turn = 0; turn < 40; turn++) {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n\r\n`)
      // Some hang up before the server has read the request, some while it asks the database.
      for (let turns = 0; turns < 2 ** (turn % 8); turns++) await nextTurn()
      socket.destroy()
    }
    await expect.poll(streams).toBe(0)
  })
})

test.each(['/api/x/../countries', '/api/%2e%2e/api/countries'])(
  '%s leads nowhere, past no guard',
  async (path) => {
    const at = { path, port: new URL(shop.nodes[0]!.address).port }
    const status = new Promise((done) => get(at, (answer) => done(answer.resume().statusCode)))
    expect(await status).toBe(404)
  },
)

test("what a service key does is the key's in the audit log, and no admin's", async () => {
  const act = { action: 'mail.tested', entity: 'mail' } as const
  await shop.nodes[0]!.database.write('key', (tx) => audit(tx, 'admin', act))
  expect(await shop.sql(`select actor_role from audit_log where action = 'mail.tested'`)).toEqual([
    { actor_role: 'service' },
  ])
})

describe('in an odd order', () => {
  test('a renewal that was paid for is not carried out on a record that was released meanwhile', async () => {
    await shop.nodes[0]!.database.write('service', (tx) => changeSetting(tx, 'renewals', 'paid'))
    clearSettingsCache(shop.nodes[0]!.database)
    const service = await own(asha)
    await shop.sql(`update services set expires_at = now() - interval '1 day' where id = $1`, [service.id])
    const { body } = await asha.call('POST', `/api/domains/${service.id}/renew`, {})
    const renewal = body.request.id as string
    await admin.call('PATCH', `/api/admin/domain-requests/${renewal}`, { status: 'available', price: 10 })
    await claim(asha, renewal, 'RENEW1')
    expect((await admin.call('POST', `/api/admin/services/${service.id}/release`, {})).status).toBe(200)
    const before = await shop.sql(`select * from services where id = $1`, [service.id])
    const answer = await admin.call('PATCH', `/api/admin/domain-requests/${renewal}`, {
      status: DOMAIN_ACTIVE,
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'RECORD_FAILED', data: { held_by: null } } })
    expect(await shop.sql(`select * from services where id = $1`, [service.id])).toEqual(before)
    expect(await shop.sql(`select status from requests where id = $1`, [renewal])).toEqual([
      { status: 'available' },
    ])
  })

  test('a claim keeps the price that stood when it was made, while the admin changes it', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const request = await offer(asha, 10)
      const change = () =>
        admin.call('PATCH', `/api/admin/domain-requests/${request}`, { status: 'available', price: 20 })
      const [claimed] = await Promise.all([claim(asha, request, `P${turn}`), change()])
      expect(claimed.status).toBe(200)
      const [row] = await shop.sql(
        `select p.amount, a.after->>'price' as price from claims p
           join audit_log a on a.entity_id = p.request_id::text and a.action = 'request.reviewed'
          where p.request_id = $1 order by a.at desc limit 1`,
        [request],
      )
      expect(['10.000', '20.000']).toContain(row!.amount)
      expect(claimed.body.price).toBe(Number(row!.amount))
    }
  })

  test('a claim on what was rejected, taken back or activated is refused, and a rejected one frees its receipt', async () => {
    const request = await offer(asha)
    expect((await claim(asha, request, 'ODD1')).status).toBe(200)
    await admin.call('POST', `/api/admin/domain-requests/${request}/payment/reject`, { reason: 'not ours' })
    expect((await claim(juma, await offer(juma), 'ODD1')).status).toBe(200)
    expect((await claim(asha, request, 'ODD1')).body.code).toBe('RECEIPT_USED')
    for (const status of ['rejected', 'pending', DOMAIN_ACTIVE]) {
      await admin.call('PATCH', `/api/admin/domain-requests/${request}`, { status })
      expect([status, (await claim(asha, request, 'ODD2')).body.code]).toEqual([status, 'NOT_PAYABLE'])
    }
  })
})
