import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { claim, order, renewCom, takeMobileMoney } from './paying.ts'
import { expect, expectAccessible, insertRecord, newCustomer, signedIn, test } from './shop.ts'

/**
 * Money from the order to the invoice: the customer sees what to type, claims the payment, and the message of the shop's
 * phone settles it on the open page.
 */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '62' } })

/** A message as the shop's phone shows it. */
const message = (code: string, amount: string) =>
  `${code} Confirmed. You have received TZS ${amount} from ASHA MWANGI (255712345678) on ${today()} at 10:00 AM. New M-Pesa balance is TZS 900,000.00.`
const today = () => new Date().toISOString().slice(0, 10)

/** Pastes a message of the shop's phone, compares it with the phone, and confirms it. */
async function receive(admin: Page, code: string, amount: string) {
  await admin.goto('/admin/payments/import')
  await admin.getByLabel('Sender').fill('M-PESA')
  await admin.getByRole('textbox', { name: 'Messages' }).fill(message(code, amount))
  await admin.getByRole('button', { name: 'Read', exact: true }).click()
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByRole('button', { name: 'Check and confirm' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click()
  await expect(admin.getByText('Payment confirmed')).toBeVisible()
}

async function contentOf(download: Promise<Download>) {
  const saved = await download
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}

for (const phone of [false, true])
  test(`an order is paid in two parts, and each part settles on the customer's open page, on a ${phone ? 'phone' : 'desktop'}`, async ({
    shop,
  }) => {
    const turn = phone ? 'B' : 'A'
    const admin = await shop.visit({ phone })
    await signedIn(admin, shop.admin)
    await takeMobileMoney(admin)
    const page = await shop.visit({ phone })
    await newCustomer(page, { name: 'Asha Mwangi', email: `parts.${turn}@example.com` })
    await order(page, `lipa-${turn.toLowerCase()}.com`)

    // What is copied is what is paid, and the reference is in the steps.
    await expect(page.getByText('Pay TSh 26,000 for $10.00, at 2,600')).toBeVisible()
    const copy = page.getByRole('button', { name: /^Copy [0-9A-Z]{7}$/ })
    const reference = (await copy.last().getAttribute('aria-label'))!.replace('Copy ', '')
    await page.getByText('How to pay with M-Pesa').click()
    await expect(page.getByText(`Enter ${reference}.`)).toBeVisible()
    await expect(page.getByText('Pay TSh 26,000.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code of M-Pesa' })).toBeVisible()
    await expectAccessible(page)
    await claim(page, `QKP1${turn}00001`)

    // A part arrives. The open page asks for the rest.
    await receive(admin, `QKP1${turn}00001`, '10,400.00')
    await expect(page.getByText('We have received $4.00. $6.00 is still to be paid.')).toBeVisible()
    await expect(page.getByText('Pay TSh 15,600 for $6.00, at 2,600')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy 15600' })).toBeVisible()
    await page.goto('/dashboard/payments')
    const due = page.getByRole('list', { name: 'Payments' }).getByRole('listitem').first()
    await expect(due.getByText('Paid in part')).toBeVisible()
    await expect(due.getByText('$6.00')).toBeVisible()
    await expectAccessible(page)
    await admin.goto('/admin/payments')
    await admin.getByLabel('Search').fill(reference)
    await expect(admin.getByRole('list', { name: 'Payments' }).getByText('Underpaid')).toBeVisible()
    await expectAccessible(admin)

    // The rest arrives. The open page shows that the order is paid, and the list has the invoice.
    await due.getByRole('link', { name: 'Pay now' }).click()
    await claim(page, `QKP2${turn}00002`)
    const list = await page.context().newPage()
    await list.goto('/dashboard/payments')
    await expect(list.getByText('Being checked')).toBeVisible()
    await receive(admin, `QKP2${turn}00002`, '15,600.00')
    const since = Date.now()
    const paid = list.getByRole('listitem').filter({ hasText: reference })
    await expect(paid.getByText('Paid', { exact: true })).toBeVisible()
    // oxlint-disable-next-line no-console -- a figure to read
    console.log(`shown as paid ${Date.now() - since} ms after the admin's confirmation`)
    await expectAccessible(list)
    const [pdf] = await Promise.all([
      contentOf(list.waitForEvent('download')),
      paid.getByRole('button', { name: /^Receipt / }).click(),
    ])
    expect(pdf.name).toMatch(/\.pdf$/)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await expect(page.getByText('Confirm Payment')).toHaveCount(0)

    await admin.goto('/admin/payments')
    await expectAccessible(admin)
    await admin.getByRole('link', { name: 'Exports' }).click()
    await expect(admin.getByRole('heading', { name: 'Exports' })).toBeVisible()
    await expectAccessible(admin)
    const [csv] = await Promise.all([
      contentOf(admin.waitForEvent('download')),
      admin.getByRole('button', { name: /^Download CSV.*Payments/ }).click(),
    ])
    expect(csv.name).toMatch(/\.csv$/)
    expect(csv.bytes.toString()).toContain(`QKP1${turn}00001`)
    await admin.getByRole('main').getByRole('link', { name: 'Payments' }).click()
    await expect(admin.getByRole('link', { name: 'Received money' })).toBeVisible()
    await admin.getByRole('link', { name: 'Received money' }).click()
    await expect(admin.getByRole('heading', { name: 'Received money' })).toBeVisible()
    await expectAccessible(admin)
  })

for (const phone of [false, true])
  test(`a renewal is paid with credit and a claimed payment, on a ${phone ? 'phone' : 'desktop'}`, async ({
    shop,
  }) => {
    const turn = phone ? 'D' : 'C'
    const email = `renewal.${turn.toLowerCase()}@example.com`
    const admin = await shop.visit({ phone })
    await signedIn(admin, shop.admin)
    await takeMobileMoney(admin)
    await renewCom(admin, 14)
    const page = await shop.visit({ phone })
    await newCustomer(page, { name: 'Neema Otieno', email })
    // Too much is paid for an order: $4 of it is credit.
    await order(page, `salio-${turn.toLowerCase()}.com`)
    await claim(page, `QKS1${turn}00001`)
    await receive(admin, `QKS1${turn}00001`, '36,400.00')
    await insertRecord(shop, email, 'domain', `upya-${turn.toLowerCase()}.com`, -1)
    await page.goto('/dashboard/domains')
    const renew = page.getByRole('button', { name: /^Renew Domain: upya/ })
    await renew.click()
    await expect(renew).toHaveCount(0)

    // The same customer on another device, in Swahili: the credit is offered where one pays.
    await page.goto('/dashboard/payments')
    const due = page.getByRole('listitem').filter({ hasText: `upya-${turn.toLowerCase()}.com` })
    const other = await shop.visit({ phone, language: 'sw' })
    await signedIn(other, { email, password: 'Pwani-Mawimbi-4' })
    await other.goto('/dashboard/payments')
    await other.getByRole('button', { name: 'Lipa sasa' }).click()
    await expect(other.getByText('Itabaki $10.00 ya kulipa.')).toBeVisible()
    await expectAccessible(other)
    await due.getByRole('button', { name: 'Pay now' }).click()
    await expect(due.getByText('$10.00 remains to be paid.')).toBeVisible()
    await expectAccessible(page)
    if (phone) {
      await other.getByRole('button', { name: 'Tumia salio langu · $4.00' }).click()
      await expect(other.getByText('Salio lako limetumika.')).toBeVisible()
    } else {
      // Or an admin uses it for the customer.
      await admin.goto('/admin/profiles')
      await admin.getByRole('link', { name: 'Neema Otieno' }).first().click()
      await admin.getByRole('main').getByRole('link', { name: 'Payments', exact: true }).click()
      const owed = admin.getByRole('listitem').filter({ hasText: `upya-${turn.toLowerCase()}.com` })
      await expect(owed.getByText('$14.00')).toBeVisible()
      await owed.getByRole('button', { name: /^Use credit · \$4\.00/ }).click()
      await expect(admin.getByText('The credit was used.')).toBeVisible()
      await expect(owed.getByText('$10.00')).toBeVisible()
      await expect(owed.getByRole('button', { name: /^Use credit/ })).toHaveCount(0)
    }

    // The first page follows: a part is paid, and the rest is claimed.
    await expect(due.getByText('We have received $4.00. $10.00 is still to be paid.')).toBeVisible()
    await expect(due.getByRole('button', { name: /^Use my credit/ })).toHaveCount(0)
    await due.getByRole('button', { name: 'Confirm Payment' }).click()
    await due.getByLabel('Receipt number').fill(`QKS2${turn}00002`)
    await due.getByLabel('Payment method').fill('M-Pesa')
    await due.getByRole('button', { name: 'Submit payment' }).click()
    await expect(due.getByText('Being checked')).toBeVisible()

    // An admin does not find it at first. The customer reads why, and claims again.
    const find = async (receipt: string) => {
      await admin.getByLabel('Search').fill(receipt)
      const rows = admin.getByRole('list', { name: 'Payments' }).getByRole('listitem')
      await expect(rows).toHaveText([new RegExp(receipt)])
      return rows
    }
    await admin.goto('/admin/payments')
    let found = await find(`QKS2${turn}00002`)
    await found.getByRole('button', { name: /^Details of/ }).click()
    await found.getByRole('button', { name: 'Reject' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Not on our account')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(due.getByText('Not on our account').first()).toBeVisible()
    await due.getByLabel('Receipt number').fill(`QKS3${turn}00003`)
    await due.getByLabel('Payment method').fill('M-Pesa')
    await due.getByRole('button', { name: 'Submit payment' }).click()
    await expect(due.getByText('Being checked')).toBeVisible()
    found = await find(`QKS3${turn}00003`)
    await found.getByRole('button', { name: /^Details of/ }).click()
    await found.getByRole('button', { name: 'Confirm by hand' }).click()
    await expect(due.getByText('Paid', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
