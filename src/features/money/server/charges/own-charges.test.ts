import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { translate } from '../../../../server/mail/messages.ts'
import { pageDefaults } from '../../../../shared/pages.ts'
import { invoiceMailTemplates } from '../invoices/invoice-mails.ts'
import { claim, listPayments, moneyIn, offered, receive } from '../testing/money.ts'
import { keepMails, queuedMails } from '../testing/queued-mails.ts'

/** A customer reads what has arrived, what the shop has confirmed without having seen it, and what is only said. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  await keepMails(shop)
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { match } = moneyIn(() => shop)

type Offer = Awaited<ReturnType<typeof offered>>
const own = async ({ customer, reference }: Pick<Offer, 'customer' | 'reference'>) =>
  (await customer.call('GET', `/api/payments/${reference}`)).body
const offer = (name: string, to?: Person) => offered(shop, admin, { name, price: 10, ...(to && { to }) })

/** The label of the amount in the mail that a payment was received. */
async function amountIn(customer: Person) {
  const [data] = await queuedMails(shop, customer, 'payment-received')
  const { facts } = invoiceMailTemplates['payment-received']!(data!, {
    translate: (name: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
      translate('en', name, values),
    site: 'https://duka.example',
    business: pageDefaults.business,
    language: 'en',
    letters: {},
    recipient: 'Asha',
  } as never)
  return facts![1]
}

test('what a phone reported has arrived, in the list, on its page and in the mail', async () => {
  const due = await offer('imefika.com')
  await match(await receive(shop, { amount: 4, code: 'QFIKA00001', reference: due.reference }))
  const first = { amount: 4, currency: 'USD', method: 'mpesa', code: 'QFIKA00001', seen: true }
  expect(await own(due)).toMatchObject({ state: 'part', payments: [first] })
  await match(await receive(shop, { amount: 6, code: 'QFIKA00002', reference: due.reference }))
  expect(await own(due)).toMatchObject({ state: 'paid', payments: [{ amount: 6, seen: true }, first] })
  const { items } = (await due.customer.call('GET', '/api/payments')).body
  expect(items[0].payments).toHaveLength(2)
  expect(await amountIn(due.customer)).toEqual(['Arrived', '$10.00'])
})

test('what is to be paid and what is paid are listed apart', async () => {
  const paid = await offer('tayari.com')
  const open = await offer('bado.com', paid.customer)
  const part = await offer('nusu.com', paid.customer)
  await match(await receive(shop, { amount: 10, code: 'QFIKA00011', reference: paid.reference }))
  await match(await receive(shop, { amount: 4, code: 'QFIKA00012', reference: part.reference }))
  const listed = async (query: string) =>
    (await paid.customer.call('GET', `/api/payments${query}`)).body.items.map(
      (one: { reference: string }) => one.reference,
    )
  expect(await listed('?paid=true')).toEqual([paid.reference])
  expect(await listed('?paid=false')).toEqual([part.reference, open.reference])
  expect(await listed('')).toHaveLength(3)
})

test('what an admin confirmed unseen is said to be confirmed', async () => {
  const due = await offer('imethibitishwa.com')
  await claim(due, 'QFIKA00003')
  expect(await own(due)).toMatchObject({ state: 'claimed', payments: [] })
  const [said] = await listPayments(admin, `state=claimed&q=${due.reference}`)
  await admin.call('POST', `/api/admin/payments/${said!.id}/confirm`)
  expect(await own(due)).toMatchObject({ state: 'paid', payments: [{ code: 'QFIKA00003', seen: false }] })
  expect(await amountIn(due.customer)).toEqual(['Confirmed by us', '$10.00'])
})

test('credit pays as seen, and its mail says neither', async () => {
  const [over, due] = [await offer('ziada.com'), await offer('ziada-pili.com')]
  await match(await receive(shop, { amount: 30, code: 'QFIKA00004', reference: over.reference }))
  const next = await offer('ziada-tatu.com', over.customer)
  const [charge] = await shop.sql(`select id from charges where reference = $1`, [next.reference])
  expect((await over.customer.call('POST', `/api/charges/${charge!['id']}/credit`)).status).toBe(200)
  expect(await own(next)).toMatchObject({ state: 'paid', payments: [{ method: 'credit', seen: true }] })
  expect(await own(due)).toMatchObject({ payments: [] })
})

test('what is moved to another customer is theirs alone', async () => {
  const [wrong, right] = [await offer('si-yangu.com'), await offer('ni-yangu.com')]
  const money = await receive(shop, { amount: 10, code: 'QFIKA00005', reference: wrong.reference })
  await match(money)
  const [row] = await listPayments(admin, `id=${money}`)
  const [charge] = await shop.sql(`select id from charges where reference = $1`, [right.reference])
  const moved = await admin.call('POST', `/api/admin/payments/${money}/allocate`, {
    parts: [{ charge_id: charge!['id'], amount: 10 }],
    reason: 'Typed wrongly',
    version: row!.version,
  })
  expect(moved.status).toBe(200)
  expect(await own(wrong)).toMatchObject({ state: 'open', payments: [] })
  expect(await own(right)).toMatchObject({ state: 'paid', payments: [{ code: 'QFIKA00005', seen: true }] })
  expect((await wrong.customer.call('GET', `/api/payments/${right.reference}`)).status).toBe(404)
})

test('a charge says for how many months it is, and nothing where an order has several terms', async () => {
  const due = await offer('muda.com')
  expect(await own(due)).toMatchObject({ months: 12 })
  const { customer } = due
  const termOf = async (domains: string[], years: Record<string, number> = {}) => {
    for (const item of domains) await customer.call('POST', '/api/cart/items', { item })
    const { reference } = (await customer.call('POST', '/api/orders', { domains, years })).body
    return (await own({ customer, reference })).months
  }
  expect(await termOf(['Basic monthly'])).toBe(1)
  expect(await termOf(['Basic yearly', 'muda-mbili.com'])).toBe(12)
  expect(await termOf(['Basic monthly', 'muda-tatu.com'])).toBeNull()
  const made = await customer.call('POST', '/api/hosting-requests', {
    plan_name: 'Business',
    billing_period: 'monthly',
  })
  const patched = await admin.call('PATCH', `/api/admin/hosting-requests/${made.body.id}`, {
    status: 'approved',
    price: 12.99,
  })
  expect(await own({ customer, reference: patched.body.reference })).toMatchObject({ months: 1 })
})
