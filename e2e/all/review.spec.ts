import { expectFitting, expectLoaded, expectWholeBadges } from '../following.ts'
import { callAs } from '../paying.ts'
import { filterByStatus, form, names, offerBahari, rows, waiting } from '../reviewing.ts'
import {
  expect,
  expectAccessible,
  newCustomer,
  PASSWORD,
  signedIn,
  test,
  insertRequest,
  insertService,
} from '../shop.ts'

/** The admins' queues: search, move and decide with a mouse, on a touch screen or with the keyboard alone. */

test('a queue is filtered, searched and decided on, on a phone', async ({ shop }) => {
  const admin = await waiting(shop, 'simu', true)
  const bahari = 'simu-bahari.com'

  await filterByStatus(admin, 'simu', () =>
    admin.getByRole('button', { name: 'Filters', exact: true }).click(),
  )

  // The form has the whole screen, below the name. Nothing scrolls sideways.
  await admin.getByRole('button', { name: `Review ${bahari}` }).click()
  const box = (await form(admin, bahari).boundingBox())!
  const row = (await admin.getByRole('heading', { name: bahari }).boundingBox())!
  expect(box.y).toBeGreaterThan(row.y)
  expect(
    await admin.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Close', exact: true }).click()
  await admin.getByRole('button', { name: `Review ${bahari}` }).click()

  await offerBahari(admin, 'simu')
  await admin.getByRole('button', { name: /^Filters/ }).click()
  await admin.getByLabel('Payment').selectOption('unclaimed')
  await expect(rows(admin)).toHaveCount(1)
})

test('a queue can be processed with the keyboard alone', async ({ shop }) => {
  const admin = await waiting(shop, 'kitufe')
  const { keyboard } = admin
  const focused = admin.locator(':focus')
  const [safari, kahawa, bahari] = names.toReversed().map((name) => `kitufe-${name}`) as [
    string,
    string,
    string,
  ]

  await keyboard.press('j')
  await expect(focused).toHaveAccessibleName(`Review ${safari}`)
  await keyboard.press('j')
  await keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName(`Review ${bahari}`)
  await keyboard.press('k')
  await expect(focused).toHaveAccessibleName(`Review ${kahawa}`)

  // Enter opens the form and focuses the status. A letter there chooses an option and is no shortcut.
  await keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName('Status')
  await keyboard.press('r')
  await expect(focused).toHaveValue('rejected')
  await keyboard.press('Escape')
  await expect(focused).toHaveAccessibleName(`Review ${kahawa}`)
  await keyboard.press('Enter')
  await expect(focused).toHaveValue('rejected')
  await keyboard.press('Control+Enter')
  await expect(admin.getByText('Request updated').first()).toBeVisible()
  await expect(focused).toHaveAccessibleName(`Review ${kahawa}`)

  // The key s saves the open form, except from a text field.
  await keyboard.press('j')
  await keyboard.press('Enter')
  await keyboard.press('r')
  await admin.getByRole('button', { name: `Review ${bahari}` }).focus()
  await keyboard.press('s')
  await expect(form(admin, bahari)).toHaveCount(0)

  // The search of the admins opens on this screen too.
  await keyboard.press('/')
  await expect(focused).toHaveAccessibleName('What are you looking for?')
  await keyboard.press('Escape')
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await admin.getByLabel('Search', { exact: true }).fill(safari)
  await expect(rows(admin)).toHaveCount(1)
  await rows(admin).focus()
  await keyboard.press('?')
  await expect(admin.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(admin)
  // With single keys switched off, only the arrow keys work.
  await admin.getByLabel(/Single-key shortcuts/).uncheck()
  await keyboard.press('Escape')
  await rows(admin).focus()
  await keyboard.press('/')
  await expect(focused).toHaveAccessibleName(`Review ${safari}`)
})

test('a priced name goes from its arrival to active with few keys, and no letter acts by itself', async ({
  shop,
}) => {
  const name = 'hatua-bahari.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Mwangi', email: 'hatua@example.com' })
  const { id } = await callAs<{ id: string }>(customer, 'POST', '/api/domain-requests', {
    requested_domain: name,
  })
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto(`/admin/domains?q=${name}`)
  await expect(rows(admin)).toHaveCount(1)
  const row = admin.getByRole('row').filter({ hasText: name })

  const step = admin.locator('[data-queue-step]:focus')
  await admin.keyboard.press('j')
  await admin.keyboard.press('a')
  await expect(step).toHaveCount(1)
  await admin.keyboard.press('Enter')
  const status = row.locator('[data-tone]')
  await expect(status.getByText('Available', { exact: true })).toBeVisible()
  await expect(row.getByText('$10.00', { exact: true }).first()).toBeVisible()
  await callAs(customer, 'POST', `/api/domain-requests/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: 'QKHATUA1',
    payment_method: 'M-Pesa',
  })
  await expect(row.getByText('QKHATUA1').first()).toBeVisible()
  await admin.keyboard.press('a')
  await expect(step).toHaveText(/Activate/)
  await admin.keyboard.press('Enter')
  await expect(status.getByText('Active')).toBeVisible()

  // Without a price in the list, the key opens the form.
  await callAs(customer, 'POST', '/api/domain-requests', { requested_domain: 'hatua-kahawa.co.tz' })
  await admin.goto('/admin/domains?q=hatua-kahawa.co.tz')
  await expect(rows(admin)).toHaveCount(1)
  await admin.keyboard.press('j')
  await admin.keyboard.press('a')
  await expect(form(admin, 'hatua-kahawa.co.tz').getByRole('button', { name: 'Offer at' })).toHaveCount(0)
  await expect(form(admin, 'hatua-kahawa.co.tz').getByLabel('Status')).toHaveValue('pending')
})

test('an order is decided in the same way', async ({ shop }) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Mwangi', email: 'meza-order@example.com' })
  const domains = ['meza-order.com', 'meza-order.net']
  for (const item of domains) await callAs(customer, 'POST', '/api/cart/items', { item })
  await callAs(customer, 'POST', '/api/orders', { domains })

  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/orders?q=meza-order.net&status=pending')
  await expect(rows(admin)).toHaveCount(1)
  await admin.keyboard.press('j')
  await admin.keyboard.press('Enter')
  await expect(form(admin, 'meza-order.com and 1 more')).toBeVisible()
  await expectAccessible(admin)
})

test('a row that opens far down does not move, and its form is visible from its top', async ({ shop }) => {
  const email = 'mbali@example.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Mbali', email, business: 'Duka la Kona Mbali Sana' })
  for (let at = 0; at < 14; at++)
    await insertRequest(shop, email, 'domain', `mbali-${at}.com`, 'pending', 'asked')
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/domains?q=mbali')
  await expect(rows(admin)).toHaveCount(14)

  const button = rows(admin).nth(10)
  await button.scrollIntoViewIfNeeded()
  const topOf = async (it: typeof button) => (await it.boundingBox())!.y
  const before = await topOf(button)
  const name = (await button.getAttribute('aria-label'))!.replace('Review ', '')
  await button.click()
  await expect(form(admin, name)).toBeVisible()
  expect(Math.abs((await topOf(button)) - before)).toBeLessThan(3)
  const header = (await admin.getByRole('banner').boundingBox())!
  expect(await topOf(form(admin, name))).toBeGreaterThanOrEqual(header.y + header.height)
  // At this width a closed row is one line with the name, the customer and the status.
  await button.click()
  await expect(form(admin, name)).toBeHidden()
  expect(Math.abs((await topOf(button)) - before)).toBeLessThan(3)
  const statusBadge = admin.getByRole('row').filter({ hasText: name }).getByText('Pending', { exact: true })
  expect(Math.abs((await topOf(button)) - (await topOf(statusBadge)))).toBeLessThan(8)
})

test('an interrupted activation is undone automatically, and the customer sees it', async ({ shop }) => {
  const email = 'left@example.com'
  const name = 'left-behind.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Rehema Said', email })
  await insertService(shop, email, 'domain', name, 300)
  await customer.goto('/dashboard/domains')
  const held = customer.getByRole('table', { name: 'My Domains' }).getByText(name)
  await expect(held).toBeVisible()

  const admin = await shop.visit({ phone: true, language: 'sw' })
  await signedIn(admin, shop.admin)
  await admin.goto(`/admin/domains?q=${name}`)
  const row = admin.getByRole('button', { name: `Pitia ${name}` })
  await row.click()
  const decision = admin.getByRole('form').filter({ has: admin.locator('select[name=status]') })
  await decision.locator('select[name=status]').selectOption('rejected')
  await decision.getByRole('button', { name: 'Hifadhi', exact: true }).click()
  await expect(decision).toBeHidden()
  await expect(held).toBeVisible()

  await row.click()
  await expect(decision.getByText(`Mteja bado ana ${name}`)).toBeVisible()
  await expectAccessible(admin)
  await decision.getByRole('button', { name: 'Ondoa huduma' }).click()
  const question = admin.getByRole('alertdialog')
  await expectAccessible(admin)
  await question.getByRole('button', { name: 'Ondoa huduma' }).click()
  await expect(admin.getByText('Huduma imeondolewa')).toBeVisible()
  await expect(decision.getByText(`Mteja bado ana ${name}`)).toBeHidden()
  await expect(held).toBeHidden()
})

test('the badge of a request is on one line, for its customer and the staff, in both languages', async ({
  shop,
}) => {
  const email = 'badges@example.com'
  for (const language of ['en', 'sw'] as const) {
    const customer = await shop.visit({ language })
    if (language === 'en') {
      await newCustomer(customer, { name: 'Asha Mwangi', email })
      for (const [kind, active] of [
        ['domain', 'YOUR DOMAIN IS ACTIVE NOW'],
        ['email', 'YOUR EMAIL IS ACTIVE NOW'],
      ])
        await shop.sql(
          `insert into requests (id, user_id, kind, subject, status, stage, details, suggestions, in_delivery)
           select gen_random_uuid(), profiles.id, $1, n || case $1 when 'email' then '@' else '-' end || 'duka-la-pwani-zanzibar.com', status, stage, '{}', '{}', n = 5
             from profiles, (values (1, 'pending', 'asked'), (2, 'suggested', 'suggested'), (3, 'rejected', 'rejected'), (4, $2, 'active'), (5, 'available', 'offered'))
               as one (n, status, stage) where profiles.email = $3`,
          [kind, active, email],
        )
    } else await signedIn(customer, { email, password: PASSWORD })
    for (const path of ['/dashboard/domains', '/dashboard/emails', '/results?domain=duka'])
      for (const width of [1280, 1024, 360]) {
        await customer.setViewportSize({ width, height: 800 })
        await customer.goto(path)
        await expectLoaded(customer)
        await expectWholeBadges(customer, `${path} ${language} ${width}`)
        await expectFitting(customer, path)
      }
    const admin = await shop.visit({ language })
    await signedIn(admin, shop.admin)
    for (const path of ['/admin/domains', '/admin/emails', '/admin/inbox'])
      for (const width of [1280, 1024, 768, 360]) {
        await admin.setViewportSize({ width, height: 800 })
        await admin.goto(path)
        await expectLoaded(admin)
        await expectWholeBadges(admin, `${path} ${language} ${width}`)
      }
  }
})
