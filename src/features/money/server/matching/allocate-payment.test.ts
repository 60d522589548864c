import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { finishPayments } from './matching.jobs.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'

/** What an admin says a payment pays: moved to another customer, split over several amounts due, or taken off. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { match, chargeOf, receivedOf, balanceOf } = moneyIn(() => shop)

let turns = 0
async function offer(price = 10, to?: Person) {
  const made = await offered(shop, admin, { name: `gawa-${++turns}.com`, price, ...(to && { to }) })
  const [charge] = await shop.sql(`select id from charges where request_id = $1`, [made.id])
  return { ...made, charge: charge!['id'] as string }
}
type Offer = Awaited<ReturnType<typeof offer>>
const code = () => `GWA1TEST${100 + ++turns}`
const versionOf = async (payment: string) =>
  (await shop.sql(`select version from received_payments where id = $1`, [payment]))[0]!['version'] as number
const allocate = async (
  payment: string,
  parts: [Offer, number][],
  {
    reason = 'Booked to the wrong customer',
    node = 0,
    version,
  }: { reason?: string | null; node?: number; version?: number } = {},
) =>
  shop.at(node, admin.token)('POST', `/api/admin/payments/${payment}/allocate`, {
    parts: parts.map(([{ charge }, amount]) => ({ charge_id: charge, amount })),
    ...(reason !== null && { reason }),
    version: version ?? (await versionOf(payment)),
  })
const invoicesOf = async ({ charge }: Offer) =>
  (
    await shop.sql(
      `select kind, amount::float as amount, sale from invoices where charge_id = $1 order by created_at, id`,
      [charge],
    )
  ).map(({ kind, amount, sale }) => [kind, amount, sale])
const requestOf = async ({ customer, id }: Offer) =>
  (await customer.call('GET', '/api/domain-requests')).body.items.find((one: { id: string }) => one.id === id)

describe('a payment that was booked to the wrong customer', () => {
  test('is moved in one act: the invoice is credited there and issued here', async () => {
    const [wrong, right] = [await offer(), await offer()]
    const receipt = code()
    expect((await claim(wrong, receipt)).status).toBe(200)
    const money = await receive(shop, { amount: 10, code: receipt })
    await match(money)
    expect(await chargeOf(wrong.id)).toMatchObject({ state: 'paid' })

    const moved = await allocate(money, [[right, 10]])
    expect(moved).toMatchObject({ status: 200, body: { state: 'matched', charge: { id: right.charge } } })
    expect(await chargeOf(wrong.id)).toMatchObject({ state: 'open', settled: 0 })
    expect(await chargeOf(right.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await invoicesOf(wrong)).toEqual([
      ['invoice', 10, 1],
      ['credit-note', 10, 1],
    ])
    expect(await invoicesOf(right)).toEqual([['invoice', 10, 1]])
    expect([await balanceOf(wrong.customer), await balanceOf(right.customer)]).toEqual([0, 0])
    expect(await requestOf(right)).toMatchObject({ payment_confirmed: true, receipt_number: null })
    const left = await requestOf(wrong)
    expect(left).toMatchObject({ payment_confirmed: false })
    expect(left.claim_rejection).toContain('mistake')
    const mails = await shop.sql(`select kind from mails where user_id = $1 and kind = 'payment-moved'`, [
      wrong.customer.id,
    ])
    expect(mails).toHaveLength(1)
    const [act] = await shop.sql(
      `select after from audit_log where action = 'payment.allocated' and entity_id = $1`,
      [money],
    )
    expect(act!['after']).toMatchObject({ reason: 'Booked to the wrong customer' })
  })

  test('leaves an amount due that is paid and invoiced again', async () => {
    const [wrong, right] = [await offer(), await offer()]
    const money = await receive(shop, { amount: 10, code: code(), reference: wrong.reference })
    await match(money)
    await allocate(money, [[right, 10]])
    const second = await receive(shop, { amount: 10, code: code(), reference: wrong.reference })
    await match(second)
    expect(await chargeOf(wrong.id)).toMatchObject({ state: 'paid', settled: 10 })
    expect(await invoicesOf(wrong)).toEqual([
      ['invoice', 10, 1],
      ['credit-note', 10, 1],
      ['invoice', 10, 2],
    ])
    // And once more, and back.
    expect((await allocate(second, [[await offer(), 10]])).status).toBe(200)
    expect((await allocate(second, [[wrong, 10]])).status).toBe(200)
    expect(await chargeOf(wrong.id)).toMatchObject({ state: 'paid' })
    expect((await invoicesOf(wrong)).at(-1)).toEqual(['invoice', 10, 3])
  })

  test('is moved once by eight admins at once, on two nodes', async () => {
    const [wrong, right] = [await offer(), await offer()]
    const money = await receive(shop, { amount: 10, code: code(), reference: wrong.reference })
    await match(money)
    const version = await versionOf(money)
    const answers = await eightTimes((turn) => allocate(money, [[right, 10]], { node: turn % 2, version }))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(await invoicesOf(right)).toEqual([['invoice', 10, 1]])
    expect(await invoicesOf(wrong)).toHaveLength(2)
  })

  test('is not moved without a reason, nor where its surplus is used', async () => {
    const [wrong, right] = [await offer(), await offer()]
    const money = await receive(shop, { amount: 25, code: code(), reference: wrong.reference })
    await match(money)
    expect((await allocate(money, [[right, 25]], { reason: null })).body).toMatchObject({
      code: 'REASON_MISSING',
    })
    const other = await offer(10, wrong.customer)
    expect((await wrong.customer.call('POST', `/api/charges/${other.charge}/credit`)).status).toBe(200)
    expect((await allocate(money, [[right, 25]])).body).toMatchObject({ code: 'CREDIT_USED' })
    expect(await chargeOf(wrong.id)).toMatchObject({ state: 'paid' })
    expect(await invoicesOf(right)).toEqual([])
  })

  test('takes only its own part back from what others have paid too', async () => {
    const [wrong, right] = [await offer(), await offer(4)]
    const part = await receive(shop, { amount: 4, code: code(), reference: wrong.reference })
    await match(part)
    const rest = await receive(shop, { amount: 6, code: code(), reference: wrong.reference })
    await match(rest)
    expect((await allocate(part, [[right, 4]])).status).toBe(200)
    expect(await chargeOf(wrong.id)).toMatchObject({ state: 'open', settled: 6 })
    expect(await chargeOf(right.id)).toMatchObject({ state: 'paid' })
    expect(await balanceOf(wrong.customer)).toBe(6)
  })
})

describe('a payment for several amounts due', () => {
  test('is split over them, of one customer or two', async () => {
    const first = await offer(10)
    const [second, third] = [await offer(7, first.customer), await offer(3)]
    const money = await receive(shop, { amount: 20, code: code() })
    const split = await allocate(money, [
      [first, 10],
      [second, 7],
      [third, 3],
    ])
    expect(split).toMatchObject({ status: 200, body: { state: 'matched' } })
    expect(split.body.parts).toMatchObject([
      { amount: 10, outcome: 'matched', charge: { id: first.charge } },
      { amount: 7, charge: { id: second.charge } },
      { amount: 3, charge: { id: third.charge } },
    ])
    for (const one of [first, second, third]) {
      expect(await chargeOf(one.id)).toMatchObject({ state: 'paid' })
      expect(await invoicesOf(one)).toHaveLength(1)
    }
  })

  test('may pay a part of one of them', async () => {
    const [whole, part] = [await offer(10), await offer(10)]
    const money = await receive(shop, { amount: 14, code: code() })
    expect(
      await allocate(money, [
        [whole, 10],
        [part, 4],
      ]),
    ).toMatchObject({ status: 200, body: { state: 'short' } })
    expect(await chargeOf(part.id)).toMatchObject({ state: 'open', settled: 4 })
    const rest = await receive(shop, { amount: 6, code: code(), reference: part.reference })
    await match(rest)
    expect(await chargeOf(part.id)).toMatchObject({ state: 'paid' })
    expect(await receivedOf(money)).toMatchObject({ state: 'matched' })
  })

  test('is reversed whole by the bank', async () => {
    const [first, second] = [await offer(10), await offer(5)]
    const money = await receive(shop, { amount: 15, code: code() })
    await allocate(money, [
      [first, 10],
      [second, 5],
    ])
    const answer = await admin.call('POST', `/api/admin/payments/${money}/reverse`, {
      version: await versionOf(money),
    })
    expect(answer).toMatchObject({ status: 200, body: { state: 'reversed' } })
    for (const one of [first, second])
      expect(await chargeOf(one.id)).toMatchObject({ state: 'open', settled: 0 })
  })

  test.each<[string, (one: Offer, two: Offer) => [Offer, number][]]>([
    [
      'less than the whole',
      (one, two) => [
        [one, 5],
        [two, 4],
      ],
    ],
    [
      'more than the whole',
      (one, two) => [
        [one, 6],
        [two, 5],
      ],
    ],
    [
      'one amount due twice',
      (one) => [
        [one, 5],
        [one, 5],
      ],
    ],
    [
      'nothing of one',
      (one, two) => [
        [one, 10],
        [two, 0],
      ],
    ],
    [
      'less than nothing of one',
      (one, two) => [
        [one, 15],
        [two, -5],
      ],
    ],
    [
      'half a cent',
      (one, two) => [
        [one, 5.005],
        [two, 4.995],
      ],
    ],
    ['nothing at all', () => []],
  ])('is not split into %s', async (_, parts) => {
    const [one, two] = [await offer(10), await offer(10)]
    const money = await receive(shop, { amount: 10, code: code() })
    expect((await allocate(money, parts(one, two))).body).toMatchObject({ code: 'PARTS_INVALID' })
    expect(await receivedOf(money)).toMatchObject({ state: 'received', has_charge: false })
  })
})

test('a payment that is taken off waits for an admin, whatever its reference says', async () => {
  const [wrong, right] = [await offer(), await offer()]
  const money = await receive(shop, { amount: 10, code: code(), reference: wrong.reference })
  await match(money)
  expect(await allocate(money, [])).toMatchObject({
    status: 200,
    body: { state: 'received', reason: 'taken-off' },
  })
  await match(money)
  await finishPayments(shop.nodes[1]!.database, new Date())
  expect(await receivedOf(money)).toMatchObject({ state: 'received', has_charge: false })
  expect(await chargeOf(wrong.id)).toMatchObject({ state: 'open', settled: 0 })
  const body = { charge_id: right.charge, version: await versionOf(money) }
  expect((await admin.call('POST', `/api/admin/payments/${money}/match`, body)).status).toBe(200)
  expect(await chargeOf(right.id)).toMatchObject({ state: 'paid' })
})

test('after all of this the ledger holds, and the invoices have no gap', async () => {
  const { differences } = await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))
  expect(differences).toEqual([])
  const [numbers] = await shop.sql(
    `select max(number) = count(*) as whole from invoices where kind = 'invoice' group by series, year`,
  )
  expect(numbers).toEqual({ whole: true })
})
