import { callAs } from '../paying.ts'
import { filterByStatus, form, names, offerBahari, rows, waiting } from '../reviewing.ts'
import { expect, expectAccessible, test } from '../shop.ts'

/** The admins' queues on a wide screen: searched, filtered and decided on, by two admins at the same time. */

test('a queue is filtered, searched and decided on, and two admins see that both edit a request', async ({
  shop,
}) => {
  const admin = await waiting(shop, 'meza')
  const [bahari, kahawa] = names.map((name) => `meza-${name}`) as [string, string]

  await filterByStatus(admin, 'meza')

  // The form is over the last columns of the list, and not over the names. Nothing scrolls sideways.
  await admin.getByRole('button', { name: `Review ${bahari}` }).click()
  const box = (await form(admin, bahari).boundingBox())!
  const row = (await admin.getByRole('button', { name: `Review ${bahari}` }).boundingBox())!
  expect(box.x).toBeGreaterThan(row.x + row.width)
  expect(
    await admin.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
  await expectAccessible(admin)

  await offerBahari(admin, 'meza')
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
    status: 'rejected',
    admin_feedback: 'Limechukuliwa',
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
