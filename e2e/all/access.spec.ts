import { expect, expectAccessible, insertRequest, newCustomer, PASSWORD, signedIn, test } from '../shop.ts'

/** What is handed over with a service: from the admin's activation to the secret that the customer sees once. */

test.use({ settings: { RATE_LIMIT_SCALE: '73' } })

const SECRET = 'Twiga-1-anakimbia'

test('an admin activates with details and a secret, and the customer sees it once', async ({ shop }) => {
  const [address, email] = ['info@kabidhi.com', 'kabidhi@example.com']
  const customer = await shop.visit({ phone: true })
  await newCustomer(customer, { name: 'Zawadi Kimaro', email })
  await insertRequest(shop, email, 'email', address, 'available', 'offered')

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/emails')
  await admin.getByRole('button', { name: `Review ${address}` }).click()
  const form = admin.getByRole('form', { name: `Review ${address}` })
  await form.getByLabel('Status', { exact: true }).selectOption('YOUR EMAIL IS ACTIVE NOW')
  // They are open: the customer needs them.
  await form.getByLabel('Webmail').fill('webmail.example.com')
  await form.getByLabel('Incoming mail (IMAP)').fill('imap.example.com')
  await form.getByLabel('IMAP port').fill('993')
  await form.getByLabel('Outgoing mail (SMTP)').fill('smtp.example.com')
  await form.getByLabel('Password', { exact: true }).fill(SECRET)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter an address that begins with https://.')).toBeVisible()
  await form.getByLabel('Webmail').fill('https://webmail.example.com/login')
  await expectAccessible(admin)
  await customer.goto('/dashboard/emails')
  await form.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click()

  // The address appears at once, with a page of its own.
  await customer.getByRole('link', { name: address, exact: true }).click()
  await expect(customer.getByRole('heading', { name: 'Settings for mail apps' })).toBeVisible()
  await expect(customer.getByRole('link', { name: 'Open webmail' })).toHaveAttribute(
    'href',
    'https://webmail.example.com/login',
  )
  await expect(customer.getByRole('button', { name: 'Copy imap.example.com' })).toBeVisible()
  await expectAccessible(customer)

  await customer.getByRole('button', { name: 'Show Password' }).click()
  const dialog = customer.getByRole('dialog')
  await dialog.getByLabel('Your Kikoa account password').fill('Wrong-password-9')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Your Kikoa account password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(dialog.getByText(SECRET)).toBeVisible()
  await expect(dialog.getByText('Copy it now. When you close this, it is gone.')).toBeVisible()
  await expectAccessible(customer)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect(customer.getByText(SECRET)).toBeHidden()
  await customer.reload()
  await expect(customer.getByText('Lost it? Ask us for a new one.')).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Show Password' })).toBeHidden()
  await expect(customer.getByText(SECRET)).toBeHidden()

  // The admin sees that it was shown, corrects a detail, and sets another secret; the customer sees both at once.
  await admin.goto('/admin/services')
  await admin.getByRole('link', { name: address, exact: true }).click()
  await expect(admin.getByText(/Shown on \d/)).toBeVisible()
  await admin.getByRole('button', { name: 'Change these details' }).click()
  await expect(admin.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  await admin.getByRole('textbox', { name: 'IMAP port' }).fill('143')
  await admin.getByRole('textbox', { name: 'Password' }).fill('Second-1-secret')
  await admin.getByRole('button', { name: 'Save details' }).click()
  await expect(admin.getByText(`The details of ${address} are saved.`)).toBeVisible()
  await expect(admin.getByText('Set, not yet shown')).toBeVisible()
  await expect(admin.getByRole('listitem').filter({ hasText: `Opened a secret of ${address}` })).toBeVisible()
  await expectAccessible(admin)
  await expect(customer.getByRole('button', { name: 'Copy 143' })).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Show Password' })).toBeVisible()
  const { text } = await shop.mailTo(email, 2)
  expect(text).toContain('143')
  expect(text).not.toContain('Second-1-secret')
})
