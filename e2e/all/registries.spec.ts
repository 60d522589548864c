import { expect, expectAccessible, signedIn, test } from '../shop.ts'

/** The admins' view of unreliable registries. A new server, because no registry may be proven there yet. */
test.use({ settings: { LOG_LEVEL: 'error' } })

test('a registry that moved raises an alarm, and an unread answer gets a label', async ({ shop }) => {
  const [suffix, name] = ['tech', 'odd-words.org']
  shop.registry.moved.add(suffix)
  shop.registry.odd.add(name)
  const page = await shop.visit({ phone: true })
  const call = async (domain: string) =>
    (await (await page.request.post('/api/check-domain', { data: { domain } })).json()).data
  expect(await call(`google.${suffix}`)).toMatchObject({ data: 'Not known', status: 'error' })
  expect(await call(name)).toMatchObject({ status: 'error' })

  await signedIn(page, shop.admin)
  await page.goto('/admin/availability')
  await expect(
    page.getByText(`Names ending in .${suffix} are not shown as available at the moment`),
  ).toBeVisible()
  await page.getByText('Advanced', { exact: true }).click()
  const alarm = page.getByRole('alert').filter({ hasText: `RDAP for .${suffix} is not reliable` })
  await expect(alarm).toContainText(`Lookup of example.${suffix} returned: available.`)
  await expect(alarm.getByRole('link', { name: 'Open settings' })).toBeVisible()

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(card).toContainText(`Odd words about ${name}`)
  await expect(card).toContainText('Write to [removed]')
  await card.getByText('Neither', { exact: true }).click()
  await expect(card.getByRole('radio', { name: 'Neither' })).toBeChecked()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: `Copy as JSON: ${name}` }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
    query: name,
    expected: 'unknown',
  })
  await expectAccessible(page)
  await page.reload()
  await page.getByText('Advanced', { exact: true }).click()
  await expect(card.getByRole('radio', { name: 'Neither' })).toBeChecked()
  shop.registry.moved.delete(suffix)
})

test('an admin sets a known registered name for a registry of the settings', async ({ shop }) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await page.goto('/admin/settings#registries')
  const registries = page.getByRole('form', { name: 'Registry addresses' })
  await registries.getByRole('button', { name: 'Add an address' }).click()
  await registries.getByLabel('Ending').fill('xyz')
  await registries.getByLabel('WHOIS').fill('whois.example')
  await registries.getByLabel('Registered names').fill('a.com b.xyz')
  await registries.getByRole('button', { name: 'Save' }).click()
  await expect(registries.getByText('This value is not valid.')).toBeVisible()
  await registries.getByLabel('Registered names').fill('a.xyz, b.xyz')
  await registries.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await registries.getByText('.xyz').click()
  await expect(registries.getByLabel('Registered names')).toHaveValue('a.xyz b.xyz')
})
