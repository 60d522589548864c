import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import {
  invented,
  labelledBy,
  numbersFrom,
  payment,
  type Payment,
  said,
} from '../../templates/testing/layouts.ts'
import type { Mark } from '../../templates/read.ts'
import { matchReceived } from '../matching/match.ts'
import { storeMessage } from '../received/store-message.ts'
import { offered } from '../testing/money.ts'

/** How the shop learns to read a bank that nobody has described. All banks, people and numbers are invented. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`delete from allocations`)
  await shop.sql(`delete from received_payments`)
  await shop.sql(`delete from received_balances`)
  await shop.sql(`delete from message_templates`)
})

const layout = invented['marks of pay, in English']!
const SENDER = 'ZANABANK'

/** Payments whose balances follow each other, a minute apart. */
let seed = 100
function paymentsInRow(count: number, opening = 500_000): Payment[] {
  const random = numbersFrom(seed++)
  let balance = opening
  return Array.from({ length: count }, (_, at) => {
    const one = { ...payment(random), at: `2026-11-20T10:${String(10 + at)}`, currency: 'TZS' }
    balance += Number(one.amount)
    return { ...one, balance: String(balance) }
  })
}
const moment = ({ at }: Payment) => new Date(`${at}:30+03:00`)
const NOW = new Date('2026-11-20T10:00:00Z')

async function arrives(
  one: Payment,
  {
    text = said(layout, one),
    sender = SENDER,
    node = 0,
  }: { text?: string; sender?: string; node?: number } = {},
) {
  const { database } = shop.nodes[node]!
  const settings = await readSettings(database)
  const message = { channel: 'message' as const, sender, text, receivedAt: moment(one) }
  const stored = await database.write('service', (tx) => storeMessage(tx, settings, message, NOW))
  await matchReceived(database, stored!.row.id, NOW)
  return stored!.row.id
}

const rowOf = async (id: string) =>
  (await shop.sql(`select * from received_payments where id = $1`, [id]))[0]!
const label = async (
  id: string,
  one: Payment,
  { by = admin, more = {} }: { by?: Person; more?: object } = {},
) => {
  const { version } = await rowOf(id)
  return by.call('POST', `/api/admin/payments/received/${id}/label`, {
    ...{ version, method: 'Bank', currency: 'TZS', marks: labelledBy(layout, one).marks, ...more },
  })
}
const proposal = async (sender = SENDER, by = admin) => {
  const answer = await by.call(
    'GET',
    `/api/admin/payments/templates/proposals?sender=${encodeURIComponent(sender)}`,
  )
  return { status: answer.status, body: answer.body.items?.[0] }
}
const open = async () =>
  (await admin.call('GET', '/api/admin/payments/templates/proposals')).body.items.map(
    ({ sender }: { sender: string }) => sender,
  )
const accept = async (sender = SENDER, by = admin, node = 0) => {
  const template = (await proposal(sender)).body?.template
  return shop.at(node, by.token)('POST', '/api/admin/payments/templates', {
    sender,
    key: template?.key ?? 'none',
  })
}
const states = async () =>
  (await shop.sql(`select state, reason, rank from received_payments order by received_at, id`)).map(
    ({ state, reason, rank }) => [state, reason, rank].filter((part) => part !== null).join(' '),
  )

/** Two marked messages and their template. */
async function taught(payments = paymentsInRow(2)) {
  const [one, other] = payments as [Payment, Payment]
  const ids = [await arrives(one), await arrives(other)]
  expect((await label(ids[0]!, one)).status).toBe(200)
  const second = await label(ids[1]!, other)
  expect(second.body).toMatchObject({ proposes: true })
  const accepted = await accept()
  expect(accepted.status).toBe(200)
  return { ids, template: accepted.body.template as { id: string } }
}

describe('a message of a bank that nobody has described', () => {
  test('waits with its text, and counts with what an admin marks in it', async () => {
    const [one] = paymentsInRow(1) as [Payment]
    const id = await arrives(one)
    expect(await rowOf(id)).toMatchObject({ state: 'unread', amount: null, body: said(layout, one) })
    const shown = await admin.call('GET', `/api/admin/payments/received/${id}/label`)
    expect(shown.body).toMatchObject({
      sender: SENDER,
      currency: 'TZS',
      method: 'Bank',
      may_be_learned: true,
    })
    expect(shown.body.marks.toSorted((a: Mark, b: Mark) => a.at - b.at)).toEqual(
      labelledBy(layout, one).marks,
    )
    expect((await label(id, one)).body).toEqual({ outcome: 'counted', proposes: false })
    expect(await rowOf(id)).toMatchObject({
      ...{
        state: 'received',
        rank: 3,
        method: 'bank',
        currency: 'TZS',
        code: one.code,
        payer_name: one.name,
      },
      ...{ amount: `${one.amount}.000`, balance: `${one.balance}.000` },
      paid_at: new Date(`${one.at}:00+03:00`),
    })
    expect((await label(id, one)).body.code).toBe('NOT_UNREAD')
    expect((await proposal()).body).toMatchObject({ template: null, refusal: 'unmarked' })
  })

  test('counts once when eight admins mark it at once', async () => {
    const [one] = paymentsInRow(1) as [Payment]
    const id = await arrives(one)
    const answers = await eightTimes(() => label(id, one))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await states()).toEqual(['received 3'])
  })

  test.each([
    ['no amount', (marks: object[]) => marks.slice(0, 1), 'MARKS_INVALID'],
    ['a part of a word', (marks: object[]) => [{ ...marks[1], at: 0, end: 5 }], 'MARKS_INVALID'],
    ['a part twice', (marks: object[]) => [...marks, marks[1]!], 'MARKS_INVALID'],
  ])('is refused with marks of %s', async (_, change, code) => {
    const [one] = paymentsInRow(1) as [Payment]
    const id = await arrives(one)
    const answer = await label(id, one, { more: { marks: change([...labelledBy(layout, one).marks]) } })
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect(await states()).toEqual(['unread 1'])
  })

  test('is refused in another currency than its text names', async () => {
    const [one] = paymentsInRow(1) as [Payment]
    const id = await arrives(one)
    expect((await label(id, one, { more: { currency: 'USD' } })).body.code).toBe('CURRENCY_INVALID')
  })
})

describe('from two marked messages', () => {
  test('the shop proposes a template and shows what it reads of all that wait; accepted, it reads them once', async () => {
    const all = paymentsInRow(6)
    const ids: string[] = []
    for (const one of all) ids.push(await arrives(one))
    const odd = await arrives(all[5]!, { text: 'ZANA BANK: Branch closed on 21/11/2026' })
    await label(ids[0]!, all[0]!)
    expect((await label(ids[1]!, all[1]!)).body.proposes).toBe(true)
    const { body } = await proposal()
    expect(body).toMatchObject({
      refusal: null,
      template: { method: 'bank', currency: 'TZS', is_accepted: false },
    })
    expect(
      body.items.map(({ state, reads }: { state: string; reads: { amount: number } | null }) => [
        state,
        reads?.amount ?? null,
      ]),
    ).toEqual([
      ['marked', Number(all[1]!.amount)],
      ['marked', Number(all[0]!.amount)],
      ...all.slice(2).map(({ amount }) => ['waiting', Number(amount)]),
      ['waiting', null],
    ])
    expect(await open()).toEqual([SENDER])
    expect((await accept()).body).toMatchObject({ read: 4, counted: 4 })
    expect(await open()).toEqual([])
    expect(await states()).toEqual([...Array(6).fill('received 3'), 'unread 1'])
    expect((await rowOf(odd))['amount']).toBeNull()
    // The next one is read when it comes.
    const [next] = paymentsInRow(1, Number(all[5]!.balance)) as [Payment]
    const later = await arrives({ ...next, at: '2026-11-20T10:40' })
    expect(await rowOf(later)).toMatchObject({ state: 'received', rank: 3, code: next.code })
  })

  test('eight acceptances at once on two nodes make one template and read each message once', async () => {
    const all = paymentsInRow(6)
    const due = await offered(shop, admin, { name: `mara-moja-${seed}.com`, price: Number(all[3]!.amount) })
    const ids: string[] = []
    for (const one of all) ids.push(await arrives(one))
    await label(ids[0]!, all[0]!)
    await label(ids[1]!, all[1]!)
    const { key } = (await proposal()).body.template
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, admin.token)('POST', '/api/admin/payments/templates', { sender: SENDER, key }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.reduce((sum, { body }) => sum + body.read, 0)).toBe(4)
    expect(await shop.sql(`select from message_templates`)).toHaveLength(1)
    expect(await states()).toEqual(Array(6).fill('received 3'))
    expect(await shop.sql(`select from payment_evidence where channel = 'message'`)).toHaveLength(6)
    expect(due.reference).toBeDefined()
  })

  test('messages that arrive while it is accepted are read by it, or again', async () => {
    const all = paymentsInRow(10)
    const ids: string[] = []
    for (const one of all.slice(0, 2)) ids.push(await arrives(one))
    await label(ids[0]!, all[0]!)
    await label(ids[1]!, all[1]!)
    const { key } = (await proposal()).body.template
    await Promise.all([
      ...all.slice(2).map((one, turn) => arrives(one, { node: turn % 2 })),
      admin.call('POST', '/api/admin/payments/templates', { sender: SENDER, key }),
    ])
    expect((await states()).filter((state) => state.startsWith('unread'))).toEqual([])
    expect((await shop.sql(`select code from received_payments where code is not null`)).length).toBe(10)
  })

  test('an acceptance of another proposal than the one that was seen is refused', async () => {
    const all = paymentsInRow(3)
    const ids: string[] = []
    for (const one of all) ids.push(await arrives(one))
    await label(ids[0]!, all[0]!)
    await label(ids[1]!, all[1]!)
    const answer = await admin.call('POST', '/api/admin/payments/templates', { sender: SENDER, key: 'x' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await shop.sql(`select from message_templates`)).toEqual([])
  })

  test('one that would read what was marked as no payment is not accepted', async () => {
    const all = paymentsInRow(3)
    const ids: string[] = []
    for (const one of all) ids.push(await arrives(one))
    const { version } = await rowOf(ids[2]!)
    await admin.call('POST', `/api/admin/payments/received/${ids[2]!}/dismiss`, { version })
    await label(ids[0]!, all[0]!)
    expect((await label(ids[1]!, all[1]!)).body.proposes).toBe(false)
    expect((await proposal()).body).toMatchObject({ refusal: 'reads-no-payment' })
    expect((await accept()).status).toBe(409)
  })
})

describe('a template never', () => {
  test.each([
    'M-PESA',
    'm-pesa',
    'M-PESA TZ',
    'MPE5A',
    'CRDB BANK',
    'Crdb',
    'NM8',
    'TigoPesa',
    'A1RTEL MONEY',
    '+255711000301',
    '0711 000 301',
    '15200',
    'ZANA\u0410',
    ' ZANABANK',
    'ZANABANK ',
  ])('follows from messages of %j', async (sender) => {
    const all = paymentsInRow(2)
    const ids = [await arrives(all[0]!, { sender }), await arrives(all[1]!, { sender })]
    await label(ids[0]!, all[0]!)
    expect((await label(ids[1]!, all[1]!)).body.proposes ?? false).toBe(false)
    expect((await proposal(sender.trim())).body.template).toBeNull()
    expect((await accept(sender)).status).not.toBe(200)
  })

  test.each(['zanabank', 'ZANA BANK', 'ZANABANK ', 'ZANABANK1', '+255711000301', 'ZAN\u0410BANK'])(
    'reads a message of %j, which is another sender',
    async (sender) => {
      await taught()
      const [one] = paymentsInRow(1) as [Payment]
      const row = await rowOf(await arrives({ ...one, at: '2026-11-20T10:40' }, { sender }))
      expect(row).toMatchObject({ amount: null, account: null, rank: 1 })
      expect(['unread', 'ignored']).toContain(row['state'])
    },
  )

  test.each([
    [
      'a balance that does not follow',
      (one: Payment) => ({ ...one, balance: String(Number(one.balance) + 7) }),
      'held balance 2',
    ],
    [
      'the balance of money that went out',
      (one: Payment) => ({ ...one, balance: String(Number(one.balance) - 2 * Number(one.amount)) }),
      'held balance 2',
    ],
    ['an old time', (one: Payment) => ({ ...one, at: '2026-11-20T09:01' }), 'held time 1'],
    ['a day of another month', (one: Payment) => ({ ...one, at: '2026-09-20T10:40' }), 'held time 1'],
    ['an amount of nothing', (one: Payment) => ({ ...one, amount: '0' }), 'held amount 1'],
  ])('makes a message count with %s', async (_, forge, state) => {
    const payments = paymentsInRow(3)
    await taught(payments.slice(0, 2))
    const forged = forge(payments[2]!)
    const { database } = shop.nodes[0]!
    const settings = await readSettings(database)
    await database.write('service', (tx) =>
      storeMessage(
        tx,
        settings,
        { channel: 'message', sender: SENDER, text: said(layout, forged), receivedAt: moment(payments[2]!) },
        NOW,
      ),
    )
    expect((await states()).at(-1)).toBe(state)
    // The genuine one follows all the same.
    await arrives(payments[2]!)
    expect(await shop.sql(`select from received_payments where state = 'received'`)).toHaveLength(3)
  })

  test('makes a pasted message count, nor the first of an account without a balance', async () => {
    const payments = paymentsInRow(3)
    await taught(payments.slice(0, 2))
    const one = payments[2]!
    const pasted = await admin.call('POST', '/api/admin/payments/paste', {
      sender: SENDER,
      text: said(layout, one),
    })
    expect(pasted.body).toEqual({ stored: 1, repeated: 0, ignored: 0 })
    expect(
      await shop.sql(`select state, reason, rank from received_payments where channel = 'pasted'`),
    ).toEqual([{ state: 'held', reason: 'pasted', rank: 1 }])
    await shop.sql(`delete from received_balances`)
    expect(await rowOf(await arrives({ ...one, code: 'ZK11AA9901', at: '2026-11-20T10:40' }))).toMatchObject({
      state: 'held',
      reason: 'first',
      rank: 2,
    })
  })

  test.each([
    ['REVERSED', (text: string) => text.replace(' pays', ' REVERSED pays')],
    ['FAILED', (text: string) => `${text} FAILED`],
    ['a second amount', (text: string) => text.replace(' txn', ' less TZS 500.00 txn')],
    ['pending', (text: string) => text.replace('ZANA BANK:', 'ZANA BANK: Pending')],
    ['a reference of another', (text: string) => text.replace(' pays', ' K7M4PX9 pays')],
  ])('reads a message that says more: %s', async (_, change) => {
    const payments = paymentsInRow(3)
    await taught(payments.slice(0, 2))
    const text = change(said(layout, payments[2]!))
    const row = await rowOf(await arrives(payments[2]!, { text }))
    expect([row['amount'], row['state']]).not.toContain('received')
    expect(row['rank']).toBe(1)
  })

  test('books a payment twice that the statement has reported before', async () => {
    const payments = paymentsInRow(4)
    const ids: string[] = []
    for (const one of payments) ids.push(await arrives(one))
    const rows = payments.map((one) => `20/11/2026,${one.code},${one.name},${one.amount}`).join('\n')
    const saved = await admin.call(
      'POST',
      '/api/admin/payments/statement?save=1&method=Bank&currency=TZS',
      `Date,Reference,Details,Credit\n${rows}\n`,
      { 'content-type': 'text/csv' },
    )
    expect(saved.body).toMatchObject({ stored: 4 })
    expect((await label(ids[0]!, payments[0]!)).body).toMatchObject({ outcome: 'known' })
    expect((await label(ids[1]!, payments[1]!)).body).toEqual({ outcome: 'known', proposes: true })
    const answers = await eightTimes(() => accept())
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const counted = await shop.sql(`select rank from received_payments where state = 'received'`)
    expect(counted).toEqual([1, 2, 3, 4].map(() => ({ rank: 4 })))
    // The texts are evidence of the payments, and stand nowhere else.
    expect(
      await shop.sql(`select from received_payments where state <> 'ignored' and channel = 'message'`),
    ).toEqual([])
    expect(
      await shop.sql(`select body from received_payments where channel = 'message' and body is not null`),
    ).toEqual([])
    expect(
      await shop.sql(
        `select count(*)::int from payment_evidence e join received_payments p on p.id = e.payment_id where p.rank = 4 group by p.id`,
      ),
    ).toEqual([1, 2, 3, 4].map(() => ({ count: 2 })))
  })
})

describe('a message that reads like one of another bank', () => {
  const text = (code: string, amount: string, balance: string, name: string) =>
    `You have received TZS ${amount} from ${name} Ref ${code} on 2026-11-20 at 10:10 AM. New balance is TZS ${balance}`
  const marksOf = (body: string, parts: Record<string, string>) =>
    Object.entries(parts).map(([field, part]) => ({
      field,
      at: body.indexOf(part),
      end: body.indexOf(part) + part.length,
    }))

  test('waits for its unknown sender, and is read once the shop has learned it', async () => {
    const facts = [
      { code: 'ZK10AA7001', amount: '5,000.00', balance: '105,000.00', name: 'ASHA OMAR' },
      { code: 'ZK10AA7002', amount: '7,000.00', balance: '112,000.00', name: 'JUMA BAKARI' },
      { code: 'ZK10AA7003', amount: '8,000.00', balance: '120,000.00', name: 'NEEMA TEMBO' },
    ]
    const [base] = paymentsInRow(1) as [Payment]
    const ids: string[] = []
    for (const [minute, { code, amount, balance, name }] of facts.entries())
      ids.push(
        await arrives(
          { ...base, at: `2026-11-20T10:1${minute}` },
          { text: text(code, amount, balance, name) },
        ),
      )
    expect(await states()).toEqual(Array(3).fill('held sender 1'))
    for (const [at, { code, amount, balance, name }] of facts.slice(0, 2).entries()) {
      const { version, body } = await rowOf(ids[at]!)
      const marks = marksOf(body, { amount, balance, code, name, date: '2026-11-20', clock: '10:10 AM.' })
      const saved = await admin.call('POST', `/api/admin/payments/received/${ids[at]!}/label`, {
        ...{ version, method: 'Bank', currency: 'TZS', marks },
      })
      expect(saved.status).toBe(200)
    }
    expect((await accept()).body).toMatchObject({ read: 1, counted: 1 })
    expect(await states()).toEqual(Array(3).fill('received 3'))
    expect(await rowOf(ids[2]!)).toMatchObject({ code: 'ZK10AA7003', account: `own ${SENDER}` })
  })
})

describe('a template is', () => {
  test('listed, logged and revoked: what was booked stays, and later messages wait', async () => {
    const payments = paymentsInRow(3)
    const { template } = await taught(payments.slice(0, 2))
    expect((await admin.call('GET', '/api/admin/payments/templates')).body.items).toMatchObject([
      {
        id: template.id,
        sender: SENDER,
        method: 'bank',
        currency: 'TZS',
        revoked_at: null,
        accepted_by: 'Asha Mwangi',
      },
    ])
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, admin.token)('POST', `/api/admin/payments/templates/${template.id}/revoke`, {}),
    )
    expect(answers.every(({ status, body }) => status === 200 && body.revoked_at !== null)).toBe(true)
    expect(await open()).toEqual([])
    expect(await rowOf(await arrives(payments[2]!))).toMatchObject({ state: 'unread' })
    expect(await states()).toEqual(['received 3', 'received 3', 'unread 1'])
    expect(
      await shop.sql(
        `select action from audit_log where entity = 'template' and entity_id = $1 order by id`,
        [template.id],
      ),
    ).toEqual([{ action: 'message-template.accepted' }, { action: 'message-template.revoked' }])
    const stored = JSON.stringify(
      await shop.sql(`select after, before from audit_log where entity = 'template'`),
    )
    expect(stored).not.toContain(payments[0]!.name)
  })

  test('kept without what it read of payers', async () => {
    const payments = paymentsInRow(2)
    await taught(payments)
    const stored = JSON.stringify(await shop.sql(`select * from message_templates`))
    for (const { name, code, amount, phone } of payments)
      for (const fact of [name, code, amount, phone]) expect(stored).not.toContain(fact)
  })

  test('accepted and revoked by those who may change settings, and marked by those who may write payments', async () => {
    const payments = paymentsInRow(2)
    const ids = [await arrives(payments[0]!), await arrives(payments[1]!)]
    const [finance, support, reader] = [
      await shop.admin('finance'),
      await shop.admin('support'),
      await shop.admin('read-only'),
    ]
    for (const by of [support, reader]) expect((await label(ids[0]!, payments[0]!, { by })).status).toBe(403)
    expect((await label(ids[0]!, payments[0]!, { by: finance })).status).toBe(200)
    expect((await label(ids[1]!, payments[1]!, { by: finance })).status).toBe(200)
    for (const by of [finance, support, reader]) expect((await accept(SENDER, by)).status).toBe(403)
    const manager = await shop.admin('manager')
    const accepted = await accept(SENDER, manager)
    expect(accepted.status).toBe(200)
    const path = `/api/admin/payments/templates/${accepted.body.template.id}/revoke`
    for (const by of [finance, support, reader]) expect((await by.call('POST', path, {})).status).toBe(403)
    expect((await manager.call('POST', path, {})).status).toBe(200)
    const customer = await shop.customer()
    expect((await proposal(SENDER, customer)).status).toBe(403)
  })
})
