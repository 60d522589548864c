import { expect, expectAccessible, insertRequest, newCustomer, signedIn, test } from '../shop.ts'

/** The search in the header of the admins' area, by keyboard alone and on a phone. */

test('an admin finds a receipt, a customer and a screen by keyboard alone', async ({ shop }) => {
  const email = 'tafuta@example.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Tatu Farasi', email })
  await insertRequest(shop, email, 'domain', 'tatu-farasi.com', 'available', 'offered')
  await shop.sql(
    `with paid as (
       update requests set payment_confirmed = true, version = version + 1 where subject = 'tatu-farasi.com' returning id, user_id),
     receipt as (insert into receipts (method, number, user_id) select 'mpesa', 'qztf41x', user_id from paid returning user_id)
     insert into claims (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number, amount)
     select gen_random_uuid(), paid.user_id, paid.id, 'Tatu', 'QZTF41X', 'M-Pesa', 'mpesa', 'qztf41x', 10 from paid, receipt`,
  )
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  const field = admin.getByRole('combobox', { name: 'What are you looking for?' })

  // Typed and entered at once, before the answer has come.
  await expect(admin.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await admin.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await admin.keyboard.type('qztf 41x')
  await admin.keyboard.press('Enter')
  await expect(admin).toHaveURL(/\/admin\/payments\?q=QZTF41X$/)
  await expect(admin.getByRole('main').getByText('M-Pesa · QZTF41X')).toBeVisible()
  await expect(field).toBeHidden()

  // A single key, which in a field is only a character.
  await admin.getByRole('heading', { level: 1, name: 'Payments' }).click()
  await admin.keyboard.press('/')
  await expect(field).toBeFocused()
  await admin.keyboard.type('tatu f')
  const options = admin.getByRole('option')
  await expect(options).toHaveText([/^Tatu Farasi/, /^tatu-farasi\.com/])
  await expectAccessible(admin)
  await admin.keyboard.press('Control+a')
  await admin.keyboard.type('tatu')
  await expect(admin.getByRole('group', { name: 'Requests' }).getByRole('option')).toHaveText([
    /^tatu-farasi\.com/,
  ])
  await expect(options).toHaveCount(2)
  await admin.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await admin.keyboard.press('ArrowUp')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name: 'Tatu Farasi' })).toBeVisible()

  await admin.goto('/admin/messages')
  await admin.getByLabel('Search', { exact: true }).focus()
  await admin.keyboard.type('/')
  await expect(field).toBeHidden()
  await admin.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await admin.keyboard.type('opera')
  await expect(options).toHaveText([/^Operations/])
  await admin.keyboard.press('Escape')
  await expect(field).toBeHidden()
})
