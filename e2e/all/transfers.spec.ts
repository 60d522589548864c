import { startStub } from '../../src/features/fulfilment/server/drivers/domains-reseller/stub/stub.ts'
import { expectFitting } from '../following.ts'
import { callAs } from '../paying.ts'
import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** A customer transfers a name here on a phone, and the staff follows it on a desktop. */

// A server of its own, which may call the stub registrar.
test.use({ settings: { RATE_LIMIT_SCALE: '83', OUTBOUND_ALLOW: '127.0.0.1/32' } })

test('a name is transferred here: asked for, paid, refused for its code, and done with the right one', async ({
  shop,
}) => {
  const stub = await startStub()
  const name = 'hamia-hapa.com'
  shop.registry.taken.add(name)
  stub.books.taken.add(name)
  stub.books.elsewhere.set(name, { code: 'Sahihi-2026', expires_at: new Date('2027-05-20') })
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await callAs(admin, 'POST', '/api/admin/registrars', {
    driver: 'domains-reseller',
    name: 'Registrar',
    base_url: stub.url,
    credentials: { username: stub.username, key: stub.key },
    currency: 'USD',
    endings: ['com'],
    nameservers: ['ns1.example.com', 'ns2.example.com'],
    contact: { address: 'Kariakoo', city: 'Dar es Salaam', state: 'Dar es Salaam', postcode: '11101' },
  })

  const asha = await shop.visit({ phone: true })
  await newCustomer(asha, { name: 'Asha Mwangi', email: 'asha-hamia@example.com' })
  await asha.goto('/results?domain=hamia-hapa')
  await asha.getByRole('link', { name: /It's mine: transfer it here ?: hamia-hapa\.com/ }).click()
  await expect(asha.getByRole('heading', { name: 'Transfer a domain here' })).toBeVisible()
  await expect(asha.getByLabel('Your domain')).toHaveValue(name)
  await asha.getByRole('button', { name: 'Request the transfer' }).click()
  await expect(asha.getByText('Enter the transfer code from your registrar.')).toBeVisible()
  await asha.getByLabel('Transfer code').fill('Vibaya-2026')
  await expectFitting(asha, '/dashboard/domains?move=')
  await expectAccessible(asha)
  await asha.getByRole('button', { name: 'Request the transfer' }).click()
  await expect(asha).toHaveURL(/\/dashboard\/domains#request-/)
  await expect(asha.getByRole('heading', { name, exact: true })).toBeVisible()

  await admin.goto('/admin/domains')
  const row = admin.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('transfer', { exact: true })).toBeVisible()
  const { items } = await callAs<{ items: { id: string; requested_domain: string }[] }>(
    admin,
    'GET',
    '/api/admin/domain-requests',
  )
  const { id } = items.find((one) => one.requested_domain === name)!
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 14 })
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'YOUR DOMAIN IS ACTIVE NOW' })

  await expect(asha.getByText('Transfer refused', { exact: true })).toBeVisible()
  await expect(asha.getByText('The transfer code is not correct.')).toBeVisible()
  await expectAccessible(asha)
  await expectFitting(asha, '/dashboard/domains')
  await row.getByRole('button', { name: `Review ${name}` }).click()
  await admin.getByRole('button', { name: 'Show the transfer code' }).click()
  await expect(admin.getByText('Vibaya-2026')).toBeVisible()
  await expectAccessible(admin)
  stub.settings.hold = 'until-run'
  await asha.getByLabel('Transfer code').fill('Sahihi-2026')
  await asha.getByRole('button', { name: 'Send the code' }).click()
  await expect(asha.getByText('Being transferred', { exact: true })).toBeVisible()
  await expect(asha.getByText('Day 1:')).toBeVisible()
  await expect(asha.getByText('Sent to the registry')).toBeVisible()

  await admin.goto('/admin/fulfilment')
  const order = admin.getByRole('row').filter({ hasText: name })
  await expect(order.getByText('Transfer', { exact: true })).toBeVisible()
  await order.getByRole('button', { name: `Details of ${name}` }).click()
  stub.runOrders()
  await admin.getByRole('button', { name: 'Look again' }).click()
  await expect(order.getByText('Done')).toBeVisible()
  await expect(asha.getByText('Being transferred', { exact: true })).toBeHidden()
  expect(stub.journal.filter(({ endpoint, did }) => endpoint === 'transfer' && did)).toHaveLength(1)
  await asha.goto(`/dashboard/domains/${name}`)
  await expect(asha.getByText('Transferred here')).toBeVisible()
  await expect(asha.getByText('20 May 2028').first()).toBeVisible()

  // It is transferred away again: the page says so, and the service ends by one press.
  stub.books.names.get(name)!.status = 'Transferred Away'
  const { items: accounts } = await callAs<{ items: { id: string }[] }>(admin, 'GET', '/api/admin/registrars')
  await callAs(admin, 'POST', `/api/admin/registrars/${accounts[0]!.id}/sync`, { names: [] })
  await admin.goto(`/admin/registrars/${accounts[0]!.id}/names`)
  const gone = admin.getByRole('row').filter({ hasText: name })
  await expect(gone.getByText('Gone from the registrar')).toBeVisible({ timeout: 30_000 })
  await asha.reload()
  await expect(asha.getByText('This domain was transferred to another registrar.')).toBeVisible()
  await gone.getByRole('button', { name: `Details of ${name}` }).click()
  await admin.getByRole('button', { name: 'End the service' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'End the service' }).click()
  await expect(admin.getByText(`The service for ${name} has been ended`)).toBeVisible()
  await stub.close()
})
