import { expect, expectAccessible, insertService, newCustomer, signedIn, test } from '../shop.ts'

/** The book of what was sold, from the dashboard to one service and back to its customer. */

test('an admin finds what expires, renews, notes, hands over and ends it, and the customer sees it at once', async ({
  shop,
}) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Book', email: 'book@example.com' })
  const other = await shop.visit()
  await newCustomer(other, { name: 'Juma Book', email: 'other-book@example.com' })
  for (const [name, days] of [
    ['soon-book.com', 5],
    ['later-book.com', 300],
  ] as const)
    await insertService(shop, 'book@example.com', 'domain', name, days)
  await customer.goto('/dashboard/domains')

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/reports')
  await admin.getByRole('link', { name: 'See all services' }).click()
  await expect(admin).toHaveURL(/\/admin\/services\?due=90$/)
  const table = admin.getByRole('table', { name: 'Services' })
  await admin.getByRole('searchbox').fill('asha book')
  await expect(table.getByRole('link', { name: 'soon-book.com' })).toBeVisible()
  await expect(table.getByRole('link', { name: 'later-book.com' })).toBeHidden()
  await expect(admin).toHaveURL(/q=asha/)
  await admin.getByRole('combobox', { name: 'Expires' }).selectOption('')
  await expect(table.getByRole('link', { name: 'later-book.com' })).toBeVisible()
  await expectAccessible(admin)

  await table.getByRole('link', { name: 'soon-book.com' }).click()
  await admin.getByRole('textbox', { name: 'Note' }).fill('Pays by hand')
  await admin.getByRole('button', { name: 'Add note' }).click()
  await expect(admin.getByText('Pays by hand')).toBeVisible()
  await admin.getByRole('button', { name: 'Renew', exact: true }).click()
  const dialog = admin.getByRole('alertdialog')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await expect(admin.getByText('soon-book.com has been renewed.')).toBeVisible()
  await expect(admin.getByRole('listitem').filter({ hasText: 'Renewed' })).toBeVisible()

  await admin.getByRole('button', { name: 'Hand over' }).click()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog.getByText('Please enter the email address of a customer.')).toBeVisible()
  await dialog.getByLabel('Email address of the new customer').fill('other-book@example.com')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(admin.getByText('soon-book.com has been handed over.')).toBeVisible()
  // A dialog acts on the service as the page showed it.
  await expect(admin.getByRole('link', { name: 'Juma Book' })).toBeVisible()
  await expect(customer.getByRole('table').getByText('soon-book.com')).toBeHidden()
  await expect(customer.getByRole('table').getByText('later-book.com')).toBeVisible()

  await admin.getByRole('button', { name: 'End service' }).click()
  await dialog.getByLabel('Reason').fill('Asked for it')
  await dialog.getByRole('button', { name: 'End service' }).click()
  await expect(admin.getByText('soon-book.com has been ended.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Renew', exact: true })).toBeHidden()
  await expectAccessible(admin)
})
