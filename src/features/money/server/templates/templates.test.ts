import { describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { labelledBy, said, type Payment } from '../../templates/testing/layouts.ts'
import type { Mark } from '../../templates/read.ts'
import { offered } from '../testing/money.ts'
import {
  SENDER,
  accept,
  admin,
  arrives,
  label,
  layout,
  open,
  openTaughtShop,
  paymentsInRow,
  proposal,
  rowOf,
  shop,
  states,
  taught,
} from './testing/taught-shop.ts'

/** How the shop learns to read a bank that nobody has described. All banks, people and numbers are invented. */

openTaughtShop()

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
      state: 'received',
      rank: 3,
      method: 'bank',
      currency: 'TZS',
      code: one.code,
      payer_name: one.name,
      amount: `${one.amount}.000`,
      balance: `${one.balance}.000`,
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
    const due = await offered(shop, admin, { name: 'mara-moja.com', price: Number(all[3]!.amount) })
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
