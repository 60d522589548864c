import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Receiver,
  startReceiver,
  verified,
} from '../../src/features/webhooks/server/testing/receiver.ts'
import { callAs } from '../paying.ts'
import { expect, expectAccessible, type Shop, signedIn, test } from '../shop.ts'

/** Webhooks and keys on their screen, from the first endpoint to a revoked key, with a program that receives and calls. */

// A server of its own: the lists are empty at first.
test.use({ settings: { RATE_LIMIT_SCALE: '78', WEBHOOK_ALLOW: '127.0.0.1/32' } })

const languages = ['en', 'sw'] as const
const messages = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(
      readFileSync(resolve(import.meta.dirname, `../../messages/${language}.json`), 'utf8'),
    ) as Record<string, string>,
  ]),
)
/** A text of the screens in a language, with its values. */
const textsIn =
  (language: (typeof languages)[number]) =>
  (key: string, values: Record<string, string> = {}) =>
    messages[language]![key]!.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)

const post = async (shop: Shop, path: string, body: object, token?: string) => {
  const answer = await fetch(shop.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  expect([path, answer.ok]).toEqual([path, true])
  return (await answer.json()) as Record<string, string>
}
/** A new customer, as the token of a session. */
const signUp = async (shop: Shop, email: string) => {
  const data = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' }
  return (await post(shop, '/auth/v1/signup', { email, password: 'Pwani-Mawimbi-4', data }))['access_token']!
}
const fail: Receiver['answers'][number] = (response) => void response.writeHead(503).end('out of order')

test('an endpoint gets what happens, and what fails is shown and sent again, on a desktop', async ({
  shop,
}) => {
  const say = textsIn('en')
  const receiver = await startReceiver()
  const asha = await signUp(shop, 'asha@example.com')
  const ask = (name: string) => post(shop, '/api/domain-requests', { requested_domain: name }, asha)
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/webhooks')
  const add = admin.getByRole('button', { name: say('webhooks_add') })
  await add.click()
  const form = admin.getByRole('dialog', { name: say('webhooks_add') })
  await form.getByLabel(say('common_address')).fill(receiver.url)
  await form.getByRole('button', { name: say('webhooks_add') }).click()
  await expect(form.getByText(say('webhooks_events_needed'))).toBeVisible()
  await form.getByRole('checkbox', { name: /request\.created/ }).check()
  await expectAccessible(admin)
  await form.getByRole('button', { name: say('webhooks_add') }).click()

  const shown = admin.getByRole('dialog', { name: say('webhooks_secret') })
  const secret = await shown.getByText(/^whsec_/).innerText()
  await expectAccessible(admin)
  await shown.getByRole('button', { name: say('webhooks_secret_done') }).click()
  await expect(admin.getByText(receiver.url)).toBeVisible()
  await admin.reload()
  await expect(admin.getByText(receiver.url)).toBeVisible()
  expect(await admin.content()).not.toContain(secret)

  await ask('sent-on.com')
  const [first] = await receiver.arrived(1)
  expect(verified(secret, first!)).toMatchObject({
    type: 'request.created',
    data: { product: 'domain', requested_domain: 'sent-on.com' },
  })
  await admin.reload()
  const log = admin.getByRole('table', { name: say('webhooks_log') })
  await expect(log.getByText(say('mails_sent'), { exact: true })).toBeVisible()

  receiver.answers.push(...Array<typeof fail>(20).fill(fail))
  await ask('failed-on.com')
  const [, second] = await receiver.arrived(2)
  await admin.reload()
  const failed = log.getByRole('row').filter({ hasText: '503' })
  await expect(failed.getByText(say('webhooks_reason_status'))).toBeVisible()
  await failed.locator('summary').click()
  await expect(failed.getByText('out of order')).toBeVisible()
  // The last attempt is a day away.
  await shop.sql(`update webhook_deliveries set attempts = 7, due_at = now() where state = 'waiting'`)
  const states = async () =>
    (await callAs<{ items: { status: string }[] }>(admin, 'GET', '/api/admin/webhook-deliveries')).items.map(
      ({ status }) => status,
    )
  await expect.poll(states).toEqual(['failed', 'sent'])
  await admin.reload()
  await expect(failed.getByText(say('mails_refused'), { exact: true })).toBeVisible()
  await expectAccessible(admin)
  receiver.answers.length = 0
  const before = receiver.arrivals.length
  await failed.getByRole('button', { name: say('mails_retry') }).click()
  const again = (await receiver.arrived(before + 1)).at(-1)!
  expect(again.headers['webhook-id']).toBe(second!.headers['webhook-id'])
  expect(verified(secret, again)).toEqual(verified(secret, second!))
  await expect(log.getByText(say('mails_sent'), { exact: true })).toHaveCount(2)

  await admin.getByRole('button', { name: say('webhooks_switch_off_named', { url: receiver.url }) }).click()
  await expect(admin.getByText(say('webhooks_off'), { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: say('webhooks_delete_named', { url: receiver.url }) }).click()
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: say('webhooks_delete') })
    .click()
  await expect(admin.getByText(say('webhooks_none'))).toBeVisible()
  await receiver.close()
})

test('a key is made for one thing, shown once, used and revoked, on a phone in Swahili', async ({ shop }) => {
  const say = textsIn('sw')
  const name = 'Robot'
  const admin = await shop.visit({ language: 'sw', phone: true })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/webhooks')
  const keys = admin.getByRole('region', { name: say('keys_title') })
  await keys.getByRole('button', { name: say('keys_make') }).click()
  const form = admin.getByRole('dialog', { name: say('keys_make') })
  await form.getByRole('button', { name: say('keys_make') }).click()
  await expect(form.getByText(say('keys_name_needed'))).toBeVisible()
  await expect(form.getByText(say('keys_scopes_needed'))).toBeVisible()
  await form.getByLabel(say('common_name'), { exact: true }).fill(name)
  await form.getByLabel(say('keys_expiry')).selectOption('30')
  await form.getByLabel(say('common_orders')).selectOption('read')
  await form.getByRole('button', { name: say('keys_make') }).click()

  const shown = admin.getByRole('dialog', { name: say('keys_copy') })
  const key = await shown.getByText(/^kikoa_/).innerText()
  await shown.getByRole('button', { name: say('webhooks_secret_done') }).click()
  const row = keys.getByRole('row').filter({ hasText: name })
  await expect(row.getByText(`${say('common_orders')}: ${say('keys_scope_read')}`)).toBeVisible()
  await expect(row.getByText(say('keys_never'))).toBeVisible()
  const ends = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await expect(row.locator(`time[datetime^="${ends}"]`)).toBeVisible()
  expect(await admin.content()).not.toContain(key)
  await expectAccessible(admin)

  const call = async (path: string) =>
    (await fetch(`${shop.address}/api/admin/${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  expect([await call('orders'), await call('payments')]).toEqual([200, 403])
  await admin.reload()
  await expect(row.getByText(say('keys_active'), { exact: true })).toBeVisible()
  await expect(row.getByText(say('keys_never'))).toBeHidden()

  await row.getByRole('button', { name: say('keys_revoke_named', { name }) }).click()
  const asked = admin.getByRole('alertdialog', { name: say('keys_revoke_title', { name }) })
  await asked.getByRole('button', { name: say('keys_revoke') }).click()
  await expect(row.getByText(say('keys_revoked'), { exact: true })).toBeVisible()
  expect(await call('orders')).toBe(401)
})
