import { expect, expectAccessible, logIn, signedIn, test } from '../shop.ts'

/** An owner gives an admin a role, and the admin sees the screens of that role only. */

test('somebody of the support sees what belongs to it, and a new role applies to the open page', async ({
  shop,
}) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Roles and permissions' }).click()
  const payments = page.getByRole('row').filter({ hasText: 'Payments, invoices and exports' })
  await expect(payments.getByText('Edit')).toHaveCount(3)
  await expect(payments.getByText('No access')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to users' }).click()

  const account = { email: 'support@example.com', password: 'Pwani-Mawimbi-4' }
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await form.getByLabel('Full name').fill('Neema Support')
  await form.getByLabel('Email').fill(account.email)
  await form.getByLabel('Role', { exact: true }).selectOption({ label: 'Admin' })
  await form.getByLabel('Staff role').selectOption({ label: 'Support' })
  await form.getByLabel('Password', { exact: false }).first().fill(account.password)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create account' }).click()
  const details = page.getByRole('region', { name: 'Neema Support', exact: true })
  await expect(details.getByText('Support', { exact: true }).first()).toBeVisible()

  const neema = await shop.visit()
  await logIn(neema, account)
  await expect(neema).toHaveURL(/\/admin$/)
  const navigation = neema.getByRole('navigation').first()
  await expect(navigation.getByRole('link', { name: 'Messages' })).toBeVisible()
  await navigation.getByRole('button', { name: 'System' }).click()
  await expect(navigation.getByRole('link', { name: 'Mail', exact: true })).toBeVisible()
  for (const name of ['Payments', 'Users', 'Settings', 'Operations'])
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveCount(0)
  await expectAccessible(neema)
  // The server refuses what the page asks for before the new role reaches it.
  await shop.failing(async () => {
    await neema.goto('/admin/payments')
    await expect(neema.getByText('Your role does not give access to this screen')).toBeVisible()
    await expectAccessible(neema)

    await details.getByRole('button', { name: 'Change staff role' }).click()
    const question = page.getByRole('alertdialog', { name: 'Change staff role' })
    await question.getByLabel('Staff role').selectOption({ label: 'Finance' })
    await expect(question.getByText('Confirms payments, makes refunds and issues invoices.')).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Change staff role' }).click()
    await expect(page.getByText('Neema Support now has the role Finance.')).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Payments', exact: true })).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Messages', exact: true })).toHaveCount(0)
  })
})
