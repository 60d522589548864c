import type { Locator } from '@playwright/test'
import { openSmtp } from '../../src/app/testing/smtp.ts'
import { expect, expectAccessible, test } from '../shop.ts'

/** An owner without a shell gets an empty shop ready for its first sale, from the log-in to a test sale that is gone again. */

// A server of its own: the shop is empty. The mail server of the test is on loopback.
test.use({ settings: { RATE_LIMIT_SCALE: '61', OUTBOUND_ALLOW: '127.0.0.1/32' } })

const MOST_CLICKS = 18

test('the first day takes at most 18 clicks, and ends with a received mail and a test sale removed again', async ({
  shop,
}) => {
  test.slow()
  const smtp = await openSmtp()
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const choose = async (field: Locator, value: string) => {
    clicks += 1
    await field.selectOption(value)
  }
  const page = await shop.visit()
  try {
    await page.goto('/login')
    await page.getByLabel('Email').fill(shop.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(shop.admin.password)
    await click(page.getByRole('button', { name: 'Login' }))
    const setUp = page.getByRole('region', { name: 'Set up your shop' })
    const form = (name: string) => setUp.getByRole('form', { name })
    const done = (name: string) =>
      expect(setUp.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText('Done')
    await expect(setUp).toBeVisible()
    await expectAccessible(page)

    const currency = form('Change the currency')
    await choose(currency.getByLabel('New currency'), 'TZS')
    await currency.getByLabel('1 USD in TZS').fill('2600')
    await currency.getByLabel('Round prices to').fill('100')
    await click(currency.getByRole('button', { name: 'Save' }))
    await done('Currency')
    await expect(setUp.getByRole('button', { name: /^Prices and renewals/ })).toContainText('Required')

    const business = form('Name and contact')
    await business.getByLabel('Business name').fill('Duka la Asha')
    await business.getByLabel('Phone').fill('+255 712 345 678')
    // The country of the currency is proposed.
    await expect(business.getByRole('combobox', { name: 'Country' })).toHaveValue(/^Tanzania/)
    await click(business.getByRole('button', { name: 'Save' }))
    await done('Name and contact')

    const ways = form('Ways to pay')
    await ways.getByRole('group', { name: 'M-Pesa' }).getByLabel('Number or account to pay').fill('5551234')
    await click(ways.getByRole('button', { name: 'Save' }))
    await done('Ways to pay')

    const prices = form('Prices and renewals')
    await expect(prices.getByLabel('.com · Each further year (TSh)')).toHaveValue('26000')
    await prices.getByLabel('.co.tz · First year (TSh)').fill('35000')
    await expectAccessible(page)
    await click(prices.getByRole('button', { name: 'Save these prices' }))
    await done('Prices and renewals')

    const mail = form('Mail server')
    await choose(mail.getByLabel('Email service'), 'own')
    await mail.getByLabel('Sender').fill('duka@shop.example.com')
    await mail.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await mail.getByLabel('Port').fill(new URL(smtp.url).port)
    await mail.getByLabel('Encryption').selectOption('none')
    await click(mail.getByRole('button', { name: 'Save and send me a test email' }))
    await done('Email')
    await expect(setUp.getByText(`The server accepted a test email for ${shop.admin.email}`)).toBeVisible()
    const received = smtp.accepted.find(({ to }) => to?.[0]?.address === shop.admin.email)!
    expect([received.from?.name, received.subject]).toEqual(['Duka la Asha', 'Test email from Duka la Asha'])

    const you = form('You')
    await you.getByLabel('Full name').fill('Asha Mwangi')
    await you.getByLabel('Phone number').fill('0712 345 678')
    await expect(you.getByLabel('Email me when there is new work')).toBeChecked()
    await click(you.getByRole('button', { name: 'Save' }))
    await done('You')

    await expectAccessible(page)
    await click(setUp.getByRole('button', { name: 'Publish these texts' }))

    const ready = page.getByRole('region', { name: 'Your shop is ready' })
    await expect(ready.getByText('7 of 7 done')).toBeVisible()
    await click(ready.getByRole('button', { name: 'Start a test sale' }))
    const card = page.getByRole('listitem').filter({ hasText: /test-sale-[\da-f]{4}\.com/ })
    await expect(card.first()).toContainText('TSh 26,000')
    // What is to be paid, and where, is there before it is claimed: it moves the button that is pressed.
    await expect(card.first().getByRole('button', { name: 'Copy 5551234' })).toBeVisible()
    await click(page.getByRole('button', { name: 'After Payments Click Here to Confirm your Domain' }))
    await page.getByLabel('Payer name').fill('Asha Mwangi')
    await page.getByLabel('Receipt number').fill('JARIBIO1')
    await page.getByLabel('Payment method').selectOption('M-Pesa')
    await click(page.getByRole('button', { name: 'Submit payment' }))
    await expect(page.getByText('Please wait for domain propagation...')).toBeVisible()

    clicks += 1
    await page.goBack()
    await expect(ready).toBeVisible()
    await expectAccessible(page)
    await click(ready.getByRole('link', { name: 'Check it as an admin' }))
    await expect(page.getByText('Test sale', { exact: true }).first()).toBeVisible()
    await click(page.getByRole('button', { name: 'Activate', exact: true }))
    await expect(page.getByText('Request updated')).toBeVisible()

    await click(page.getByRole('link', { name: 'Admin Dashboard' }))
    await click(ready.getByRole('button', { name: 'Remove the test sale' }))
    await expect(page.getByText('The test sale and everything that belongs to it are removed.')).toBeVisible()
    await expect(ready.getByRole('button', { name: 'Start a test sale' })).toBeVisible()
    await page.goto('/dashboard/domains')
    await expect(page.getByText('No domains yet')).toBeVisible()
    await expect(page.getByText(/test-sale/)).toHaveCount(0)

    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  } finally {
    await smtp.close()
  }
})
