import { pngOf } from '../../src/server/pictures/testing/pictures.ts'
import { expectFitting } from '../following.ts'
import { callAs } from '../paying.ts'
import { expect, expectAccessible, newCustomer, rendered, signedIn, test } from '../shop.ts'

/** The sections of the settings, and what customers and visitors see of them. */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '77' } })

test('without a WhatsApp number customers see the other contacts of the shop; with one, its chat with the greeting', async ({
  shop,
}) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Baraka Otieno', email: 'baraka.settings@example.com' })
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#contact')
  const contact = admin.getByRole('form', { name: 'Contact' })
  await expect(admin.getByText('WhatsApp: no number is set. Customers see')).toBeVisible()
  await customer.goto('/dashboard/whatsapp')
  await expect(customer.getByText('We are not on WhatsApp yet.')).toBeVisible()
  await expect(customer.getByRole('main').getByRole('link', { name: 'Open the chat' })).toBeVisible()
  await expect(customer.locator('[href*="wa.me"]')).toHaveCount(0)
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
  const link = /<a [^>]*href="https:\/\/wa\.me\/255712345678\?text=Habari/g
  await expect
    .poll(async () => (await (await fetch(`${shop.address}/support`)).text()).match(link), rendered)
    .toHaveLength(1)
})

test('a file that is no picture is refused with an error, and a logo is removed after its upload', async ({
  shop,
}) => {
  const admin = await shop.visit({ serviceWorkers: 'block' })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings')
  await admin.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  })
  await expect(admin.getByText("This file can't be used as a logo.")).toBeVisible()
  // The live event arrives before the response to the upload. Until then a removal would be undone by the response.
  const shown = Promise.withResolvers<void>()
  await admin.route('**/api/admin/settings/logo', async (route) => {
    const response = await route.fetch()
    await shown.promise
    await route.fulfill({ response })
  })
  await admin.locator('input[type=file]').setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: pngOf(3000, 900),
  })
  const remove = admin.getByRole('button', { name: 'Remove logo' })
  await expect(remove).toBeVisible()
  await expect(remove).toBeDisabled()
  shown.resolve()
  await remove.click()
  await expect(admin.getByRole('button', { name: 'Choose an image' })).toBeVisible()
})

test('the payment details of the chosen method are shown with the offer', async ({ shop }) => {
  const customer = await shop.visit({ serviceWorkers: 'block' })
  await newCustomer(customer, { name: 'Asha Mwangi', email: 'asha.pays@example.com' })
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  const { id } = await callAs<{ id: string }>(customer, 'POST', '/api/domain-requests', {
    requested_domain: 'lipa-hapa.com',
  })
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 12 })
  await customer.goto('/dashboard/domains')
  await expect(customer.getByText('Please ask us for the number or account to pay to')).toBeVisible()

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
  await customer.getByLabel('Payment method').selectOption('Another method')
  await expect(customer.getByPlaceholder('M-Pesa, TigoPesa or Bank')).toBeFocused()
  await customer.getByLabel('Payment method').fill('vodacom mpesa')
  await expect(pay.getByRole('button', { name: 'Copy 123456' })).toBeVisible()
  await expectAccessible(customer)

  // The ways to pay arrive late: what is asked for is a choice from the start, as the one form filled above.
  const known = Promise.withResolvers<void>()
  await customer.route('**/api/payment-accounts', async (route) => {
    await known.promise
    await route.continue()
  })
  await customer.evaluate(() => sessionStorage.clear())
  await customer.reload()
  await customer.getByRole('button', { name: 'After Payments Click Here to Confirm your Domain' }).click()
  await customer.getByLabel('Payer name').fill('Asha Mwangi')
  await customer.getByLabel('Receipt number').fill('SIKU1234')
  await expect(customer.getByText('Payment method', { exact: true })).toBeVisible()
  await customer.getByLabel('Payer name').focus()
  await expect(customer.getByLabel('Payment method')).toHaveCount(0)
  known.resolve()
  await expect(customer.getByLabel('Payment method')).toHaveValue('M-Pesa')
  await expect(customer.getByText('This does not look like a receipt number of M-Pesa')).toBeVisible()
  await customer.getByLabel('Payment method').selectOption('Bank')
})

test('the sections do not overflow a phone and are accessible', async ({ shop }) => {
  const admin = await shop.visit({ phone: true, language: 'sw' })
  await signedIn(admin, shop.admin)
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

test('a URL with a section opens it: the mails about requests are turned off there, and the set-up links to what can wait', async ({
  shop,
}) => {
  await shop.sql(`delete from settings where key like 'payments.%'`)
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#mail')
  await expect(admin.getByRole('heading', { name: 'Email', exact: true })).toBeInViewport()
  const mail = admin.getByRole('form', { name: 'Email' })
  await expect(mail.getByRole('radio', { name: 'Sent', exact: true })).toBeChecked()
  await mail.getByRole('radio', { name: 'Not sent', exact: true }).check()
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()
  await admin.reload()
  await expect(mail.getByRole('radio', { name: 'Not sent', exact: true })).toBeChecked()

  await admin.goto('/admin')
  const setUp = admin.getByRole('region', { name: 'Set up your shop' })
  await expect(setUp.getByRole('button', { name: /^Ways to pay/ })).toContainText('Required')
  await setUp.getByRole('link', { name: 'Tax and invoices' }).click()
  await expect(admin.getByRole('heading', { name: 'Invoices and tax', exact: true })).toBeInViewport()
})

test('what was typed in a section stays when another is opened or while it is saved, and the list of sections marks it', async ({
  shop,
}) => {
  const admin = await shop.visit({ phone: true, serviceWorkers: 'block' })
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

  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  await admin.route('**/api/admin/settings', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  const saving = admin.waitForRequest((request) => request.method() === 'PATCH')
  await admin.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
  await saving
  await price.fill('18')
  answer()
  await expect(admin.getByText('Settings saved')).toBeVisible()
  await expect(price).toHaveValue('18')
  await expect(admin.getByText('Unsaved changes').last()).toBeVisible()
  const { values } = await callAs<{ values: Record<string, unknown> }>(admin, 'GET', '/api/admin/settings')
  expect(values['catalogue.email']).toBe(17)
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
    .poll(async () => (await fetch(`${shop.address}/pricing`)).text(), rendered)
    .toContain('Daily copy')
})

test('a closed row says all that it has, on the narrowest phone', async ({ shop }) => {
  const admin = await shop.visit({ phone: true })
  await admin.setViewportSize({ width: 360, height: 780 })
  await signedIn(admin, shop.admin)
  const own = { price: 12.5, renewal: 15.25, years: 3, needs: '', searched: true, shown: true }
  const values = { 'catalogue.domains': ['com', 'co.tz'].map((ending) => ({ ending, ...own })) }
  await callAs(admin, 'PATCH', '/api/admin/settings', { values, versions: {} })
  for (const id of ['endings', 'prices']) {
    await admin.goto(`/admin/settings#${id}`)
    const summaries = admin.locator(`#${id} summary > span:last-child:visible`)
    await expect(summaries.first()).toBeVisible()
    const cut = await summaries.evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map(({ textContent }) => textContent),
    )
    expect([id, cut]).toEqual([id, []])
    await expectFitting(admin, `/admin/settings#${id}`)
  }
})
