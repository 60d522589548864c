import { callAs, renewCom } from './paying.ts'
import {
  expect,
  expectAccessible,
  insertRecord,
  insertRequest,
  newCustomer,
  signedIn,
  test,
  type Shop,
} from './shop.ts'

/** The admins' inbox: everything that waits, the longest waiting first, worked off one after the other. */

// A server of its own: what other journeys leave waits too.
test.use({ settings: { RATE_LIMIT_SCALE: '65' } })

const ago = (shop: Shop, subject: string, minutes: number) =>
  shop.sql(`update requests set created_at = now() - $2 * interval '1 minute' where subject = $1`, [
    subject,
    minutes,
  ])

/** Five things that wait: three requests, a message and a chat, in this order. */
async function fiveWait(shop: Shop) {
  const customer = await shop.visit()
  const email = 'kikasha@example.com'
  await newCustomer(customer, { name: 'Zawadi Kimaro', email })
  await insertRequest(shop, email, 'domain', 'kikasha.com', 'pending', 'asked')
  await insertRequest(shop, email, 'email', 'info@kikasha.com', 'pending', 'asked')
  await insertRequest(shop, email, 'hosting', 'Basic', 'pending', 'asked')
  await ago(shop, 'kikasha.com', 25)
  await ago(shop, 'info@kikasha.com', 20)
  await ago(shop, 'Basic', 5)
  const message = { name: 'Neema Said', email: 'neema@example.com', message: 'Mnauza .co.tz?' }
  expect((await customer.request.post('/api/messages', { data: message })).status()).toBe(201)
  const token = await customer.evaluate(() => JSON.parse(localStorage.getItem('kikoa-session')!).access_token)
  const headers = { authorization: `Bearer ${token}` }
  expect((await customer.request.post('/api/chat', { data: { body: 'Habari?' }, headers })).status()).toBe(
    201,
  )
}

test('five things of five kinds are worked off from the inbox with the keyboard alone', async ({ shop }) => {
  test.slow()
  await fiveWait(shop)
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/inbox')
  const rows = admin.getByRole('button', { name: /^Review / })
  await expect(rows).toHaveCount(5)
  await expect(admin).toHaveTitle(/^\(5\) Inbox/)
  expect(
    await rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!.replace('Review ', ''))),
  ).toEqual(['kikasha.com', 'info@kikasha.com', 'Basic', 'Mnauza .co.tz?', 'Habari?'])
  // The first two wait longer than promised.
  await expect(admin.getByText('Longer than promised')).toHaveCount(2)
  await expectAccessible(admin)

  const { keyboard } = admin
  const focused = admin.locator(':focus')
  await keyboard.press('j')
  await expect(focused).toHaveAccessibleName('Review kikasha.com')
  await keyboard.press('Enter')
  // After each save the next item is open, with its next step focused, or its first field where it has none.
  for (const subject of ['kikasha.com', 'info@kikasha.com', 'Basic']) {
    const form = admin.getByRole('form', { name: `Review ${subject}` })
    await expect(form.locator(':focus')).toHaveCount(1)
    if (subject === 'kikasha.com') await expectAccessible(admin)
    await form.getByLabel('Status', { exact: true }).focus()
    await keyboard.press('r')
    await keyboard.press('Control+Enter')
    await expect(form).toHaveCount(0)
  }
  await expect(focused).toHaveAccessibleName('Reply')
  await keyboard.press('Tab')
  await expect(focused).toHaveAccessibleName('Mark as Answered')
  await keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName('Write a reply')
  await keyboard.type('Karibu!')
  await keyboard.press('Control+Enter')
  await expect(admin.getByRole('log').getByText('Karibu!')).toBeVisible()
  // With nothing typed, the same keys go on.
  await expect(focused).toHaveValue('')
  await keyboard.press('Control+Enter')
  await expect(admin.getByText('Nothing is waiting')).toBeVisible()
  await expect(admin).toHaveTitle(/^Inbox/)
})

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
  await insertRecord(shop, email, 'domain', 'dai-tatu.com', -1)
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
  await admin.keyboard.press('a')
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
  await admin.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(admin.getByText('You have this').first()).toBeVisible()

  const phone = await shop.visit({ phone: true })
  await signedIn(phone, shop.admin)
  await phone.goto('/admin/inbox?kind=mine')
  await expect(phone.getByRole('button', { name: /^Review / })).toHaveCount(1)
  await phone.getByRole('combobox', { name: 'Show' }).selectOption('domain')
  await expect(phone.getByRole('heading', { name: 'simu-kikasha.com' })).toBeVisible()
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
  await expectAccessible(phone)
})
