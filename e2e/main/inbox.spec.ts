import { callAs } from '../paying.ts'
import { expect, expectAccessible, insertRequest, newCustomer, signedIn, test, type Shop } from '../shop.ts'

/** The admins' inbox: everything that waits, the longest waiting first, worked off one after the other or handed over. */

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
  await callAs(customer, 'POST', '/api/chat', { body: 'Habari?' })
}

test('five things of five kinds are worked off from the inbox with the keyboard alone', async ({ shop }) => {
  await fiveWait(shop)
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.getByRole('navigation').getByRole('link', { name: 'Inbox', exact: true }).click()
  const rows = admin.getByRole('button', { name: /^Review / })
  await expect(rows).toHaveCount(5)
  await expect(admin).toHaveTitle(/^\(5\) Inbox/)
  expect(
    await rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!.replace('Review ', ''))),
  ).toEqual(['kikasha.com', 'info@kikasha.com', 'Basic · no website yet', 'Mnauza .co.tz?', 'Habari?'])
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
  await expect(focused).toHaveAccessibleName('Your answer to Neema Said')
  await keyboard.type('Ndiyo, tunauza.')
  await keyboard.press('Control+Enter')
  await expect(focused).toHaveAccessibleName('Write a reply')
  await keyboard.type('Karibu!')
  await keyboard.press('Control+Enter')
  await expect(admin.getByRole('log').getByText('Karibu!')).toBeVisible()
  // With nothing typed, the same keys go on.
  await expect(focused).toHaveValue('')
  await keyboard.press('Control+Enter')
  await expect(admin.getByText('Nothing is waiting')).toBeVisible()
  await expect(admin).toHaveTitle(/^Inbox/)
  expect((await shop.mailTo('neema@example.com')).text).toContain('Ndiyo, tunauza.')
})

test('a taken item is handed over to a colleague, who sees it among the own at once', async ({ shop }) => {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Zawadi Kimaro', email: 'kabidhi@example.com' })
  await insertRequest(shop, 'kabidhi@example.com', 'domain', 'kabidhi.com', 'pending', 'asked')
  const other = await shop.visit()
  await newCustomer(other, { name: 'Chiku Ali', email: 'chiku@example.com' })
  await shop.sql(
    `update profiles set role = 'admin', staff_role = 'registrar' where email = 'chiku@example.com'`,
  )
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/inbox')
  await other.goto('/admin/inbox?kind=mine')
  await expect(other.getByText('Nothing of this kind is waiting')).toBeVisible()
  await admin.getByRole('button', { name: 'Review kabidhi.com' }).click()
  await admin.getByRole('button', { name: 'Assign to me', exact: true }).click()
  await admin.getByRole('button', { name: 'Hand over' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /Chiku Ali/ })).toBeVisible()
  await expectAccessible(admin)
  // The dialog closes when the server has answered, however slow the list is.
  const isClosed = Promise.withResolvers<void>()
  await admin.route(/\/api\/admin\/inbox(\?|$)/, async (route) => {
    await isClosed.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: /Chiku Ali/ }).focus()
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Chiku Ali is now working on this.')).toBeVisible()
  await expect(dialog).toBeHidden()
  isClosed.resolve()
  await expect(admin.getByText('Chiku Ali has this', { exact: true }).first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'Review kabidhi.com' })).toBeVisible()
})
