import { hasSmsGateway, startSmsGateway } from '../../src/features/money/server/testing/sms-gateway.ts'
import { claim, mpesaMessage, newSecret, order, setBalance, takeMobileMoney } from '../paying.ts'
import { expect, newCustomer, signedIn, test } from '../shop.ts'

/** An SMS of a wallet goes through a real gateway to the shop, and the customer's open page shows that it is paid. */

// The server of the other tests that change how the shop is paid.
test.use({ settings: { RATE_LIMIT_SCALE: '62' } })

const canRun = await hasSmsGateway()

test("an SMS settles a claim on the customer's open page, whichever comes first", async ({ shop }) => {
  test.skip(!canRun, 'The Debian packages gammu and gammu-smsd are not installed.')
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await takeMobileMoney(admin)
  await setBalance(shop, 100_000)
  const gateway = await startSmsGateway(shop.address, await newSecret(admin))
  try {
    const page = await shop.visit()
    await newCustomer(page, { name: 'Asha Mwangi', email: 'sms.order@example.com' })
    await order(page, 'dai-kwanza.com')
    await claim(page, 'QKS1TEST01')
    const list = await page.context().newPage()
    await list.goto('/dashboard/payments')
    const charges = list
      .getByRole('list', { name: /^(To be paid|Being checked|Paid)$/ })
      .getByRole('listitem')
    await expect(charges.getByText('Being checked')).toBeVisible()
    await gateway.receive('M-PESA', mpesaMessage('QKS1TEST01', '26,000.00', '126,000.00'))
    await expect(charges.getByText('Paid', { exact: true })).toBeVisible()
    await expect(charges.getByRole('button', { name: /^Receipt / })).toBeVisible()

    // The SMS comes before the claim: an admin sees it, and the claim is paid at once.
    await order(page, 'sms-kwanza.com')
    await expect(charges.getByText('To be paid')).toBeVisible()
    await admin.goto('/admin/payments')
    await gateway.receive('M-PESA', mpesaMessage('QKS1TEST02', '26,000.00', '152,000.00'))
    await expect(admin.getByText('QKS1TEST02')).toBeVisible()
    await expect(charges.getByText('To be paid')).toBeVisible()
    await claim(page, 'QKS1TEST02')
    await expect(charges.getByText('Paid', { exact: true })).toHaveCount(2)
  } finally {
    await gateway.stop()
  }
})
