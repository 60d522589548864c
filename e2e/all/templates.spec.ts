import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** The owner's own words in mails, the search in the settings, and the list of a new shop. */

// A server of its own: the settings are counted.
test.use({ settings: { RATE_LIMIT_SCALE: '64' } })

test('an admin rewrites a mail in both languages, sees it before it is sent, and goes back to the default', async ({
  shop,
}) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#mail')
  await admin.getByRole('link', { name: 'Edit the email templates' }).click()
  await expect(admin.getByRole('heading', { name: 'Email templates' })).toBeVisible()
  const form = admin.getByRole('form', { name: 'Ready for payment' })
  const english = form.getByRole('group', { name: 'English' })
  await english.getByLabel('Subject').fill('Dear ')
  await english.getByRole('button', { name: "Customer's name" }).click()
  await expect(english.getByLabel('Subject')).toHaveValue('Dear {name}')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(english.getByText('Please add {subject}')).toBeVisible()
  await english.getByLabel('Subject').press('End')
  await english.getByLabel('Subject').pressSequentially(': ')
  await english.getByRole('button', { name: 'Product or order' }).click()
  await english.getByLabel('Text').fill('Pay {amount}.\n<script>alert(1)</script>')

  const preview = admin.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('pre')).toContainText('<script>alert(1)</script>')
  await expect(preview.getByText(/^Dear Asha Mushi: mamaasha/).first()).toBeVisible()
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Ready for payment Edited' })).toBeVisible()

  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Neema Kimaro', email: 'neema.letters@example.com' })
  await shop.sql(
    `insert into mails (id, kind, recipient, user_id, language, data, expires_at)
     select gen_random_uuid(), 'request-offered', email, id, 'en', $1, now() + interval '1 day'
       from profiles where email = 'neema.letters@example.com'`,
    [
      {
        product: 'domain',
        subject: 'neema.co.tz',
        price: { amount: 1200, currency: 'USD' },
        feedback: null,
        pay_to: [],
        reference: null,
      },
    ],
  )
  const { text } = await shop.mailTo('neema.letters@example.com')
  expect(text).toContain('Dear Neema Kimaro: neema.co.tz\n\nPay $12.00.\n\n<script>alert(1)</script>')

  await english.getByRole('button', { name: 'Reset to default' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved').first()).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Ready for payment Edited' })).toBeHidden()
  await expect(preview.getByText(/is ready for payment$/).first()).toBeVisible()
})

test('leaving a template with unsaved changes is confirmed', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings/templates/due')
  await admin.getByRole('group', { name: 'Kiswahili' }).getByLabel('Text').fill('Lipa.')
  await admin
    .getByRole('navigation', { name: 'Email templates' })
    .getByRole('link', { name: 'Payment overdue' })
    .click()
  await expect(admin.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('the search finds a setting by the words of its label, and Enter leads to its field', async ({
  shop,
}) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings')
  const search = admin.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('number whatsapp')
  await expect(admin.getByRole('list', { name: 'Search settings' }).getByRole('listitem')).toHaveText([
    'WhatsApp numberContact',
  ])
  await search.press('Enter')
  await expect(admin.getByLabel(/WhatsApp number/)).toBeFocused()
  await search.fill('zzz')
  await expect(admin.getByText('No settings match.')).toBeVisible()
  await expectAccessible(admin)
})

test('a new shop has a set-up with its state, which goes when it is closed', async ({ shop }) => {
  await shop.sql(`delete from settings`)
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin')
  const setUp = admin.getByRole('region', { name: 'Set up your shop' })
  const name = setUp.getByRole('button', { name: /^Name and contact/ })
  await expect(name).toContainText('Required')
  await shop.sql(
    `insert into settings (key, value) values ('business.name', '"Duka"'), ('business.email', '"duka@example.com"'), ('accounts.defaultCountry', '"TZ"')`,
  )
  await admin.reload()
  await expect(name).toContainText('Done')
  await setUp.getByRole('button', { name: 'Close setup' }).click()
  await expect(setUp).toBeHidden()
  await admin.reload()
  await expect(admin.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(setUp).toBeHidden()
})
