import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** An admin helps a customer, bans and unbans the account, and deletes it. */

test('an admin finds an account, changes it, and the change applies immediately', async ({ shop }) => {
  const email = 'neema.team@example.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Neema Team', email })
  await expect(customer).toHaveURL(/\/dashboard$/)

  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
  await page.getByLabel('Search').fill('neema team')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: shop.admin.email })).toHaveCount(0)
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Manage Neema Team' }).click()
  const details = page.getByRole('region', { name: 'Neema Team', exact: true })
  await expect(details.getByText('Signed up')).toBeVisible()
  await expectAccessible(page)

  // Without a mail server the admin gets the link and passes it to the customer.
  await details.getByRole('button', { name: 'Recover password' }).click()
  const link = page.getByRole('dialog', { name: 'Recovery link' })
  await expect(link.getByText('/auth/v1/verify?token=')).toBeVisible()
  await expectAccessible(page)
  await link.getByRole('button', { name: 'Close' }).click()

  await details.getByRole('button', { name: 'Ban', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Ban' })
  await question.getByLabel('Duration').selectOption({ label: 'For a day' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(page.getByText('Neema Team is banned.')).toBeVisible()
  await expect(details.getByText('Banned Neema Team')).toBeVisible()
  await customer.goto('/dashboard/domains')
  await expect(customer).toHaveURL(/\/login/)

  await details.getByRole('button', { name: 'Unban' }).click()
  await expect(page.getByText('Neema Team can log in again.')).toBeVisible()
  await expect(details.getByText('Lifted the ban on Neema Team')).toBeVisible()

  await details.getByRole('button', { name: 'Delete account' }).click()
  const last = page.getByRole('alertdialog', { name: 'Delete account' })
  await expect(last.getByText("You can't undo this.")).toBeVisible()
  await last.getByRole('button', { name: 'Delete account' }).click()
  await expect(details).toBeHidden()
  await expect(page.getByText('No accounts match.')).toBeVisible()
  await expectAccessible(page)
})
