import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { remindOfDue } from '../charges/due-reminders.jobs.ts'
import { ownedIn } from '../../../requests/server/testing/owned.ts'
import { matchReceived } from '../matching/match.ts'
import { receive } from '../testing/money.ts'
import { keepMails, queuedMails } from '../testing/queued-mails.ts'

/** The payment of a renewal is claimed, matched, confirmed and rejected like that of a request or an order. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  await keepMails(shop)
  admin = await shop.admin()
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const domains = values['catalogue.domains'].map((one: { ending: string }) =>
    one.ending === 'com' ? { ...one, renewal: 14 } : one,
  )
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
})
afterAll(() => shop.close())

const { own, expire } = ownedIn(() => ({ shop, admin }))

interface Renewal {
  customer: Person
  /** The renewal's id. */
  id: string
  charge: string
  reference: string
}

/** A customer who has renewed a domain for $14. */
async function renewed(name: string): Promise<Renewal> {
  const customer = await shop.customer()
  const { id } = await own(customer, name)
  await expire(id)
  expect((await customer.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  const { items } = (await customer.call('GET', '/api/payments')).body
  const charge = items.find((one: { renewal_id: string | null }) => one.renewal_id)
  return { customer, id: charge.renewal_id, charge: charge.id, reference: charge.reference }
}

const claim = ({ id, customer }: Pick<Renewal, 'id' | 'customer'>, receipt_number: string, node = 0) =>
  shop.at(node, customer.token)('POST', `/api/renewals/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number,
    payment_method: 'M-Pesa',
  })
const match = (id: string, node = 0) => matchReceived(shop.nodes[node]!.database, id, new Date())
const shown = async ({ customer, reference }: Renewal) =>
  (await customer.call('GET', `/api/payments/${reference}`)).body
const listed = async (q: string) => (await admin.call('GET', `/api/admin/payments?q=${q}`)).body.items
const ledgerDifferences = async () =>
  (await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))).differences

test('a claim that came first is matched with the message', async () => {
  const renewal = await renewed('dai-kwanza.com')
  expect(await claim(renewal, 'UPYA 001')).toMatchObject({
    status: 200,
    body: {
      id: renewal.charge,
      state: 'claimed',
      claims: [{ state: 'open', receipt_number: 'UPYA 001' }],
    },
  })
  expect(await listed('UPYA001')).toMatchObject([
    { type: 'claim', state: 'claimed', amount: 14, charge: { id: renewal.charge } },
  ])
  const money = await receive(shop, { amount: 14, code: 'UPYA001' })
  await match(money)
  expect(await shown(renewal)).toMatchObject({ state: 'paid', settled: 14, claims: [{ state: 'settled' }] })
  // The claim is shown in the row of the money.
  expect(await listed('UPYA001')).toMatchObject([
    { id: money, state: 'matched', charge: { id: renewal.charge, renewal_id: renewal.id } },
  ])
  expect(await claim(renewal, 'UPYA002')).toMatchObject({ status: 409, body: { code: 'ALREADY_CLAIMED' } })
  const exported = await renewal.customer.call('GET', '/api/account/export')
  expect(exported.body.claims).toContainEqual(expect.objectContaining({ renewal_id: renewal.id }))
})

test('a message that came first is matched with the claim', async () => {
  const renewal = await renewed('ujumbe-kwanza.com')
  await match(await receive(shop, { amount: 14, code: 'UPYA101' }))
  expect(await shown(renewal)).toMatchObject({ state: 'open' })
  expect((await claim(renewal, 'upya-101')).status).toBe(200)
  expect(await shown(renewal)).toMatchObject({ state: 'paid', settled: 14 })
})

test('money with the reference pays without a claim, and makes none', async () => {
  const renewal = await renewed('kumbukumbu-upya.com')
  await match(await receive(shop, { amount: 14, code: 'UPYA201', reference: renewal.reference }))
  expect(await shown(renewal)).toMatchObject({ state: 'paid', claims: [] })
})

test('of eight claims at once one counts, and a payment at the same moment settles once', async () => {
  const renewal = await renewed('nane-upya.com')
  const answers = await eightTimes((turn) => claim(renewal, `NANE${turn}`, turn % 2))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['ALREADY_CLAIMED']))
  const { claims } = await shown(renewal)
  expect(claims).toHaveLength(1)

  const others = await Promise.all(Array.from({ length: 8 }, (_, at) => renewed(`pamoja-upya-${at}.com`)))
  await Promise.all(
    others.flatMap((one, at) => [
      claim(one, `PAMUPYA${at}`, at % 2).then(({ status }) => expect(status).toBe(200)),
      receive(shop, { amount: 14, code: `PAMUPYA${at}` }).then((id) => match(id, at % 2)),
    ]),
  )
  for (const one of others)
    expect(await shown(one)).toMatchObject({ state: 'paid', settled: 14, claims: [{ state: 'settled' }] })
  expect(await ledgerDifferences()).toEqual([])
})

test('another customer can neither claim nor see it, and its receipt is theirs alone', async () => {
  const [mine, other] = [await renewed('yangu-upya.com'), await renewed('yake-upya.com')]
  expect((await claim({ ...mine, customer: other.customer }, 'MWIZI1')).status).toBe(404)
  expect((await claim(mine, 'MOJA99')).status).toBe(200)
  expect(await claim(other, 'moja 99')).toMatchObject({ status: 409, body: { code: 'RECEIPT_USED' } })
  expect(await shown(other)).toMatchObject({ state: 'open', claims: [] })
})

test('an admin rejects a claim, which is mailed, and the customer claims again', async () => {
  const renewal = await renewed('kataliwa-upya.com')
  await claim(renewal, 'KATAA1')
  const [waiting] = await listed('KATAA1')
  const rejected = await admin.call('POST', `/api/admin/payments/${waiting.id}/reject`, {
    reason: 'Not found',
  })
  expect(rejected).toMatchObject({ status: 200, body: { state: 'rejected', reason: 'Not found' } })
  expect(await shown(renewal)).toMatchObject({
    state: 'open',
    claims: [{ state: 'rejected', reason: 'Not found' }],
  })
  expect(await queuedMails(shop, renewal.customer, 'payment-rejected')).toMatchObject([
    { subject: 'kataliwa-upya.com', active: false, renewal: true },
  ])
  expect((await claim(renewal, 'KATAA1')).status).toBe(200)
  const again = (await listed('KATAA1')).find(({ state }: { state: string }) => state === 'claimed')
  expect((await admin.call('POST', `/api/admin/payments/${again.id}/confirm`)).status).toBe(200)
  expect(await shown(renewal)).toMatchObject({ state: 'paid' })
})

test('a payment that was short or reversed leaves the customer free to claim again', async () => {
  const renewal = await renewed('nusu-upya.com')
  await claim(renewal, 'NUSUU1')
  const part = await receive(shop, { amount: 4, code: 'NUSUU1' })
  await match(part)
  expect(await shown(renewal)).toMatchObject({ state: 'part', rest: 10, claims: [{ state: 'short' }] })
  expect((await claim(renewal, 'NUSUU2')).status).toBe(200)
  const rest = await receive(shop, { amount: 10, code: 'NUSUU2' })
  await match(rest)
  expect(await shown(renewal)).toMatchObject({ state: 'paid' })
  const [{ version }] = (await shop.sql(`select version from received_payments where id = $1`, [rest])) as [
    { version: number },
  ]
  const reversed = await admin.call('POST', `/api/admin/payments/${rest}/reverse`, { version })
  expect(reversed).toMatchObject({ status: 200, body: { state: 'reversed' } })
  expect(await shown(renewal)).toMatchObject({ state: 'part', rest: 10, claims: [{ state: 'rejected' }, {}] })
  expect((await claim(renewal, 'NUSUU3')).status).toBe(200)
  expect(await ledgerDifferences()).toEqual([])
})

test('a renewal with a waiting claim is not reminded of', async () => {
  const [claimed, open] = [await renewed('dai-limo.com'), await renewed('wazi.com')]
  await claim(claimed, 'LIMO01')
  const ids = [claimed.charge, open.charge]
  await shop.sql(
    `update charges set due_on = current_date - 4, created_at = now() - interval '40 days' where id = any($1)`,
    [ids],
  )
  await remindOfDue(shop.nodes[0]!.database, new Date())
  expect(await queuedMails(shop, claimed.customer, 'payment-overdue')).toEqual([])
  expect(await queuedMails(shop, open.customer, 'payment-overdue')).toMatchObject([{ subject: 'wazi.com' }])
})

test('a payment is for exactly one thing', async () => {
  const renewal = await renewed('kimoja.com')
  await claim(renewal, 'KIMOJA1')
  await expect(
    shop.sql(
      `update claims set request_id = (select request_id from services where user_id = $1 limit 1) where user_id = $1`,
      [renewal.customer.id],
    ),
  ).rejects.toThrow('claims_for_one')
  await expect(
    shop.sql(`update claims set renewal_id = null where user_id = $1`, [renewal.customer.id]),
  ).rejects.toThrow('claims_for_one')
})

test('the list of amounts due says which renewal is claimed', async () => {
  const [claimed, open] = [await renewed('dai-limo-2.com'), await renewed('wazi-2.com')]
  expect((await claim(claimed, 'LIMO02')).status).toBe(200)
  const { items } = (await admin.call('GET', '/api/admin/charges/due?state=later&limit=100')).body
  const marks = items
    .filter(({ id }: { id: string }) => [claimed.charge, open.charge].includes(id))
    .map((one: { subject: string; claimed: boolean }) => [one.subject, one.claimed])
  expect(Object.fromEntries(marks)).toEqual({ 'dai-limo-2.com': true, 'wazi-2.com': false })
})
