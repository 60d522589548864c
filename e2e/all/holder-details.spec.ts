import { startStub } from '../../src/features/fulfilment/server/drivers/domains-reseller/stub/stub.ts'
import { accountAt } from '../../src/features/fulfilment/server/drivers/domains-reseller/stub/stub-books.ts'
import { expectFitting } from '../following.ts'
import { callAs } from '../paying.ts'
import { expect, expectAccessible, newCustomer, PASSWORD, rendered, signedIn, test } from '../shop.ts'

/** An ending asks for more than the profile has: the owner sets it, the customer answers on a phone, the staff reads it. */

// A server of its own, which may call the stub registrar, and whose settings are changed.
test.use({ settings: { RATE_LIMIT_SCALE: '83', OUTBOUND_ALLOW: '127.0.0.1/32' } })

test('a name is registered once its customer has answered what the ending asks', async ({ shop }) => {
  const stub = await startStub()
  const name = 'duka-la-swali.com'
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await callAs(admin, 'POST', '/api/admin/registrars', accountAt(stub))

  await admin.goto('/admin/settings#endings')
  await expect(admin.getByText(/check it with your registrar before you save/)).toBeVisible()
  await admin.getByRole('button', { name: '.us', exact: true }).click()
  const questions = admin.getByRole('list', { name: 'Questions for holders, by ending' })
  await expect(questions.getByRole('listitem')).toHaveCount(2)
  for (const at of [1, 0]) await questions.getByRole('button', { name: 'Remove .us' }).nth(at).click()
  await admin.getByRole('button', { name: 'Add a question' }).click()
  await questions.getByLabel('Ending', { exact: true }).fill('com')
  await questions.getByLabel('Characters', { exact: true }).selectOption('Letters and digits')
  await questions.getByLabel('Name at the registrar').fill('Company ID Number')
  await admin.getByRole('button', { name: 'Add a question' }).click()
  const second = questions.getByRole('listitem').last()
  await second.getByLabel('Ending', { exact: true }).fill('com')
  await second.getByLabel('What is asked', { exact: true }).selectOption('Yes or no')
  await second.getByLabel('Question').fill('Is it a charity? | Je, ni shirika la hisani?')
  await expectAccessible(admin)
  await admin.getByRole('form', { name: 'Domain endings' }).getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()

  // The pages have it in their data.
  const page = async () => (await fetch(`${shop.address}/signup`)).text()
  await expect.poll(page, rendered).toContain('asks')

  const asha = await shop.visit({ phone: true, language: 'sw' })
  await newCustomer(asha, { name: 'Asha Mwangi', email: 'asha-swali@example.com' })
  await callAs(asha, 'POST', '/api/domain-requests', { requested_domain: name })
  await asha.goto('/dashboard/domains')
  const form = asha.getByRole('region', { name: 'Taarifa za mmiliki wa .com' })
  await form.getByRole('button', { name: 'Hifadhi majibu' }).click()
  await expect(form.getByText('Tafadhali jibu swali hili.')).toHaveCount(2)
  await form.getByLabel('Namba ya usajili wa kampuni').fill('CPR_1')
  await form.getByLabel('Je, ni shirika la hisani?').selectOption('hapana')
  await expect(form.getByText('Herufi na tarakimu tu, tafadhali.')).toBeVisible()
  await expectAccessible(asha)
  await expectFitting(asha, '/dashboard/domains')

  // Without the answers nothing is bought.
  const { items } = await callAs<{ items: { id: string }[] }>(admin, 'GET', '/api/admin/domain-requests')
  const at = `/api/admin/domain-requests/${items[0]!.id}`
  await callAs(admin, 'PATCH', at, { status: 'available', price: 14 })
  await callAs(admin, 'PATCH', at, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
  await admin.goto('/admin/fulfilment')
  const row = admin.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `Details of ${name}` }).click()
  await expect(admin.getByText('The customer has not answered yet what this ending asks')).toBeVisible()
  await expect(admin.getByText('The customer has not answered yet.')).toBeVisible()

  await form.getByLabel('Namba ya usajili wa kampuni').fill('CPR/2015-1')
  await form.getByRole('button', { name: 'Hifadhi majibu' }).click()
  await expect(asha.getByText('Majibu yamehifadhiwa')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(row.getByText('Done')).toBeVisible()
  expect(stub.books.names.get(name)).toMatchObject({
    orders: 1,
    fields: { 'Company ID Number': 'CPR/2015-1' },
  })

  // The next name proposes the answers, and the checkout wants them before the order.
  const visitor = await shop.visit({ phone: true })
  await signedIn(visitor, { email: 'asha-swali@example.com', password: PASSWORD })
  await callAs(visitor, 'POST', '/api/cart/items', { item: 'duka-la-pili.com' })
  await visitor.goto('/checkout')
  const asked = visitor.getByRole('region', { name: 'Holder details for .com' })
  await expect(asked.getByLabel('Company registration number')).toHaveValue('CPR/2015-1')
  await expect(asked.getByLabel('Is it a charity?')).toHaveValue('no')
  await visitor.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(
    visitor.getByText("Please first answer and save the registry's questions above your order."),
  ).toBeVisible()
  await expectAccessible(visitor)
  await expectFitting(visitor, '/checkout')
  await asked.getByRole('button', { name: 'Save answers' }).click()
  await expect(asked.getByText('duka-la-pili.com · Answered')).toBeVisible()
  await visitor.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(visitor).toHaveURL(/\/dashboard\/orders\//)
  await stub.close()
})
