import { describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { said, type Payment } from '../../templates/testing/layouts.ts'
import { storeMessage } from '../received/store-message.ts'
import {
  NOW,
  SENDER,
  accept,
  admin,
  arrives,
  label,
  layout,
  moment,
  openTaughtShop,
  paymentsInRow,
  proposal,
  rowOf,
  shop,
  states,
  taught,
} from './testing/taught-shop.ts'

/** What a template does not do. All banks, people and numbers are invented. */

openTaughtShop()

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
    const payments = paymentsInRow(3, 50_000_000)
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
        version,
        method: 'Bank',
        currency: 'TZS',
        marks,
      })
      expect(saved.status).toBe(200)
    }
    expect((await accept()).body).toMatchObject({ read: 1, counted: 1 })
    expect(await states()).toEqual(Array(3).fill('received 3'))
    expect(await rowOf(ids[2]!)).toMatchObject({ code: 'ZK10AA7003', account: `own ${SENDER}` })
  })
})
