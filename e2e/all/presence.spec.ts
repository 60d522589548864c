import { expect, expectAccessible, insertRequest, newCustomer, signedIn, test, type Shop } from '../shop.ts'
import { callAs } from '../paying.ts'

/** Two admins see what the other has open, and how long answers took. */

test.use({ settings: { RATE_LIMIT_SCALE: '72' } })

/** What isn't closed ends 15 s after the last word of it. From now on it does not, so that only a close can end it. */
const keepOpen = (shop: Shop) =>
  shop.sql(`update presences set seen_at = clock_timestamp() + interval '10 minutes'`)

/** A second admin on a page of its own. */
async function colleague(shop: Shop) {
  const page = await shop.visit()
  const email = 'baraka@example.com'
  await newCustomer(page, { name: 'Baraka Said', email })
  await shop.sql(`update profiles set role = 'admin', staff_role = 'manager' where email = $1`, [email])
  await shop.sql(`update profiles set full_name = 'Amina Juma' where email = $1`, [shop.admin.email])
  return page
}

test('what one admin has open the other sees in the inbox, the queue and the form, until the page is left', async ({
  shop,
}) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Zawadi Kimaro', email: 'nani@example.com' })
  await insertRequest(shop, 'nani@example.com', 'domain', 'nani-anayo.com', 'pending', 'asked')
  const baraka = await colleague(shop)
  const amina = await shop.visit()
  await signedIn(amina, shop.admin)
  await amina.goto('/admin/inbox')
  await baraka.goto('/admin/domains')
  await expect(amina.getByRole('button', { name: 'Review nani-anayo.com' })).toBeVisible()
  const note = amina.getByText('Baraka Said has this open')

  // From the queue to the inbox.
  await baraka.getByRole('button', { name: 'Review nani-anayo.com' }).click()
  await expect(note).toBeVisible()
  await expectAccessible(amina)
  // In the form too, and the other way round.
  await amina.getByRole('button', { name: 'Review nani-anayo.com' }).click()
  await expect(note).toHaveCount(1)
  await expect(baraka.getByText('Amina Juma has this open')).toBeVisible()
  // It ends with the form, with the address, and with the page.
  await keepOpen(shop)
  await baraka.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  await baraka.getByRole('button', { name: 'Review nani-anayo.com' }).click()
  await expect(note).toBeVisible()
  await keepOpen(shop)
  await baraka.goto('/admin/orders')
  await expect(note).toHaveCount(0)
  await baraka.goto('/admin/domains')
  await baraka.getByRole('button', { name: 'Review nani-anayo.com' }).click()
  await expect(note).toBeVisible()
  await keepOpen(shop)
  await baraka.close({ runBeforeUnload: true })
  await expect(note).toHaveCount(0)
})

test('answer times show the promise, and the figures of each person and product', async ({ shop }) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Zawadi Kimaro', email: 'muda@example.com' })
  for (const [index, subject] of ['muda-1.com', 'muda-2.com'].entries()) {
    await insertRequest(shop, 'muda@example.com', 'domain', subject, 'pending', 'asked')
    await shop.sql(`update requests set created_at = now() - $2 * interval '1 minute' where subject = $1`, [
      subject,
      index * 30 + 1,
    ])
  }
  const admin = await shop.visit({ phone: true })
  await signedIn(admin, shop.admin)
  const { items } = await callAs<{ items: { id: string }[] }>(
    admin,
    'GET',
    '/api/admin/domain-requests?q=muda-',
  )
  for (const { id } of items)
    await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 10 })
  await admin.goto('/admin/reports')
  await admin.getByRole('link', { name: 'Answer times' }).click()
  await expect(admin.getByText('Promise: 10 min')).toBeAttached()
  await expect(admin.getByRole('table', { name: 'By person and product' }).getByText('50%')).toBeVisible()
  await expectAccessible(admin)
  await admin.getByText('Table', { exact: true }).click()
  await expect(admin.getByRole('table', { name: 'By week' }).getByText('2', { exact: true })).toBeVisible()
  await admin.getByLabel('Product', { exact: true }).selectOption('email')
  await expect(admin.getByText('No requests in this period')).toBeVisible()
  await expectAccessible(admin)
  expect(
    await admin.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
})
