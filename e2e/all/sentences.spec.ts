import type { Request } from '@playwright/test'
import {
  expect,
  newCustomer,
  PASSWORD,
  signedIn,
  test,
  clickButton,
  expectText,
  insertRequest,
  insertService,
} from '../shop.ts'

/** The messages of the catalogue that no other test shows, each from its real cause. */

test('a form says what is missing or known already', async ({ shop }) => {
  const email = 'says@example.com'
  const page = await shop.visit()
  await newCustomer(page, { name: 'Asha Mwangi', email })
  await insertService(shop, email, 'domain', 'mine-already.com', 90)
  await insertService(shop, email, 'email', 'info@mine-already.com', 90)
  await page.goto('/dashboard/domains')
  const domain = page.getByLabel('Domain name')
  await clickButton(page, 'Check')
  await expectText(page, 'Please enter a domain name.')
  await domain.fill('mine-already.com')
  await clickButton(page, 'Check')
  await expectText(page, 'You already own this domain.')
  await domain.fill('asked-already.com')
  await clickButton(page, 'Check')
  await clickButton(page, 'Request this: asked-already.com')
  await expectText(page, 'Request sent! Expect feedback within ~10 mins.')
  await clickButton(page, 'Check')
  await expectText(page, 'You already requested this domain.')

  await page.goto('/dashboard/emails')
  await clickButton(page, 'Check')
  await expectText(page, 'Please enter a domain or full email.')
  await page.getByLabel('Domain or full email').fill('info@mine-already.com')
  await clickButton(page, 'Check')
  await expectText(page, 'You already own an email with that name.')

  await page.goto('/dashboard/hosting')
  await expectText(page, 'Save 15%')
  await expect(page.getByLabel('Plan name')).toHaveValue('Custom Plan')
  await page.getByLabel('Plan name').fill(' ')
  await clickButton(page, 'Send request')
  await expectText(page, 'Please fill in all fields for manual request.')
  await page.getByLabel('Plan name').fill('A plan of my own')
  await page.getByLabel('Details').fill('Two sites')
  await clickButton(page, 'Send request')
  await expectText(page, 'Manual hosting request sent!')
  await clickButton(page, 'Request Basic')
  await expectText(page, 'Hosting request for Basic plan sent!')

  await page.goto('/dashboard/profile')
  await page.getByLabel('Full name').fill('Asha M')
  await clickButton(page, 'Update Name')
  await expectText(page, '✅ Name updated successfully.')
  const shell = await page.request.get('/dashboard')
  expect(await shell.text()).toContain('Loading...')
  expect(await (await page.request.get('/admin')).text()).toContain('Loading admin dashboard...')
})

test('an admin reads what a save needs, and that a request is gone or its name held', async ({ shop }) => {
  const [holder, email] = ['holder@example.com', 'review.says@example.com'] as const
  const admin = await shop.visit()
  for (const one of [holder, email]) {
    const data = { full_name: 'Asha Mwangi', country: 'KE', phone_number: '+254712345678' }
    const made = await admin.request.post('/auth/v1/signup', {
      data: { email: one, password: PASSWORD, data },
    })
    expect(made.status()).toBe(200)
  }
  const held = [
    ['domains', 'domain', 'review-held.com', 'DOMAIN', 'Failed to create domain record'],
    ['emails', 'email', 'info@review-held.com', 'EMAIL', 'Failed to create email record'],
  ] as const
  for (const [, kind, name] of held) {
    await insertService(shop, holder, kind, name, 90)
    await insertRequest(shop, email, kind, name, 'pending', 'asked')
  }
  await insertRequest(shop, email, 'domain', 'review-says.com', 'pending', 'asked')
  await signedIn(admin, shop.admin)
  const formOf = async (screen: string, name: string) => {
    // The search leaves out the holder's own request for the same name.
    await admin.goto(`/admin/${screen}?q=${email}`)
    await clickButton(admin, `Review ${name}`)
    const form = admin.getByRole('form', { name: `Review ${name}` })
    return {
      status: form.getByLabel('Status', { exact: true }),
      price: form.getByLabel('Price in dollars'),
      save: () => form.getByRole('button', { name: 'Save', exact: true }).click(),
    }
  }

  const form = await formOf('domains', 'review-says.com')
  await form.status.selectOption('')
  await form.save()
  await expectText(admin, 'Please select a status')
  await expect(form.price).toBeDisabled()
  await form.status.selectOption('available')
  await expect(form.price).toBeEnabled()
  await expect(form.price).toHaveAttribute('min', '0')
  await expect(form.price).toHaveAttribute('step', '0.01')
  await form.price.fill('')
  await form.save()
  await expectText(admin, 'Please enter a valid price')
  await form.price.fill('10')
  await shop.sql(`delete from requests where subject = 'review-says.com'`)
  await form.save()
  await expectText(admin, 'Request not found')

  for (const [screen, , name, what, sentence] of held) {
    const { status, save } = await formOf(screen, name)
    await status.selectOption(`YOUR ${what} IS ACTIVE NOW`)
    await save()
    await clickButton(admin, 'Activate unpaid')
    await expectText(admin, sentence)
    await expectText(admin, `${name} already belongs to ${holder}.`)
  }
})

test('with the session ended a customer is sent to the log-in', async ({ shop }) => {
  const email = 'ended@example.com'
  const page = await shop.visit()
  await newCustomer(page, { name: 'Asha Mwangi', email })
  const reads = new Set<Request>()
  page.on('request', (read) => read.method() === 'GET' && read.url().includes('/api/') && reads.add(read))
  page.on('requestfinished', (read) => reads.delete(read))
  page.on('requestfailed', (read) => reads.delete(read))
  for (const [button, sentence] of [
    ['Request Basic', 'You must be logged in to request hosting.'],
    ['Send request', 'You must be logged in to send manual request.'],
  ] as const) {
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.route('**/api/live', () => {})
    await page.goto('/dashboard/hosting')
    await page.getByLabel('Details').fill('Two sites')
    // From here on reads get no answer, so the page notices the ended session by its own write.
    await page.context().route('**/api/**', (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      return void reads.delete(route.request())
    })
    await expect.poll(() => [...reads].filter((read) => !read.url().endsWith('/api/live')).length).toBe(0)
    await shop.sql(`delete from auth.sessions where user_id = (select id from profiles where email = $1)`, [
      email,
    ])
    await clickButton(page, button)
    await expectText(page, sentence)
    await page.waitForURL(/\/login/)
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await signedIn(page, { email, password: PASSWORD })
  }
})

test('somebody whose role can not be found out is logged in as a regular user', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto('/login')
  await shop.failing(async () => {
    await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByLabel('Email', { exact: true }).fill(shop.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(shop.admin.password)
    await clickButton(page, 'Login')
    await expectText(page, 'Failed to fetch user role. Logging in as regular user.')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.unrouteAll({ behavior: 'wait' })
  })
})
