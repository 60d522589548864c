import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { totpCodes, enterPassword, shownSecret } from '../factors.ts'
import { expect, expectAccessible, newCustomer, test as shopTest } from '../shop.ts'

/** With an SMS gateway a phone can be a second factor, alone or beside an app. */

const test = shopTest.extend<object, { box: string }>({
  box: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'kikoa-sms-'))
      await use(join(folder, 'sms.jsonl'))
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ box }, use) => {
      await use({ SMS_URL: pathToFileURL(box).href })
    },
    { scope: 'worker' },
  ],
})

/** The codes sent to a number, oldest first. */
async function codesTo(box: string, number: string): Promise<string[]> {
  const lines = (await readFile(box, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
  return lines
    .map((line) => JSON.parse(line) as { to: string; text: string })
    .filter(({ to }) => to === number)
    .map(({ text }) => /\d{6}/.exec(text)![0])
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

test('a phone number as second factor, on a phone', async ({ shop, box }) => {
  const email = 'simu@example.com'
  const number = '+255712345601'
  const page = await shop.visit({ phone: true })
  await newCustomer(page, { name: 'Simu Ya Mkono', email })
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a phone number instead' }).click()
  const field = dialog.getByLabel('Phone number')
  await expect(field).toHaveValue('+254712345678')
  await field.fill('12')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(dialog.getByText('Please enter a valid phone number.')).toBeVisible()
  await expectAccessible(page)
  await field.fill(number.replace('+255', '+255 '))
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(dialog.getByText(`A code is on its way to ${number}.`)).toBeVisible()
  await expect(dialog.getByText(/^You can ask for a new code in \d+ s\.$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send another code' })).toBeHidden()
  await expectAccessible(page)
  const [first = ''] = await codesTo(box, number)
  await dialog.getByLabel('Six-digit code').fill(wrong(first))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText(/^This code is wrong\. Check the latest SMS/)).toBeVisible()
  await dialog.getByLabel('Six-digit code').fill(first)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Two-step login is on.').first()).toBeVisible()
  await expect(page.getByText(number)).toBeVisible()
  await expect(page.getByText('Code by SMS', { exact: false })).toBeVisible()
  await expectAccessible(page)

  // Another browser shows only the last digits. The wait counts from the code that the first browser requested.
  const elsewhere = await shop.visit({ phone: true })
  await elsewhere.clock.install()
  await enterPassword(elsewhere, email)
  await expect(elsewhere.getByText(`ending in ${number.slice(-3)}.`, { exact: false })).toBeVisible()
  await expect(elsewhere.getByText(number)).toHaveCount(0)
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Send the code' }).click()
  await expect(
    elsewhere.getByText(/^We just sent a code from another page.* a new one in \d+ s\.$/),
  ).toBeVisible()
  expect(await codesTo(box, number)).toHaveLength(1)
  await shop.sql(`update auth.factors set last_challenged_at = last_challenged_at - interval '2 minutes'`)
  await elsewhere.clock.fastForward(61_000)
  await elsewhere.getByRole('button', { name: 'Send another code' }).click()
  await expect(elsewhere.getByLabel('Six-digit code')).toBeVisible()
  await expectAccessible(elsewhere)
  const [, second = ''] = await codesTo(box, number)

  // The phone may unload the page while its owner reads the SMS.
  await elsewhere.reload()
  await elsewhere.getByLabel('Six-digit code').fill(wrong(second))
  await elsewhere.getByRole('button', { name: 'Confirm' }).click()
  await expect(elsewhere.getByText(/^This code is wrong\. Check the latest SMS/)).toBeVisible()
  await elsewhere.getByLabel('Six-digit code').fill(second)
  await elsewhere.getByRole('button', { name: 'Confirm' }).click()
  await expect(elsewhere).toHaveURL(/\/dashboard$/)

  // With an app as well, the next log-in offers a choice.
  await page.getByRole('button', { name: 'Add another method' }).click()
  const code = totpCodes(await shownSecret(page))
  await dialog.getByLabel('Six-digit code').fill(code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: /^Remove Authenticator app/ })).toBeVisible()
  const third = await shop.visit({ phone: true })
  await enterPassword(third, email)
  const choice = third.getByLabel('Confirm with')
  await expect(choice.getByRole('option')).toHaveText([
    'Authenticator app',
    `Phone ending in ${number.slice(-3)}`,
  ])
  await expectAccessible(third)
  await choice.selectOption(`Phone ending in ${number.slice(-3)}`)
  await expect(third.getByRole('button', { name: 'Send the code' })).toBeVisible()
  await expectAccessible(third)
  await choice.selectOption('Authenticator app')
  await third.getByLabel('Six-digit code').fill(code())
  await third.getByRole('button', { name: 'Confirm' }).click()
  await expect(third).toHaveURL(/\/dashboard$/)

  await page.getByRole('button', { name: `Remove ${number}` }).click()
  await expect(page.getByText('We will no longer send codes to this number.')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Removed.').first()).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
})

test('an admin who needs a second factor can set up a phone', async ({ shop, box }) => {
  const page = await shop.visit()
  await shop.sql(`insert into settings (key, value) values ('accounts.adminsNeedFactor', 'true')`)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(shop.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(shop.admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Use a phone number instead' }).click()
  await page.getByLabel('Phone number').fill('+255712345603')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeVisible()
  await expectAccessible(page)
  const [code = ''] = await codesTo(box, '+255712345603')
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' }).first()).toBeVisible()
})
