import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { totpCodes, enterPassword, shownSecret } from '../factors.ts'
import { expect, expectAccessible, newCustomer, test } from '../shop.ts'

/** The second factor of an account, and its devices. */

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

test('a second factor, from its set-up over a log-in to its removal', async ({ shop }) => {
  const email = 'pili@example.com'
  const page = await shop.visit()
  await newCustomer(page, { name: 'Pili Omari', email })
  await page.goto('/dashboard/profile')
  await expect(page.getByText('This device')).toBeVisible()
  const { code, codes } = await setUp(page)
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  // In another browser the password alone opens no screen, also by its direct address.
  const elsewhere = await shop.visit()
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
  const lost = await shop.visit()
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
