import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, offered } from '../testing/money.ts'
import { sendBytes } from '../testing/send-bytes.ts'

/** Who may deliver messages to the shop, and what is stored of them. All people, numbers and codes are invented. */

let shop: Shop
let admin: Person
let secret: string
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`delete from received_payments`)
  await shop.sql(`delete from received_balances`)
  await shop.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 20000)`)
  await shop.sql(`delete from message_secrets`)
  secret = await rotate()
})

async function rotate(): Promise<string> {
  const made = await admin.call('PUT', '/api/admin/payments/message-secret', {})
  expect(made.status).toBe(200)
  return made.body.secret
}

const local = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' at ')
const textOf = (code: string, amount = '5,000.00', balance = '25,000.00') =>
  `${code} Confirmed. You have received TZS ${amount} from NURU SALUM (255711000301) on ${local()}. New M-Pesa balance is TZS ${balance}.`
const event = (message: string, more: object = {}) => ({
  deviceId: 'phone',
  event: 'sms:received',
  id: randomUUID(),
  webhookId: 'kikoa',
  payload: {
    messageId: 'same',
    message,
    sender: 'M-PESA',
    simNumber: null,
    receivedAt: new Date().toISOString(),
    ...more,
  },
})

interface Delivery {
  key?: string
  /** Seconds that the timestamp is off. */
  off?: number
  /** Seconds that the header's timestamp is later than the signed one. */
  newer?: number
  headers?: Record<string, string>
  node?: number
}

function deliver(body: unknown, { key = secret, off = 0, newer = 0, headers, node = 0 }: Delivery = {}) {
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000) + off)
  const signature = createHmac('sha256', key).update(raw).update(timestamp).digest('hex')
  return shop.at(node)('POST', '/api/hooks/messages', raw, {
    'x-timestamp': String(Number(timestamp) + newer),
    'x-signature': signature,
    ...headers,
  })
}
const states = async () =>
  (await shop.sql(`select code, state from received_payments order by created_at, id`)).map(
    ({ state }) => state,
  )

describe('a signed message is taken', () => {
  test.each([
    ['of the app', () => event(textOf('QKD1TEST01'))],
    [
      'of an older version of the app',
      () => event(textOf('QKD1TEST01'), { sender: undefined, phoneNumber: 'M-PESA' }),
    ],
    [
      'in the plain form',
      () => ({ sender: 'M-PESA', text: textOf('QKD1TEST01'), received_at: new Date().toISOString() }),
    ],
    ['in the plain form without a time', () => ({ sender: 'M-PESA', text: textOf('QKD1TEST01') })],
  ])('%s', async (_, body) => {
    expect((await deliver(body())).status).toBe(204)
    expect(await states()).toEqual(['received'])
  })

  test.each(['M-PESA ', ' M-PESA', 'M-PESA\t', 'm-pesa'])(
    'and waits for a person where the sender is %j, which the provider does not use',
    async (sender) => {
      expect((await deliver(event(textOf('QKD1TEST05'), { sender }))).status).toBe(204)
      expect(await shop.sql('select sender, state, reason from received_payments')).toEqual([
        { sender, state: 'held', reason: 'sender' },
      ])
    },
  )

  test('and eight deliveries at once on two nodes are stored once, like a repeated one', async () => {
    const body = event(textOf('QKD1TEST02'))
    const answers = await eightTimes((turn) => deliver(body, { node: turn % 2 }))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204))
    expect((await deliver(body)).status).toBe(204)
    expect(await states()).toEqual(['received'])
  })

  test('and updates the open pages of admins, not of customers', async () => {
    await deliver(event(textOf('QKD1TEST03')))
    const [last] = await shop.sql(`select user_id, for_admins, topics from events order by id desc limit 1`)
    expect(last).toMatchObject({ user_id: null, for_admins: true, topics: ['payments'] })
  })
})

describe('eight deliveries at once, on two nodes,', () => {
  /** What the payment of a charge has left behind. */
  const settled = async (id: string) => {
    const count = (sql: string) => `(select count(*)::int from ${sql}) as`
    const [row] = await shop.sql(
      `select c.state, c.settled::float, r.state as received, a.claim_id is not null as has_claim,
              ${count(`received_payments where code = r.code`)} deliveries,
              ${count(`ledger_postings where act = 'receipt' and source_id = a.id`)} receipts,
              ${count(`ledger_postings where act = 'sale' and source_id = c.id`)} sales,
              ${count(`invoices where charge_id = c.id`)} invoices,
              ${count(`audit_log where action = 'payment.matched' and entity_id = c.request_id::text`)} matches
         from charges c join allocations a on a.charge_id = c.id join received_payments r on r.id = a.payment_id where c.request_id = $1`,
      [id],
    )
    return row
  }
  const once = { deliveries: 1, receipts: 1, sales: 1, invoices: 1, matches: 1 }
  const paid = { state: 'paid', settled: 10, received: 'matched', has_claim: true, ...once }

  /** A message about the amount of an offer. */
  const payment = (code: string) => event(textOf(code, '10.00', '110.00').replaceAll('TZS', 'USD'))
  const account = () =>
    shop.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'USD', 100)`)

  test('settle a claim exactly once', async () => {
    await account()
    const offer = await offered(shop, admin, { name: 'mara-moja.com' })
    await claim(offer, 'QKD8TEST01')
    const body = payment('QKD8TEST01')
    const answers = await eightTimes((turn) => deliver(body, { node: turn % 2 }))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204))
    expect(await settled(offer.id)).toEqual(paid)
  })

  test.each([0, 1, 2, 4, 6, 8])(
    'settle a claim exactly once that comes after %i of the answers',
    async (before) => {
      await account()
      const offer = await offered(shop, admin, { name: `mbio-${before}.com` })
      const body = payment(`QKD9TEST0${before}`)
      const counter = Promise.withResolvers<void>()
      let answered = 0
      const count = () => answered++ === before && counter.resolve()
      count()
      const [claimed, ...answers] = await Promise.all([
        counter.promise.then(() => claim(offer, `QKD9TEST0${before}`)),
        ...Array.from({ length: 8 }, (_, turn) => deliver(body, { node: turn % 2 }).finally(count)),
      ])
      expect([claimed.status, ...answers.map(({ status }) => status)]).toEqual([200, ...Array(8).fill(204)])
      expect(await settled(offer.id)).toEqual(paid)
    },
  )
})

describe('refused', () => {
  test.each<[string, number, Delivery]>([
    ['another secret', 401, { key: 'guessed' }],
    ['an old timestamp', 401, { off: -301 }],
    // More than the accepted five minutes and the longest time of this test.
    ['a timestamp of the future', 401, { off: 400 }],
    ['no signature', 401, { headers: { 'x-signature': '' } }],
    ['half a signature', 401, { headers: { 'x-signature': 'ab'.repeat(16) } }],
    ['no timestamp', 401, { headers: { 'x-timestamp': '' } }],
    ['a newer timestamp over the same signature', 401, { newer: 5 }],
  ])('%s', async (_, status, delivery) => {
    expect((await deliver(event(textOf('QKD1TEST04')), delivery)).status).toBe(status)
    expect(await states()).toEqual([])
  })

  test('a changed body', async () => {
    const raw = JSON.stringify(event(textOf('QKD1TEST04')))
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', secret).update(raw).update(timestamp).digest('hex')
    const answer = await shop.visitor('POST', '/api/hooks/messages', raw.replace('5,000.00', '9,000.00'), {
      'x-timestamp': timestamp,
      'x-signature': signature,
    })
    expect(answer.status).toBe(401)
  })

  test('everything while there is no secret', async () => {
    await shop.sql(`delete from message_secrets`)
    expect((await deliver(event(textOf('QKD1TEST04')), { key: '' })).status).toBe(401)
  })

  test.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['a message without a sender', JSON.stringify(event('x', { sender: null }))],
    ['a message without a text', JSON.stringify({ sender: 'M-PESA', text: '' })],
    ['a time that is none', JSON.stringify({ sender: 'M-PESA', text: 'x', received_at: 'soon' })],
    ['__proto__ in place of fields', '{"__proto__": {"sender": "M-PESA", "text": "x"}}'],
  ])('a signed body with %s, as unreadable', async (_, body) => {
    expect((await deliver(body)).status).toBe(400)
    expect(await states()).toEqual([])
  })

  test('a body of more than 64 KB', async () => {
    expect((await deliver({ sender: 'M-PESA', text: 'x'.repeat(66_000) })).status).toBe(413)
  })

  test('100 MB before they are sent, and bytes without a length at 64 KB', async () => {
    const send = (more: Record<string, string>, bytes: number) =>
      sendBytes(
        `${shop.nodes[0]!.address}/api/hooks/messages`,
        { 'content-type': 'application/json', ...more },
        bytes,
      )
    expect(await send({ 'content-length': String(100 * 1024 * 1024) }, 1)).toBe(413)
    expect(await send({ 'transfer-encoding': 'chunked' }, 64 * 1024 + 1)).toBe(413)
  })

  test('a delivery that somebody recorded, when it is sent again after five minutes', async () => {
    const body = event(textOf('QKD1TEST10'))
    expect((await deliver(body)).status).toBe(204)
    await shop.sql(`delete from received_payments`)
    expect((await deliver(body, { off: -301 })).status).toBe(401)
    expect(await states()).toEqual([])
  })
})

test('other events of the app are taken and ignored', async () => {
  expect((await deliver({ event: 'system:ping', payload: {} })).status).toBe(204)
  expect(
    (await deliver({ event: 'sms:sent', payload: { message: textOf('QKD1TEST05'), sender: 'M-PESA' } }))
      .status,
  ).toBe(204)
  expect(await states()).toEqual([])
})

test('after a rotation the secret of before is accepted for 24 hours, and the one before that never', async () => {
  const first = secret
  const second = await rotate()
  expect((await deliver(event(textOf('QKD1TEST06')), { key: first })).status).toBe(204)
  expect((await deliver(event(textOf('QKD1TEST07')), { key: second })).status).toBe(204)
  await shop.sql(
    `update message_secrets set expires_at = now() - interval '1 second' where expires_at is not null`,
  )
  expect((await deliver(event(textOf('QKD1TEST08')), { key: first })).status).toBe(401)
  await rotate()
  const third = await rotate()
  expect((await deliver(event(textOf('QKD1TEST09')), { key: second })).status).toBe(401)
  expect((await deliver(event(textOf('QKD1TEST09')), { key: third })).status).toBe(204)
})

test('of eight rotations at once one secret remains, and one of before', async () => {
  await eightTimes(rotate)
  const [{ current, before } = {} as never] = await shop.sql(
    `select count(*) filter (where expires_at is null)::int as current, count(*) filter (where expires_at is not null)::int as before from message_secrets`,
  )
  expect([current, before]).toEqual([1, 1])
})

test('the secret is stored sealed, and in no answer, log or stored call', async () => {
  const made = await shop.at(0, admin.token)(
    'PUT',
    '/api/admin/payments/message-secret',
    {},
    { 'idempotency-key': 'once' },
  )
  const shown = await admin.call('GET', '/api/admin/payments/message-secret')
  expect(shown.body).toEqual({
    address: expect.stringMatching(/\/api\/hooks\/messages$/),
    created_at: expect.any(String),
    previous_until: expect.any(String),
  })
  const everything = await shop.sql(
    `select (select jsonb_agg(a) from audit_log a)::text || (select jsonb_agg(s) from message_secrets s)::text || coalesce((select jsonb_agg(k) from idempotency_keys k)::text, '') || (select jsonb_agg(e) from events e)::text as all_rows`,
  )
  const hex = Buffer.from(made.body.secret).toString('hex')
  expect(everything[0]!['all_rows']).toContain('message-secret.rotated')
  expect(everything[0]!['all_rows']).not.toContain(made.body.secret)
  expect(everything[0]!['all_rows']).not.toContain(hex)
  expect(JSON.stringify((await admin.call('GET', '/api/admin/settings')).body)).not.toContain(
    made.body.secret,
  )
})
