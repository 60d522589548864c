import type { Page } from '@playwright/test'
import { expect, expectAccessible, newCustomer, signedIn, test, insertService } from '../shop.ts'

/** An admin finds a customer and manages their domains in the customer's name. */

/** From the customer's page to the customer's own screens. */
async function actFor(admin: Page) {
  await admin.getByRole('main').getByRole('button', { name: 'Actions' }).click()
  await admin.getByRole('link', { name: 'Act for this customer' }).click()
}

test('an admin finds a customer and manages their domains, on a phone', async ({ shop }) => {
  const name = 'Rehema Salim'
  const domain = 'rehema-salim.com'
  const customer = await shop.visit()
  await newCustomer(customer, {
    name,
    email: 'rehema.salim@example.com',
    business: 'Duka la Rehema',
  })
  await customer.goto('/dashboard/domains')

  const admin = await shop.visit({ phone: true })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/profiles')
  await admin.getByLabel('Find a customer').fill('nobody at all')
  await expect(
    admin.getByText('No customer matches this name, email, phone number or country.'),
  ).toBeVisible()
  await admin.getByLabel('Find a customer').fill(name.toLowerCase())
  const found = admin.getByRole('link', { name: 'Duka la Rehema', exact: true })
  await expect(found).toBeVisible()
  await expectAccessible(admin)
  await found.click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Duka la Rehema', exact: true })).toBeVisible()
  await expectAccessible(admin)
  await actFor(admin)
  await expect(admin.getByRole('heading', { level: 1, name: `Domains of Duka la Rehema` })).toBeVisible()
  await expect(admin.getByText(`You are acting for Duka la Rehema.`)).toBeVisible()

  await admin.getByLabel('Domain name').fill('  ')
  await admin.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(admin.getByText('Please enter a domain name.')).toBeVisible()
  await admin.getByLabel('Domain name').fill(domain)
  await admin.getByRole('button', { name: 'Check', exact: true }).click()
  await admin.getByRole('button', { name: `Request this: ${domain}`, exact: true }).click()
  await expect(admin.getByText('Request sent! Expect feedback within ~10 mins.')).toBeVisible()
  const theirs = customer.getByRole('heading', { name: domain })
  await expect(theirs).toBeVisible()

  await shop.sql(
    `update requests set status = 'available', stage = 'offered', price = 12, version = version + 1 where subject = $1`,
    [domain],
  )
  await admin.reload()
  await admin.getByRole('button', { name: 'After Payments Click Here to Confirm your Domain' }).click()
  await admin.getByLabel('Payer name').fill(name)
  await admin.getByLabel('Receipt number').fill('UL-1')
  await admin.getByLabel('Payment method').fill('Bank')
  await admin.getByRole('button', { name: 'Submit payment' }).click()
  await expect(admin.getByText('Payment info submitted!')).toBeVisible()
  await expect(customer.getByText('Please wait for domain propagation...')).toBeVisible()

  await admin.context().addCookies([{ name: 'kikoa_language', value: 'sw', url: shop.address }])
  for (const path of [new URL(admin.url()).pathname, '/admin/profiles']) {
    await admin.goto(path)
    await expect(admin.getByText('Duka la Rehema').first()).toBeVisible()
    await expect(admin.locator('[aria-busy=true]')).toHaveCount(0)
    expect(
      await admin.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    ).toBe(true)
    await expectAccessible(admin)
  }
})

test('the URL of an unknown customer shows an error', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/profiles/018f0000-0000-7000-8000-000000000000')
  await expect(admin.getByText('This customer does not exist.')).toBeVisible()
  await expect(admin.getByText('Failed to load profiles').first()).toBeVisible()
})

test('an admin releases an expired name, and the customer no longer has it', async ({ shop }) => {
  const email = 'released@example.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Salma Omari', email })
  await insertService(shop, email, 'domain', 'salma-expired.com', -1)
  await insertService(shop, email, 'domain', 'salma-kept.com', 90)
  await customer.goto('/dashboard/domains')
  const theirs = customer.getByRole('row').filter({ hasText: 'salma-expired.com' })
  await expect(theirs.getByRole('button', { name: 'Renew Domain: salma-expired.com' })).toBeVisible()
  // The customer's own screen does not offer this.
  await expect(theirs.getByRole('button')).toHaveCount(1)

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.getByRole('link', { name: 'User List' }).click()
  await expect(admin).toHaveURL(/\/admin\/profiles$/)
  await admin.getByLabel('Find a customer').fill(email)
  // Before, the row may move from under the pointer.
  await expect(admin.getByText('1 of 1')).toBeVisible()
  await admin.getByRole('link', { name: 'Salma Omari', exact: true }).click()
  await expect(admin.getByRole('link', { name: 'salma-kept.com' })).toBeVisible()
  await actFor(admin)
  await expect(admin.getByRole('row').filter({ hasText: 'salma-kept.com' })).toContainText('Active')
  await expect(admin.getByRole('button', { name: 'Release salma-kept.com' })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Release salma-expired.com' }).click()
  await expectAccessible(admin)
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click()
  await expect(admin.getByText('salma-expired.com is released.')).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: 'salma-expired.com' })).toHaveCount(0)
  await expect(theirs).toHaveCount(0)
})
