import type { Page } from '@playwright/test'
import { staffRoles } from '../../src/shared/people/permissions.ts'
import { expectLoaded, follow } from '../following.ts'
import { callAs } from '../paying.ts'
import { opened } from '../reviewing.ts'
import { expect, expectAccessible, newCustomer, PASSWORD, signedIn, test, type Shop } from '../shop.ts'

/** The admins' lists hold a day's work: many rows on a screen, times of the shop, names instead of ids. */

// A server of its own: rows are counted.
test.use({ settings: { RATE_LIMIT_SCALE: '75' } })

const MANY = 14
const numbers = Array.from({ length: MANY }, (_, index) => String(index + 10))
const asha = { name: 'Asha Mwangi', email: 'asha.dawati@example.com', business: 'Duka la Vitambaa' }

/** Fourteen rows in every list. */
async function fill(shop: Shop) {
  const customer = await shop.visit()
  await newCustomer(customer, asha)
  await shop.sql(
    `with asked as (
       insert into requests (id, user_id, kind, subject, status, stage, price, details)
       select gen_random_uuid(), profiles.id, kind, subject, status, stage, price, '{"plan_name": "Basic", "billing_period": "monthly"}'
         from profiles, unnest($2::text[]) n,
              lateral (values ('domain', 'dawati-' || n || '.com', 'available', 'offered', 10),
                              ('email', 'info@dawati-' || n || '.com', 'pending', 'asked', null),
                              ('hosting', 'Basic', 'pending', 'asked', null),
                              ('domain', 'held-' || n || '.com', 'YOUR DOMAIN IS ACTIVE NOW', 'active', null)
                      ) one (kind, subject, status, stage, price)
        where email = $1 returning *)
     insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
     select gen_random_uuid(), user_id, id, kind, subject, true, now(), now() + substring(subject, '\\d+')::int * interval '1 day'
       from asked where stage = 'active'`,
    [asha.email, numbers],
  )
  await Promise.all(
    numbers.map(async (number) => {
      const account = { email: `dawati.${number}@example.com`, password: PASSWORD }
      const data = { full_name: `Juma Otieno ${number}`, country: 'KE', phone_number: `+2547123456${number}` }
      const made = await customer.request.post('/auth/v1/signup', { data: { ...account, data } })
      expect(made.status()).toBe(200)
    }),
  )
  const own = await callAs<{ items: { id: string; requested_domain: string }[] }>(
    customer,
    'GET',
    '/api/domain-requests?limit=50',
  )
  const offered = own.items.filter(({ requested_domain: name }) => name.startsWith('dawati-'))
  await Promise.all(
    offered.map(({ id }, index) =>
      callAs(customer, 'POST', `/api/domain-requests/${id}/payment`, {
        payer_name: 'Asha Mwangi',
        receipt_number: `QKDAWATI${index}00`,
        payment_method: 'M-Pesa',
      }),
    ),
  )
  await shop.sql(
    `insert into messages (id, name, email, body, created_at)
     select gen_random_uuid(), 'Neema ' || n, 'neema' || n || '@example.com', 'Mnauza .co.tz? Tafadhali nijibuni leo.',
            '2026-01-15T21:30:00Z'::timestamptz from generate_series(1, ${MANY}) n`,
  )
  await shop.sql(
    `insert into mails (id, kind, recipient, state, expires_at)
     select gen_random_uuid(), 'request-offered', 'neema' || n || '@example.com', 'sent', now() from generate_series(1, ${MANY}) n`,
  )
  await shop.sql(
    `with placed as (
       insert into orders (id, user_id, total_price, number)
       select gen_random_uuid(), id, 10, 5000 + n from profiles, generate_series(1, ${MANY}) n where email = $1
       returning id, user_id, number)
     insert into order_lines (id, order_id, user_id, position, domain, price)
     select gen_random_uuid(), id, user_id, 1, 'ordered-' || number || '.com', 10 from placed`,
    [asha.email],
  )
  await shop.sql(
    `insert into chat_conversations (user_id, customer_lines, last_excerpt)
     select id, 1, 'Habari? Nahitaji msaada.' from profiles where email like 'dawati.%'`,
  )
  await customer.close()
}

let isFilled: Promise<void> | undefined
const filled = (shop: Shop) => (isFilled ??= fill(shop))

const lists = [
  '/admin/domains',
  '/admin/emails',
  '/admin/hosting',
  '/admin/orders',
  '/admin/inbox',
  '/admin/services',
  '/admin/profiles',
  '/admin/users',
  '/admin/mail',
  '/admin/payments',
  '/admin/messages',
  '/admin/audit',
]

/** The rows of a list. */
function rowsOf(page: Page, path: string) {
  const main = page.getByRole('main')
  return path === '/admin/chat' ? main.locator('li:has(a)') : main.locator('tr:has([data-list-name])')
}

/** An admin on a screen of 1440 times 900, or on a phone. */
async function adminOf(shop: Shop, phone = false) {
  const page = await shop.visit({ phone })
  if (!phone) await page.setViewportSize({ width: 1440, height: 900 })
  await signedIn(page, shop.admin)
  await expectLoaded(page)
  return page
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Texts that are cut off without a tooltip that has the whole of them. */
const clipped = (page: Page) =>
  page
    .getByRole('main')
    .locator('*')
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            one instanceof HTMLElement &&
            one.scrollWidth > one.clientWidth + 1 &&
            !['visible', 'auto', 'scroll'].includes(getComputedStyle(one).overflowX) &&
            !one.matches('input, select, .sr-only, .sr-only *') &&
            !one.closest('[title]') &&
            !one.querySelector('[title]'),
        )
        .map((one) => one.textContent),
    )

test('twelve rows of every list are on a screen of 900 px, and nothing is cut off', async ({ shop }) => {
  await filled(shop)
  const page = await adminOf(shop)
  for (const path of [...lists, '/admin/chat']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await follow(page, path)
    const rows = rowsOf(page, path)
    await expect(rows.nth(11), path).toBeVisible()
    await expectLoaded(page)
    const boxes = await rows.evaluateAll((all) => all.slice(0, 12).map((row) => row.getBoundingClientRect()))
    expect.soft(boxes.at(-1)!.bottom, `${path}: the end of the twelfth row`).toBeLessThanOrEqual(900)
    expect.soft(Math.max(...boxes.map(({ height }) => height)), `${path}: rows on one line`).toBeLessThan(60)
    expect.soft(await overflow(page), path).toBeLessThanOrEqual(0)
    expect.soft(await clipped(page), `${path} at 1440`).toEqual([])
    // The crawl of all screens has no rows.
    if (['/admin/domains', '/admin/payments', '/admin/audit'].includes(path)) await expectAccessible(page)
    await page.setViewportSize({ width: 1024, height: 768 })
    expect.soft(await overflow(page), `${path} at 1024`).toBeLessThanOrEqual(0)
    expect.soft(await clipped(page), `${path} at 1024`).toEqual([])
  }
})

test('a phone shows the first rows at once, with the filters folded', async ({ shop }) => {
  await filled(shop)
  const page = await adminOf(shop, true)
  const size = page.viewportSize()!
  for (const path of [...lists, '/admin/chat']) {
    await follow(page, path)
    const first = rowsOf(page, path).first()
    await expect(first, path).toBeVisible()
    await expect
      .poll(async () => (await first.boundingBox())?.y, `${path}: the top of the first row`)
      .toBeLessThan(500)
    expect.soft(await overflow(page), path).toBeLessThanOrEqual(0)
    // The narrowest phone, and a laptop at twice the size.
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize(size)
  }
  await follow(page, '/admin/domains')
  await expect(page.getByLabel('Status', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('available')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expectAccessible(page)
  // The boxes of the rows come with a press, and go with what was selected.
  const boxes = page.locator('[data-list-box]')
  await expect(boxes.first()).toBeHidden()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await boxes.first().check()
  await expect(page.getByText(/^1 selected/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByText(/^1 selected/)).toHaveCount(0)
  await expect(boxes.first()).toBeHidden()
})

test('a head sorts, several rows are worked at once, and the keys go from one open row to the next', async ({
  shop,
}) => {
  await filled(shop)
  const page = await adminOf(shop)
  await follow(page, '/admin/services')
  await expect(page.getByText('14 of 14')).toBeVisible()
  const head = page.getByRole('columnheader', { name: 'Name' })
  const first = page.locator('[data-list-name]').first()
  for (const [sort, direction, name] of [
    ['name', 'ascending', 'held-10.com'],
    ['-name', 'descending', 'held-23.com'],
  ] as const) {
    await head.getByRole('button').click()
    await expect(page).toHaveURL(new RegExp(`sort=${sort}$`))
    await expect(head).toHaveAttribute('aria-sort', direction)
    await expect(first).toHaveAccessibleName(name)
  }
  await page.reload()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toHaveAccessibleName('held-23.com')
  await expectAccessible(page)

  await follow(page, '/admin/messages')
  for (const name of ['Neema 1', 'Neema 2'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as Read', exact: true }).click()
  await expect(page.getByText('Mark as Read: 2 done')).toBeVisible()
  await expect(page.getByRole('row').getByText('Read', { exact: true })).toHaveCount(2)

  await follow(page, '/admin/orders?sort=number')
  await expect(first).toHaveAccessibleName('Review ordered-5001.com')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected · $10.00')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(opened(page).getByRole('heading', { level: 2 })).toHaveAccessibleName('ordered-5001.com')
  await opened(page).getByRole('button', { name: 'Next row' }).focus()
  await page.keyboard.press('j')
  await expect(opened(page).getByRole('heading', { level: 2 })).toHaveAccessibleName('ordered-5002.com')
  await page.keyboard.press('Escape')
  await expect(page.locator(':focus')).toHaveAccessibleName('Review ordered-5002.com')
})

test("times are the shop's, whatever the clock of the browser", async ({ shop, browser }) => {
  await filled(shop)
  const context = await browser.newContext({ baseURL: shop.address, timezoneId: 'America/New_York' })
  const page = await context.newPage()
  await signedIn(page, shop.admin)
  await page.goto('/admin/messages')
  // Half past midnight of the next day in Dar es Salaam, half past four of the day before in New York.
  const time = page.locator('time').first()
  await expect(time).toHaveText('16 Jan')
  await expect(time).toHaveAttribute('title', /16 Jan 2026.*00:30:00.*(East Africa|EAT)/)
  await context.close()
})

test('the audit log says in words who did what for whom, with links', async ({ shop }) => {
  await filled(shop)
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await page.goto('/admin/domains?q=dawati-10.com')
  await page.getByRole('button', { name: 'Review dawati-10.com' }).click()
  const form = page.getByRole('form', { name: 'Review dawati-10.com' })
  await form.getByLabel('Status', { exact: true }).selectOption('rejected')
  await form.getByLabel('Feedback to the customer').fill('Limechukuliwa')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the payment and save' }).click()
  await expect(form).toHaveCount(0)

  await page.goto('/admin/audit')
  const entry = page.getByRole('row').filter({ hasText: 'rejected the domain dawati-10.com for' }).first()
  await expect(entry).toContainText(/rejected the domain dawati-10\.com for Duka la Vitambaa/)
  await expect(entry).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/)
  await expect(entry.getByRole('link', { name: 'Duka la Vitambaa' })).toHaveAttribute(
    'href',
    /\/admin\/profiles\//,
  )
  await entry.getByRole('button', { name: /^Details of/ }).click()
  const details = opened(page)
  await expect(details.getByRole('row').filter({ hasText: 'Status' })).toContainText('AvailableRejected')
  await expect(details.getByRole('row').filter({ hasText: 'Feedback' })).toContainText('Limechukuliwa')
  await expect(details.getByText('request.reviewed')).toBeHidden()
  await details.getByText('Technical details').click()
  await expect(details.getByText('request.reviewed')).toBeVisible()
  await expectAccessible(page)
  await entry.getByRole('link', { name: 'the domain dawati-10.com' }).click()
  await expect(page).toHaveURL(/\/admin\/domains\?id=/)
})

test('no screen makes a call that is refused, whatever the role', async ({ shop }) => {
  await filled(shop)
  const account = { email: 'dawati.10@example.com', password: PASSWORD }
  const page = await shop.visit()
  await page.setViewportSize({ width: 1440, height: 900 })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${page.url()}: ${answer.url()}`)
  })
  for (const role of staffRoles) {
    await shop.sql(`update profiles set role = 'admin', staff_role = $1 where email = $2`, [
      role,
      account.email,
    ])
    await signedIn(page, account)
    await page.goto('/admin')
    await expectLoaded(page)
    const links = page.getByRole('navigation').first().locator('a')
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
    // Each page is loaded, because its first calls are made before its code. Also those that the role does not include.
    for (const path of new Set([
      ...addresses.filter((one) => one.startsWith('/admin/')),
      '/admin/payments',
      '/admin/settings',
      '/admin/audit',
      '/admin/mail',
      '/admin/users',
    ])) {
      await page.goto(path)
      await expectLoaded(page)
    }
    expect([role, refused]).toEqual([role, []])
  }
})

test('who may read only sees settings and requests without what changes them', async ({ shop }) => {
  await filled(shop)
  const account = { email: 'dawati.11@example.com', password: PASSWORD }
  await shop.sql(`update profiles set role = 'admin', staff_role = 'read-only' where email = $1`, [
    account.email,
  ])
  const page = await shop.visit()
  await signedIn(page, account)
  await page.goto('/admin/settings')
  await expect(page.getByLabel('Business name')).toBeDisabled()
  await expect(page.getByText("your role (Read-only) can't change it").first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/admin/domains?q=dawati-11.com')
  await page.getByRole('button', { name: 'Review dawati-11.com' }).click()
  const form = page.getByRole('form', { name: 'Review dawati-11.com' })
  await expect(form.getByLabel('Status', { exact: true })).toBeDisabled()
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
})
