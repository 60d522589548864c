import { standardSteps } from '../payment-steps.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { jpegOf, pngOf, webpOf } from '../../../server/pictures/testing/pictures.ts'
import { endings, plans } from '../../catalogue/catalogue.ts'
import { readPageSettings } from './settings.ts'

const com = endings[0]!

let shop: Shop
let admin: Person
let customer: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  customer = await shop.customer()
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from settings`))

const show = async (): Promise<Answer['body']> => (await admin.call('GET', '/api/admin/settings')).body
const save = (values: object, versions?: object) =>
  admin.call('PATCH', '/api/admin/settings', { values, ...(versions && { versions }) })

test('what nobody has changed has its default, and version 0', async () => {
  expect(await show()).toMatchObject({
    values: { 'business.name': 'Kikoa', renewals: 'instant', 'business.logo': null },
    versions: { 'business.name': 0, renewals: 0 },
    mail: { server: false },
  })
})

test('a change is stored with a version, and audited with before and after', async () => {
  const first = await save({ 'business.name': '  Duka la Asha ' })
  expect(first).toMatchObject({
    status: 200,
    body: { values: { 'business.name': 'Duka la Asha' }, versions: { 'business.name': 1 } },
  })
  await save({ 'business.name': 'Duka' })
  expect(
    await shop.sql(
      `select actor_id, actor_role, entity_id, before, after from audit_log where action = 'setting.changed' order by at desc limit 1`,
    ),
  ).toEqual([
    {
      actor_id: admin.id,
      actor_role: 'admin',
      entity_id: 'business.name',
      before: { value: 'Duka la Asha' },
      after: { value: 'Duka' },
    },
  ])
})

const asked = {
  ending: 'net',
  id: 'company-number',
  kind: 'company-number',
  label: '',
  required: true,
  format: 'any',
  min: null,
  max: null,
  options: [],
  field: '',
}

test('open pages fetch all that a new page contains of the shop', async () => {
  const values = {
    'catalogue.domains': [{ ...com, transfer: 9, restore: 80, renewal: 12 }],
    'domains.questions': [{ ...asked, ending: 'com' }],
  }
  expect((await save(values)).status).toBe(200)
  const { business, offers } = await readPageSettings(shop.nodes[0]!.database, 'https://shop.example.com')
  expect(offers).toMatchObject({ asks: ['com'], endings: [{ transfer: 9, restore: 80 }] })
  const fetched = (await shop.visitor('GET', '/api/shop')).body
  expect(fetched).toEqual(JSON.parse(JSON.stringify({ business, offers })))
})

test('canned answers are for the admins who insert them', async () => {
  const answers = [{ name: 'Documents', text: 'Please send the licence.\n---\nTuma leseni tafadhali.' }]
  expect((await save({ 'answers.canned': answers })).status).toBe(200)
  expect((await admin.call('GET', '/api/admin/answers')).body).toEqual({ items: answers })
  const twice = await save({ 'answers.canned': [...answers, ...answers] })
  expect(twice).toMatchObject({ status: 400, body: { data: { key: 'answers.canned', reason: 'twice' } } })
})

test.each([
  [{ 'business.name': ' ' }, 'business.name', [], 'required'],
  [{ 'business.email': 'not an address' }, 'business.email', [], 'email'],
  [{ 'business.phone': 'call me' }, 'business.phone', [], 'phone'],
  [{ 'business.whatsapp': '+255 712' }, 'business.whatsapp', [], 'whatsapp'],
  [{ 'business.logo': 'x.svg' }, 'business.logo', [], 'logo'],
  [{ 'business.logo': `${'a'.repeat(43)}.png` }, 'business.logo', [], 'logo'],
  [{ 'catalogue.domains': [{ ...com, price: -1 }] }, 'catalogue.domains', ['0', 'price'], 'amount'],
  [{ 'catalogue.domains': [{ ...com, price: 1.005 }] }, 'catalogue.domains', ['0', 'price'], 'amount'],
  [{ 'catalogue.domains': [{ ...com, renewal: 'free' }] }, 'catalogue.domains', ['0', 'renewal'], 'amount'],
  [{ 'catalogue.domains': [{ ...com, years: 11 }] }, 'catalogue.domains', ['0', 'years'], 'years'],
  [{ 'catalogue.email': 'free' }, 'catalogue.email', [], 'amount'],
  [{ 'catalogue.domains': [] }, 'catalogue.domains', [], 'none-searched'],
  [
    { 'catalogue.domains': [com, { ...com, ending: '.net' }] },
    'catalogue.domains',
    ['1', 'ending'],
    'ending',
  ],
  [{ 'catalogue.domains': [com, com] }, 'catalogue.domains', [], 'twice'],
  [{ 'catalogue.plans': [plans[0], { ...plans[1]!, name: 'Basic' }] }, 'catalogue.plans', [], 'twice'],
  [{ 'catalogue.plans': [plans[0], { ...plans[1]!, id: 'basic' }] }, 'catalogue.plans', [], 'twice'],
  [
    { 'catalogue.plans': [{ ...plans[0]!, monthlyPrice: -1 }] },
    'catalogue.plans',
    ['0', 'monthlyPrice'],
    'amount',
  ],
  [{ 'catalogue.plans': [{ ...plans[0]!, name: ' ' }] }, 'catalogue.plans', ['0', 'name'], 'required'],
  [{ 'domains.questions': [{ ...asked, ending: '.net' }] }, 'domains.questions', ['0', 'ending'], 'ending'],
  [{ 'domains.questions': [{ ...asked, kind: 'text' }] }, 'domains.questions', ['0', 'label'], 'required'],
  [
    { 'domains.questions': [{ ...asked, kind: 'choice', label: 'Type', options: ['Club'] }] },
    'domains.questions',
    ['0', 'options'],
    'required',
  ],
  [{ 'domains.questions': [{ ...asked, min: 9, max: 8 }] }, 'domains.questions', ['0', 'max'], 'whole'],
  [{ 'domains.questions': [asked, asked] }, 'domains.questions', [], 'twice'],
  [{ 'domains.gluedEndings': ['hub'] }, 'domains.gluedEndings', ['0'], 'glued'],
  [{ 'payments.methods': [] }, 'payments.methods', [], 'required'],
  [
    { 'payments.accounts': [{ method: 'Bank', account: ' ', holder: null, note: null }] },
    'payments.accounts',
    ['0', 'account'],
    'required',
  ],
  [{ 'accounts.defaultCountry': 'Tanzania' }, 'accounts.defaultCountry', [], 'country'],
])('%j is refused with its reason, and nothing changes', async (values, key, path, reason) => {
  expect(await save({ 'business.address': 'Mombasa', ...values })).toMatchObject({
    status: 400,
    body: { code: 'SETTING_INVALID', data: { key, path, reason } },
  })
  expect(await shop.sql(`select key from settings`)).toEqual([])
})

test.each(['no.such', '__proto__', 'constructor', 'toString'])('there is no setting %s', async (key) => {
  const answer = await admin.call('PATCH', '/api/admin/settings', `{"values":{"${key}":1}}`)
  expect(answer.status).toBe(400)
  expect(await shop.sql(`select key from settings`)).toEqual([])
})

test("of eight admins' changes of what they saw one is made; the others get the newer value", async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      shop.at(n % 2, admin.token)('PATCH', '/api/admin/settings', {
        values: { 'business.address': `Street ${n}`, renewals: 'paid' },
        versions: { 'business.address': 0, renewals: 0 },
      }),
    ),
  )
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  for (const answer of answers.filter((one) => one !== made[0]))
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        data: {
          values: { 'business.address': made[0]!.body.values['business.address'] },
          versions: { 'business.address': 1 },
        },
      },
    })
})

test('a conflict over one setting leaves the others of the save as they were', async () => {
  await save({ renewals: 'paid' })
  expect((await save({ 'business.address': 'Lamu', renewals: 'instant' }, { renewals: 0 })).status).toBe(409)
  expect(await show()).toMatchObject({ values: { 'business.address': null, renewals: 'paid' } })
})

test('a change on one node is visible on the other within a moment', async () => {
  await save({
    'business.whatsapp': '255712345678',
    'catalogue.domains': [
      { ...com, price: 12.5 },
      { ...com, ending: 'co.tz', price: null, searched: false },
    ],
    'domains.gluedEndings': ['shop.com'],
    'payments.accounts': [{ method: 'M-Pesa', account: '123456', holder: 'Duka', note: null }],
  })
  const other = shop.at(1)
  await expect
    .poll(async () => (await other('GET', '/api/shop')).body)
    .toMatchObject({
      business: { whatsapp: '255712345678' },
      offers: { endings: [{ ending: 'com', price: 12.5 }, { ending: 'co.tz' }] },
    })
  expect((await other('GET', '/api/catalogue')).body).toMatchObject({
    domains: [
      { ending: 'com', price: 12.5 },
      { ending: 'co.tz', price: null },
    ],
    glued_endings: ['shop.com'],
  })
})

test('payment accounts are shown to signed-in people only', async () => {
  const accounts = [{ method: 'Bank', account: '0123 456', holder: null, note: 'CRDB, Lamu' }]
  await save({ 'payments.accounts': accounts })
  await expect
    .poll(async () => (await customer.call('GET', '/api/payment-accounts')).body)
    .toEqual({ items: accounts, steps: standardSteps })
  expect((await shop.visitor('GET', '/api/payment-accounts')).status).toBe(401)
  expect(JSON.stringify((await shop.visitor('GET', '/api/catalogue')).body)).not.toContain('0123')
})

test("a customer's open page gets the event, on every node", async () => {
  const streams = await Promise.all(
    shop.nodes.map(({ address }) =>
      fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${customer.token}` } }),
    ),
  )
  const received = Promise.all(streams.map((stream) => until(stream, '"topics":["settings"]')))
  await save({ 'business.name': 'Duka' })
  expect(await received).toEqual([true, true])
})

async function until(stream: Response, text: string) {
  let said = ''
  for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
    said += part
    if (said.includes(text)) return true
  }
  return false
}

describe('a logo', () => {
  const upload = (image: Buffer | string, by = admin) =>
    by.call('POST', '/api/admin/settings/logo', {
      image: typeof image === 'string' ? image : image.toString('base64'),
    })

  test.each([
    ['png', 'image/png', pngOf(300, 80)],
    ['jpg', 'image/jpeg', jpegOf(300, 80)],
  ])(
    'that is a %s is served by every node from an address of its own, and can do nothing',
    async (type, media, bytes) => {
      const { status, body } = await upload(bytes)
      expect(status).toBe(200)
      const file: string = body.values['business.logo']
      expect(file).toMatch(new RegExp(`^[\\w-]{43}\\.${type}$`))
      for (const { address } of shop.nodes) {
        const served = await fetch(`${address}/logos/${file}`)
        expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
        expect(Object.fromEntries(served.headers)).toMatchObject({
          'content-type': media,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cache-control': 'public, max-age=31536000, immutable',
        })
      }
      await expect
        .poll(async () => (await shop.at(1)('GET', '/api/shop')).body.business.logo)
        .toBe(`/logos/${file}`)
    },
  )

  test.each([
    ['markup', Buffer.from('<!doctype html><script>alert(1)</script>'), 'IMAGE_INVALID'],
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'IMAGE_INVALID',
    ],
    ['a WebP', webpOf(300, 80), 'IMAGE_INVALID'],
    ['a PNG that is a page too', Buffer.concat([pngOf(9, 9), Buffer.from('<script>')]), 'IMAGE_INVALID'],
    ['no base64', '%%%', 'IMAGE_INVALID'],
    ['a picture without a pixel', pngOf(0, 9), 'IMAGE_INVALID'],
    ['a small file that unfolds', pngOf(9_000, 2), 'IMAGE_TOO_LARGE'],
    ['more than 64 KB', Buffer.alloc(66_000), 'IMAGE_TOO_LARGE'],
  ])('is not %s', async (_, image, code) => {
    expect(await upload(image)).toMatchObject({ status: 400, body: { code } })
    expect((await show()).values['business.logo']).toBeNull()
  })

  test('over any limit is not even read', async () => {
    expect((await upload('A'.repeat(95_000))).status).toBe(400)
    expect((await upload('A'.repeat(200_000))).status).toBe(413)
  })

  test('serves no other file of the server', async () => {
    for (const path of ['..%2f..%2fpackage.json', '%2e%2e/package.json', `${'a'.repeat(43)}.png`, 'x.svg'])
      expect([path, (await shop.visitor('GET', `/logos/${path}`)).status]).toEqual([path, 404])
  })

  test('can be taken away', async () => {
    await upload(pngOf(8, 8))
    expect((await save({ 'business.logo': null })).body.values['business.logo']).toBeNull()
  })

  test('is given by admins alone', async () => {
    expect((await upload(pngOf(8, 8), customer)).status).toBe(403)
  })
})

test('a plan of the shop’s own is listed, requested and ordered at its price, and another is not sold any more', async () => {
  const own = { ...plans[0]!, id: 'duka', name: 'Duka Kubwa', monthlyPrice: 7, yearlyPrice: 70 }
  expect((await save({ 'catalogue.plans': [own] })).status).toBe(200)
  expect((await customer.call('GET', '/api/catalogue')).body.plans).toMatchObject([
    { id: 'duka', name: 'Duka Kubwa', monthly_price: 7, yearly_price: 70 },
  ])
  const request = (plan_name: string) =>
    customer.call('POST', '/api/hosting-requests', { plan_name, billing_period: 'yearly' })
  expect(await request('Duka Kubwa')).toMatchObject({ status: 201, body: { price: 70 } })
  expect(await request('Basic')).toMatchObject({ status: 400, body: { code: 'PLAN_UNKNOWN' } })

  const order = async (item: string) => {
    await customer.call('POST', '/api/cart/items', { item })
    return customer.call('POST', '/api/orders', { domains: [item] })
  }
  expect(await order('Duka Kubwa monthly')).toMatchObject({ status: 201, body: { amount_due: 7 } })
  expect(await order('Basic monthly')).toMatchObject({
    status: 409,
    body: { code: 'NOT_AVAILABLE', data: { domains: [{ domain: 'Basic monthly', reason: 'on-request' }] } },
  })
})
