import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, insertRequest, newCustomer, signedIn, test, type Shop } from '../shop.ts'

/** How the staff are called: their choices, the sound of open pages, and what the browser shows of a push message. */

test.use({
  // A server of its own: what other journeys leave waits too.
  settings: { RATE_LIMIT_SCALE: '70' },
  // The headless build of Chromium denies every notification.
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, executablePath: process.env.FULL_CHROMIUM_PATH ?? '/usr/bin/chromium' }),
    { scope: 'worker' },
  ],
})

/** The browser subscribes at no push service, which a test can't reach, and makes no sound. */
async function withFakes(page: Page) {
  await page.context().grantPermissions(['notifications'])
  const ecdh = createECDH('prime256v1')
  const keys = { p256dh: ecdh.generateKeys('base64'), auth: randomBytes(16).toString('base64') }
  await page.addInitScript(({ p256dh, auth }) => {
    const bytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer
    let subscribed: object | null = null
    PushManager.prototype.getSubscription = async () => subscribed as PushSubscription | null
    PushManager.prototype.subscribe = async () =>
      (subscribed = {
        endpoint: 'https://push.example.com/one',
        getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
        unsubscribe: async () => {
          subscribed = null
          return true
        },
      }) as unknown as PushSubscription
    const tones = { count: 0 }
    Object.assign(window, { tones })
    OscillatorNode.prototype.start = () => void tones.count++
    OscillatorNode.prototype.stop = () => {}
  }, keys)
}
const tones = (page: Page) =>
  page.evaluate(() => (window as unknown as { tones: { count: number } }).tones.count)

async function newRequest(shop: Shop, subject: string) {
  const customer = await shop.visit()
  const email = `${subject.replace('.', '-')}@example.com`
  await newCustomer(customer, { name: 'Zawadi Kimaro', email })
  const headers = await customer.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('kikoa-session')!) as { access_token: string }
    return { authorization: `Bearer ${session.access_token}` }
  })
  return async () => {
    const data = { requested_domain: subject }
    expect((await customer.request.post('/api/domain-requests', { data, headers })).status()).toBe(201)
  }
}

test('an admin chooses how work calls, and finds the choices again', async ({ shop }) => {
  const admin = await shop.visit()
  await withFakes(admin)
  await signedIn(admin, shop.admin)
  await admin.getByRole('button', { name: 'Your menu' }).click()
  await admin.getByRole('link', { name: 'Notifications' }).click()
  await expect(admin.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()

  await admin.getByRole('button', { name: 'Try the sound' }).click()
  expect(await tones(admin)).toBe(2)
  await admin.getByRole('button', { name: 'Turn on' }).click()
  await expect(admin.getByText('On, until you log out here.')).toBeVisible()

  await admin.getByLabel('Play a sound when something arrives').check()
  await admin.getByLabel('Email', { exact: true }).selectOption('At once')
  await admin.getByLabel('Hosting', { exact: true }).uncheck()
  await admin.getByLabel('Sunday').uncheck()
  await admin.getByLabel('All day').uncheck()
  await admin.getByLabel('From').fill('07:30')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Saved.')).toBeVisible()
  await admin.reload()
  await expect(admin.getByLabel('From')).toHaveValue('07:30')
  await expect(admin.getByLabel('Sunday')).not.toBeChecked()
  await expect(admin.getByLabel('Hosting', { exact: true })).not.toBeChecked()
  await expect(admin.getByLabel('Email', { exact: true })).toHaveValue('0')
  await admin.getByRole('button', { name: 'Turn off' }).click()
  await expect(admin.getByText('Off in this browser.')).toBeVisible()
})

test('what arrives is heard in one of the open tabs', async ({ shop }) => {
  const ask = await newRequest(shop, 'sauti-kikasha.com')
  const admin = await shop.visit()
  await withFakes(admin)
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/notifications')
  await admin.getByLabel('Play a sound when something arrives').check()
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Saved.')).toBeVisible()
  const second = await admin.context().newPage()
  await withFakes(second)
  await second.goto('/admin/orders')
  await admin.goto('/admin/inbox')
  const before = Number(/^\((\d+)\)/.exec(await admin.title())?.[1] ?? 0)
  await expect(second.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await ask()
  for (const page of [admin, second]) await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) `))
  await expect.poll(async () => (await tones(admin)) + (await tones(second))).toBe(2)
})

test('a push message is shown, replaced by its repeat, and opens the item in the inbox', async ({ shop }) => {
  const customer = await shop.visit()
  const email = 'push-kikasha@example.com'
  await newCustomer(customer, { name: 'Rehema Said', email })
  await insertRequest(shop, email, 'domain', 'push-kikasha.com', 'pending', 'asked')
  const admin = await shop.visit()
  await withFakes(admin)
  const session = await admin.context().newCDPSession(admin)
  const registrations: { registrationId: string; scopeURL: string }[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
  const errors: string[] = []
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage }) =>
    errors.push(errorMessage.errorMessage),
  )
  await session.send('ServiceWorker.enable')
  await signedIn(admin, shop.admin)
  await admin.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const list = await admin.evaluate(async () => {
    const token = (JSON.parse(localStorage.getItem('kikoa-session')!) as { access_token: string })
      .access_token
    const answer = await fetch('/api/admin/inbox', { headers: { authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { items: { id: string; title: string }[] }).items
  })
  const { id } = list.find(({ title }) => title === 'push-kikasha.com')!
  const url = `/admin/inbox?kind=domain&item=${id}`
  const data = JSON.stringify({ title: 'New: Domain request', body: 'push-kikasha.com', tag: id, url })
  const shown = () =>
    admin.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
    })
  const { registrationId } = registrations[0]!
  const deliver = () =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(shop.address).origin,
      registrationId,
      data,
    })
  await deliver()
  await expect.poll(shown).toEqual([{ title: 'New: Domain request', body: 'push-kikasha.com' }])
  await deliver()
  await expect.poll(shown).toHaveLength(1)
  // Its icon is one that the worker may load.
  expect(errors).toEqual([])

  const [worker] = admin.context().serviceWorkers()
  await worker!.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      WindowClient: { prototype: { focus(): Promise<unknown> } }
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
      dispatchEvent(event: Event): boolean
    }
    // Only a person's own click may focus a window.
    scope.WindowClient.prototype.focus = async function focus(this: unknown) {
      return this
    }
    const [notification] = await scope.registration.getNotifications()
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: notification! }))
  })
  await expect(admin.getByRole('form', { name: 'Review push-kikasha.com' })).toBeVisible()
  await expect.poll(shown).toEqual([])
})
