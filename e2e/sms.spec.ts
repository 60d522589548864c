import { hasSmsGateway, startSmsGateway } from '../src/features/billing/server/testing/sms-gateway.ts'
import { claim, newSecret, order, takeMobileMoney } from './paying.ts'
import { expect, newCustomer, type Shop, signedIn, test } from './shop.ts'

/** An SMS of a wallet goes through a real gateway to the shop, and the customer's open page shows that it is paid. */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '63' } })

const canRun = await hasSmsGateway()
const missing = 'The Debian packages gammu and gammu-smsd are not installed.'

/** The clock of Tanzania, as the wallet writes it. */
const now = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' at ')
const message = (code: string, balance: string) =>
  `${code} Confirmed. You have received TZS 26,000.00 from ASHA MWANGI (255711000602) on ${now()}. New M-Pesa balance is TZS ${balance}.`

/** A shop that takes M-Pesa and has received some before, and a gateway that delivers to it. */
async function prepare(shop: Shop) {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await takeMobileMoney(admin)
  await shop.sql(
    `insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 100000)
     on conflict (account, currency) do update set balance = excluded.balance`,
  )
  return { admin, gateway: await startSmsGateway(shop.address, await newSecret(admin)) }
}

const print = (what: string, since: number) =>
  // oxlint-disable-next-line no-console -- a figure to read
  console.log(`${what} ${Date.now() - since} ms`)

test('an SMS settles a claim on the customer’s open page', async ({ shop }) => {
  test.skip(!canRun, missing)
  const { gateway } = await prepare(shop)
  try {
    const page = await shop.visit()
    await newCustomer(page, { name: 'Asha Mwangi', email: 'claim.first@example.com' })
    await order(page, 'dai-kwanza.com')
    await claim(page, 'QKS1TEST01')
    await page.goto('/dashboard/payments')
    const charge = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
    await expect(charge.getByText('Being checked')).toBeVisible()

    const since = Date.now()
    await gateway.receive('M-PESA', message('QKS1TEST01', '126,000.00'))
    await expect(charge.getByText('Paid', { exact: true })).toBeVisible()
    print('from the SMS on the phone to "Paid" on the open page:', since)
    await expect(charge.getByRole('button', { name: /^Receipt / })).toBeVisible()
  } finally {
    await gateway.stop()
  }
})

test('a claim after its SMS is paid at once, also on another open page', async ({ shop }) => {
  test.skip(!canRun, missing)
  const { admin, gateway } = await prepare(shop)
  try {
    const page = await shop.visit()
    await newCustomer(page, { name: 'Asha Mwangi', email: 'sms.first@example.com' })
    await order(page, 'sms-kwanza.com')
    const list = await page.context().newPage()
    await list.goto('/dashboard/payments')
    const charge = list.getByRole('list', { name: 'Payments' }).getByRole('listitem')
    await expect(charge.getByText('To be paid')).toBeVisible()
    await admin.goto('/admin/payments')

    const sent = Date.now()
    await gateway.receive('M-PESA', message('QKS1TEST02', '126,000.00'))
    await expect(admin.getByText('QKS1TEST02')).toBeVisible()
    print('from the SMS on the phone to the open page of an admin:', sent)
    await expect(charge.getByText('To be paid')).toBeVisible()

    const claimed = Date.now()
    await claim(page, 'QKS1TEST02')
    await expect(charge.getByText('Paid', { exact: true })).toBeVisible()
    print('from the first click of the claim to "Paid" on another open page:', claimed)
  } finally {
    await gateway.stop()
  }
})
