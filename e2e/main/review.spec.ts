import { callAs } from '../paying.ts'
import { form, names, rows, waiting } from '../reviewing.ts'
import { expect, expectAccessible, test } from '../shop.ts'

/** The admins' queues on a wide screen: searched, filtered and decided on, by two admins at the same time. */

test('a queue is filtered, searched and decided on, and two admins see that both edit a request', async ({
  shop,
}) => {
  const admin = await waiting(shop, 'meza')
  const [bahari, kahawa] = names.map((name) => `meza-${name}`) as [string, string]

  // The address contains the search, so a reload and the back button restore it.
  await admin.getByLabel('Search').fill(bahari)
  await expect(rows(admin)).toHaveCount(1)
  await expect(admin).toHaveURL(new RegExp(`q=${bahari}`))
  await admin.getByLabel('Status', { exact: true }).selectOption('rejected')
  await expect(admin.getByText('No request matches')).toBeVisible()
  await expectAccessible(admin)
  await admin.reload()
  await expect(admin.getByLabel('Status', { exact: true })).toHaveValue('rejected')
  await expect(admin.getByLabel('Search')).toHaveValue(bahari)
  await admin.getByRole('button', { name: 'Show all requests' }).click()
  await expect(admin).toHaveURL(/\/admin\/domains$/)
  await admin.getByLabel('Search').fill(`meza@example.com`)
  await expect(rows(admin)).toHaveCount(names.length)

  // The form is beside the list. Nothing scrolls sideways.
  await admin.getByRole('button', { name: `Review ${bahari}` }).click()
  const box = (await form(admin, bahari).boundingBox())!
  const row = (await admin.getByRole('heading', { name: bahari }).boundingBox())!
  expect(box.x).toBeGreaterThan(row.x + row.width)
  expect(
    await admin.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
  await expectAccessible(admin)

  // Opening another request does not lose what was typed in the first one.
  await form(admin, bahari).getByLabel('Feedback to the customer').fill('Karibu sana')
  await admin.getByRole('button', { name: `Review ${kahawa}` }).click()
  await expect(form(admin, kahawa)).toBeVisible()
  await expect(form(admin, bahari)).toBeHidden()
  await admin.getByRole('button', { name: `Review ${bahari}` }).click()
  await expect(form(admin, bahari).getByLabel('Feedback to the customer')).toHaveValue('Karibu sana')

  await form(admin, bahari).getByLabel('Status', { exact: true }).selectOption('available')
  // The price of the price list is filled in.
  await expect(form(admin, bahari).getByLabel('Price in dollars')).toHaveValue('10.00')
  await form(admin, bahari).getByLabel('Price in dollars').fill('')
  await form(admin, bahari).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form(admin, bahari).getByText('Please enter a valid price')).toBeVisible()
  await form(admin, bahari).getByLabel('Price in dollars').fill('12.50')
  await form(admin, bahari).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form(admin, bahari)).toHaveCount(0)
  await expect(admin.getByText('$12.50')).toBeVisible()
  await admin.getByLabel('Payment').selectOption('unclaimed')
  await expect(rows(admin)).toHaveCount(1)

  // Another admin saves the second request while this one edits it: both values are shown, and each can be saved.
  await admin.getByLabel('Search').fill(kahawa)
  await admin.getByLabel('Payment').selectOption('')
  await admin.getByRole('button', { name: `Review ${kahawa}` }).click()
  await form(admin, kahawa).getByLabel('Feedback to the customer').fill('Ni lako')
  const { items } = await callAs<{ items: { id: string }[] }>(
    admin,
    'GET',
    `/api/admin/domain-requests?q=${kahawa}`,
  )
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${items[0]!.id}`, {
    ...{ status: 'rejected', admin_feedback: 'Limechukuliwa' },
  })
  await expect(
    form(admin, kahawa).getByText('Someone else changed this request while you were editing.'),
  ).toBeVisible()
  const difference = form(admin, kahawa).getByRole('row').filter({ hasText: 'Feedback' })
  await expect(difference.getByRole('cell')).toHaveText(['Limechukuliwa', 'Ni lako'])
  await expectAccessible(admin)
  await form(admin, kahawa).getByRole('button', { name: 'Use their version' }).click()
  await expect(form(admin, kahawa).getByLabel('Feedback to the customer')).toHaveValue('Limechukuliwa')
  await expect(form(admin, kahawa).getByLabel('Status', { exact: true })).toHaveValue('rejected')
})
