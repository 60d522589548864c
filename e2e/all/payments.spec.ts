import { pngOf } from '../../src/server/pictures/testing/pictures.ts'
import { readFile } from 'node:fs/promises'
import { callAs, deliver, mpesaMessage, newSecret, renewCom, setBalance, takeMobileMoney } from '../paying.ts'
import { opened } from '../reviewing.ts'
import {
  expect,
  expectAccessible,
  insertService,
  newCustomer,
  PASSWORD,
  type Shop,
  signedIn,
  test,
} from '../shop.ts'

/** A customer's credit: it pays a part of a renewal, and a claimed payment the rest. */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '62' } })

/** A customer who has paid $14 for an offer of $10, and has a renewal of $14 to pay. */
async function prepare(shop: Shop, turn: string, phone: boolean) {
  const email = `renewal.${turn}@example.com`
  const admin = await shop.visit({ phone })
  await signedIn(admin, shop.admin)
  await takeMobileMoney(admin)
  await renewCom(admin, 14)
  const page = await shop.visit({ phone })
  await newCustomer(page, { name: 'Neema Otieno', email })
  const offer = `/domain-requests/${
    (
      await callAs<{ id: string }>(page, 'POST', '/api/domain-requests', {
        requested_domain: `salio-${turn}.com`,
      })
    ).id
  }`
  await callAs(admin, 'PATCH', `/api/admin${offer}`, { status: 'available', price: 10 })
  const receipt_number = `QKS1${turn.toUpperCase()}00001`
  await callAs(page, 'POST', `/api${offer}/payment`, {
    payer_name: 'Neema Otieno',
    receipt_number,
    payment_method: 'M-Pesa',
  })
  await setBalance(shop, 100_000)
  await deliver(
    admin,
    await newSecret(admin),
    'M-PESA',
    mpesaMessage(receipt_number, '36,400.00', '136,400.00'),
  )
  await expect
    .poll(() => callAs<{ items: { amount: number }[] }>(page, 'GET', '/api/credit'))
    .toMatchObject({ items: [{}] })
  await insertService(shop, email, 'domain', `upya-${turn}.com`, -1)
  await page.goto('/dashboard/domains')
  const renew = page.getByRole('button', { name: /^Renew Domain: upya/ })
  await renew.click()
  await expect(renew).toHaveCount(0)
  await page.goto('/dashboard/payments')
  const due = page.getByRole('main')
  await due.getByRole('link', { name: 'Pay now' }).click()
  await expect(due.getByText('$10.00 remains to be paid.')).toBeVisible()
  return { admin, page, email, due }
}

test('a renewal is paid with credit and a claimed payment, which an admin rejects at first, on a phone', async ({
  shop,
}) => {
  const { admin, page, email, due } = await prepare(shop, 'c', true)
  await expectAccessible(page)

  // The same customer on another device, in Swahili: the credit is offered where one pays.
  const other = await shop.visit({ phone: true, language: 'sw' })
  await signedIn(other, { email, password: PASSWORD })
  await other.goto('/dashboard/payments')
  await other.getByRole('link', { name: 'Lipa sasa' }).click()
  await expect(other.getByText('Itabaki $10.00 ya kulipa.')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Tumia salio langu · $4.00' }).click()
  await expect(other.getByText('Salio lako limetumika.')).toBeVisible()

  // The first page follows: a part is paid, and the rest is claimed.
  await expect(due.getByText('We have received $4.00. $10.00 is still to be paid.')).toBeVisible()
  await expect(due.getByRole('button', { name: /^Use my credit/ })).toHaveCount(0)
  const pay = async (receipt: string) => {
    await due.getByLabel('Receipt number').fill(receipt)
    await expect(due.getByLabel('Payment method')).toHaveValue('M-Pesa')
    await due.getByRole('button', { name: 'Submit payment' }).click()
    await expect(due.getByText('Being checked')).toBeVisible()
  }
  await pay('QKS2C00002')

  // An admin does not find it at first. The customer reads why, and claims again.
  const find = async (receipt: string) => {
    await admin.getByLabel('Search').fill(receipt)
    const rows = admin.getByRole('button', { name: new RegExp(`^Details of .*${receipt}$`) })
    await expect(rows).toHaveCount(1)
    await rows.click()
    return opened(admin)
  }
  await admin.goto('/admin/payments')
  let found = await find('QKS2C00002')
  await expectAccessible(admin)
  await found.getByRole('button', { name: 'Reject' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Not on our account')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(due.getByText('Not on our account').first()).toBeVisible()
  await pay('QKS3C00003')
  await due.getByLabel('Add a photo of the receipt').setInputFiles({
    name: 'risiti.png',
    mimeType: 'image/png',
    buffer: pngOf(3_000, 2_000),
  })
  await expect(due.getByText('We have your photo. Only we see it.')).toBeVisible()
  await expectAccessible(page)
  // What was opened covers the list.
  await opened(admin).getByRole('button', { name: 'Close', exact: true }).click()
  found = await find('QKS3C00003')
  await expect(found.getByRole('img', { name: 'Photo of the receipt' })).toBeVisible()
  await expectAccessible(admin)
  await found.getByRole('button', { name: 'Confirm by hand' }).click()
  await expect(dialog.getByText('You are confirming it in your own name.', { exact: false })).toBeVisible()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await expect(due.getByText('Paid', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('an admin uses the credit of a customer, whose open page follows, and exports the payments', async ({
  shop,
}) => {
  const { admin, due } = await prepare(shop, 'd', false)
  await admin.goto('/admin/profiles')
  await admin.getByRole('link', { name: 'Neema Otieno' }).first().click()
  await admin.getByRole('main').getByRole('link', { name: 'Money', exact: true }).click()
  const owed = admin.getByRole('listitem').filter({ hasText: 'upya-d.com' })
  await expect(owed.getByText('$14.00')).toBeVisible()
  await owed.getByRole('button', { name: /^Use credit · \$4\.00/ }).click()
  const asked = admin.getByRole('alertdialog')
  await expect(
    asked.getByText(/^\$4\.00 of the customer's credit pays for .* \$10\.00 remains to be paid\.$/),
  ).toBeVisible()
  await asked.getByRole('button', { name: 'Record it' }).click()
  await expect(admin.getByText('The credit was used.')).toBeVisible()
  await expect(owed.getByText('$10.00')).toBeVisible()
  await expect(owed.getByRole('button', { name: /^Use credit/ })).toHaveCount(0)
  await expect(due.getByText('We have received $4.00. $10.00 is still to be paid.')).toBeVisible()
  await expect(due.getByRole('button', { name: /^Use my credit/ })).toHaveCount(0)

  // The rest is recorded by hand: what that does is read first, and it can be undone for ten seconds.
  const service = async () => {
    await owed.getByRole('button', { name: 'Mark as paid' }).click()
    const form = admin.getByRole('dialog')
    await form.getByLabel('Payment method').selectOption('M-Pesa')
    await form.getByLabel('Receipt number').fill('QKS1D00009')
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByText('Paid in full. The customer gets the invoice by email.')).toBeVisible()
    await expect(form.getByText('You are confirming it in your own name.', { exact: false })).toBeVisible()
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Record it' }).click()
    await expect(admin.getByText('It will be recorded in ten seconds.')).toBeVisible()
  }
  await service()
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.getByText('Undone. Nothing was recorded.')).toBeVisible()
  await service()
  await expect(due.getByText('Paid', { exact: true })).toBeVisible()
  await expect(due.getByText('Confirmed by us')).toBeVisible()

  await admin.goto('/admin/payments')
  await admin.getByRole('navigation').getByRole('link', { name: 'Exports' }).click()
  await expect(admin.getByRole('heading', { name: 'Exports' })).toBeVisible()
  const downloading = admin.waitForEvent('download')
  await admin.getByRole('button', { name: /^Download CSV.*Payments/ }).click()
  const csv = await downloading
  expect(csv.suggestedFilename()).toMatch(/\.csv$/)
  expect(await readFile(await csv.path(), 'utf8')).toContain('QKS1D00001')
  await admin.getByRole('main').getByRole('link', { name: 'Payments' }).click()
  await admin.getByRole('navigation').getByRole('link', { name: 'Money received' }).click()
  await expect(admin.getByRole('heading', { name: 'Money received' })).toBeVisible()
})
