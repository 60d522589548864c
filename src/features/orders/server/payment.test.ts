import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { placeAt } from './testing/placing.ts'

/** An order is paid once, with its own receipt, with eight concurrent requests on two nodes. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const place = (person: Person, ...domains: string[]) => placeAt(shop, person, domains)
const review = (id: string, body: object, node = 0) =>
  shop.at(node, admin.token)('PATCH', `/api/admin/orders/${id}`, body)
let receipts = 0
const receipt = () => ({ payer_name: 'Asha', receipt_number: `O${++receipts}`, payment_method: 'M-Pesa' })

describe('a payment of an order', () => {
  test('is what is due, is claimed once, and is owed back for a name that went', async () => {
    const asha = await shop.customer()
    const { id } = await place(asha, 'paid.com', 'paid.net')
    const paid = receipt()
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, asha.token)('POST', `/api/orders/${id}/payment`, paid),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    await review(id, { lines: [{ item: 'paid.net', state: 'gone' }] })
    expect((await asha.call('GET', `/api/orders/${id}`)).body).toMatchObject({
      payment_confirmed: true,
      receipt_number: paid.receipt_number,
      amount_paid: 20,
      owed_back: 10,
    })
    expect(await shop.sql(`select amount, request_id from claims where order_id = $1`, [id])).toEqual([
      { amount: '20.000', request_id: null },
    ])
  })

  test('has one receipt with the requests: another customer is refused, and the admins see it', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const paid = receipt()
    const asked = await juma.call('POST', '/api/domain-requests', { requested_domain: 'shared-receipt.com' })
    await admin.call('PATCH', `/api/admin/domain-requests/${asked.body.id}`, {
      status: 'available',
      price: 10,
    })
    await juma.call('POST', `/api/domain-requests/${asked.body.id}/payment`, paid)
    const { id } = await place(asha, 'across.com')
    expect(await asha.call('POST', `/api/orders/${id}/payment`, paid)).toMatchObject({
      status: 409,
      body: { code: 'RECEIPT_USED', message: 'This receipt number has already been used.' },
    })
    const mine = await place(juma, 'across.net')
    expect((await juma.call('POST', `/api/orders/${mine.id}/payment`, paid)).status).toBe(200)
    const { items } = (await admin.call('GET', '/api/admin/orders?q=across.')).body
    expect(items.map((one: { refused_claims: number }) => one.refused_claims).sort()).toEqual([0, 1])
    expect(items.find((one: { id: string }) => one.id === mine.id).claim.receipt_seen_before).toBe(true)
  })

  test('turned down gives form, reason and receipt back', async () => {
    const asha = await shop.customer()
    const { id } = await place(asha, 'turned-down.com')
    const paid = receipt()
    await asha.call('POST', `/api/orders/${id}/payment`, paid)
    const at = `/api/admin/orders/${id}/payment/reject`
    const unseen = await admin.call('POST', at, { reason: 'Half of it', version: 1 })
    expect(unseen).toMatchObject({ status: 409, body: { code: 'CONFLICT', data: { version: 2 } } })
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, admin.token)('POST', at, { reason: 'Half of it' }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await asha.call('GET', `/api/orders/${id}`)).body).toMatchObject({
      payment_confirmed: false,
      claim_rejection: 'Half of it',
      amount_paid: null,
    })
    expect((await asha.call('POST', `/api/orders/${id}/payment`, paid)).status).toBe(200)
  })

  test('turned down has a note that goes with another status, and comes not back', async () => {
    const asha = await shop.customer()
    const { id } = await place(asha, 'note-gone.com')
    await asha.call('POST', `/api/orders/${id}/payment`, receipt())
    await admin.call('POST', `/api/admin/orders/${id}/payment/reject`, { reason: 'Half of it' })
    const note = async () => (await asha.call('GET', `/api/orders/${id}`)).body.claim_rejection
    await review(id, { admin_feedback: 'Please look again' })
    expect(await note()).toBe('Half of it')
    await review(id, { status: 'cancelled' })
    expect(await note()).toBeNull()
    await review(id, { status: 'pending' })
    expect(await note()).toBeNull()
  })

  test('of a cancelled order, or of one with nothing left, is refused', async () => {
    const asha = await shop.customer()
    for (const body of [{ status: 'cancelled' }, { lines: [{ item: 'nothing.com', state: 'gone' }] }]) {
      const { id } = await place(asha, 'nothing.com')
      await review(id, body)
      expect((await asha.call('POST', `/api/orders/${id}/payment`, receipt())).body.code).toBe('NOT_PAYABLE')
    }
  })
})
