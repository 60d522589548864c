import { expect, expectAccessible, signedIn, test } from '../shop.ts'

/** How an admin pastes messages of a phone, and loads a statement. */

const text = (code: string, amount: string) =>
  `${code} Confirmed. You have received TZS ${amount} from NURU SALUM (255711000701) on 2026-11-02 at 10:00 AM. New M-Pesa balance is TZS 900,000.00.`

test('the screens are accessible and fit a phone, with messages that wait', async ({ shop }) => {
  const page = await shop.visit({ phone: true, language: 'sw' })
  await signedIn(page, shop.admin)
  await shop.sql(
    `insert into received_payments (id, channel, sender, body, kind, received_at, state, reason)
     values (gen_random_uuid(), 'message', 'NMB', 'Muamala wa 45,000 umekamilika', 'unread', now(), 'unread', null),
            (gen_random_uuid(), 'message', '+255711000701', 'QKG1', 'incoming', now(), 'held', 'sender')`,
  )
  await page.goto('/admin/payments/import')
  await expect(page.getByText('Muamala wa 45,000 umekamilika').first()).toBeVisible()
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.goto('/admin/settings#messages')
  await expect(page.getByText('SMSGate').first()).toBeVisible()
  await expectAccessible(page)
  await shop.sql(`delete from received_payments`)
})

test('pasted messages show what was read before they are saved, and are not ours when an admin says so; a statement is read with the chosen columns, which the next one has by itself', async ({
  shop,
}) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await page.goto('/admin/payments/import')
  await page.getByLabel('Sender').fill('M-PESA')
  await page
    .getByRole('textbox', { name: 'Messages' })
    .fill(`${text('QKG1TEST02', '5,000.00')}\n\nHabari ya leo`)
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByText(/5,000.*QKG1TEST02/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 saved, 0 already known, 0 skipped')).toBeVisible()
  await page.getByRole('button', { name: 'Not a payment' }).click()
  await page.getByRole('button', { name: "Not a customer's payment" }).click()
  await expect(page.getByText('Nothing to check')).toBeVisible()

  const load = (code: string) =>
    page.getByLabel('Statement file').setInputFiles({
      name: `${code}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`Siku;Namba ya risiti;Pesa\n05/11/2026;${code};"1,000.00"\n`),
    })
  await load('RKG1TEST01')
  const column = (name: string) => page.getByLabel(`What is in the column ${name}?`)
  await expect(column('Siku')).toHaveValue('date')
  await expect(column('Namba ya risiti')).toHaveValue('code')
  // Whether it came in or went out, nothing says.
  await expect(column('Pesa')).toHaveValue('')
  // One field has one column: what was chosen for another one is not used twice.
  await column('Pesa').selectOption('Amount')
  await column('Siku').selectOption('Amount')
  await expect(column('Pesa')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Use these columns' })).toBeDisabled()
  await column('Siku').selectOption('Date')
  await column('Pesa').selectOption('Amount')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use these columns' }).click()
  await expect(page.getByText('Payments found: 1.')).toBeVisible()
  await page.getByLabel('Payment method').selectOption('Bank')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save payments' }).click()
  await expect(page.getByText('1 saved, 0 to check, 0 already known')).toBeVisible()
  await load('RKG1TEST02')
  await expect(page.getByRole('listitem').filter({ hasText: 'RKG1TEST02' })).toBeVisible()
  await expect(page.getByText('Payments found: 1.')).toBeVisible()
})
