import { expect, expectAccessible, newCustomer, rendered, signedIn, test } from '../shop.ts'

/** The admin's settings, and their immediate effect on open pages. */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '62' } })

test('an admin sets name, logo and contact of the shop, and open pages update', async ({ shop }) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Neema Kimaro', email: 'neema.settings@example.com' })
  await expect(customer.getByRole('link', { name: 'Kikoa' })).toBeVisible()

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings')
  await expect(admin.getByText('WhatsApp: no number is set. Customers see')).toBeVisible()
  const business = admin.getByRole('form', { name: 'Business' })
  await business.getByLabel('Business name').fill('Duka la Asha')
  await expect(business.getByText('Unsaved changes')).toBeVisible()
  await business.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()
  await expect(customer.getByRole('link', { name: 'Duka la Asha' })).toBeVisible()

  await admin.locator('input[type=file]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><script>alert(1)</script><rect width="200" height="60" fill="#0b6b63"/></svg>',
    ),
  })
  await expect(business.getByRole('img', { name: 'Current logo' })).toBeVisible()
  // The browser redraws the logo as a PNG, so nothing else of the uploaded file is stored.
  await expect(customer.locator('img[src^="/logos/"]').first()).toHaveAttribute('src', /\.png$/)

  await admin.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Contact' }).click()
  await expect(business).toBeHidden()
  const contact = admin.getByRole('form', { name: 'Contact' })
  await contact.getByLabel(/WhatsApp number/).fill('12')
  await contact.getByRole('button', { name: 'Save' }).click()
  await expect(contact.getByText('Please enter the number with its country code')).toBeVisible()
  await expect(contact.getByLabel(/WhatsApp number/)).toBeFocused()
  await contact.getByLabel(/WhatsApp number/).fill('+255 712 345 678')
  await contact.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('WhatsApp: no number is set. Customers see')).toBeHidden()

  // The public pages are rendered again.
  const support = async () => (await fetch(`${shop.address}/support`)).text()
  await expect.poll(support, rendered).toContain('+255 712 345 678')
  const visitor = await shop.visit()
  await visitor.goto('/support')
  await expect(visitor.getByText('+255 712 345 678').first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Duka la Asha' }).first()).toBeVisible()
})

test('two admins who edit the same prices see both values, no typed text is lost, and customers see the saved price', async ({
  shop,
}) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Juma Otieno', email: 'juma.prices@example.com' })
  await customer.goto('/dashboard/emails')
  const [one, other] = [await shop.visit(), await shop.visit()]
  for (const page of [one, other]) {
    await signedIn(page, shop.admin)
    await page.goto('/admin/settings#prices')
  }
  const prices = (page: typeof one) => page.getByRole('form', { name: 'Prices' })
  await prices(other).getByLabel('Email address per year ($)').fill('14')
  await prices(one).getByLabel('Email address per year ($)').fill('12.50')
  await prices(one).getByRole('button', { name: 'Save' }).click()
  await expect(one.getByText('Settings saved')).toBeVisible()

  await prices(other).getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Someone else saved these settings while you were editing.')).toBeVisible()
  await expect(prices(other).getByRole('cell', { name: '$12.50' })).toBeVisible()
  await expect(prices(other).getByRole('cell', { name: '$14.00' })).toBeVisible()
  await expect(prices(other).getByLabel('Email address per year ($)')).toHaveValue('14')
  await expectAccessible(other)
  await prices(other).getByRole('button', { name: 'Overwrite with my' }).click()
  await expect(prices(one).getByLabel('Email address per year ($)')).toHaveValue('14.00')
  await expect(customer.getByText('$14.00 per address per year')).toBeVisible(rendered)

  await prices(one).getByLabel('Email address per year ($)').fill('99')
  await one.getByRole('link', { name: 'Messages' }).first().click()
  await expect(one.getByRole('alertdialog')).toContainText('Leave without saving?')
  await one.getByRole('button', { name: 'Cancel' }).click()
  await expect(prices(one).getByLabel('Email address per year ($)')).toHaveValue('99')
  await one.getByRole('link', { name: 'Messages' }).first().click()
  await one.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(one).toHaveURL(/\/admin\/messages$/)
})
