import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { totpCodes, shownSecret } from '../factors.ts'
import { expect, expectAccessible, logIn, newCustomer, PASSWORD, signedIn, test } from '../shop.ts'

/** The password, the export and deletion of an account, and the second factor that admins need. */

const other = 'Bahari-Upepo-9'

const toast = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

test('a new password logs every other device out, and needs the current one', async ({ shop }) => {
  const email = 'neno@example.com'
  const [page, elsewhere] = [await shop.visit(), await shop.visit()]
  await newCustomer(page, { name: 'Neno Siri', email })
  await signedIn(elsewhere, { email, password: PASSWORD })
  await page.goto('/dashboard/profile')
  await page.getByLabel('Current password').fill('Not-the-one-1')
  await page.getByLabel('New password').fill(other)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Password changed.')
  await elsewhere.goto('/dashboard/domains')
  await elsewhere.waitForURL(/\/login/)
  await logIn(elsewhere, { email, password: other })
})

test('a customer exports the data and deletes the account', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Ondoka Kesho', email: 'ondoka@example.com' })
  await page.goto('/dashboard/profile')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(data).toMatchObject({
    account: { email: 'ondoka@example.com' },
    profile: { full_name: 'Ondoka Kesho' },
  })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-one-1')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await toast(page, 'Your account is deleted.')
  await page.waitForURL(/\/login/)
  await page.getByLabel('Email', { exact: true }).fill('ondoka@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
})

test('an admin is offered a second factor, can postpone it, and needs one if the settings require it', async ({
  shop,
}) => {
  const page = await shop.visit()
  await logIn(page, shop.admin)
  await page.waitForURL(/\/admin/)
  await expect(page.getByRole('heading', { name: 'Protect this admin account' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Protect this admin account' })).toBeHidden()

  await shop.sql(`insert into settings (key, value) values ('accounts.adminsNeedFactor', 'true')`)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Set up two-step login' })).toBeVisible()
  await expectAccessible(page)
  const secret = await shownSecret(page)
  await page.getByLabel('Six-digit code').fill(totpCodes(secret)())
  // The recovery codes stay on the screen until the person confirms, although the area is open by then.
  const open = page.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.ok())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await open
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.close()
  await shop.sql(`delete from settings where key = 'accounts.adminsNeedFactor'`)
  await shop.sql(`delete from auth.factors`)
})
