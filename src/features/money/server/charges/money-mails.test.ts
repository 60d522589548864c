import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { translate } from '../../../../server/mail/messages.ts'
import { pageDefaults } from '../../../../shared/pages.ts'
import { invoiceAttachments, invoiceMailTemplates } from '../invoices/invoice-mails.ts'
import { moneyMailTemplates } from './money-mails.ts'
import { matchReceived } from '../matching/match.ts'
import { claim, offered, receive } from '../testing/money.ts'
import { keepMails, queuedMails } from '../testing/queued-mails.ts'

/** A customer is mailed what came in short, what was reversed and what was credited, once each. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  await keepMails(shop)
  admin = await shop.admin()
  const account = {
    method: 'M-Pesa',
    account: '5551234',
    holder: null,
    note: null,
    currency: null,
    rate: null,
  }
  await admin.call('PATCH', '/api/admin/settings', {
    values: { 'payments.accounts': [account] },
  })
})
afterAll(() => shop.close())

const match = (id: string, node = 0) => matchReceived(shop.nodes[node]!.database, id, new Date())
const mailsOf = (person: Person, kind: string) => queuedMails(shop, person, kind)
const usd = (amount: number) => ({ amount, currency: 'USD' })
const reverse = async (id: string) => {
  const [row] = await shop.sql(`select version from received_payments where id = $1`, [id])
  return admin.call('POST', `/api/admin/payments/${id}/reverse`, { version: row!['version'] })
}

test('a payment that is short is mailed once, with the rest and where to pay it', async () => {
  const offer = await offered(shop, admin, { name: 'pungufu.com' })
  const part = await receive(shop, { amount: 4, code: 'PUNGUFU1', reference: offer.reference })
  await eightTimes((turn) => match(part, turn % 2))
  expect(await mailsOf(offer.customer, 'payment-short')).toMatchObject([
    {
      subject: 'pungufu.com',
      amount: usd(400),
      rest: usd(600),
      reference: offer.reference,
      pay_to: [{ method: 'M-Pesa', account: '5551234' }],
    },
  ])
  // The rest is no part: it is mailed with the receipt.
  await match(await receive(shop, { amount: 6, code: 'PUNGUFU2', reference: offer.reference }))
  expect(await mailsOf(offer.customer, 'payment-short')).toHaveLength(1)
  expect(await mailsOf(offer.customer, 'payment-received')).toHaveLength(1)
})

test("credit and withheld tax are the shop's own entries and mail nothing", async () => {
  const first = await offered(shop, admin, { name: 'ziada.com' })
  await match(await receive(shop, { amount: 13, code: 'ZIADA1', reference: first.reference }))
  const { body } = await first.customer.call('POST', '/api/domain-requests', {
    requested_domain: 'ziada-mbili.com',
  })
  await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, { status: 'available', price: 10 })
  const [charge] = await shop.sql(`select id from charges where request_id = $1`, [body.id])
  expect(await first.customer.call('POST', `/api/charges/${charge!['id']}/credit`)).toMatchObject({
    body: { amount: 3, paid: false },
  })
  const tax = { fiscal_code: null, fiscal_link: null, withheld: 2, certificate: 'C-1' }
  const current = await admin.call('GET', `/api/admin/charges/${charge!['id']}/tax`)
  const entered = (withheld: number, version: number) =>
    admin.call('PUT', `/api/admin/charges/${charge!['id']}/tax`, { ...tax, withheld, version })
  expect((await entered(2, current.body.version)).status).toBe(200)
  const [{ settled }] = (await shop.sql(`select settled::float from charges where id = $1`, [
    charge!['id'],
  ])) as [{ settled: number }]
  expect(settled).toBe(5)
  const again = await admin.call('GET', `/api/admin/charges/${charge!['id']}/tax`)
  expect((await entered(1, again.body.version)).status).toBe(200)
  expect(await mailsOf(first.customer, 'payment-short')).toEqual([])
  expect(await mailsOf(first.customer, 'payment-reversed')).toEqual([])
})

test('a payment that was reversed is mailed once, with what is open again', async () => {
  const offer = await offered(shop, admin, { name: 'rudi.com' })
  const money = await receive(shop, { amount: 10, code: 'RUDI1', reference: offer.reference })
  await match(money)
  const answers = await eightTimes(() => reverse(money))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await mailsOf(offer.customer, 'payment-reversed')).toMatchObject([
    { subject: 'rudi.com', amount: usd(1000), rest: usd(1000), reference: offer.reference },
  ])
  // What was too much is taken back: nothing is open because of it.
  await match(await receive(shop, { amount: 10, code: 'RUDI2', reference: offer.reference }))
  const more = await receive(shop, { amount: 5, code: 'RUDI3', reference: offer.reference })
  await match(more)
  expect((await reverse(more)).status).toBe(200)
  const [, second] = await mailsOf(offer.customer, 'payment-reversed')
  expect(second).toMatchObject({ amount: usd(500), rest: null, pay_to: [] })
})

test('a paid request that is rejected mails its credit note with the PDF, once', async () => {
  const offer = await offered(shop, admin, { name: 'noti.com' })
  await claim(offer, 'NOTI1')
  await match(await receive(shop, { amount: 10, code: 'NOTI1' }))
  await eightTimes(() =>
    admin.call('PATCH', `/api/admin/domain-requests/${offer.id}`, { status: 'rejected' }),
  )
  const mails = await mailsOf(offer.customer, 'credit-note')
  expect(mails).toMatchObject([
    { subject: 'noti.com', amount: usd(1000), number: expect.stringMatching(/^CN-\d{4}-\d+$/) },
  ])
  const [data] = mails
  const [attached] = await invoiceAttachments(shop.nodes[0]!.database, data)
  expect(attached).toMatchObject({ filename: `${data.number}.pdf`, contentType: 'application/pdf' })
  expect(attached!.content.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the mails say in both languages what moved, what is open, and how to pay it', () => {
  const about = { product: 'domain', subject: 'soko.com', reference: 'ABC4567' }
  const pay_to = [
    { method: 'M-Pesa', account: '5551234', holder: null, note: null, currency: null, rate: null },
  ]
  const texts = new Set<string>()
  for (const locale of ['en', 'sw'] as const) {
    const context = {
      locale,
      translate: (name: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
        translate(locale, name, values),
      business: pageDefaults.business,
      site: 'https://shop.example',
    }
    for (const kind of ['payment-short', 'payment-reversed'] as const)
      for (const rest of [usd(600), null]) {
        const data = { ...about, amount: usd(400), rest, pay_to: rest ? pay_to : [] }
        const mail = moneyMailTemplates[kind](data, context)
        const facts = mail.facts!.map(([, value]) => value)
        expect(facts).toEqual(
          rest ? ['soko.com', '$4.00', '$6.00', 'ABC4567', '5551234'] : ['soko.com', '$4.00', 'ABC4567'],
        )
        expect(mail.button!.link).toBe('https://shop.example/dashboard/payments/ABC4567')
        texts.add(`${mail.subject} ${mail.paragraphs.join(' ')}`)
      }
    const note = { ...about, invoice: 'x', number: 'CN-2026-000001', amount: usd(400) }
    const mail = invoiceMailTemplates['credit-note']!(note, context)
    expect(mail.facts!.map(([, value]) => value)).toEqual(['soko.com', '$4.00', 'ABC4567', 'CN-2026-000001'])
    texts.add(`${mail.subject} ${mail.paragraphs.join(' ')}`)
  }
  // Short says the same with and without a rest.
  expect(texts.size).toBe(8)
})
