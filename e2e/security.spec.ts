import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { totpCodes, enterPassword, shownSecret } from './factors.ts'
import { expect, expectAccessible, logIn, newCustomer, signedIn, test } from './shop.ts'

/** The second factor, the password, the devices, and the export and deletion of an account. */

const password = 'Pwani-Mawimbi-4'
const other = 'Bahari-Upepo-9'

const toast = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

/** Sets up an app in the profile. Gives its code generator and the recovery codes. */
async function setUp(page: Page) {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByAltText('QR code for your authenticator app')).toBeVisible()
  await expectAccessible(page)
  const secret = await shownSecret(page)
  const code = totpCodes(secret)
  await dialog.getByLabel('Six-digit code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText(/This code is wrong/)).toBeVisible()
  await dialog.getByLabel('Six-digit code').fill(code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('We show these codes only once', { exact: false })).toBeVisible()
  await expectAccessible(page)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as a file' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  for (const one of codes) expect(file).toContain(one)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await toast(page, 'Two-step login is on.')
  return { code, codes }
}

for (const phone of [false, true])
  test(`a second factor, from its set-up to its removal, ${phone ? 'on a phone' : 'on a desktop'}`, async ({
    shop,
  }) => {
    const email = `pili-${phone ? 'phone' : 'desktop'}@example.com`
    const page = await shop.visit({ phone })
    await newCustomer(page, { name: 'Pili Omari', email })
    await page.waitForURL(/\/dashboard/)
    await page.goto('/dashboard/profile')
    await expect(page.getByText('This device')).toBeVisible()
    await expectAccessible(page)
    const { code, codes } = await setUp(page)
    await expect(page.getByText('10 of 10 left')).toBeVisible()

    // In another browser the password alone opens no screen, also by its direct address.
    const elsewhere = await shop.visit({ phone })
    await enterPassword(elsewhere, email)
    await expectAccessible(elsewhere)
    await elsewhere.goto('/dashboard/domains')
    await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await elsewhere.getByLabel('Six-digit code').fill('000000')
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await expect(elsewhere.getByText(/This code is wrong/)).toBeVisible()
    await elsewhere.getByLabel('Six-digit code').fill(code())
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await toast(elsewhere, 'Login successful!')
    await elsewhere.waitForURL(/\/dashboard\/domains/)

    // Without the phone a recovery code works once.
    const lost = await shop.visit({ phone })
    await enterPassword(lost, email)
    await lost.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await expectAccessible(lost)
    await lost.getByLabel('Recovery code').fill(codes[0]!.toUpperCase())
    await lost.getByRole('button', { name: 'Confirm' }).click()
    await toast(lost, 'Login successful!')

    // The list shows the devices, and each can be logged out.
    await page.reload()
    await expect(page.getByText('9 of 10 left')).toBeVisible()
    const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem')
    await expect(devices).toHaveCount(3)
    await expect(devices.first()).toContainText('127.0.0.1')
    await devices
      .filter({ has: page.getByRole('button') })
      .first()
      .getByRole('button')
      .click()
    await toast(page, 'That device is logged out.')
    await expect(devices).toHaveCount(2)

    await page.getByRole('button', { name: /^Remove Authenticator app/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'Removed.')
    await expect(page.getByText('Off', { exact: true })).toBeVisible()
  })

test('a new password logs every other device out, and needs the current one', async ({ shop }) => {
  const email = 'neno@example.com'
  const [page, elsewhere] = [await shop.visit(), await shop.visit()]
  await newCustomer(page, { name: 'Neno Siri', email })
  await page.waitForURL(/\/dashboard/)
  await signedIn(elsewhere, { email, password })
  await elsewhere.waitForURL(/\/dashboard/)
  await page.goto('/dashboard/profile')
  await page.getByLabel('Current password').fill('Not-the-one-1')
  await page.getByLabel('New password').fill(other)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Password changed.')
  await elsewhere.goto('/dashboard/domains')
  await elsewhere.waitForURL(/\/login/)
  await logIn(elsewhere, { email, password: other })
})

test('a customer exports the data and deletes the account', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Ondoka Kesho', email: 'ondoka@example.com' })
  await page.waitForURL(/\/dashboard/)
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
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await toast(page, 'Your account is deleted.')
  await page.waitForURL(/\/login/)
  await page.getByLabel('Email', { exact: true }).fill('ondoka@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
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
