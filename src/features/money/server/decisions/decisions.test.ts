import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { claim, listPayments, moneyIn, offered, receive } from '../testing/money.ts'
import { carryOutDecision } from './decisions.jobs.ts'

/** What an admin decides about money is shown before, happens ten seconds later, and can be undone until then. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { match, chargeOf, receivedOf } = moneyIn(() => shop)

let turns = 0
async function offer(price = 10, to?: Person) {
  const made = await offered(shop, admin, { name: `amua-${++turns}.com`, price, ...(to && { to }) })
  const [charge] = await shop.sql(`select id from charges where request_id = $1`, [made.id])
  return { ...made, charge: charge!['id'] as string }
}
type Offer = Awaited<ReturnType<typeof offer>>
const code = () => `AMU1TEST${100 + ++turns}`
const versionOf = async (payment: string) =>
  (await shop.sql(`select version from received_payments where id = $1`, [payment]))[0]?.['version'] ?? 1

interface Deciding {
  act?: string
  parts?: [Offer, number][]
  reason?: string
  preview?: boolean
}
const decide = async (payment: string, { act = 'allocate', parts, reason, preview = false }: Deciding) =>
  admin.call('POST', `/api/admin/payments/${payment}/decision${preview ? '/preview' : ''}`, {
    act,
    ...(parts && { parts: parts.map(([{ charge }, amount]) => ({ charge_id: charge, amount })) }),
    ...(reason && { reason }),
    version: await versionOf(payment),
  })
const undo = (payment: string, node = 0) =>
  shop.at(node, admin.token)('DELETE', `/api/admin/payments/${payment}/decision`)
const decisionOf = async (payment: string) =>
  (await shop.sql(`select id from payment_decisions where payment_id = $1 or claim_id = $1`, [payment]))[0]![
    'id'
  ] as string
const carryOut = (decision: string, node = 0) =>
  carryOutDecision(shop.nodes[node]!.database, decision, new Date())

/** All that a decision about money can leave behind. */
const traces = async () =>
  (
    await shop.sql(`select (select count(*) from mails) mails, (select count(*) from invoices) invoices,
      (select count(*) from ledger_postings) postings, (select count(*) from allocations) allocations,
      (select count(*) from audit_log where action <> 'paper.written') acts, (select jsonb_agg(to_jsonb(c) order by c.id) from charges c) charges,
      (select jsonb_agg(to_jsonb(r) order by r.id) from received_payments r) payments`)
  )[0]

const matched = async (due: Offer, amount = 10) => {
  const money = await receive(shop, { amount, code: code(), reference: due.reference })
  await match(money)
  return money
}

describe('before it happens', () => {
  test('an admin reads what is paid, what is left of it, and what becomes credit', async () => {
    const [paid, part] = [await offer(10), await offer(50)]
    const money = await receive(shop, { amount: 30, code: code() })
    const before = await traces()
    const { body } = await decide(money, {
      parts: [
        [paid, 12],
        [part, 18],
      ],
      preview: true,
    })
    expect(body.charges).toHaveLength(2)
    expect(body.charges).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          charge: expect.objectContaining({ id: paid.charge, state: 'open', rest: 10 }),
          pays: 12,
          loses: null,
          issues: ['invoice'],
          becomes: { state: 'paid', rest: 0 },
        }),
        expect.objectContaining({ pays: 18, issues: [], becomes: { state: 'open', rest: 32 } }),
      ]),
    )
    expect(body.credits).toEqual([
      { customer: expect.objectContaining({ id: paid.customer.id }), amount: 2, currency: 'USD' },
    ])
    expect(await traces()).toEqual(before)
  })

  test('an admin reads what a move undoes, and what a reversal does', async () => {
    const [wrong, right] = [await offer(), await offer()]
    const money = await matched(wrong)
    const before = await traces()
    const moved = await decide(money, { parts: [[right, 10]], reason: 'Another Asha', preview: true })
    // What was booked by mistake was never sold. What the bank takes back was, and is owed.
    const undone = (issues: string[]) =>
      expect.objectContaining({
        charge: expect.objectContaining({ id: wrong.charge, state: 'paid' }),
        loses: 10,
        pays: null,
        issues,
        becomes: { state: 'open', rest: 10 },
      })
    expect(moved.body.charges).toEqual(
      expect.arrayContaining([
        undone(['credit-note']),
        expect.objectContaining({ pays: 10, becomes: { state: 'paid', rest: 0 } }),
      ]),
    )
    expect((await decide(money, { act: 'reverse', preview: true })).body).toEqual({
      charges: [undone([])],
      credits: [],
    })
    expect(await traces()).toEqual(before)
  })

  test('what would be refused is refused at once', async () => {
    const due = await offer()
    const money = await receive(shop, { amount: 10, code: code() })
    for (const preview of [true, false]) {
      expect(await decide(money, { parts: [[due, 9]], preview })).toMatchObject({
        status: 400,
        body: { code: 'PARTS_INVALID' },
      })
      expect(await decide(money, { act: 'reverse', preview })).toMatchObject({
        body: { code: 'NOT_SETTLED' },
      })
    }
    expect(await shop.sql(`select from payment_decisions where payment_id = $1`, [money])).toEqual([])
  })

  test('a customer, and an admin who only reads, are refused', async () => {
    const due = await offer()
    const money = await receive(shop, { amount: 10, code: code() })
    const body = { act: 'allocate', parts: [{ charge_id: due.charge, amount: 10 }], version: 1 }
    for (const path of [`decision`, `decision/preview`])
      expect(await due.customer.call('POST', `/api/admin/payments/${money}/${path}`, body)).toMatchObject({
        status: 403,
      })
    expect(await due.customer.call('DELETE', `/api/admin/payments/${money}/decision`)).toMatchObject({
      status: 403,
    })
  })
})

describe('a decision', () => {
  test('books nothing and mails nobody until it is carried out, and then all of it, as the admin', async () => {
    const due = await offer()
    const money = await receive(shop, { amount: 10, code: code() })
    const before = await traces()
    const decided = await decide(money, { parts: [[due, 10]] })
    expect(decided).toMatchObject({
      status: 200,
      body: { state: 'received', decision: { act: 'allocate', failed: null } },
    })
    expect(new Date(decided.body.decision.due_at).getTime()).toBeGreaterThan(Date.now())
    expect(await traces()).toEqual(before)

    await carryOut(await decisionOf(money))
    expect(await chargeOf(due.id)).toMatchObject({ state: 'paid' })
    expect(await receivedOf(money)).toMatchObject({ state: 'matched', has_charge: true })
    const [act] = await shop.sql(
      `select actor_id from audit_log where action = 'payment.allocated' and entity_id = $1`,
      [money],
    )
    expect(act!['actor_id']).toBe(admin.id)
    const mails = await shop.sql(`select from mails where user_id = $1 and kind = 'payment-received'`, [
      due.customer.id,
    ])
    expect(mails).toHaveLength(1)
    const [row] = await listPayments(admin, `id=${money}`)
    expect(row).toMatchObject({ state: 'matched', decision: null })
  })

  test('that is undone leaves nothing', async () => {
    const due = await offer()
    const money = await receive(shop, { amount: 10, code: code() })
    const before = await traces()
    await decide(money, { parts: [[due, 10]] })
    const decision = await decisionOf(money)
    expect(await undo(money)).toMatchObject({ status: 200, body: { state: 'received', decision: null } })
    await carryOut(decision)
    expect(await traces()).toEqual(before)
    expect(await undo(money)).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } })
  })

  test('about a claim confirms it, and about a reversal takes the money back', async () => {
    const due = await offer()
    await claim(due, code())
    const [open] = await listPayments(admin, `state=claimed&q=${due.reference}`)
    expect(await decide(open!.id, { act: 'confirm' })).toMatchObject({
      body: { state: 'claimed', decision: { act: 'confirm' } },
    })
    expect(await chargeOf(due.id)).toMatchObject({ state: 'open' })
    await carryOut(await decisionOf(open!.id))
    expect(await chargeOf(due.id)).toMatchObject({ state: 'paid' })
    const [paid] = await listPayments(admin, `state=unseen&q=${due.reference}`)
    expect(paid).toMatchObject({ confirmed_by: expect.any(String) })

    await decide(paid!.id, { act: 'reverse' })
    await carryOut(await decisionOf(paid!.id))
    expect(await chargeOf(due.id)).toMatchObject({ state: 'open', settled: 0 })
  })

  test.each([
    ['the amount due is paid meanwhile', async (due: Offer) => void (await matched(due))],
    [
      'a part of it is paid meanwhile, so that it would do something else',
      async (due: Offer) => void (await matched(due, 4)),
    ],
    [
      'another admin books the payment meanwhile',
      async (_: Offer, money: string) => {
        const other = await offer()
        await admin.call('POST', `/api/admin/payments/${money}/match`, {
          charge_id: other.charge,
          version: await versionOf(money),
        })
      },
    ],
  ])('is not carried out where %s, and the payment says so', async (_, meanwhile) => {
    const due = await offer()
    const money = await receive(shop, { amount: 10, code: code() })
    await decide(money, { parts: [[due, 10]] })
    await meanwhile(due, money)
    const before = await traces()
    await carryOut(await decisionOf(money))
    expect(await traces()).toEqual(before)
    const [row] = await listPayments(admin, `id=${money}`)
    expect(row).toMatchObject({ decision: { failed: 'CONFLICT' } })
    // It is not tried again, and the next decision takes its place.
    await carryOut(await decisionOf(money))
    expect(await traces()).toEqual(before)
    const next = await decide(money, { parts: [[await offer(), 10]], reason: 'Decided again' })
    expect(next).toMatchObject({ status: 200, body: { decision: { failed: null } } })
    expect((await undo(money)).status).toBe(200)
  })

  test('waits alone: a second one is refused', async () => {
    const [one, other] = [await offer(), await offer()]
    const money = await receive(shop, { amount: 10, code: code() })
    const answers = await eightTimes((at) => decide(money, { parts: [[at % 2 ? one : other, 10]] }))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect((await undo(money)).status).toBe(200)
  })

  test('that is carried out and undone at once, eight times on two nodes, is one of the two', async () => {
    const due = await offer()
    const money = await receive(shop, { amount: 10, code: code() })
    await decide(money, { parts: [[due, 10]] })
    const decision = await decisionOf(money)
    const answers = await eightTimes(async (at) => {
      if (at % 2) return (await undo(money, at % 4 === 1 ? 0 : 1)).status
      await carryOut(decision, at % 4 === 0 ? 0 : 1)
      return 0
    })
    const undone = answers.filter((status) => status === 200).length
    expect(undone).toBeLessThanOrEqual(1)
    expect(await chargeOf(due.id)).toMatchObject({ state: undone ? 'open' : 'paid' })
    expect(await shop.sql(`select from invoices where charge_id = $1`, [due.charge])).toHaveLength(
      undone ? 0 : 1,
    )
    const { differences } = await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))
    expect(differences).toEqual([])
  })
})

test('a due decision is carried out by the program', async () => {
  const due = await offer()
  const money = await receive(shop, { amount: 10, code: code() })
  await decide(money, { parts: [[due, 10]] })
  await shop.sql(`update payment_decisions set due_at = now() where payment_id = $1`, [money])
  await expect.poll(() => chargeOf(due.id), { timeout: 20_000 }).toMatchObject({ state: 'paid' })
})
