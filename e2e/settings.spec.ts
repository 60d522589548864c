import { pngOf } from '../src/features/settings/server/testing/pictures.ts'
import { expect, expectAccessible, newCustomer, rendered, signedIn, test } from './shop.ts'

/** The admin's settings, and their immediate effect on open pages. */

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
  await expect(customer.locator('img[src^="/logos/"]').first()).toBeVisible()
  const file = await customer.locator('img[src^="/logos/"]').first().getAttribute('src')
  // The browser redraws the logo as a PNG, so nothing else of the uploaded file is stored.
  expect(file).toMatch(/\.png$/)
  await expect
    .poll(async () => (await (await shop.visit()).request.get('/')).text(), rendered)
    .toContain('Duka la Asha')

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
  const visitor = await shop.visit()
  await expect
    .poll(async () => {
      await visitor.goto('/support')
      return visitor.getByText('+255 712 345 678').count()
    }, rendered)
    .toBeGreaterThan(0)
})

test('without a WhatsApp number customers see the other contacts of the shop; with one, its chat with the greeting', async ({
  shop,
}) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Baraka Otieno', email: 'baraka.settings@example.com' })
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#contact')
  const contact = admin.getByRole('form', { name: 'Contact' })
  await contact.getByLabel(/WhatsApp number/).fill('')
  await contact.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('WhatsApp: no number is set. Customers see')).toBeVisible()
  await customer.goto('/dashboard/whatsapp')
  await expect(customer.getByText('We are not on WhatsApp yet.')).toBeVisible()
  await expect(customer.getByRole('main').getByRole('link', { name: 'Open the chat' })).toBeVisible()
  await expect(customer.locator('[href*="wa.me"]')).toHaveCount(0)
  await expectAccessible(customer)
  await customer.goto('/dashboard/website-design')
  const main = customer.getByRole('main')
  await expect(main.getByRole('link', { name: /Live Chat/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0)
  await customer.goto('/dashboard/whatsapp')

  await contact.getByLabel(/WhatsApp number/).fill('+255 712 345 678')
  await contact.getByLabel(/greeting/i).fill('Habari, naomba msaada & bei')
  await contact.getByRole('button', { name: 'Save' }).click()
  // The open page follows.
  await expect(customer.getByText('+255 712 345 678')).toBeVisible()
  await expect(customer.getByRole('link', { name: /Open in WhatsApp/ })).toHaveAttribute(
    'href',
    'https://wa.me/255712345678?text=Habari%2C%20naomba%20msaada%20%26%20bei',
  )
  await expect(customer.getByRole('img', { name: 'QR code that opens the chat in WhatsApp' })).toBeVisible()
  await expectAccessible(customer)
  await customer.goto('/dashboard/website-design')
  await expect(main.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:..wa\.me.255712345678.text=/,
  )
  const visitor = await shop.visit()
  await expect
    .poll(async () => {
      await visitor.goto('/support')
      return visitor.locator('a[href^="https://wa.me/255712345678?text=Habari"]').count()
    }, rendered)
    .toBe(1)
})

test('a file that is no picture is refused with an error', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings')
  await admin.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  })
  await expect(admin.getByText("This file can't be used as a logo.")).toBeVisible()
  // The live event arrives before the response to the upload. The late response must not restore a removed logo.
  await admin.route('**/api/admin/settings/logo', async (route) => {
    const answer = await route.fetch()
    await admin.getByRole('button', { name: 'Remove logo' }).waitFor()
    setTimeout(() => void route.fulfill({ response: answer }), 1_000)
  })
  await admin.locator('input[type=file]').setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: pngOf(3000, 900),
  })
  const answered = admin.waitForResponse('**/api/admin/settings/logo')
  await admin.getByRole('button', { name: 'Remove logo' }).click()
  await answered
  await expect(admin.getByRole('button', { name: 'Choose an image' })).toBeVisible()
})

test('two admins who edit the same settings see both values, and no typed text is lost', async ({ shop }) => {
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

  await prices(one).getByLabel('Email address per year ($)').fill('99')
  await one.getByRole('link', { name: 'Messages' }).first().click()
  await expect(one.getByRole('alertdialog')).toContainText('Leave without saving?')
  await one.getByRole('button', { name: 'Cancel' }).click()
  await expect(prices(one).getByLabel('Email address per year ($)')).toHaveValue('99')
  await one.getByRole('link', { name: 'Messages' }).first().click()
  await one.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(one).toHaveURL(/\/admin\/messages$/)
  await shop.sql(`delete from settings`)
})

test('the payment details of the chosen method are shown with the offer', async ({ shop }) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Mwangi', email: 'asha.pays@example.com' })
  await customer.goto('/dashboard/domains')
  await customer.getByLabel('Domain name').fill('lipa-hapa.com')
  await customer.getByRole('button', { name: 'Check', exact: true }).click()
  await customer.getByRole('button', { name: 'Request this: lipa-hapa.com' }).click()
  await expect(customer.getByText('Request sent! Expect feedback within ~10 mins.')).toBeVisible()
  await shop.sql(
    `update requests set status = 'available', stage = 'offered', price = 12, version = version + 1 where subject = 'lipa-hapa.com'`,
  )
  await customer.reload()
  await expect(customer.getByText('Please ask us for the number or account to pay to')).toBeVisible()

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#payments')
  const payments = admin.getByRole('form', { name: 'Ways to pay' })
  const row = payments.getByRole('listitem')
  await row.nth(0).getByText('No account').click()
  await row.nth(3).getByText('No account').click()
  await row.nth(0).getByLabel('Number or account to pay').fill('123456')
  await row
    .nth(0)
    .getByLabel(/Name on the account/)
    .fill('Duka la Asha')
  await row
    .nth(3)
    .getByLabel(/Payment instructions/)
    .fill('CRDB, Mombasa')
  await payments.getByRole('button', { name: 'Save' }).click()
  await expect(row.nth(3).getByText('Please fill this in.')).toBeVisible()
  await row.nth(3).getByLabel('Number or account to pay').fill('0150 222 333')
  await payments.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()

  const pay = customer.getByRole('region', { name: 'Where to pay' })
  await expect(pay.getByRole('button', { name: 'Copy 123456' })).toBeVisible()
  await expect(pay.getByRole('button', { name: 'Copy 12.00' })).toBeVisible()
  await pay.getByText('Bank', { exact: true }).click()
  await expect(pay.getByRole('button', { name: 'Copy 0150 222 333' })).toBeVisible()
  await expect(pay.getByText('CRDB, Mombasa')).toBeVisible()
  await customer.getByRole('button', { name: 'After Payments Click Here to Confirm your Domain' }).click()
  await expect(customer.getByLabel('Payment method')).toHaveValue('Bank')
  await customer.getByLabel('Payment method').fill('vodacom mpesa')
  await expect(pay.getByRole('button', { name: 'Copy 123456' })).toBeVisible()
  await expectAccessible(customer)
})

for (const [phone, language] of [
  [false, 'en'],
  [true, 'sw'],
] as const)
  test(`the settings do not overflow and are accessible: ${phone ? 'phone' : 'desktop'}, ${language}`, async ({
    shop,
  }) => {
    const admin = await shop.visit({ phone })
    await signedIn(admin, shop.admin)
    await admin.context().addCookies([{ name: 'kikoa_language', value: language, url: shop.address }])
    for (const id of [
      'business',
      'contact',
      'payments',
      'prices',
      'endings',
      'accounts',
      'mail',
      'registries',
    ]) {
      await admin.goto(`/admin/settings#${id}`)
      await expect(admin.locator(`#${id}`)).toBeVisible()
      const rows = admin.locator(`#${id} summary`)
      if ((await rows.count()) > 0) await rows.first().click()
      expect(
        await admin.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true)
      await expectAccessible(admin)
    }
  })

test('a URL with a section opens it, and the overview links to what a new shop has to set', async ({
  shop,
}) => {
  await shop.sql(`delete from settings where key like 'payments.%'`)
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#mail')
  await expect(admin.getByRole('heading', { name: 'Email', exact: true })).toBeInViewport()
  await admin.goto('/admin')
  await expect(admin.getByText('Payments: no number or account is set')).toBeVisible()
  const country = admin.getByRole('listitem').filter({ hasText: 'Country: sign-up starts with' })
  await country.getByRole('link', { name: 'Set it up' }).click()
  await expect(admin.getByRole('heading', { name: 'Accounts', exact: true })).toBeInViewport()
  await admin.goto('/admin')
  const payments = admin.getByRole('listitem').filter({ hasText: 'Payments: no number or account' })
  await payments.getByRole('link', { name: 'Set it up' }).click()
  await expect(admin.getByRole('heading', { name: 'Ways to pay' })).toBeInViewport()
})

test('an admin turns off the mails about requests', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#mail')
  const mail = admin.getByRole('form', { name: 'Email' })
  await expect(mail.getByRole('radio', { name: 'Sent', exact: true })).toBeChecked()
  await mail.getByRole('radio', { name: 'Not sent', exact: true }).check()
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()
  await admin.reload()
  await expect(mail.getByRole('radio', { name: 'Not sent', exact: true })).toBeChecked()
  await expectAccessible(admin)
  await mail.getByRole('radio', { name: 'Sent', exact: true }).check()
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved').first()).toBeVisible()
})

test('what was typed in a section stays when another is opened, and the list of sections marks it', async ({
  shop,
}) => {
  const admin = await shop.visit({ phone: true })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#prices')
  const price = admin.getByRole('form', { name: 'Prices' }).getByLabel('Email address per year ($)')
  await price.fill('17')
  const list = admin.getByRole('combobox', { name: 'Sections' })
  await list.selectOption('renewals')
  await expect(price).toBeHidden()
  await expect(list.getByRole('option', { name: 'Prices · Unsaved changes' })).toHaveCount(1)
  await admin.goBack()
  await expect(price).toHaveValue('17')
  await expect(admin.getByText('Unsaved changes').last()).toBeVisible()
})

test('an admin adds a hosting plan, and customers and visitors see it in their language', async ({
  shop,
}) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#prices')
  const prices = admin.getByRole('form', { name: 'Prices' })
  await prices.getByText('Enterprise').click()
  await expect(prices.getByRole('listitem').last().getByLabel('What it includes')).toHaveValue(
    /^Unlimited websites\nFree SSL and backup\n/,
  )
  await prices.getByRole('button', { name: 'Add a plan' }).click()
  const plan = prices.getByRole('listitem').last()
  await plan.getByLabel('Plan name').fill('Duka Kubwa')
  await plan.getByLabel('Monthly ($)').fill('7')
  await plan.getByLabel('Yearly ($)').fill('70')
  await plan.getByLabel('What it includes').fill('Free SSL\nDaily copy | Nakala kila siku')
  await prices.getByRole('button', { name: 'Save' }).click()
  await expect(plan.getByText('Please fill this in.')).toBeVisible()
  await plan.getByLabel('Disk space').fill('900 GB')
  await prices.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()

  const customer = await shop.visit({ language: 'sw' })
  await newCustomer(customer, { name: 'Neema', email: 'own-plan@example.com' })
  await customer.goto('/dashboard/hosting')
  const card = customer
    .getByRole('listitem')
    .filter({ has: customer.getByRole('heading', { name: 'Duka Kubwa' }) })
  for (const text of ['$7.00', 'SSL ya bure', 'Nakala kila siku', 'Nafasi ya diski 900 GB'])
    await expect(card.getByText(text)).toBeVisible()
  await expect
    .poll(async () => (await (await shop.visit()).request.get('/pricing')).text(), rendered)
    .toContain('Daily copy')
  await shop.sql(`delete from settings`)
})
