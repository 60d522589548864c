import type { Page } from '@playwright/test'
import { callAs, deliver, mpesaMessage, newSecret, setBalance, takeMobileMoney } from '../paying.ts'
import { opened } from '../reviewing.ts'
import { expect, expectAccessible, newCustomer, type Shop, signedIn, test } from '../shop.ts'

/** What an admin says a payment pays: split, moved, and chosen from two sources that disagree. */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '64' } })

/** A customer with an offer of so many dollars. Gives its reference. */
async function offered(shop: Shop, admin: Page, domain: string, price: number) {
  const page = await shop.visit()
  await newCustomer(page, { name: `Mteja ${domain.split('.')[0]}`, email: `mteja@${domain}` })
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/domain-requests', {
    requested_domain: domain,
  })
  const { reference } = await callAs<{ reference: string }>(
    admin,
    'PATCH',
    `/api/admin/domain-requests/${id}`,
    {
      status: 'available',
      price,
    },
  )
  return reference
}

/** The state of an amount due, as admins find it. */
const stateOf = async (admin: Page, reference: string) =>
  (await callAs<{ items: { state: string }[] }>(admin, 'GET', `/api/admin/charges?q=${reference}`)).items[0]
    ?.state

test('an admin splits a payment over two customers, and moves it from the wrong one, on a phone', async ({
  shop,
}) => {
  const admin = await shop.visit({ phone: true })
  await signedIn(admin, shop.admin)
  await takeMobileMoney(admin)
  const [first, second, third] = [
    await offered(shop, admin, 'gawanya-moja.com', 10),
    await offered(shop, admin, 'gawanya-mbili.com', 5),
    await offered(shop, admin, 'gawanya-tatu.com', 15),
  ]
  await setBalance(shop, 100_000)
  await deliver(
    admin,
    await newSecret(admin),
    'M-PESA',
    mpesaMessage('QKG1A00001', '39,000.00', '139,000.00'),
  )
  await admin.goto('/admin/payments')
  await admin.getByLabel('Search').fill('QKG1A00001')
  await admin.getByRole('button', { name: /^Details of .*QKG1A00001$/ }).click()
  const row = opened(admin)
  await expect(row.getByText('Evidence')).toBeVisible()
  await row.getByRole('button', { name: 'Match to an amount due' }).click()
  const dialog = admin.getByRole('dialog')
  const choose = async (reference: string, amount?: string) => {
    await dialog.getByLabel('Reference, customer or product').fill(reference)
    const found = dialog.getByRole('list', { name: 'Amounts due', exact: true }).getByRole('button')
    await expect(found).toHaveCount(1)
    await found.click()
    if (amount) await dialog.getByLabel('Amount in TZS').last().fill(amount)
  }
  await choose(first, '26000')
  await expect(dialog.getByText('TSh 13,000 left to assign')).toBeVisible()
  await choose(second)
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const follows = dialog.getByRole('region', { name: 'What happens' }).getByRole('listitem')
  await expect(follows).toHaveCount(2)
  for (const one of await follows.all()) await expect(one).toContainText('Paid in full.')
  await expectAccessible(admin)
  const book = () => dialog.getByRole('button', { name: 'Record it' }).click()
  await book()
  await expect(dialog).toBeHidden()
  // Undone before it is booked, and decided again.
  await admin.getByRole('button', { name: 'Undo' }).first().click()
  await expect(admin.getByText('Undone. Nothing was recorded.')).toBeVisible()
  expect(await stateOf(admin, first)).toBe('open')
  await row.getByRole('button', { name: 'Match to an amount due' }).click()
  await choose(first, '26000')
  await choose(second)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await book()
  await expect(row.getByText('It will be recorded in a few seconds', { exact: false })).toBeVisible()
  await expect(admin.locator('tr').getByText('Matched')).toBeVisible()
  for (const reference of [first, second]) await expect.poll(() => stateOf(admin, reference)).toBe('paid')

  await row.getByRole('button', { name: 'Move or split' }).click()
  await choose(third)
  await dialog.getByLabel('Reason').fill('The payer meant the third name')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(follows).toHaveCount(3)
  await expect(follows.filter({ hasText: 'is due again. A credit note is issued' })).toHaveCount(2)
  await expect(follows.filter({ hasText: 'gawanya-tatu.com' })).toContainText('Paid in full.')
  await expectAccessible(admin)
  await book()
  await expect(dialog).toBeHidden()
  await expect(row.getByText('gawanya-tatu.com').first()).toBeVisible()
  for (const [reference, state] of [
    [first, 'open'],
    [second, 'open'],
    [third, 'paid'],
  ] as const)
    await expect.poll(() => stateOf(admin, reference)).toBe(state)
})

test('of a statement of four rows the doubtful ones take a press each', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  const named = await offered(shop, admin, 'safu-moja.com', 21)
  const [second, third] = [
    await offered(shop, admin, 'safu-mbili.com', 22),
    await offered(shop, admin, 'safu-tatu.com', 23),
  ]
  const today = new Date().toISOString().slice(0, 10)
  const rows = [
    `${today},SAF1TEST01,pay ${named},,21.00,`,
    `${today},SAF1TEST02,cash,Mteja safu-mbili,22.00,`,
    `${today},SAF1TEST03,cash,Mteja safu-tatu,23.00,`,
    `${today},SAF1TEST04,bank charge,,,1.00`,
  ]
  await admin.goto('/admin/payments/import')
  await admin.getByLabel('Statement file').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date,Reference,Details,Name,Credit,Debit\n${rows.join('\n')}\n`),
  })
  await admin.getByLabel('Payment method').selectOption('Bank')
  await admin.getByLabel('Currency', { exact: true }).fill('USD')
  await admin.getByRole('button', { name: 'Save payments' }).click()
  await expect(admin.getByText('3 saved', { exact: false })).toBeVisible()
  expect(await stateOf(admin, named)).toBe('paid')
  await admin.goto('/admin/inbox?kind=payment')
  await admin
    .getByRole('button', { name: /^Review / })
    .first()
    .click()
  // Once one is booked, the next one is open with what it would do.
  for (const booked of [1, 2]) {
    const item = opened(admin)
    await expect(item.getByText('Paid in full.')).toBeVisible()
    const code = await item
      .getByText(/^SAF1TEST0[23]$/)
      .first()
      .textContent()
    if (booked === 1) await expectAccessible(admin)
    await item.getByRole('button', { name: 'Record it' }).click()
    await expect(item.getByText(code!)).toHaveCount(0)
  }
  for (const reference of [second, third]) await expect.poll(() => stateOf(admin, reference)).toBe('paid')
})

test('what a claim would do is shown once its payment is there, whichever answer is first', async ({
  shop,
}) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Mwangi', email: 'order-of-answers@example.com' })
  const admin = await shop.visit({ serviceWorkers: 'block' })
  await signedIn(admin, shop.admin)
  const { id } = await callAs<{ id: string }>(customer, 'POST', '/api/domain-requests', {
    requested_domain: 'zamu-ya-majibu.com',
  })
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 12 })
  await callAs(customer, 'POST', `/api/domain-requests/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: 'ZAMU0001',
    payment_method: 'Bank',
  })
  await admin.goto('/admin/payments')
  await admin.getByLabel('Search').fill('ZAMU0001')
  await admin.getByRole('button', { name: /^Details of .*ZAMU0001$/ }).click()
  const shown = Promise.withResolvers<void>()
  await admin.route(/\/api\/admin\/payments\?(.*&)?id=/, async (route) => {
    await shown.promise
    await route.continue()
  })
  const tried = admin.waitForResponse(/decision\/preview/)
  await opened(admin)
    .getByRole('button', { name: /^Confirm by hand/ })
    .click()
  await (await tried).finished()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByRole('status')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Record it' })).toBeDisabled()
  shown.resolve()
  await expect(dialog.getByText('$12.00').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await expect(dialog).toBeHidden()
})

test('two messages that disagree stand side by side, and the one that an admin chooses counts', async ({
  shop,
}) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await takeMobileMoney(admin)
  const [payer, thief] = [
    await offered(shop, admin, 'ukweli.com', 10),
    await offered(shop, admin, 'uongo.com', 10),
  ]
  await setBalance(shop, 1_000)
  const secret = await newSecret(admin)
  const said = (reference: string, name: string) =>
    mpesaMessage('QKD1A00001', '26,000.00', '226,000.00')
      .replace('ASHA MWANGI', name)
      .replace(' New M-Pesa', ` Reference ${reference}. New M-Pesa`)
  await deliver(admin, secret, 'M-PESA', said(thief, 'MWIZI MKUU'))
  await deliver(admin, secret, 'M-PESA', said(payer, 'ASHA MWANGI'))
  await admin.goto('/admin/inbox?kind=payment')
  await admin
    .getByRole('button', { name: /^Review / })
    .first()
    .click()
  await expect(
    admin.getByText('Two sources say different things about this payment.', { exact: false }),
  ).toBeVisible()
  const genuine = admin.getByRole('listitem').filter({ hasText: 'ASHA MWANGI' }).last()
  await expectAccessible(admin)
  await genuine.getByRole('button', { name: 'Use this one' }).click()
  await expect(admin.getByLabel('Name of the payer')).toHaveValue('ASHA MWANGI')
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click()
  await expect(admin.getByText('Payment confirmed')).toBeVisible()
  await expect.poll(() => stateOf(admin, payer)).toBe('paid')
  expect(await stateOf(admin, thief)).toBe('open')
})
