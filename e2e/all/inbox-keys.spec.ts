import type { Page } from '@playwright/test'
import { callAs, renewCom } from '../paying.ts'
import { expect, insertService, newCustomer, PASSWORD, signedIn, test, type Shop } from '../shop.ts'

/** Things of every kind and state that the inbox has are worked off with the keyboard alone. */

// A server of its own: what other journeys leave waits too.
test.use({ settings: { RATE_LIMIT_SCALE: '71' } })

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
let receipts = 0
const claim = () => ({
  payer_name: 'Zawadi Kimaro',
  receipt_number: `QKKEYS${++receipts}`,
  payment_method: 'M-Pesa',
})

/** What the customer and the shop's phone leave in the inbox, by kind. */
async function seed(shop: Shop, admin: Page): Promise<Record<string, number>> {
  const customer = await shop.visit()
  const email = 'vitufe@example.com'
  await newCustomer(customer, { name: 'Zawadi Kimaro', email })
  const post = <Body>(path: string, data: object = {}) => callAs<Body>(customer, 'POST', `/api${path}`, data)
  const save = <Body>(path: string, data: object) => callAs<Body>(admin, 'PATCH', `/api/admin${path}`, data)
  await callAs(admin, 'PATCH', '/api/admin/settings', {
    values: { 'requests.mostOpen': null },
    versions: {},
  })
  await renewCom(admin, 14)

  for (const n of range(2)) await post('/domain-requests', { requested_domain: `vitufe-${n}.com` })
  await post('/email-requests', { requested_domain: 'info@vitufe.com' })
  for (const n of range(2))
    await post('/hosting-requests', { plan_name: 'Basic', billing_period: n % 2 ? 'monthly' : 'yearly' })
  const paid = await post<{ id: string }>('/domain-requests', { requested_domain: 'imelipwa.com' })
  await save(`/domain-requests/${paid.id}`, { status: 'available', price: 10 })
  await post(`/domain-requests/${paid.id}/payment`, claim())
  const order = async (domain: string) => {
    await post('/cart/items', { item: domain })
    const { id } = await post<{ id: string }>('/orders', { domains: [domain] })
    await post(`/orders/${id}/payment`, claim())
    return id
  }
  for (const n of range(2)) await order(`oda-${n}.com`)
  const cancelled = await order('rudisha.com')
  await save(`/orders/${cancelled}`, { status: 'cancelled', lines: [{ item: 'rudisha.com', state: 'gone' }] })
  // A renewal that the customer has paid waits for the check of the claim and for the registrar.
  for (const n of range(2)) {
    await insertService(shop, email, 'domain', `huisha-${n}.com`, -1)
    const { items } = await callAs<{ items: { id: string; domain_name: string }[] }>(
      customer,
      'GET',
      '/api/domains',
    )
    const { id } = items.find(({ domain_name }) => domain_name === `huisha-${n}.com`)!
    await post(`/domains/${id}/renew`)
  }
  const { items } = await callAs<{ items: { renewal_id: string | null }[] }>(customer, 'GET', '/api/payments')
  await post(`/renewals/${items.find(({ renewal_id }) => renewal_id)!.renewal_id}/payment`, claim())

  for (const [n, [state, reason, amount, name]] of (
    [
      ['unread', null, null, null],
      ['held', 'sender', 40, 'NURU SALUM'],
      ['held', 'sender', 50, 'JUMA ALI'],
      ['received', null, 60, 'ASHA MWANGI'],
    ] as const
  ).entries())
    await shop.sql(
      `insert into received_payments (id, channel, sender, body, kind, method, amount, currency, payer_name, received_at, state, reason)
       values (gen_random_uuid(), 'message', $1, 'Muamala', $2, 'mpesa', $3, case when $3::numeric is null then null else 'USD' end, $4, now(), $5, $6)`,
      [`MPESA${n}`, state === 'unread' ? 'unread' : 'incoming', amount, name, state, reason],
    )
  for (const n of range(2)) {
    const account = { email: `gumzo${n}@example.com`, password: PASSWORD }
    const data = { full_name: `Mwandishi ${n}`, country: 'KE', phone_number: '+254712345678' }
    await customer.request.post('/auth/v1/signup', { data: { ...account, data } })
    const answer = await customer.request.post('/auth/v1/token?grant_type=password', { data: account })
    const { access_token } = (await answer.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const sent = await customer.request.post('/api/chat', { data: { body: `Habari ${n}?` }, headers })
    expect(sent.status()).toBe(201)
  }
  for (const n of range(2)) {
    const message = { name: `Neema ${n}`, email: `neema${n}@example.com`, message: `Swali la ${n}` }
    expect((await customer.request.post('/api/messages', { data: message })).status()).toBe(201)
  }
  return { domain: 3, email: 1, hosting: 2, order: 2, refund: 1, renewal: 2, payment: 5, chat: 2, message: 2 }
}

/** What waits on a busy day. */
const day = {
  domain: 16,
  email: 5,
  hosting: 5,
  order: 5,
  refund: 3,
  renewal: 3,
  payment: 6,
  chat: 3,
  message: 4,
}

type Item = { kind: string; id: string; state: string; title: string }

test('things of nine kinds are worked off with the keyboard alone, with few keys each', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  const counts = await seed(shop, admin)
  const list = async () => (await callAs<{ items: Item[] }>(admin, 'GET', '/api/admin/inbox?limit=100')).items
  const all = await list()
  const found: Record<string, number> = {}
  for (const { kind } of all) found[kind] = (found[kind] ?? 0) + 1
  expect(found).toEqual(counts)

  // A payment that comes again in another state is not worked in the form of its earlier one.
  let isSlow = false
  await admin.route(/\/api\/admin\/payments\?/, async (route) => {
    if (isSlow) await new Promise((done) => setTimeout(done, 1_000))
    await route.continue()
  })
  await admin.goto('/admin/inbox')
  await expect(admin).toHaveTitle(`(${all.length}) Inbox · Kikoa`)
  const { keyboard } = admin
  const opened = admin.locator('[data-queue-opener][aria-expanded="true"]')
  const panel = admin.locator('[data-queue-decision]:not([hidden])')
  const dialog = admin.getByRole('dialog').or(admin.getByRole('alertdialog'))
  const done: { kind: string; keys: number }[] = []
  let keys = 0
  const press = async (key: string) => {
    keys++
    await keyboard.press(key)
  }
  /** Typed text is the message and not a command, so it counts as one key. */
  const type = async (text: string) => {
    keys++
    await keyboard.type(text)
  }
  const stepIsFocused = () => expect(panel.locator('[data-queue-step]:focus')).toHaveCount(1)

  const act: Record<string, (item: Item) => Promise<void>> = {
    async request() {
      await stepIsFocused()
      await press('Enter')
    },
    // The shop has no price for an address: the status by its first letter, and the price.
    async email() {
      await expect(panel.locator('select:focus')).toHaveCount(1)
      await press('a')
      await press('Tab')
      await type('3')
      await press('Enter')
    },
    async order() {
      await stepIsFocused()
      await press('Enter')
    },
    async refund() {
      await stepIsFocused()
      await press('Enter')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      // The amount and the method are filled.
      await type(`RUDI${done.length}`)
      await press('Enter')
    },
    async renewal() {
      await stepIsFocused()
      await press('Enter')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await press('Tab')
      await press('Enter')
    },
    async payment({ state, title }) {
      await stepIsFocused()
      // What happens is read before it is booked.
      if (state === 'claimed') {
        await press('Enter')
        await expect(dialog.getByRole('button', { name: 'Record it' })).toBeFocused()
        return press('Enter')
      }
      if (state === 'received') {
        // It belongs to no charge of the shop.
        await press('Tab')
        await press('Enter')
        await expect(dialog.locator(':focus')).toHaveCount(1)
        await type('Si yetu')
        await press('Tab')
        return press('Enter')
      }
      // The first held one is confirmed, and then has to be matched. The others are no payments of the shop.
      if (title !== 'NURU SALUM') {
        await press('Tab')
        return press('Enter')
      }
      await press('Enter')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await expect(dialog.getByRole('button', { name: 'Confirm payment' })).toBeEnabled()
      isSlow = true
      return press('Enter')
    },
    async chat({ title }) {
      await expect(panel.locator('textarea:focus')).toHaveCount(1)
      await type('Karibu!')
      await press('Control+Enter')
      await expect(panel.getByText('Karibu!')).toHaveCount(1)
      await expect(panel.locator('textarea')).toHaveValue('')
      // It is answered, and waits no more.
      await expect.poll(async () => (await list()).some((one) => one.title === title)).toBe(false)
      await press('Control+Enter')
    },
    async message() {
      await expect(panel.locator('textarea:focus')).toHaveCount(1)
      await type('Ndiyo.')
      await press('Control+Enter')
    },
  }

  // Keys reach the page once it is hydrated.
  await expect(async () => {
    await keyboard.press('j')
    await expect(admin.locator('[data-queue-opener]:focus')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await keyboard.press('Enter')
  let waiting = all
  for (let turn = 0; waiting.length > 0 && turn < 60; turn++) {
    await expect(opened).toHaveCount(1)
    const controls = await opened.getAttribute('aria-controls')
    // A plan says that it has no website yet.
    const label = (await opened.getAttribute('aria-label'))!.replace('Review ', '')
    const name = label.replace(' · no website yet', '')
    const item = (waiting.find(({ title }) => title === name) ?? all.find(({ title }) => title === name))!
    expect(item, name).toBeDefined()
    keys = 0
    await (act[item.kind] ?? act['request']!)(item)
    const isSame = ({ kind, id, state }: Item) => kind === item.kind && id === item.id && state === item.state
    await expect
      .poll(async () => (waiting = await list()).some(isSame), { message: `${item.kind} ${name} is done` })
      .toBe(false)
    done.push({ kind: item.kind, keys })
    // The next one is open, or nothing waits any more.
    await expect(admin.locator(`[aria-expanded="true"][aria-controls="${controls}"]`)).toHaveCount(0)
  }
  expect(waiting).toEqual([])
  await expect(admin.getByText('Nothing is waiting')).toBeVisible()
  await expect(admin).toHaveTitle(/^Inbox/)
  const most = (kind: string) => Math.max(...done.filter((one) => one.kind === kind).map((one) => one.keys))
  expect(Object.fromEntries(Object.keys(counts).map((kind) => [kind, most(kind)]))).toEqual({
    domain: 1,
    email: 4,
    hosting: 1,
    order: 1,
    refund: 3,
    renewal: 3,
    payment: 5,
    chat: 3,
    message: 2,
  })
  // Two keys for each of a day on average.
  const average = (kind: string) => {
    const own = done.filter((one) => one.kind === kind)
    return own.reduce((sum, one) => sum + one.keys, 0) / own.length
  }
  expect(
    Object.entries(day).reduce((sum, [kind, count]) => sum + count * average(kind), 0),
  ).toBeLessThanOrEqual(100)
})
