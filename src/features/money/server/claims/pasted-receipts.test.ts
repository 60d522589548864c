import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, listPayments, moneyIn, offered, receive } from '../testing/money.ts'

/** Messages that people paste in place of a receipt number, in each place where one is entered. All of them are invented. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const { match, chargeOf } = moneyIn(() => shop)

let turn = 0
let code: string
beforeEach(() => {
  code = `PAS1TEX${100 + ++turn}`
})
const offer = () => offered(shop, admin, { name: `bandika-${turn}.com`, price: 10 })
type Offer = Awaited<ReturnType<typeof offer>>

const received = (number = code) =>
  `${number} Confirmed. You have received Tsh45,500.00 from ASHA MREMA 255711000501 on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh145,500.00.`
const paid = ({ reference }: Offer, number = code) =>
  `${number} Imethibitishwa. Umelipa Tsh45,500.00 kwa DUKA kwa akaunti namba ${reference} tarehe 3/11/26 saa 9:05 PM. Salio lako jipya ni Tsh12,000.00.`
const toOther = () =>
  `${code} Confirmed. Tsh45,500.00 sent to JUMA KIBO 255711000777 on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh12,000.00.`
const chargeIdOf = async ({ id }: Offer) =>
  (await shop.sql(`select id from charges where request_id = $1`, [id]))[0]!['id'] as string
const today = new Date().toISOString().slice(0, 10)

/** Each place where a receipt number is entered. */
const places: [string, (due: Offer, receipt: string) => Promise<{ status: number; body: unknown }>][] = [
  ['the form of a request', (due, receipt) => claim(due, receipt)],
  [
    'the page to pay on',
    ({ customer, reference }, receipt_number) =>
      customer.call('POST', `/api/payments/${reference}/claim`, {
        payer_name: 'Asha',
        receipt_number,
        payment_method: 'M-Pesa',
      }),
  ],
  [
    'the correction of a claim',
    async (due, receipt_number) => {
      await claim(due, `OLD${code}`)
      return due.customer.call('PUT', `/api/payments/${due.reference}/claim`, {
        payer_name: 'Asha',
        receipt_number,
        payment_method: 'M-Pesa',
      })
    },
  ],
  [
    "an admin's entry by hand",
    async (due, receipt) =>
      admin.call('POST', `/api/admin/charges/${await chargeIdOf(due)}/payment`, {
        method: 'M-Pesa',
        receipt,
        date: today,
      }),
  ],
  [
    'an entry by hand that can be undone',
    async (due, receipt) =>
      admin.call('POST', `/api/admin/charges/${await chargeIdOf(due)}/payment/decision`, {
        method: 'M-Pesa',
        receipt,
        date: today,
      }),
  ],
]

/** The receipt numbers that are stored of an amount due, with the keys and the texts beside them. */
const storedOf = async (due: Offer) =>
  shop.sql(
    `select receipt_number as number, number as key, receipt_text as text from claims where request_id = $1 and receipt_number not like 'OLD%'
     union all select code, code_key, body from received_payments where code_key = lower($2)`,
    [due.id, code],
  )

describe.each(places)('%s', (_, enter) => {
  test('takes the number out of a message, and keeps the message for the admin', async () => {
    const due = await offer()
    for (const text of [received(), paid(due)].slice(turn % 2, (turn % 2) + 1)) {
      expect(text.length).toBeGreaterThan(100)
      expect((await enter(due, text)).status).toBe(200)
      expect(await storedOf(due)).toEqual([{ number: code, key: code.toLowerCase(), text }])
    }
    const shown = await admin.call('GET', `/api/admin/payments?q=${code}`)
    expect(shown.body.items).toMatchObject([{ code, pasted: expect.stringContaining(code) }])
  })

  test.each([
    ['RECEIPT_MISSING', () => 'Nimelipa jana kwa wakala wa mtaani, asante'],
    ['RECEIPT_MISSING', () => 'x '.repeat(999)],
    ['RECEIPT_MISSING', () => '1.23457E+11'],
    ['RECEIPT_SEVERAL', () => `${received()} ${received(`PAS2TEX${turn + 100}`)}`],
    ['RECEIPT_OTHER', toOther],
    ['RECEIPT_OTHER', () => 'Namba yako ya siri ya mara moja (OTP) ni 449922. Usimpe mtu yeyote.'],
  ])('refuses with %s, and stores nothing', async (refused, text) => {
    const due = await offer()
    expect(await enter(due, text())).toMatchObject({ status: 400, body: { code: refused } })
    expect(await storedOf(due)).toEqual([])
  })

  test('takes as much as a message may have, and a digit number as a spreadsheet shows it', async () => {
    const due = await offer()
    expect((await enter(due, 'y'.repeat(2_001))).status).toBe(400)
    code = `7${String(turn).padStart(10, '0')}`
    const shown = `${code.slice(0, 2)},${code.slice(2, 5)},${code.slice(5, 8)},${code.slice(8)}.00`
    expect((await enter(due, shown)).status).toBe(200)
    expect(await storedOf(due)).toMatchObject([{ number: code, key: code, text: shown }])
  })
})

test('the number of a pasted message is a claim, which the money of that number settles and nothing else', async () => {
  const due = await offer()
  await claim(due, received())
  expect(await chargeOf(due.id)).toMatchObject({ state: 'open', settled: 0 })
  await match(await receive(shop, { amount: 10, code }))
  expect(await chargeOf(due.id)).toMatchObject({ state: 'paid' })
})

test('one message, pasted by eight customers at once, is the claim of one', async () => {
  const dues = await Promise.all(
    Array.from({ length: 8 }, (_, at) => offered(shop, admin, { name: `nane-${at}.com`, price: 10 })),
  )
  const answers = await eightTimes((at) => claim(dues[at]!, received()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
})

test('an admin sees the message beside the claim in the review, and the customer the number', async () => {
  const due = await offer()
  const answer = await claim(due, received())
  expect(answer.body).toMatchObject({ receipt_number: code })
  expect(JSON.stringify(answer.body)).not.toContain('ASHA MREMA')
  const shown = await admin.call('GET', `/api/admin/domain-requests?q=${due.customer.email}`)
  expect(shown.body.items).toMatchObject([{ receipt_number: code, claim: { receipt_text: received() } }])
  const kept = await shop.sql(`select to_jsonb(a)::text as text from audit_log a where entity_id = $1`, [
    due.id,
  ])
  expect(kept.filter(({ text }) => (text as string).includes('ASHA MREMA'))).toEqual([])
})

test('a pasted message, which names its payer and a balance, is for those who may see payments', async () => {
  const due = await offer()
  await claim(due, received())
  const path = `/api/admin/domain-requests`
  const claimOf = async (by: Person) =>
    (await by.call('GET', `${path}?q=${due.customer.email}`)).body.items[0].claim as object
  for (const role of ['manager', 'finance', 'read-only'] as const)
    expect(await claimOf(await shop.admin(role)), role).toMatchObject({ receipt_text: received() })
  for (const role of ['support', 'registrar'] as const)
    expect(await claimOf(await shop.admin(role)), role).toMatchObject({ receipt_text: null })
})

test('the number that an admin enters for held money may be a message', async () => {
  const id = await receive(shop, { amount: 10, state: 'held' })
  const [row] = (await admin.call('GET', `/api/admin/payments/received?id=${id}`)).body.items
  const facts = { version: row.version, method: 'M-Pesa', amount: 10, currency: 'USD' }
  const confirm = (typed: string) =>
    admin.call('POST', `/api/admin/payments/received/${id}/confirm`, { ...facts, code: typed })
  expect(await confirm('9.87E+10')).toMatchObject({ status: 400, body: { code: 'RECEIPT_MISSING' } })
  expect(await confirm(toOther())).toMatchObject({ status: 400, body: { code: 'RECEIPT_OTHER' } })
  expect(await confirm(received())).toMatchObject({ status: 200, body: { code } })
  expect((await listPayments(admin, `id=${id}`))[0]).toMatchObject({ code })
})
