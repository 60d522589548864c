import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import type { Field } from '../fields.ts'
import { type SettingKey, settingKeys, settings } from '../settings.ts'
import { pngOf } from '../../../server/pictures/testing/pictures.ts'

/** Every setting is audited with before and after. No setting holds a secret: the log shows them to all admins. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

/** Another value than the default, for each setting that is no number, choice or yes or no. */
const others: Partial<Record<SettingKey, unknown>> = {
  'business.name': 'Duka',
  'business.colour': '#7a1f5c',
  'business.email': 'duka@example.com',
  'business.phone': '+255 712 345 678',
  'business.address': 'Lamu',
  'business.hours': '8-17',
  'business.whatsapp': '255712345678',
  'business.whatsappGreeting': 'Habari',
  'legal.terms': { en: 'Terms', sw: 'Masharti' },
  'legal.privacy': { en: 'Privacy', sw: 'Faragha' },
  'legal.refunds': { en: 'Refunds', sw: 'Fedha' },
  'shop.setUp': ['prices'],
  'chat.widget': { provider: 'crisp', websiteId: 'abc' },
  'payments.methods': ['Bank'],
  'payments.accounts': [{ method: 'Bank', account: '1', holder: null, note: null }],
  'payments.steps': [],
  'catalogue.marketing': { comFrom: 1, hostingFrom: 2 },
  'catalogue.domains': [{ ...settings['catalogue.domains'].standard[0]!, price: 3 }],
  'catalogue.email': 4,
  'catalogue.website': 5,
  'catalogue.plans': [],
  'costs.rates': [{ currency: 'EUR', shop_currency: 'USD', rate: 1.1 }],
  'costs.markup': { percent: 25, step: 1, currency: 'USD' },
  'domains.questions': [
    {
      ending: 'co.ke',
      id: 'company-number',
      kind: 'company-number',
      label: '',
      required: true,
      format: 'any',
      min: null,
      max: null,
      options: [],
      field: '',
    },
  ],
  'domains.gluedEndings': ['hub.com'],
  'availability.endpoints': { xyz: { rdap: 'https://rdap.example.com/' } },
  'accounts.defaultCountry': 'TZ',
  'services.afterExpiry': { ...settings['services.afterExpiry'].standard },
  'services.email': { ...settings['services.email'].standard, imap_host: 'imap.example.com' },
  'services.hosting': { ...settings['services.hosting'].standard, nameservers: ['ns1.example.com'] },
  'answers.canned': [{ name: 'Hours', text: 'We answer from 8 to 17.' }],
  'shop.timeZone': 'Africa/Nairobi',
  'papers.legalName': 'Duka Ltd',
  'invoices.address': 'Lamu',
  'invoices.tin': '123',
  'invoices.vrn': '456',
  'papers.vatRates': [{ from: '2026-01-01', percent: 18, product: null }],
  'papers.invoiceSeries': 'A',
  'papers.firstNumber': { year: 2026, number: 1042 },
  'papers.creditSeries': 'B',
  'retention.audit': 24,
  // Required, it would refuse this admin.
  'accounts.adminsNeedFactor': false,
}

/** Another value of a number, of a choice, or of yes and no. */
function otherOf(key: SettingKey): unknown {
  const { schema, standard } = settings[key]
  const { options = [] } = settings[key].field as Partial<Field>
  const candidates = [
    ...options.map(({ value }) => value),
    !standard,
    Number(standard) - 1,
    Number(standard) + 1,
  ]
  return candidates.find((value) => value !== standard && schema.safeParse(value).success)
}
const template = { en: { subject: '{business}', text: 'Text' }, sw: null }
const request = { en: { subject: '{subject}', text: 'Text' }, sw: null }

const lastEntry = async (key: string) =>
  (
    await shop.sql(
      `select action, actor_id, before, after from audit_log
        where entity = 'setting' and entity_id = $1 order by id desc limit 1`,
      [key],
    )
  )[0]

const valueOf = (key: SettingKey): unknown => {
  if (key.startsWith('letters.'))
    return [request, template].find((value) => settings[key].schema.safeParse(value).success)
  return others[key] ?? otherOf(key)
}

const plain = settingKeys.filter((key) => key !== 'shop.currency' && key !== 'business.logo')

test.each(plain)('%s is audited with before and after', async (key) => {
  const save = (value: unknown) => admin.call('PATCH', '/api/admin/settings', { values: { [key]: value } })
  const value = valueOf(key)
  expect(await save(value)).toMatchObject({ status: 200 })
  expect(await lastEntry(key)).toEqual({
    action: 'setting.changed',
    actor_id: admin.id,
    before: { value: settings[key].standard },
    after: { value },
  })
  await save(settings[key].standard)
  expect(await lastEntry(key)).toMatchObject({ before: { value }, after: { value: settings[key].standard } })
})

test('the logo and the currency are audited in the same way', async () => {
  await admin.call('POST', '/api/admin/settings/logo', { image: pngOf(8, 8).toString('base64') })
  const logo = await lastEntry('business.logo')
  expect(logo).toMatchObject({ action: 'setting.changed', after: { value: expect.stringMatching(/\.png$/) } })
  const { body } = await admin.call('GET', '/api/admin/settings')
  const change = { currency: 'TZS', rate: 2600, step: 100, versions: body.versions }
  expect((await admin.call('POST', '/api/admin/settings/currency', change)).status).toBe(200)
  expect(
    await shop.sql(
      `select action, before, after from audit_log
        where entity_id = 'shop.currency' and action in ('setting.changed', 'currency.changed') order by action`,
    ),
  ).toMatchObject([
    { action: 'currency.changed', before: { currency: 'USD' }, after: { currency: 'TZS' } },
    { action: 'setting.changed', after: { value: 'TZS' } },
  ])
})
