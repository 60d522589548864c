import { readFile } from 'node:fs/promises'
import { callAs } from '../paying.ts'
import {
  clickButton,
  expect,
  expectAccessible,
  expectText,
  insertService,
  newCustomer,
  signedIn,
  test,
} from '../shop.ts'

/** What a customer needs to use an address or a plan: from the row in the inbox to the phone that is set up. */

// A server of its own: the settings are those of all services.
test.use({ settings: { RATE_LIMIT_SCALE: '87' } })

test('details that are missing wait in the inbox, and the customer gets all that a phone needs', async ({
  shop,
}) => {
  const [address, email] = ['info@mipangilio.com', 'mipangilio@example.com']
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Zawadi Kimaro', email })
  await insertService(shop, email, 'email', address, 200)
  await customer.goto('/dashboard/emails')
  await customer.getByRole('link', { name: address, exact: true }).click()
  await expectText(customer, "We haven't entered the details for this yet.")
  await expectText(customer, 'No payments for this yet.')

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/inbox?kind=details')
  const row = admin.getByRole('row').filter({ hasText: address })
  await row.getByRole('button', { name: `Review ${address}` }).click()
  await admin.getByLabel('Incoming mail (IMAP)').fill('imap.example.com')
  await admin.getByLabel('Outgoing mail (SMTP)').fill('smtp.example.com')
  await admin.getByLabel('SMTP port').fill('587')
  await expectAccessible(admin)
  await clickButton(admin, 'Save details')
  await expect(row).toBeHidden()

  // The customer's open page has it at once, and so has a phone that is not signed in.
  const outgoing = customer.getByRole('region', { name: 'Outgoing mail (SMTP)' })
  await expect(outgoing.getByRole('button', { name: 'Copy smtp.example.com' })).toBeVisible()
  await expect(outgoing.getByText('STARTTLS')).toBeVisible()
  await expect(customer.getByRole('img', { name: 'QR code with these settings' })).toBeVisible()
  await expect(customer.getByText("We haven't entered the details")).toBeHidden()
  await expectAccessible(customer)
  const profile = customer.getByRole('link', { name: 'Download profile' })
  const token = (await profile.getAttribute('href'))!.split('/')[3]!
  const phone = await shop.visit({ phone: true })
  await phone.goto(`/mail-settings/${token}`)
  await expect(phone.getByRole('heading', { name: address })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Copy imap.example.com' })).toBeVisible()
  await expectAccessible(phone)
  const download = phone.waitForEvent('download')
  await phone.getByRole('link', { name: 'Download profile' }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain('<string>imap.example.com</string>')
  await phone.goto(`/mail-settings/${token.slice(0, -2)}`)
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('the settings of the shop are enough for all plans', async ({ shop }) => {
  const [plan, email] = ['Basic · mipango.com', 'mipango@example.com']
  const customer = await shop.visit({ phone: true })
  await newCustomer(customer, { name: 'Rehema Salum', email })
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  const asked = { plan_name: 'Basic', billing_period: 'monthly', website: 'mipango.com' }
  const { id } = await callAs<{ id: string }>(customer, 'POST', '/api/hosting-requests', asked)
  for (const status of ['approved', 'active'])
    await callAs(admin, 'PATCH', `/api/admin/hosting-requests/${id}`, { status, price: 5.99 })
  await admin.goto('/admin/inbox?kind=details')
  const row = admin.getByRole('row').filter({ hasText: plan })
  await row.getByRole('button', { name: `Review ${plan}` }).click()
  await admin.getByRole('link', { name: 'Set for all services' }).click()
  const form = admin.getByRole('form', { name: 'Hosting servers' })
  await form.getByLabel('Control panel').fill('https://panel.example.com')
  await form.getByLabel('Nameservers').fill('ns1.example.com, ns2.example.com')
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectText(admin, 'Settings saved')
  await admin.goto('/admin/inbox?kind=details')
  await expectText(admin, 'Nothing of this kind is waiting')

  await customer.goto('/dashboard/hosting')
  await customer.getByRole('link', { name: plan, exact: true }).click()
  await expect(customer.getByRole('link', { name: 'Open control panel' })).toHaveAttribute(
    'href',
    'https://panel.example.com',
  )
  await expect(customer.getByRole('button', { name: 'Copy ns2.example.com' })).toBeVisible()
  await expectText(customer, '50 GB')
  await expectAccessible(customer)
})
