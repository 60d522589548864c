import { expect, expectAccessible, signedIn, test } from '../shop.ts'

/** How an owner teaches the shop to read a bank that it does not know, on a phone, and takes it back. */

const messages = [
  'ZANA BANK: ASHA OMAR pays TZS 45,000.00 txn ZK10AA1001 on 20/11/2026 10:10. Bal TZS 545,000.00',
  'ZANA BANK: JUMA BAKARI pays TZS 12,500.00 txn ZK10AA1002 on 20/11/2026 10:11. Bal TZS 557,500.00',
  'ZANA BANK: NEEMA TEMBO pays TZS 30,000.00 txn ZK10AA1003 on 20/11/2026 10:12. Bal TZS 587,500.00',
]

test('two marked messages of an unknown bank teach the shop to read the third one, until it is revoked', async ({
  shop,
}) => {
  for (const [at, text] of messages.entries())
    await shop.sql(
      `with stored as (
         insert into received_payments (id, channel, sender, body, country, kind, received_at, state)
         values (gen_random_uuid(), 'message', 'ZANABANK', $1, 'TZ', 'unread', '2026-11-20T07:10:30Z'::timestamptz + $2 * interval '1 minute', 'unread')
         returning id, channel, sender, body, received_at)
       insert into payment_evidence (id, payment_id, channel, rank, sender, body, received_at)
       select gen_random_uuid(), id, channel, 1, sender, body, received_at from stored`,
      [text, at],
    )
  const page = await shop.visit({ phone: true, dark: true })
  await signedIn(page, shop.admin)
  await page.goto('/admin/payments/import')
  const fits = async () =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  for (const [name, amount] of [
    ['ASHA OMAR', '45,000.00'],
    ['JUMA BAKARI', '12,500.00'],
  ] as const) {
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: 'It is a payment' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'This is money from ZANABANK' })
    await expect(dialog.getByLabel('Amount')).toBeVisible()
    await expect(dialog.getByLabel('Amount').locator('option:checked')).toHaveText(amount)
    await dialog.getByLabel('Name of the payer').selectOption(name)
    await expectAccessible(page)
    await fits()
    await dialog.getByRole('button', { name: 'Count this payment' }).click()
    await expect(dialog).toBeHidden()
  }
  const proposal = page.getByRole('region', { name: 'Read messages from ZANABANK' })
  await expect(proposal.getByText(/30,000.*ZK10AA1003.*NEEMA TEMBO/)).toBeVisible()
  await expectAccessible(page)
  await fits()
  await proposal.getByRole('button', { name: 'Read them this way' }).click()
  await expect(page.getByText('Messages read: 1, counted: 1')).toBeVisible()
  await expect(proposal).toBeHidden()

  await page.goto('/admin/settings#templates')
  await expect(page.getByRole('heading', { name: 'ZANABANK' })).toBeVisible()
  await expectAccessible(page)
  await fits()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
})
