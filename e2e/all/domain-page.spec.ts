import { expect, expectAccessible, newCustomer, test } from '../shop.ts'

test('one page per domain shows what belongs to it, live', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  await newCustomer(page, { name: 'Asha Mwangi', email: 'domain-page@example.com' })
  const id = '(select id from profiles where email = $1)'
  const values = ['domain-page@example.com']
  const request = (kind: string, subject: string, status: string) =>
    shop.sql(
      `insert into requests (id, user_id, kind, subject, status, stage)
       values (gen_random_uuid(), ${id}, '${kind}', '${subject}', '${status}', 'active')`,
      values,
    )
  const service = (kind: string, name: string) =>
    shop.sql(
      `insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
       values (gen_random_uuid(), ${id}, (select id from requests where subject = '${name}'), '${kind}', '${name}',
               true, now() - interval '364 days', now() + interval '1 day')`,
      values,
    )
  await request('domain', 'ukurasa.com', 'YOUR DOMAIN IS ACTIVE NOW')
  await service('domain', 'ukurasa.com')
  await request('email', 'info@ukurasa.com', 'YOUR EMAIL IS ACTIVE NOW')
  await service('email', 'info@ukurasa.com')

  await page.goto('/dashboard/domains')
  await page.getByRole('link', { name: 'ukurasa.com' }).click()
  await expect(page).toHaveURL(/\/dashboard\/domains\/ukurasa\.com$/)
  await expect(page.getByRole('heading', { name: 'ukurasa.com', level: 1 })).toBeVisible()
  await expect(page.getByText('info@ukurasa.com')).toBeVisible()
  await expect(page.getByText('Registered in your name')).toBeVisible()
  await expectAccessible(page)

  // The expiry passes: the page offers the renewal, and shows it at once.
  await shop.sql(`update services set expires_at = now() - interval '1 hour' where name = 'ukurasa.com'`)
  await page.reload()
  await page.getByRole('button', { name: 'Renew Domain: ukurasa.com' }).click()
  await expect(page.getByText('Renewed until')).toBeVisible()

  await page.getByRole('link', { name: 'Add an address' }).click()
  await expect(page.getByText('info@ukurasa.com').first()).toBeVisible()

  await shop.failing(async () => {
    await page.goto('/dashboard/domains/of-another.com')
    await expect(page.getByText('You have no domain with this name.')).toBeVisible()
  })
})
