import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, listPayments, moneyIn, offered } from '../testing/money.ts'

/** What an admin has confirmed unseen is seen once a statement or a message that is proved reports the same money. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { chargeOf } = moneyIn(() => shop)

type Offer = Awaited<ReturnType<typeof offered>>

let turns = 0
/** An offer at 10 whose claim an admin has confirmed unseen, with its receipt number and the payment. */
async function confirmed() {
  const due = await offered(shop, admin, { name: `haijaonekana-${++turns}.com`, price: 10 })
  const code = `QONA1TEST${turns + 10}`
  await claim(due, code)
  const [said] = await listPayments(admin, `state=claimed&q=${due.reference}`)
  const { body } = await admin.call('POST', `/api/admin/payments/${said!.id}/confirm`)
  return { due, code, payment: body.id as string }
}
const stateOf = async ({ customer, reference }: Offer) =>
  (await customer.call('GET', `/api/payments/${reference}`)).body
const rowOf = async (payment: string) =>
  (await admin.call('GET', `/api/admin/payments?id=${payment}`)).body.items[0]

/** A statement with one row. */
const state = (code: string, details = 'x', amount = '10.00', node = 0) =>
  shop.at(node, admin.token)(
    'POST',
    '/api/admin/payments/statement?save=1&method=M-Pesa&currency=USD',
    `Date,Reference,Details,Payer,Credit\n20/11/2026,${code},${details},Juma Bakari,${amount}\n`,
    { 'content-type': 'text/csv' },
  )

const invoicesOf = async ({ reference }: Offer) =>
  (
    await shop.sql(
      `select count(*)::int as n from invoices where charge_id = (select id from charges where reference = $1)`,
      [reference],
    )
  )[0]!['n']

test('a statement of it names another payer and day: it is seen, and nothing is booked again', async () => {
  const { due, code, payment } = await confirmed()
  expect(await rowOf(payment)).toMatchObject({
    seen: false,
    channel: 'by-hand',
    confirmed_by: expect.any(String),
  })
  const answers = await eightTimes((at) => state(code, 'x', '10.00', at % 2))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await rowOf(payment)).toMatchObject({
    state: 'matched',
    seen: true,
    channel: 'statement',
    confirmed_by: null,
    disagrees: false,
    payer_name: 'Juma Bakari',
    amount: 10,
    paid_at: '2026-11-19T21:00:00.000Z',
  })
  expect(await stateOf(due)).toMatchObject({ state: 'paid', payments: [{ amount: 10, code, seen: true }] })
  expect(await invoicesOf(due)).toBe(1)
  expect((await listPayments(admin, `state=unseen`)).map(({ id }) => id)).not.toContain(payment)
})

test('a statement that names its reference confirms it too', async () => {
  const { due, code, payment } = await confirmed()
  await state(code, `malipo ${due.reference}`)
  expect(await rowOf(payment)).toMatchObject({ state: 'matched', seen: true, disagrees: false })
})

describe('what does not agree is shown and stays unseen', () => {
  test.each([
    ['another amount', async () => ['x', '4.00']],
    [
      "another customer's reference",
      async () => {
        const { reference } = await offered(shop, admin, { name: `mwingine-${++turns}.com` })
        return [`pay ${reference}`, '10.00']
      },
    ],
  ])('%s', async (_, row) => {
    const { due, code, payment } = await confirmed()
    const [details, amount] = await row()
    await state(code, details, amount)
    expect(await rowOf(payment)).toMatchObject({ state: 'matched', seen: false, disagrees: true, amount: 10 })
    expect(await chargeOf(due.id)).toMatchObject({ state: 'paid' })
  })

  test('a pasted message changes nothing, not even the mark that something disagrees', async () => {
    const { code, payment } = await confirmed()
    const text = `${code} Confirmed. You have received USD 10.00 from MTU MWINGINE (255711000301) on 2026-11-20 at 10:00 AM. New M-Pesa balance is USD 90.00.`
    expect((await admin.call('POST', '/api/admin/payments/paste', { text, sender: 'M-PESA' })).status).toBe(
      200,
    )
    expect(await rowOf(payment)).toMatchObject({ state: 'matched', seen: false, disagrees: false })
  })
})

test('what was taken back because it never came counts when it comes after all', async () => {
  const { due, code, payment } = await confirmed()
  const { version } = await rowOf(payment)
  expect((await admin.call('POST', `/api/admin/payments/${payment}/reverse`, { version })).status).toBe(200)
  expect(await chargeOf(due.id)).toMatchObject({ state: 'open', settled: 0 })
  await state(code, `pay ${due.reference}`)
  expect(await rowOf(payment)).toMatchObject({ state: 'matched', seen: true, amount: 10 })
  expect(await chargeOf(due.id)).toMatchObject({ state: 'paid', settled: 10 })
  expect(await stateOf(due)).toMatchObject({ payments: [{ code, seen: true }] })
})
