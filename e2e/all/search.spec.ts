import { expect, expectAccessible, insertRequest, newCustomer, signedIn, test } from '../shop.ts'

/** The search in the header of the admins' area leads to everything about a customer. */

for (const [phone, language] of [
  [false, 'en'],
  [true, 'sw'],
] as const)
  test(`everything about a customer is on one page: ${phone ? 'phone' : 'desktop'}, ${language}`, async ({
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
    await expect(sections.getByRole('link')).toHaveCount(6)
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
      if (address.endsWith('/requests'))
        await expect(admin.getByRole('link', { name: `info@yote-${language}.com` })).toBeVisible()
    }
    if (phone) return
    await sections.getByRole('link', { name: 'Overview' }).click()
    await admin.getByLabel('New note').fill('Calls on Mondays')
    await admin.getByRole('button', { name: 'Add note' }).click()
    const notes = admin.getByRole('list', { name: 'Notes' })
    await expect(notes).toContainText('Calls on Mondays')
    await admin.getByRole('button', { name: 'Delete note' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
    await expect(admin.getByText('No notes yet')).toBeVisible()
  })
