import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, listPayments, moneyIn, offered, receive } from '../testing/money.ts'

/** A customer says, corrects and takes back what they say about a payment, while nobody has decided it. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { chargeOf } = moneyIn(() => shop)

let turns = 0
const offer = (to?: Person) =>
  offered(shop, admin, { name: `sahihi-${++turns}.com`, price: 10, ...(to && { to }) })
type Offer = Awaited<ReturnType<typeof offer>>
const code = () => `SAH1TEST${100 + ++turns}`
const said = (receipt_number: string, payment_method = 'M-Pesa') => ({
  payer_name: 'Asha Mwangi',
  receipt_number,
  payment_method,
})
const path = ({ reference }: Offer) => `/api/payments/${reference}/claim`
const say = (due: Offer, receipt: string, by = due.customer) => by.call('POST', path(due), said(receipt))
const correct = (due: Offer, receipt: string, by = due.customer) => by.call('PUT', path(due), said(receipt))
const withdraw = (due: Offer, by = due.customer) => by.call('DELETE', path(due))
const requestOf = async ({ customer, id }: Offer) =>
  (await customer.call('GET', '/api/domain-requests')).body.items.find((one: { id: string }) => one.id === id)
const decide = async (id: string, version: number) =>
  admin.call('POST', `/api/admin/payments/${id}/decision`, { act: 'confirm', version })

test('an amount due is claimed by its reference, whatever it is for', async () => {
  const due = await offer()
  const receipt = code()
  expect(await say(due, receipt)).toMatchObject({
    status: 200,
    body: { state: 'claimed', claims: [{ receipt_number: receipt, payer_name: 'Asha Mwangi' }] },
  })
  expect(await requestOf(due)).toMatchObject({ payment_confirmed: true, receipt_number: receipt })
  expect(await say(due, code())).toMatchObject({ status: 409, body: { code: 'ALREADY_CLAIMED' } })
  const other = await shop.customer()
  expect((await say(due, code(), other)).status).toBe(404)
  expect((await shop.visitor('POST', path(due), said(code()))).status).toBe(401)
})

describe('a claim that nobody has decided', () => {
  test('is corrected: its old receipt is free, the new one is held, and money that came before settles it', async () => {
    const due = await offer()
    const [wrong, right] = [code(), code()]
    await say(due, wrong)
    await receive(shop, { amount: 10, code: right })
    expect(await correct(due, right)).toMatchObject({
      status: 200,
      body: { state: 'paid', claims: [{ receipt_number: right, state: 'settled' }] },
    })
    // The receipt that was a mistake belongs to nobody.
    expect((await say(await offer(), wrong)).status).toBe(200)
    expect(await say(await offer(), right)).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })
  })

  test('is withdrawn and claimed again, and no list of admins has it any more', async () => {
    const due = await offer()
    const receipt = code()
    await say(due, receipt)
    expect(await withdraw(due)).toMatchObject({ status: 200, body: { state: 'open', claims: [] } })
    expect(await requestOf(due)).toMatchObject({ payment_confirmed: false, receipt_number: null })
    expect(await listPayments(admin, `q=${receipt}`)).toEqual([])
    expect(await listPayments(admin, `state=withdrawn&q=${receipt}`)).toHaveLength(1)
    expect((await say(due, receipt)).status).toBe(200)
  })

  test('can not take the receipt of another customer', async () => {
    const [mine, theirs] = [await offer(), await offer()]
    const receipt = code()
    await say(theirs, receipt)
    await say(mine, code())
    expect(await correct(mine, receipt)).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })
    expect(await correct(mine, '—')).toMatchObject({ status: 400, body: { code: 'FIELDS_REQUIRED' } })
    const refused = await shop.sql(
      `select from audit_log where action = 'payment.refused' and entity_id = $1`,
      [mine.id],
    )
    expect(refused).toHaveLength(1)
  })

  test('is changed by its own customer alone', async () => {
    const due = await offer()
    await say(due, code())
    const other = await shop.customer()
    expect((await correct(due, code(), other)).status).toBe(404)
    expect((await withdraw(due, other)).status).toBe(404)
  })
})

describe('a claim that is decided', () => {
  test('or is being booked is neither corrected nor withdrawn', async () => {
    const due = await offer()
    await say(due, code())
    const [open] = await listPayments(admin, `state=claimed&q=${due.reference}`)
    expect((await decide(open!.id, open!.version)).status).toBe(200)
    expect(await correct(due, code())).toMatchObject({ status: 409, body: { code: 'NOT_OPEN' } })
    expect(await withdraw(due)).toMatchObject({ status: 409, body: { code: 'NOT_OPEN' } })
    await admin.call('DELETE', `/api/admin/payments/${open!.id}/decision`)
    expect((await correct(due, code())).status).toBe(200)
    await admin.call('POST', `/api/admin/payments/${open!.id}/reject`, { reason: 'Not on our account' })
    expect(await withdraw(due)).toMatchObject({ status: 409, body: { code: 'NOT_OPEN' } })
  })

  test('is decided as the admin has read it: a correction meanwhile is a conflict', async () => {
    const due = await offer()
    await say(due, code())
    const [open] = await listPayments(admin, `state=claimed&q=${due.reference}`)
    await correct(due, code())
    expect(await decide(open!.id, open!.version)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const [read] = await listPayments(admin, `state=claimed&q=${due.reference}`)
    expect((await decide(read!.id, read!.version)).status).toBe(200)
    await admin.call('DELETE', `/api/admin/payments/${open!.id}/decision`)
  })

  test('once: withdrawn, corrected and confirmed at once on two nodes', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const due = await offer()
      await claim(due, code())
      const [open] = await listPayments(admin, `state=claimed&q=${due.reference}`)
      const answers = await eightTimes(async (at) => {
        const call = shop.at(at % 2, at % 3 === 2 ? admin.token : due.customer.token)
        if (at % 3 === 0) return (await call('DELETE', path(due))).status
        if (at % 3 === 1) return (await call('PUT', path(due), said(code()))).status
        return (await call('POST', `/api/admin/payments/${open!.id}/confirm`)).status
      })
      expect(answers.every((status) => status === 200 || status === 409)).toBe(true)
      const withdrawn = answers.filter((status, at) => at % 3 === 0 && status === 200).length
      const confirmed = answers.filter((status, at) => at % 3 === 2 && status === 200).length
      expect(withdrawn + confirmed).toBe(1)
      expect(await chargeOf(due.id)).toMatchObject({ state: confirmed ? 'paid' : 'open' })
    }
  })
})
