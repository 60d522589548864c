import { expect, expectAccessible, logIn, newCustomer, signedIn, test } from '../shop.ts'

/** An admin creates accounts, and manages them on a phone. */

test('an admin creates an account that can log in, and the last admin cannot be removed', async ({
  shop,
}) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(form.getByText('Please fill in this field.').first()).toBeVisible()
  await form.getByLabel('Full name').fill('Juma Otieno')
  await form.getByLabel('Email').fill('juma@example.com')
  await form.getByLabel('Password', { exact: false }).first().fill('Pwani-Mawimbi-4')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create account' }).click()
  const made = page.getByRole('region', { name: 'Juma Otieno', exact: true })
  await expect(made.getByText('Created the account of Juma Otieno')).toBeVisible()
  await made.getByRole('button', { name: 'Close' }).click()

  const customer = await shop.visit()
  await logIn(customer, { email: 'juma@example.com', password: 'Pwani-Mawimbi-4' })
  await expect(customer).toHaveURL(/\/dashboard$/)

  await page.getByLabel('Role').selectOption({ label: 'Admin' })
  await page.getByRole('button', { name: `Manage ${shop.admin.email}` }).click()
  await page.getByRole('button', { name: 'Make customer' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Make customer' }).click()
  await expect(
    page.getByText('This is the only owner. Make someone else an owner first.').first(),
  ).toBeVisible()
})

test('on a phone a long address does not hide the close button, and a confirmation lies over the account', async ({
  shop,
}) => {
  const email = 'rehema.binti.abdulrahman.al-maskari.wa.mombasa@wholesale-and-retail-of-the-coast.example.com'
  await newCustomer(await shop.visit(), { name: 'Rehema Maskari', email })
  const page = await shop.visit({ phone: true })
  await signedIn(page, shop.admin)
  await page.goto('/admin/users')
  await page.getByLabel('Search').fill('maskari')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Manage Rehema Maskari' }).click()
  const dialog = page.getByRole('region', { name: 'Rehema Maskari' })
  await expect(dialog.getByText('Signed up')).toBeVisible()
  await expectAccessible(page)
  const cross = (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!
  expect(cross.x + cross.width).toBeLessThanOrEqual(page.viewportSize()!.width)

  const title = (await dialog.getByRole('heading', { name: 'Rehema Maskari' }).boundingBox())!
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  const isBelow = await page.evaluate(
    ([x, y]) => !document.elementFromPoint(x!, y!)?.closest('[data-queue-decision]'),
    [title.x + 5, title.y + 5],
  )
  expect(isBelow, 'the account lies behind the veil of the second').toBe(true)
})
