import { callAs, renewCom } from '../paying.ts'
import {
  expect,
  expectAccessible,
  insertService,
  insertRequest,
  newCustomer,
  signedIn,
  test,
} from '../shop.ts'

/** The admins' inbox: claims that are rejected, kinds, and items that somebody has taken. */

// A server of its own: what other journeys leave waits too.
test.use({ settings: { RATE_LIMIT_SCALE: '76' } })

test('a claim that is rejected is done, and the next item opens', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await renewCom(admin, 14)
  const customer = await shop.visit()
  const email = 'madai@example.com'
  await newCustomer(customer, { name: 'Rehema Juma', email })
  const post = <Body>(path: string, data: object = {}) => callAs<Body>(customer, 'POST', `/api${path}`, data)
  const claim = (path: string) =>
    post(`${path}/payment`, {
      payer_name: 'Rehema Juma',
      receipt_number: `QK${path.replace(/\W/g, '').slice(-8)}`,
      payment_method: 'M-Pesa',
    })
  const request = await post<{ id: string }>('/domain-requests', { requested_domain: 'dai-moja.com' })
  await callAs(admin, 'PATCH', `/api/admin/domain-requests/${request.id}`, { status: 'available', price: 10 })
  await claim(`/domain-requests/${request.id}`)
  await post('/cart/items', { item: 'dai-mbili.com' })
  const order = await post<{ id: string }>('/orders', { domains: ['dai-mbili.com'] })
  await claim(`/orders/${order.id}`)
  await insertService(shop, email, 'domain', 'dai-tatu.com', -1)
  const owned = await callAs<{ items: { id: string }[] }>(customer, 'GET', '/api/domains')
  await post(`/domains/${owned.items[0]!.id}/renew`)
  const { items } = await callAs<{ items: { renewal_id: string | null }[] }>(customer, 'GET', '/api/payments')
  const renewal = items.find(({ renewal_id }) => renewal_id)!.renewal_id!
  await callAs(admin, 'POST', `/api/admin/renewals/${renewal}/done`)
  await claim(`/renewals/${renewal}`)
  const message = { name: 'Neema Said', email: 'neema@example.com', message: 'Swali la mwisho' }
  expect((await customer.request.post('/api/messages', { data: message })).status()).toBe(201)

  await admin.goto('/admin/inbox')
  await admin.getByRole('button', { name: 'Review dai-moja.com' }).click()
  const opened = admin.locator('[data-queue-opener][aria-expanded="true"]')
  const dialog = admin.getByRole('dialog')
  for (const [name, label, reason] of [
    ['dai-moja.com', 'Reject payment', 'Reason'],
    ['dai-mbili.com', 'Reject payment', 'Reason'],
    ['dai-tatu.com', 'Reject', 'Reason'],
  ] as const) {
    await expect(opened).toHaveAccessibleName(`Review ${name}`)
    await admin
      .locator('[data-queue-decision]:not([hidden])')
      .getByRole('button', { name: label, exact: true })
      .click()
    await dialog.getByLabel(reason).fill('Haijafika')
    await dialog.getByRole('button', { name: label, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(admin.getByRole('button', { name: `Review ${name}` })).toHaveCount(0)
  }
  await expect(opened).toHaveAccessibleName('Review Swali la mwisho')
  // In the field of the answer the keys write.
  await expect(admin.locator('textarea:focus')).toHaveCount(1)
  await opened.focus()
  await admin.keyboard.press('a')
  await expect(admin.locator('[data-queue-step]:focus')).toHaveCount(1)
  // The search opens on every screen, and what is typed then does nothing else.
  await admin.keyboard.press('/')
  await expect(admin.getByRole('combobox', { name: 'What are you looking for?' })).toBeFocused()
  await admin.keyboard.type('asa')
  await admin.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opened).toHaveAccessibleName('Review Swali la mwisho')
  await admin.keyboard.press('a')
  await expect(admin.locator('[data-queue-step]:focus')).toHaveCount(1)
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Nothing is waiting')).toBeVisible()
})

test('the inbox is filtered by kind, and an item is taken and released, on a phone too', async ({ shop }) => {
  const email = 'simu-kikasha@example.com'
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Rehema Said', email })
  await insertRequest(shop, email, 'domain', 'simu-kikasha.com', 'pending', 'asked')
  await insertRequest(shop, email, 'email', 'simu@kikasha.com', 'pending', 'asked')
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/inbox')
  const rows = admin.getByRole('button', { name: /^Review / })
  await expect(rows).toHaveCount(2)
  await admin
    .getByRole('navigation', { name: 'Show' })
    .getByRole('link', { name: /^Emails/ })
    .click()
  await expect(rows).toHaveCount(1)
  await rows.click()
  await admin.getByRole('button', { name: 'Assign to me', exact: true }).click()
  await expect(admin.getByText('Yours').first()).toBeVisible()

  const phone = await shop.visit({ phone: true })
  await signedIn(phone, shop.admin)
  await phone.goto('/admin/inbox?kind=mine')
  await expect(phone.getByRole('button', { name: /^Review / })).toHaveCount(1)
  await phone.getByRole('combobox', { name: 'Show' }).selectOption('domain')
  await expect(phone.getByRole('button', { name: 'Review simu-kikasha.com' })).toBeVisible()
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
  await expectAccessible(phone)
})

test('a conversation can be answered once its lines are shown, and is then done', async ({ shop }) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Rehema Juma', email: 'mlangoni@example.com' })
  await callAs(customer, 'POST', '/api/chat', { body: 'Hodi?' })
  const admin = await shop.visit({ serviceWorkers: 'block' })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/inbox?kind=chat')
  const areRead = Promise.withResolvers<void>()
  await admin.route(/\/api\/admin\/chat\/[^/]+\/lines/, async (route) => {
    await areRead.promise
    await route.continue()
  })
  const held = admin.waitForRequest(/\/api\/admin\/chat\/[^/]+\/lines/)
  await admin.getByRole('button', { name: 'Review Hodi?' }).click()
  await held
  await expect(admin.getByRole('button', { name: 'Assign to me', exact: true })).toBeVisible()
  await expect(admin.getByRole('log')).toBeHidden()
  areRead.resolve()
  const reply = admin.getByRole('textbox', { name: 'Write a reply' })
  await expect(reply).toBeFocused()
  await admin.keyboard.type('Karibu!')
  await admin.keyboard.press('Control+Enter')
  await admin.keyboard.press('Control+Enter')
  await expect(admin.getByText('Nothing of this kind is waiting')).toBeVisible()
})
