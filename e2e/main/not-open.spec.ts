import { expect, expectAccessible, newCustomer, rendered, signedIn, test } from '../shop.ts'

/** A shop that its owner keeps closed, and the texts of its legal pages. */

// A server of its own: everybody sees that it is closed.
test.use({ settings: { RATE_LIMIT_SCALE: '58' } })

test('a shop that is not open yet says so, and what its owner published is at the foot and in the sign-up', async ({
  shop,
}) => {
  test.slow()
  const admin = await shop.visit()
  const visitor = await shop.visit()
  await signedIn(admin, shop.admin)
  await visitor.goto('/')
  await expect(visitor.getByText('Opening soon.')).toHaveCount(0)
  expect((await visitor.request.get('/privacy')).status()).toBe(404)
  await shop.sql(
    `insert into settings (key, value) values ('legal.privacy', $1) on conflict (key) do update set value = excluded.value, version = settings.version + 1`,
    [JSON.stringify({ en: 'Template\n# What we keep\n- Your name', sw: 'Kiolezo\n# Tunachotunza' })],
  )
  await admin.goto('/admin')
  const isClosed = admin.getByRole('checkbox', { name: 'Not open yet' })
  await isClosed.check()
  await expect(isClosed).toBeChecked()

  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText('Opening soon.')).toBeVisible({ timeout: 1000 })
    await expect(visitor.getByRole('link', { name: 'Privacy' })).toBeVisible({ timeout: 1000 })
  }).toPass(rendered)
  await expectAccessible(visitor)
  await visitor.getByRole('link', { name: 'Privacy' }).click()
  await expect(visitor.getByRole('heading', { name: 'What we keep' })).toBeVisible()
  await expectAccessible(visitor)

  await visitor.goto('/signup')
  await visitor.getByRole('button', { name: 'Sign Up' }).click()
  await expect(visitor.getByText('Please accept this first.')).toBeVisible()
  await expectAccessible(visitor)
  await newCustomer(visitor, { name: 'Juma', email: 'juma@example.com' })
  await visitor.goto('/dashboard/domains')
  await visitor.getByLabel('Domain name').fill('mapema.com')
  await visitor.getByRole('button', { name: 'Check', exact: true }).click()
  await visitor.getByRole('button', { name: 'Request this: mapema.com' }).click()
  await expect(
    visitor.getByText('Failed to submit request. We are not open yet. Please come back soon.'),
  ).toBeVisible()
  await isClosed.uncheck()
  await expect(isClosed).not.toBeChecked()
})
