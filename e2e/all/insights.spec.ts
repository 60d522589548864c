import type { Page } from '@playwright/test'
import { expectFitting, expectLoaded } from '../following.ts'
import { callAs } from '../paying.ts'
import { opened } from '../reviewing.ts'
import {
  expect,
  expectAccessible,
  insertService,
  newCustomer,
  refusal,
  signedIn,
  test,
  type Shop,
} from '../shop.ts'

/** The first screens of both areas and the audit log: correct, live and accessible. */

/** SQL that inserts a year of requests, services and payments, some in each of the last twelve months. */
const year = (email: string) => `
  with person as (select id from profiles where email = '${email}'),
       asked as (insert into requests (id, user_id, kind, subject, status, stage, price, created_at)
                 select gen_random_uuid(), person.id, (array['domain', 'email', 'hosting'])[1 + n % 3], 'year-' || n || '.com',
                        (array['YOUR DOMAIN IS ACTIVE NOW', 'YOUR EMAIL IS ACTIVE NOW', 'active'])[1 + n % 3], 'active', 12.5,
                        date_trunc('month', now()) - make_interval(months => n % 12)
                   from person, generate_series(1, 90) n returning *),
       held as (insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
                select gen_random_uuid(), user_id, id, kind, subject, false, created_at, created_at + interval '1 year' from asked),
       receipt as (insert into receipts (method, number, user_id) select 'bank', id::text, user_id from asked returning *)
  insert into claims (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number, amount, created_at)
  select gen_random_uuid(), asked.user_id, asked.id, 'x', asked.id::text, 'Bank', 'bank', asked.id::text, 12.5, asked.created_at
    from asked join receipt on receipt.number = asked.id::text`

const waiting = (email: string) => `
  insert into requests (id, user_id, kind, subject, status, stage, created_at)
  select gen_random_uuid(), id, 'domain', 'waits-' || n || '.com', 'pending', 'asked', now() - make_interval(mins => n * 8)
    from profiles, generate_series(1, 3) n where email = '${email}'`

async function adminOf(shop: Shop, options?: Parameters<Shop['visit']>[0]): Promise<Page> {
  const page = await shop.visit(options)
  await signedIn(page, shop.admin)
  await expect(page).toHaveURL(/\/admin$/)
  return page
}

/** The number of a counter with that label. */
const counter = (page: Page, words: string) =>
  page.locator('dl > div').filter({ hasText: words }).getByRole('definition')

/** What waits for admins, by what the server counts: new domain requests, and everything. */
async function waitingNow(admin: Page) {
  const { requests, ...others } = await callAs<
    { requests: { kind: string; count: number }[] } & Record<string, number>
  >(admin, 'GET', '/api/admin/waiting')
  const counts = [...requests.map(({ count }) => count), ...Object.values(others as Record<string, number>)]
  return {
    domains: requests.find(({ kind }) => kind === 'domain')?.count ?? 0,
    all: counts.reduce((sum, count) => sum + count, 0),
  }
}

test('a new request is marked on every screen of an admin, in the title and in the icon', async ({
  shop,
}) => {
  const admin = await adminOf(shop)
  await admin.getByRole('navigation').getByRole('button', { name: 'System' }).click()
  await admin.getByRole('navigation').getByRole('link', { name: 'Mail', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  const entry = admin.getByRole('navigation').getByRole('link', { name: 'Manage Domains', exact: true })
  // The number in the title, and the one that is the description of the entry and no part of its name.
  const marks = async () => ({
    domains: await entry.evaluate((link) => {
      const ids = link.getAttribute('aria-describedby')
      return Number(/^(\d+) new$/.exec((ids && document.getElementById(ids)?.textContent) || '')?.[1] ?? 0)
    }),
    all: Number(/^\((\d+)\) /.exec(await admin.title())?.[1] ?? 0),
  })
  // The counts of a page are loaded after its entries, and other journeys may have left something.
  const expectMarked = () =>
    expect(async () => expect(await marks()).toEqual(await waitingNow(admin))).toPass({ timeout: 30_000 })
  await expectMarked()
  const before = await waitingNow(admin)
  const asha = await shop.visit()
  await newCustomer(asha, { name: 'Asha Mwangi', email: 'marked@example.com' })
  await callAs(asha, 'POST', '/api/domain-requests', { requested_domain: 'marked-one.com' })
  await expect(entry).toHaveAccessibleDescription(`${before.domains + 1} new`)
  await expectMarked()
  await expect(entry).toContainText(/\d$/)
  await expect(admin).toHaveTitle(/^\([1-9]\d*\) Mail/)
  await expect(admin.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg/)
  // The next screen has it too.
  await admin.getByRole('link', { name: 'Settings' }).first().click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expectMarked()
  await expect(admin).toHaveTitle(/^\([1-9]\d*\) Settings/)
})

test("a customer's home lists first what waits for the customer", async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Juma Otieno', email: 'turn@example.com' })
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'To do' })).toHaveCount(0)
  for (const [title, to] of [
    ['Buy a Domain', '/dashboard/domains'],
    ['Get Professional Email', '/dashboard/emails'],
  ])
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', to!)
  await shop.sql(
    `with person as (select id from profiles where email = 'turn@example.com'),
          asked as (insert into requests (id, user_id, kind, subject, status, stage, price)
                    select gen_random_uuid(), id, 'domain', 'duka.africa', 'available', 'offered', 12.5 from person returning *),
          held as (insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
                   select gen_random_uuid(), user_id, id, 'domain', 'soon.co.tz', true, now(), now() + interval '20 days' from asked)
     insert into events (user_id, type, topics, data)
     select id, 'request.changed', '{domain-requests,counters}', '{"kind":"domain","subject":"duka.africa","status":"available"}' from person`,
  )
  const turn = page.getByRole('region', { name: 'To do' }).or(page.locator('section', { hasText: 'To do' }))
  await expect(turn.getByRole('link', { name: /^Pay \$12\.50 ?: duka\.africa$/ })).toBeVisible()
  await shop.sql(
    `insert into events (user_id, type, topics, data)
     select id, 'profile.role-changed', '{profile}', '{"role":"user"}' from profiles where email = 'turn@example.com'`,
  )
  await expect(page.getByText('You are a customer now.')).toBeVisible()
  await expect(turn.getByText(/Expires on/)).toBeVisible()
  await expect(counter(page, 'Domains Owned')).toHaveText('1')
  await expect(page.getByText('Your request for duka.africa is ready for payment.')).toBeVisible()
  await expectAccessible(page)
  await turn.getByRole('link', { name: /^Pay \$12\.50 ?: duka\.africa$/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/domains#/)
  await expect(
    page.getByRole('button', { name: 'After Payments Click Here to Confirm your Domain' }),
  ).toBeFocused()

  // An expired domain can be renewed here, even after 24 newer ones in the list.
  await shop.sql(
    `with asked as (insert into requests (id, user_id, kind, subject, status, stage)
                    select gen_random_uuid(), id, 'domain', 'name-' || n || '.com', 'YOUR DOMAIN IS ACTIVE NOW', 'active'
                      from profiles, generate_series(0, 24) n where email = 'turn@example.com' returning *)
     insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at, created_at)
     select gen_random_uuid(), user_id, id, 'domain', subject, true, now(),
            now() + case subject when 'name-0.com' then -1 else 300 end * interval '1 day',
            now() - case subject when 'name-0.com' then 365 else 0 end * interval '1 day' from asked`,
  )
  await page.goto('/dashboard')
  await turn.getByRole('link', { name: /^Renew ?: name-0\.com$/ }).click()
  const renew = page.getByRole('button', { name: 'Renew Domain: name-0.com' })
  await expect(renew).toBeFocused()
  await expect(renew).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Domain renewed successfully!')).toBeVisible()
})

test('a domain that expires while its page is open can be renewed there', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Zawadi Mrema', email: 'expiring@example.com' })
  await insertService(shop, 'expiring@example.com', 'domain', 'soon.com', 0.01)
  await page.clock.install()
  await page.goto('/dashboard/domains')
  const row = page.getByRole('row').filter({ hasText: 'soon.com' })
  await expect(row.getByRole('cell').last()).toContainText('Active')
  // A quarter of an hour passes for the server and for the page, whose connection stays as it is.
  await shop.sql(`update services set expires_at = now() where name = 'soon.com'`)
  await page.clock.setSystemTime(Date.now() + 900_000)
  await page.clock.fastForward(20_000)
  await expect(row.getByRole('button', { name: 'Renew Domain: soon.com' })).toBeVisible()
  await expect(row.getByText('Expired')).toBeVisible()
})

test('figures that fail to load are a dash, without a toast', async ({ shop }) => {
  const page = await shop.visit()
  await newCustomer(page, { name: 'Zuri Achieng', email: 'dash@example.com' })
  await expect(counter(page, 'Cart Items')).toHaveText('0')
  // A refusal (409) and not an outage: the page logs a warning in the console.
  await page.context().route('**/api/counters', (route) => route.fulfill(refusal(409, 'STILL_BUSY')))
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.reload()
  await expect(page.locator('dl dd')).toHaveText(['–', '–', '–'])
  await warning
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the overview and the audit log on a phone, sw, dark', async ({ shop }) => {
  const email = 'year@example.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Neema Kimaro', email })
  await shop.sql(year(email))
  await shop.sql(waiting(email))
  const page = await adminOf(shop, { phone: true, language: 'sw', dark: true })
  await expect(page.getByText(/\d+ zaidi ya dakika 10/).first()).toBeVisible()
  await expectLoaded(page)
  await expectFitting(page, '/admin')
  await expectAccessible(page)

  await page.goto('/admin/reports')
  const charts = page.getByRole('main').locator('svg:has(title)')
  await expect(charts).toHaveCount(2)
  await expectLoaded(page)
  await expectFitting(page, '/admin/reports')
  await expectAccessible(page)

  // The keyboard reads the chart month by month, and a table shows the same numbers.
  const slider = page.getByRole('slider').first()
  const now = await slider.getAttribute('aria-valuetext')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', now!)
  for (const choice of await page.getByText('Jedwali', { exact: true }).all()) await choice.click()
  await expect(charts).toHaveCount(0)
  await expect(page.getByRole('table').nth(1).getByRole('row')).toHaveCount(13)
  await expectAccessible(page)

  await page.goto('/admin/audit')
  const signedUp = page.getByRole('row').filter({ hasText: 'alijisajili' }).first()
  await expect(signedUp).toBeVisible()
  await expectLoaded(page)
  await expectFitting(page, '/admin/audit')
  await expectAccessible(page)
  await signedUp.getByRole('button').first().click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Hakiki mnyororo' }).click()
  await expect(page.getByText(/Mnyororo uko sawa/)).toBeVisible()
  await expectAccessible(page)
})

test('the reports show one period in every chart, and their tables are sorted and saved', async ({
  shop,
}) => {
  const email = 'reported@example.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Salma Omari', email })
  await shop.sql(year(email))
  const page = await adminOf(shop)
  await page.goto('/admin/reports')
  const sliders = page.getByRole('slider')
  await expect(sliders.first()).toHaveAttribute('max', '11')
  await page.getByText('3 months', { exact: true }).click()
  await expect(page).toHaveURL(/months=3$/)
  for (const slider of await sliders.all()) await expect(slider).toHaveAttribute('max', '2')
  await expect(page.getByText(/^\w+ \d{4} to \w+ \d{4}, compared with /)).toBeVisible()
  await expect(page.getByText(/% on the period before$/).first()).toBeVisible()

  const table = page.getByRole('table', { name: 'Requests by status and product' })
  const first = table.getByRole('rowheader').first()
  await expect(first).toContainText('Domains')
  const head = table.getByRole('columnheader', { name: 'Product' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('Hosting')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export CSV ?: Requests by status/ }).click()
  expect((await download).suggestedFilename()).toBe('requests-by-status-and-product.csv')
  await expectAccessible(page)
})

test('the audit log can be filtered, opened and exported, and shows where it was changed', async ({
  shop,
}) => {
  const page = await adminOf(shop)
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Baraka Juma', email: 'audited@example.com' })
  await page.getByRole('link', { name: 'Audit log' }).first().click()
  await page.getByLabel('Who').fill('audited@example.com')
  await page.keyboard.press('Enter')
  // Each entry is a sentence; the action's name in the log is among the technical details.
  const signedUp = page.getByRole('row').filter({ hasText: 'Baraka Juma signed up' })
  await expect(signedUp).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: 'logged in' })).toHaveCount(1)
  await signedUp.getByRole('button', { name: 'Details of “Signed up”' }).click()
  await opened(page).getByText('Technical details').click()
  await expect(opened(page).getByText('user_signedup', { exact: true })).toBeVisible()
  await page.getByLabel('Action').selectOption({ label: 'Signed up' })
  await expect(page.getByRole('row').filter({ hasText: 'logged in' })).toHaveCount(0)

  await opened(page).getByRole('button', { name: 'Close', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('exported the audit log').first()).toBeVisible()
  await shop.sql(`update audit_head set seq = seq + 1`)
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await expect(page.getByText(/The chain is broken at entry \d+/)).toBeVisible()
  await shop.sql(`update audit_head set seq = seq - 1`)
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await expect(page.getByText(/The chain is intact/)).toBeVisible()
})
