import { opened } from '../reviewing.ts'
import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** The admins' list of sent mails, and the DNS records that prove the sender. */

test('an admin sees the mails and sends a test mail, on a phone', async ({ shop }) => {
  const customer = await shop.visit()
  const email = 'a-rather-long-name-of-somebody@mail.shop.example.com'
  await newCustomer(customer, { name: 'Asha Mwangi', email })

  const admin = await shop.visit({ phone: true })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/mail')
  await expect(admin.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  await shop.sql(
    `insert into mails (id, kind, recipient, state, data, reason, attempts, expires_at)
     values (gen_random_uuid(), 'request-activated', $1, 'failed', '{"product":"domain","subject":"asha.com","renewal":false}', '550 5.1.1 no such mailbox', 1, now() + interval '1 hour')`,
    [email],
  )
  await admin.getByRole('button', { name: 'Send a test email' }).click()
  await expect(admin.getByRole('heading', { name: 'Email deliverability' })).toBeVisible()
  await expect(admin.getByText('No mail server is set', { exact: false })).toBeVisible()
  const table = admin.getByRole('table', { name: 'Mail' })
  await expect(table.getByText('Test email').first()).toBeVisible()

  await admin.getByLabel('Address').fill(email.slice(0, 12))
  const row = table.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: `Details of ${email}` }).click()
  await expect(opened(admin).getByText('550 5.1.1 no such mailbox')).toBeVisible()
  await expect(table.getByText('Test email')).toHaveCount(0)
  await expectAccessible(admin)
  await opened(admin)
    .getByRole('button', { name: `Send again to ${email}` })
    .click()
  // Without a mail server the mail is written to a file and not sent.
  await expect(opened(admin).getByText('Written to file', { exact: true })).toBeVisible()
  await opened(admin).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(row.getByText('Written to file', { exact: true })).toBeVisible()
  await expect(row.getByText('Sent', { exact: true })).toHaveCount(0)

  await admin.getByLabel('Address').fill('no one')
  await expect(admin.getByText('No emails match.')).toBeVisible()
  await expectAccessible(admin)
})
