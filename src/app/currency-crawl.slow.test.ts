import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exportNames } from '../features/money/ledger/exports.ts'
import { placeAt } from '../features/orders/server/testing/placing.ts'
import { hasPdfPrograms, textOfPdf } from '../features/money/server/invoices/testing/pdf.ts'
import { DOMAIN_ACTIVE } from '../features/products/domain.ts'
import routes from '../routes.ts'
import { exampleOf } from '../server/pages/route-patterns.ts'
import { locales } from '../shared/pages.ts'
import { access } from './testing/access.ts'
import { changeCurrency } from './testing/currency.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'
import { today } from './testing/today.ts'

/** In a shop of shillings no dollar is on any page, in any answer, mail, invoice or export, except in what was made in dollars. */

const readsPdfs = await hasPdfPrograms()

/** All pages are rendered again after a change, one change after the other. */
const rendered = { timeout: 120_000 }

const DOLLARS = /USD|US\$|\$\s?\d|\bdollars?\b|\bdola\b/i

let shop: Shop
let admin: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-currency-'))
  shop = await openShop({ pages: true, env: { DATA_DIR: folder } })
  admin = await shop.admin()
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

type Route = { path?: string; index?: boolean; children?: Route[] }
const addressesOf = (list: readonly Route[], parent = ''): string[] =>
  list.flatMap((route) => {
    const path = route.path ? `${parent}/${route.path}` : parent
    return [...(route.path || route.index ? [path || '/'] : []), ...addressesOf(route.children ?? [], path)]
  })
const pages = [...new Set(addressesOf(routes as Route[]))]

/** The queries of endpoints that need one. */
const queries: Record<string, string> = {
  '/api/availability': '?name=mama&endings=com',
  '/api/admin/charges': '?q=duka',
  '/api/admin/search': '?q=mama',
  '/api/admin/charges/due': '?state=later',
  '/api/admin/holder-details': '?customer=00000000-0000-4000-8000-000000000000&names=mama.com',
  '/api/admin/margins': '?by=ending&from=2026-01-01&to=2026-12-31',
}

/** What the shop has not published, and addresses that there are not. */
const absent = ['/nowhere', '/admin/nowhere', '/terms', '/privacy', '/refunds']

/** Each page in both languages, and each GET endpoint as everybody who may call it, by the address. */
async function answers(customer?: Person) {
  const found = new Map<string, string>()
  const ask = async (path: string, person?: Person, headers = {}) => {
    const answer = await shop.at(0, person?.token)('GET', path, undefined, headers)
    expect([path, answer.status]).toEqual([path, absent.includes(path) ? 404 : 200])
    return typeof answer.body === 'string' ? answer.body : JSON.stringify(withoutTheChange(answer.body))
  }
  for (const locale of locales) {
    for (const page of ['/results?domain=mama', '/manifest.webmanifest', ...pages])
      found.set(`${page} ${locale}`, await ask(exampleOf(page), undefined, { 'accept-language': locale }))
  }
  for (const path of ['/robots.txt', '/sitemap.xml', '/api/openapi.json', '/api/docs'])
    found.set(path, await ask(path))
  const calls = [...access.visitors, ...(customer ? [...access.customers, ...access.admins] : [])]
  // The customer has a domain and nothing else yet, so that no mailbox has a link to its settings. A photo has no text, and
  // the message that waits can be read.
  const missing = [
    'GET /mail-settings/{token}',
    'GET /emails/{id}/mail-settings',
    'GET /emails/{id}/access',
    'GET /hosting-accounts/{id}/access',
    'GET /admin/payments/{id}/photo',
    // No registrar is connected, and no name is transferred here.
    'GET /admin/fulfilments/{id}',
    'GET /transfers/{id}',
    'GET /admin/messages/{id}',
    'GET /admin/payments/received/{id}/label',
  ]
  for (const call of calls.filter((one) => one.startsWith('GET ') && !missing.includes(one))) {
    const path = `/api${call.slice(4)}`
    const filled = customer ? await filledIn(path, customer) : path
    const query = queries[path] ?? ''
    const isAdmins = access.admins.includes(call)
    found.set(path, await ask(filled + query, isAdmins ? admin : customer))
  }
  if (customer) {
    for (const path of ['/api/admin/services/export', '/api/admin/answer-times/export'])
      found.set(path, await ask(path, admin))
    const csv = await ask('/api/admin/audit/export', admin)
    found.set(
      '/api/admin/audit/export',
      csv
        .split('\n')
        .filter((line) => !line.includes('currency.changed'))
        .join('\n'),
    )
  }
  return found
}

/** The entry of the audit log about the change has the dollars before it. */
const withoutTheChange = (body: { items?: { action?: string }[] }) =>
  Array.isArray(body?.items)
    ? { ...body, items: body.items.filter(({ action }) => action !== 'currency.changed') }
    : body

/** A path with the ids of what the customer has. */
async function filledIn(path: string, { id }: Person): Promise<string> {
  const [ids] = await shop.sql(
    `select (select id from orders where user_id = $1 limit 1) as order_id,
            c.id as charge_id, c.reference,
            (select name from services where user_id = $1 and kind = 'domain' limit 1) as name,
            (select id from services where user_id = $1 limit 1) as service_id,
            (select id from received_payments where user_id = $1 limit 1) as payment_id
       from charges c where user_id = $1 limit 1`,
    [id],
  )
  return path
    .replace('{name}', ids!.name)
    .replace('/inbox/{kind}', '/inbox/payment')
    .replace('{reference}', ids!.reference)
    .replace('/charges/{id}', `/charges/${ids!.charge_id}`)
    .replace('/domains/{id}/access', `/domains/${ids!.service_id}/access`)
    .replace('/services/{id}', `/services/${ids!.service_id}`)
    .replace('/payments/{id}', `/payments/${ids!.payment_id}`)
    .replace('/admin/related', `/admin/related?kind=order&id=${ids!.order_id}`)
    .replace('/orders/{id}', `/orders/${ids!.order_id}`)
    .replaceAll(/\{(?:id|profile)\}/g, id)
}

/** The bytes of a file, as a customer or an admin downloads it. */
async function download(path: string, { token }: Person): Promise<Buffer> {
  const answer = await fetch(`${shop.nodes[0]!.address}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([path, answer.status]).toEqual([path, 200])
  return Buffer.from(await answer.arrayBuffer())
}

/** The text of each invoice of a customer: pro formas of what is due, invoices and credit notes. */
async function invoicesOf(person: Person) {
  const found = new Map<string, string>()
  const due = await shop.sql(
    `select '/api/charges/' || id || '/pro-forma' as path, 'pro-forma' as kind from charges
      where user_id = $1 and state = 'open'
     union all select '/api/invoices/' || id || '/pdf', kind from invoices where user_id = $1`,
    [person.id],
  )
  for (const { path, kind } of due)
    found.set(`${kind} ${path}`, await textOfPdf(await download(path, person)))
  return found
}

/** The text of each export of the shop, and of each PDF in the archive. */
async function exportsOfShop() {
  const found = new Map<string, string>()
  for (const what of exportNames) {
    const file = await download(`/api/admin/exports/${what}?from=2020-01-01&to=2029-12-31`, admin)
    if (what !== 'pdfs') found.set(what, file.toString())
    else if (readsPdfs)
      for (const [name, pdf] of Object.entries(unzipSync(file)))
        found.set(`pdfs/${name}`, await textOfPdf(Buffer.from(pdf)))
  }
  return found
}

/** What the audit log says of the change itself: the currency before it, as JSON and in CSV. */
const VALUE_BEFORE = /\{"+value"+:"+USD"+\}/g

/** The name of a built file has letters that mean nothing. */
const FILE = /\/assets\/[\w.-]+/g

const inDollars = (found: ReadonlyMap<string, string>) =>
  [...found].flatMap(([at, answer]) => {
    const text = answer.replaceAll(VALUE_BEFORE, '').replaceAll(FILE, '')
    const match = DOLLARS.exec(text)
    return match ? [`${at}: ${text.slice(Math.max(0, match.index - 40), match.index + 40)}`] : []
  })

/** A customer with everything that has a price. */
async function customerWithPrices(language: string): Promise<Person> {
  const person = await shop.customer()
  await person.call('PATCH', '/api/profile', { language })
  const ask = async (product: string, body: object) =>
    (await person.call('POST', `/api/${product}-requests`, body)).body.id as string
  const review = (product: string, id: string, body: object) =>
    admin.call('PATCH', `/api/admin/${product}-requests/${id}`, body)
  const receipt = (number: string) => ({
    payer_name: 'Asha',
    receipt_number: `${language}${number}`,
    payment_method: 'M-Pesa',
  })
  const domain = await ask('domain', { requested_domain: `asha-${language}.co.tz` })
  expect((await review('domain', domain, { status: 'available', price: 32_500 })).status).toBe(200)
  await person.call('POST', `/api/domain-requests/${domain}/payment`, receipt('1'))
  await admin.call('POST', `/api/admin/domain-requests/${domain}/payment/reject`, { reason: 'Not found' })
  await person.call('POST', `/api/domain-requests/${domain}/payment`, receipt('2'))
  await review('domain', domain, { status: DOMAIN_ACTIVE })
  const email = await ask('email', { requested_domain: `info@asha-${language}.co.tz` })
  await review('email', email, { status: 'available', price: 60_000 })
  const plan = await ask('hosting', { plan_name: 'Basic', billing_period: 'yearly' })
  await review('hosting', plan, { status: 'approved', price: 156_000 })
  await ask('hosting', { plan_name: 'Business', billing_period: 'monthly' })
  const { id } = await placeAt(shop, person, [`duka-${language}.com`, `duka-${language}.net`])
  await person.call('POST', `/api/orders/${id}/payment`, receipt('3'))
  const [claim] = (await admin.call('GET', `/api/admin/payments?q=${language}3`)).body.items
  expect((await admin.call('POST', `/api/admin/payments/${claim.id}/confirm`, {})).status).toBe(200)
  const cancelled = await admin.call('PATCH', `/api/admin/orders/${id}`, { status: 'cancelled' })
  const refund = { method: 'M-Pesa', reference: 'R1', date: today(), version: cancelled.body.version }
  expect((await admin.call('POST', `/api/admin/orders/${id}/refund`, refund)).status).toBe(200)
  await placeAt(shop, person, [`open-${language}.com`])
  await person.call('POST', '/api/cart/items', { item: `cart-${language}.com` })
  await person.call('POST', '/api/chat', { body: 'Habari' })
  return person
}

async function mails(kinds: number): Promise<Map<string, string>> {
  const files = async () => (await readdir(join(folder, 'mail'))).filter((name) => name.endsWith('.eml'))
  await vi.waitFor(async () => expect((await files()).length).toBeGreaterThanOrEqual(kinds), rendered)
  const read = await Promise.all(
    (await files()).map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))),
  )
  return new Map(
    read.map(({ subject, text, html }, at) => [`mail ${at} ${subject}`, [subject, text, html].join('\n')]),
  )
}

test('the crawl finds the dollars of a shop that has not changed its currency', async () => {
  const found = inDollars(await answers()).map((one) => one.split(':')[0])
  expect(found).toEqual(
    expect.arrayContaining(['/ en', '/ sw', '/pricing en', '/pricing sw', '/api/catalogue', '/api/shop']),
  )
})

test('no dollar is in a shop of shillings', async () => {
  expect((await changeCurrency(admin)).status).toBe(200)
  await admin.call('PATCH', '/api/admin/settings', {
    values: {
      'catalogue.email': 60_000,
      'catalogue.website': 1_500_000,
      'payments.accounts': [{ method: 'M-Pesa', account: '5551234', holder: 'Kikoa', note: null }],
    },
  })
  for (const language of locales)
    await vi.waitFor(async () => {
      const page = await shop.visitor('GET', '/pricing', undefined, { 'accept-language': language })
      expect(page.body).toContain('TSh\u00A060,000')
    }, rendered)
  for (const language of locales) {
    const customer = await customerWithPrices(language)
    const found = await answers(customer)
    expect(inDollars(found)).toEqual([])
    for (const [at, price] of [
      ['/pricing en', 'TSh\u00A026,000'],
      ['/pricing sw', 'TSh\u00A0156,000'],
      ['/api/domain-requests', '"TZS"'],
      ['/api/orders', '"TZS"'],
    ])
      expect(found.get(at!)).toContain(price)
    if (readsPdfs) {
      const invoices = await invoicesOf(customer)
      expect(new Set([...invoices.keys()].map((one) => one.split(' ')[0]))).toEqual(
        new Set(['pro-forma', 'invoice', 'credit-note']),
      )
      for (const text of invoices.values()) {
        expect(text).toMatch(/TSh \d/)
        expect(text).toContain(language === 'en' ? 'Date of issue' : 'Tarehe ya kutolewa')
      }
      expect(inDollars(invoices)).toEqual([])
    }
    const exported = await exportsOfShop()
    expect([...exported.keys()]).toEqual(expect.arrayContaining(['payments', 'invoices', 'ledger', 'vat']))
    if (readsPdfs) expect([...exported.keys()].filter((name) => name.endsWith('.pdf'))).not.toEqual([])
    for (const table of ['payments', 'invoices', 'ledger']) expect(exported.get(table)).toContain('TZS')
    expect(inDollars(exported)).toEqual([])
  }
  const sent = await mails(2 * 6)
  expect(inDollars(sent)).toEqual([])
  expect([...sent.values()].join()).toContain('TSh\u00A032,500')
})
