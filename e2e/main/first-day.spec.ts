import type { Locator } from '@playwright/test'
import { openSmtp } from '../../src/app/testing/smtp.ts'
import { expect, expectAccessible, newCustomer, rendered, signedIn, test } from '../shop.ts'

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
    await expect(setUp.getByText(`The server took a test email for ${shop.admin.email}`)).toBeVisible()
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
    await click(page.getByRole('button', { name: 'After Payments Click Here to Confirm your Domain' }))
    await page.getByLabel('Payer name').fill('Asha Mwangi')
    await page.getByLabel('Receipt number').fill('JARIBIO1')
    await page.getByLabel('Payment method').fill('M-Pesa')
    await click(page.getByRole('button', { name: 'Submit payment' }))
    await expect(page.getByText('Please wait for domain propagation...')).toBeVisible()

    clicks += 1
    await page.goBack()
    await expect(ready).toBeVisible()
    await expectAccessible(page)
    await click(ready.getByRole('link', { name: 'Check it as an admin' }))
    await expect(page.getByText('Test sale: no money counts for it').first()).toBeVisible()
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

test('a shop that is not open yet says so, and what its owner published is at the foot and in the sign-up', async ({
  shop,
}) => {
  test.slow()
  const admin = await shop.visit()
  const visitor = await shop.visit()
  await signedIn(admin, shop.admin)
  await visitor.goto('/')
  await expect(visitor.getByText('Opening soon.')).toHaveCount(0)
  expect((await visitor.request.get('/privacy')).status()).toBe(404)
  await shop.sql(
    `insert into settings (key, value) values ('legal.privacy', $1) on conflict (key) do update set value = excluded.value, version = settings.version + 1`,
    [JSON.stringify({ en: 'Template\n# What we keep\n- Your name', sw: 'Kiolezo\n# Tunachotunza' })],
  )
  await admin.goto('/admin')
  const isClosed = admin.getByRole('checkbox', { name: 'Not open yet' })
  await isClosed.check()
  await expect(isClosed).toBeChecked()

  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText('Opening soon.')).toBeVisible({ timeout: 1000 })
    await expect(visitor.getByRole('link', { name: 'Privacy' })).toBeVisible({ timeout: 1000 })
  }).toPass(rendered)
  await expectAccessible(visitor)
  await visitor.getByRole('link', { name: 'Privacy' }).click()
  await expect(visitor.getByRole('heading', { name: 'What we keep' })).toBeVisible()
  await expectAccessible(visitor)

  await visitor.goto('/signup')
  await visitor.getByRole('button', { name: 'Sign Up' }).click()
  await expect(visitor.getByText('Please accept this first.')).toBeVisible()
  await expectAccessible(visitor)
  await newCustomer(visitor, { name: 'Juma', email: 'juma@example.com' })
  await visitor.goto('/dashboard/domains')
  await visitor.getByLabel('Domain name').fill('mapema.com')
  await visitor.getByRole('button', { name: 'Check', exact: true }).click()
  await visitor.getByRole('button', { name: 'Request this: mapema.com' }).click()
  await expect(
    visitor.getByText('Failed to submit request. We are not open yet. Please come back soon.'),
  ).toBeVisible()
  await isClosed.uncheck()
  await expect(isClosed).not.toBeChecked()
})
