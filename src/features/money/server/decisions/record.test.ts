import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { listPayments, moneyIn, offered } from '../testing/money.ts'
import { carryOutDecision } from './decisions.jobs.ts'

/** A payment that an admin records by hand is read before, booked ten seconds later, and can be undone until then. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { chargeOf } = moneyIn(() => shop)

let turns = 0
async function offer() {
  const made = await offered(shop, admin, { name: `andika-${++turns}.com`, price: 10 })
  const [charge] = await shop.sql(`select id from charges where request_id = $1`, [made.id])
  return { ...made, charge: charge!['id'] as string }
}
const code = () => `AND1KA${1000 + ++turns}`
const record = (charge: string, receipt: string, path = '', node = 0) =>
  shop.at(node, admin.token)('POST', `/api/admin/charges/${charge}/payment/decision${path}`, {
    method: 'M-Pesa',
    receipt,
    date: new Date().toISOString().slice(0, 10),
  })
const undo = (payment: string) => admin.call('DELETE', `/api/admin/payments/${payment}/decision`)
async function carryOut(payment: string) {
  const [row] = await shop.sql(`select id from payment_decisions where payment_id = $1`, [payment])
  await carryOutDecision(shop.nodes[0]!.database, row!['id'] as string, new Date())
}
const rowOf = async (payment: string) => (await listPayments(admin, `id=${payment}`))[0]
const count = async (table: string) =>
  (await shop.sql(`select count(*)::int as n from ${table}`))[0]!['n'] as number

test('what it does is shown, and leaves nothing', async () => {
  const due = await offer()
  const before = [await count('received_payments'), await count('invoices'), await count('audit_log')]
  const { status, body } = await record(due.charge, code(), '/preview')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    charges: [
      {
        charge: { id: due.charge, state: 'open', rest: 10 },
        pays: 10,
        loses: null,
        issues: ['invoice'],
        becomes: { state: 'paid', rest: 0 },
      },
    ],
    credits: [],
  })
  expect([await count('received_payments'), await count('invoices'), await count('audit_log')]).toEqual(
    before,
  )
})

test('it waits, pays when it is due, and is not seen', async () => {
  const due = await offer()
  const { body } = await record(due.charge, code())
  expect(body).toMatchObject({ state: 'received', seen: false, decision: { act: 'allocate', failed: null } })
  expect(await chargeOf(due.id)).toMatchObject({ state: 'open', settled: 0 })
  await carryOut(body.id)
  expect(await chargeOf(due.id)).toMatchObject({ state: 'paid', settled: 10 })
  expect(await rowOf(body.id)).toMatchObject({ state: 'matched', seen: false, decision: null })
  expect((await undo(body.id)).status).toBe(409)
})

test('undone it is no payment, and its receipt number is free', async () => {
  const due = await offer()
  const receipt = code()
  const { body } = await record(due.charge, receipt)
  expect(await undo(body.id)).toMatchObject({ status: 200, body: { state: 'ignored', decision: null } })
  expect(await chargeOf(due.id)).toMatchObject({ state: 'open', settled: 0 })
  expect((await listPayments(admin, `q=${receipt}`)).map(({ id }) => id)).toEqual([])
  expect((await record(due.charge, receipt)).status).toBe(200)
})

test('eight at once with one receipt number are one, and of eight payments one pays', async () => {
  const due = await offer()
  const receipt = code()
  const same = await eightTimes((at) => record(due.charge, receipt, '', at % 2))
  expect(same.map(({ status, body }) => (status === 200 ? 200 : body.code)).toSorted()).toEqual([
    200,
    ...Array(7).fill('CODE_COUNTED'),
  ])

  const other = await offer()
  const many = await eightTimes((at) => record(other.charge, `${code()}${at}`, '', at % 2))
  for (const { body } of many) await carryOut(body.id)
  const rows = await Promise.all(many.map(({ body }) => rowOf(body.id)))
  expect(rows.map((row) => row!.state).toSorted()).toEqual(['matched', ...Array(7).fill('received')])
  expect(rows.filter((row) => row!.decision?.failed === 'CONFLICT')).toHaveLength(7)
  expect(await chargeOf(other.id)).toMatchObject({ state: 'paid', settled: 10 })
  // The note of one that was not booked is removed together with it.
  const failed = rows.find((row) => row!.state === 'received')!
  expect(await undo(failed.id)).toMatchObject({ status: 200, body: { state: 'ignored' } })
})

test.each([
  [
    'a paid amount due',
    async (due: string) => (await carryOut((await record(due, code())).body.id), {}),
    'NOTHING_DUE',
  ],
  ['a day before it was due', async () => ({ date: '2020-01-01' }), 'DATE_INVALID'],
])('%s is refused', async (_, prepare, refusal) => {
  const due = await offer()
  const changed = await prepare(due.charge)
  const input = { method: 'M-Pesa', receipt: code(), date: new Date().toISOString().slice(0, 10), ...changed }
  for (const path of ['', '/preview'])
    expect(
      await admin.call('POST', `/api/admin/charges/${due.charge}/payment/decision${path}`, input),
    ).toMatchObject({
      body: { code: refusal },
    })
})
