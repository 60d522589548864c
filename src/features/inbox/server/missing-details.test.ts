import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE, EMAIL_ACTIVE } from '../../products/active-statuses.ts'

/** A service whose customer lacks what is needed to use it waits in the inbox until somebody enters that. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  asha = await shop.customer()
})
afterAll(() => shop.close())

interface Item {
  kind: string
  id: string
  title: string
}
const inbox = async (query = '?kind=details', by = admin): Promise<Item[]> =>
  (await by.call('GET', `/api/admin/inbox${query}`)).body.items
const missing = async () => (await inbox()).map(({ title }) => title)
const waiting = async (by = admin) => (await by.call('GET', '/api/admin/waiting')).body.details

const paths = { email: 'email-requests', hosting: 'hosting-requests', domain: 'domain-requests' }
const statuses = {
  email: ['available', EMAIL_ACTIVE],
  hosting: ['approved', 'active'],
  domain: ['available', DOMAIN_ACTIVE],
}
/** @returns the id of the service */
async function active(kind: keyof typeof paths, input: object, more: object = {}): Promise<string> {
  const { id } = (await asha.call('POST', `/api/${paths[kind]}`, input)).body
  const at = `/api/admin/${paths[kind]}/${id}`
  await admin.call('PATCH', at, { status: statuses[kind][0], price: 10 })
  await admin.call('PATCH', at, { status: statuses[kind][1], ...more })
  return (await shop.sql(`select id from services where request_id = $1`, [id]))[0]!.id
}
const mailbox = (requested_domain: string, more?: object) => active('email', { requested_domain }, more)
async function enter(id: string, facts: object) {
  const { version } = (await admin.call('GET', `/api/admin/services/${id}`)).body
  expect((await admin.call('PUT', `/api/admin/services/${id}/access`, { version, facts })).status).toBe(200)
}
async function settings(key: 'services.email' | 'services.hosting', facts: object) {
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const change = { values: { [key]: { ...values[key], ...facts } } }
  expect(await admin.call('PATCH', '/api/admin/settings', change)).toMatchObject({ status: 200 })
}
afterEach(() =>
  shop.sql(`update services set status = 'released', released_at = now() where released_at is null`),
)

test('it waits from its activation until what is needed is entered', async () => {
  const id = await mailbox('info@kosa.com')
  expect(await inbox()).toMatchObject([{ kind: 'details', id, state: 'missing', title: 'info@kosa.com' }])
  expect(await waiting()).toBe(1)
  // A server for incoming mail alone sends nothing.
  await enter(id, { imap_host: 'imap.example.com' })
  expect(await missing()).toEqual(['info@kosa.com'])
  await enter(id, { imap_host: 'imap.example.com', smtp_host: 'smtp.example.com' })
  expect([await missing(), await waiting()]).toEqual([[], 0])
  await enter(id, {})
  expect(await missing()).toEqual(['info@kosa.com'])
})

test('what is entered with the activation is enough, and domains need nothing', async () => {
  await mailbox('tayari@kosa.com', { facts: { webmail: 'https://webmail.example.com' } })
  await active('domain', { requested_domain: 'kosa-hakuna.com' })
  await active(
    'hosting',
    { plan_name: 'Basic', billing_period: 'monthly' },
    { facts: { panel: 'https://panel.example.com' } },
  )
  expect(await missing()).toEqual([])
})

test('the settings of the shop cover all services of a product, alone or with what a service has', async () => {
  await mailbox('moja@kosa.com')
  const half = await mailbox('nusu@kosa.com')
  await enter(half, { imap_host: 'imap.example.com' })
  await active('hosting', { plan_name: 'Basic', billing_period: 'monthly', website: 'kosa.com' })
  expect((await missing()).toSorted()).toEqual(['Basic · kosa.com', 'moja@kosa.com', 'nusu@kosa.com'])
  await settings('services.email', { smtp_host: 'smtp.example.com' })
  expect((await missing()).toSorted()).toEqual(['Basic · kosa.com', 'moja@kosa.com'])
  await settings('services.email', { webmail: 'https://webmail.example.com' })
  await settings('services.hosting', { nameservers: ['ns1.example.com'] })
  expect(await missing()).toEqual(['Basic · kosa.com'])
  await settings('services.hosting', { server: '192.0.2.10' })
  expect([await missing(), await waiting()]).toEqual([[], 0])
  await settings('services.email', { smtp_host: null, webmail: null })
  await settings('services.hosting', { nameservers: [], server: null })
  expect(await missing()).toHaveLength(3)
})

test('a service that is expired, suspended or ended does not wait', async () => {
  const [expired, suspended, ended] = [
    await mailbox('wakati@kosa.com'),
    await mailbox('simama@kosa.com'),
    await mailbox('mwisho@kosa.com'),
  ]
  await shop.sql(`update services set expires_at = now() - interval '1 day' where id = $1`, [expired])
  await admin.call('POST', `/api/admin/services/${suspended}/suspend`)
  const { version } = (await admin.call('GET', `/api/admin/services/${ended}`)).body
  await admin.call('POST', `/api/admin/services/${ended}/end`, { version, reason: 'Closed' })
  expect(await missing()).toEqual([])
})

test('it stands after all that waits, through the pages, and can be taken', async () => {
  const first = await mailbox('zamani@kosa.com')
  const second = await mailbox('karibuni@kosa.com')
  await shop.sql(`update services set started_at = now() - interval '90 days' where id = $1`, [first])
  const { id } = (await asha.call('POST', '/api/domain-requests', { requested_domain: 'kwanza.com' })).body
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const { items, next_cursor } = (await admin.call('GET', `/api/admin/inbox?limit=1${cursor}`)).body
    ids.push(...items.map((item: Item) => item.id))
    if (!next_cursor) break
    cursor = `&cursor=${next_cursor}`
  }
  expect(ids).toEqual([id, first, second])
  expect((await admin.call('POST', `/api/admin/inbox/details/${first}/take`)).status).toBe(200)
  expect((await inbox('?mine=true')).map((item) => item.id)).toEqual([first])
  await admin.call('PATCH', `/api/admin/domain-requests/${id}`, { status: 'rejected' })
})

test('the customer reads that something is missing, the settings of the shop, and what is entered before them', async () => {
  const id = await mailbox('soma@kosa.com')
  const access = async (by = asha) => (await by.call('GET', `/api/emails/${id}/access`)).body
  expect(await access()).toMatchObject({ facts: {}, missing: true, renewal_price: null })
  await settings('services.email', {
    webmail: 'https://webmail.example.com',
    imap_port: 143,
    mailbox_size: '10 GB',
  })
  expect(await access()).toMatchObject({
    facts: { webmail: 'https://webmail.example.com', imap_port: 143, mailbox_size: '10 GB' },
    missing: false,
  })
  await enter(id, { mailbox_size: '50 GB' })
  await admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.email': 20 } })
  expect(await access()).toMatchObject({
    facts: { imap_port: 143, mailbox_size: '50 GB' },
    renewal_price: { amount: 20, currency: 'USD' },
  })
  expect(await access(await shop.customer())).toMatchObject({ code: 'NOT_FOUND' })
  await settings('services.email', { webmail: null, imap_port: null, mailbox_size: null })
})

test.each([
  ['services.email', { webmail: 'http://webmail.example.com' }, 'webmail', 'url'],
  ['services.email', { imap_host: 'not a host' }, 'imap_host', 'host'],
  ['services.email', { imap_port: 0 }, 'imap_port', 'port'],
  ['services.email', { smtp_security: 'none' }, 'smtp_security', 'security'],
  ['services.hosting', { ip_address: 'server.example.com' }, 'ip_address', 'ip'],
  ['services.hosting', { nameservers: ['not a host'] }, 'nameservers', 'host'],
])('the setting %s refuses %j', async (key, wrong, name, reason) => {
  const { values } = (await admin.call('GET', '/api/admin/settings')).body
  const change = { values: { [key]: { ...values[key], ...wrong } } }
  const { status, body } = await admin.call('PATCH', '/api/admin/settings', change)
  expect([status, body.code, body.data]).toEqual([400, 'SETTING_INVALID', { key, path: [name], reason }])
})

test('the role decides who sees it', async () => {
  await mailbox('nani@kosa.com')
  const finance = await shop.admin('finance')
  expect(await waiting(finance)).toBe((await inbox('?kind=details', finance)).length)
})
