import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { EMAIL_ACTIVE } from '../../products/active-statuses.ts'
import { openSettingsLink } from './settings-link.ts'

/** A phone that is not signed in gets the settings of one mailbox by a link that its customer has made, and no more. */

const DAY_MS = 86_400_000
const servers = { imap_host: 'imap.example.com', smtp_host: 'smtp.example.com', smtp_port: 587 }
const secrets = { password: 'Twiga-1-anakimbia' }

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  asha = await shop.customer()
})
afterAll(() => shop.close())

/** @returns the id of the service */
async function mailbox(address: string, facts: object, more: object = {}): Promise<string> {
  const { body } = await asha.call('POST', '/api/email-requests', { requested_domain: address })
  const at = `/api/admin/email-requests/${body.id}`
  await admin.call('PATCH', at, { status: 'available', price: 10 })
  await admin.call('PATCH', at, { status: EMAIL_ACTIVE, facts, ...more })
  return (await shop.sql(`select id from services where request_id = $1`, [body.id]))[0]!.id
}
const link = (id: string, by = asha) => by.call('GET', `/api/emails/${id}/mail-settings`)
const open = (token: string) => shop.visitor('GET', `/api/mail-settings/${token}`)
const profile = (token: string) => shop.visitor('GET', `/api/mail-settings/${token}/profile`)

test('it shows the address and the servers, and nothing secret', async () => {
  const id = await mailbox('info@simu.com', servers, { secrets })
  const { body, status } = await link(id)
  expect(status).toBe(200)
  const shown = await open(body.token)
  expect(shown).toMatchObject({ status: 200 })
  expect(shown.body).toEqual({
    email_address: 'info@simu.com',
    webmail: null,
    incoming: { host: 'imap.example.com', port: 993, security: 'tls' },
    outgoing: { host: 'smtp.example.com', port: 587, security: 'starttls' },
    expires_at: body.expires_at,
  })
  const file = await profile(body.token)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toContain('application/x-apple-aspen-config')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="info@simu.com.mobileconfig"')
  expect(file.body).toContain('<string>imap.example.com</string>')
  expect(JSON.stringify([shown, file.body])).not.toContain(secrets.password)
  expect(JSON.stringify([shown, file.body])).not.toContain(asha.email)
})

test('only its customer makes one, and only for a mailbox whose servers are known', async () => {
  const id = await mailbox('mwenyewe@simu.com', servers)
  const juma = await shop.customer()
  expect((await link(id, juma)).status).toBe(404)
  expect((await shop.visitor('GET', `/api/emails/${id}/mail-settings`)).status).toBe(401)
  const bare = await mailbox('bila@simu.com', { webmail: 'https://webmail.example.com' })
  expect((await link(bare)).status).toBe(404)
})

test('it ends after a day', async () => {
  const id = await mailbox('siku@simu.com', servers)
  const { token } = (await link(id)).body
  const { database } = shop.nodes[0]!
  const openAt = (now: Date) => openSettingsLink(database, { keys: shop.keys, now, token })
  const made = Date.now()
  expect(await openAt(new Date(made + DAY_MS - 60_000))).toMatchObject({ email_address: 'siku@simu.com' })
  await expect(openAt(new Date(made + DAY_MS))).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND' } })
})

test('an altered one is refused, and so is one that was made up', async () => {
  const { token } = (await link(await mailbox('badili@simu.com', servers))).body as { token: string }
  for (const at of [0, 20, 60, token.length - 1]) {
    const altered = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    // The last character has bits that are no part of a byte.
    if (Buffer.from(altered, 'base64url').equals(Buffer.from(token, 'base64url'))) continue
    expect([at, (await open(altered)).status]).toEqual([at, 404])
  }
  const madeUp = Buffer.from(JSON.stringify(['x', Date.now() + DAY_MS])).toString('base64url')
  for (const wrong of [madeUp, 'A', token.slice(0, -8), '%00'])
    expect([wrong, (await profile(wrong)).status, (await open(wrong)).status]).toEqual([wrong, 404, 404])
})

test('it ends with the service and while that is suspended', async () => {
  const id = await mailbox('mwisho@simu.com', servers)
  const { token } = (await link(id)).body
  await admin.call('POST', `/api/admin/services/${id}/suspend`)
  expect((await open(token)).status).toBe(404)
  expect((await link(id)).status).toBe(404)
  await admin.call('POST', `/api/admin/services/${id}/resume`)
  expect((await open(token)).status).toBe(200)
  const { version } = (await admin.call('GET', `/api/admin/services/${id}`)).body
  expect(
    (await admin.call('POST', `/api/admin/services/${id}/end`, { version, reason: 'Closed' })).status,
  ).toBe(200)
  expect([(await open(token)).status, (await profile(token)).status]).toEqual([404, 404])
})
