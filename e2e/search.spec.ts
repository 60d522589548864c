import { expect, expectAccessible, insertRequest, newCustomer, signedIn, test } from './shop.ts'

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
     insert into payments (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number, amount)
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
  await expect(admin.getByRole('heading', { level: 1, name: 'Domains of Tatu Farasi' })).toBeVisible()

  await admin.getByLabel('Domain name').focus()
  await admin.keyboard.type('/')
  await expect(field).toBeHidden()
  await admin.keyboard.press('Control+k')
  await admin.keyboard.type('opera')
  await expect(options).toHaveText([/^Operations/])
  await admin.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

for (const [phone, language] of [
  [false, 'en'],
  [true, 'sw'],
] as const)
  test(`everything about a customer is beside the domains: ${phone ? 'phone' : 'desktop'}, ${language}`, async ({
    shop,
  }) => {
    const email = `yote.${language}@example.com`
    const customer = await shop.visit()
    await newCustomer(customer, { name: `Yote ${language}`, email })
    await insertRequest(shop, email, 'email', `info@yote-${language}.com`, 'pending', 'asked')
    const admin = await shop.visit({ phone, language })
    await signedIn(admin, shop.admin)
    const field = admin.getByRole('combobox')
    await admin.getByRole('button', { name: language === 'en' ? 'Find anything' : 'Tafuta chochote' }).click()
    await expect(field).toBeFocused()
    await field.fill(`yote.${language}@`)
    await admin.getByRole('option').first().click()
    const sections = admin.getByRole('navigation', {
      name: language === 'en' ? 'About this customer' : 'Kuhusu mteja huyu',
    })
    await expect(sections.getByRole('link')).toHaveCount(10)
    const addresses = await sections
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    for (const [index, address] of addresses.entries()) {
      await sections.getByRole('link').nth(index).click()
      await expect(admin).toHaveURL(address)
      await expect(admin.getByRole('heading', { level: 1 })).toContainText(`Yote ${language}`)
      await expect(admin.locator('main [aria-busy=true]')).toHaveCount(0)
      expect(
        await admin.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true)
      await expectAccessible(admin)
      if (address.endsWith('/emails'))
        await expect(admin.getByRole('heading', { name: `info@yote-${language}.com` })).toBeVisible()
      if (process.env['SHOTS'])
        await admin.screenshot({
          path: `${process.env['SHOTS']}/customer-${address.split('/')[4] ?? 'domains'}-${language}.png`,
          fullPage: true,
        })
    }
    if (phone) return
    await sections.getByRole('link', { name: 'Notes' }).click()
    await admin.getByLabel('New note').fill('Calls on Mondays')
    await admin.getByRole('button', { name: 'Add note' }).click()
    const notes = admin.getByRole('list', { name: 'Notes' })
    await expect(notes).toContainText('Calls on Mondays')
    await admin.getByRole('button', { name: 'Delete note' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
    await expect(admin.getByText('No notes yet')).toBeVisible()
  })
