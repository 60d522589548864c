import { expect, expectAccessible, logIn, newCustomer, signedIn, test } from './shop.ts'

/** An admin helps customers, bans them and lifts the ban, on a wide screen and on a phone. */

for (const phone of [false, true]) {
  const where = phone ? 'phone' : 'desktop'

  test(`an admin finds an account, changes it, and the change applies immediately: ${where}`, async ({
    shop,
  }) => {
    const email = `neema.${where}@example.com`
    const customer = await shop.visit()
    await newCustomer(customer, { name: `Neema ${where}`, email })
    await expect(customer).toHaveURL(/\/dashboard$/)

    const page = await shop.visit({ phone })
    await signedIn(page, shop.admin)
    await expect(page).toHaveURL(/\/admin$/)
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible()
    await page.getByLabel('Search').fill(`neema ${where}`)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: shop.admin.email })).toHaveCount(0)
    await expectAccessible(page)
    await page.screenshot({ path: `.cache/users-${where}-list.png` })

    await row.getByRole('button', { name: `Manage Neema ${where}` }).click()
    const details = page.getByRole('dialog', { name: `Neema ${where}`, exact: true })
    await expect(details.getByText('Signed up')).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: `.cache/users-${where}-details.png` })

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
    await page.screenshot({ path: `.cache/users-${where}-ban.png` })
    await question.getByRole('button', { name: 'Ban' }).click()
    await expect(page.getByText(`Neema ${where} is banned.`)).toBeVisible()
    await expect(details.getByText('Banned', { exact: true }).first()).toBeVisible()
    await customer.goto('/dashboard/domains')
    await expect(customer).toHaveURL(/\/login/)

    await details.getByRole('button', { name: 'Unban' }).click()
    await expect(page.getByText(`Neema ${where} can log in again.`)).toBeVisible()
    await expect(details.getByText('Unbanned')).toBeVisible()

    await details.getByRole('button', { name: 'Delete account' }).click()
    const last = page.getByRole('alertdialog', { name: 'Delete account' })
    await expect(last.getByText("You can't undo this.")).toBeVisible()
    await last.getByRole('button', { name: 'Delete account' }).click()
    await expect(details).toBeHidden()
    await expect(page.getByText('No accounts match.')).toBeVisible()
    await expectAccessible(page)
  })
}

test('an admin creates an account that can log in, and the last admin cannot be removed', async ({
  shop,
}) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(form.getByText('Please fill in this field.').first()).toBeVisible()
  await form.getByLabel('Full name').fill('Juma Otieno')
  await form.getByLabel('Email').fill('juma@example.com')
  await form.getByLabel('Password', { exact: false }).first().fill('Pwani-Mawimbi-4')
  await expectAccessible(page)
  await page.screenshot({ path: '.cache/users-new.png' })
  await form.getByRole('button', { name: 'Create account' }).click()
  const made = page.getByRole('dialog', { name: 'Juma Otieno', exact: true })
  await expect(made.getByText('Account created')).toBeVisible()
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

test('on a phone a long address does not hide the close button, and a confirmation returns to its dialog', async ({
  shop,
}) => {
  const email = 'rehema.binti.abdulrahman.al-maskari.wa.mombasa@wholesale-and-retail-of-the-coast.example.com'
  await newCustomer(await shop.visit(), { name: 'Rehema Maskari', email })
  const page = await shop.visit({ phone: true })
  await signedIn(page, shop.admin)
  await page.goto('/admin/users')
  await page.getByLabel('Search').fill('maskari')
  await page.getByRole('button', { name: 'Manage Rehema Maskari' }).click()
  const dialog = page.getByRole('dialog')
  const cross = (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!
  expect(cross.x + cross.width).toBeLessThanOrEqual(page.viewportSize()!.width)

  const title = (await dialog.getByRole('heading', { name: 'Rehema Maskari' }).boundingBox())!
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const isBelow = await page.evaluate(
    ([x, y]) => !document.elementFromPoint(x!, y!)?.closest('[role=dialog]'),
    [title.x + 5, title.y + 5],
  )
  expect(isBelow, 'the first dialog lies behind the veil of the second').toBe(true)
})
