import { expect, test } from 'vitest'
import { fields } from '../fields.data.ts'
import { settings } from '../settings.ts'
import en from '../../../../messages/en.json' with { type: 'json' }
import sw from '../../../../messages/sw.json' with { type: 'json' }
import { blankRow, draftOf, fieldsOf, settingOf } from './drafts.ts'

/** What is typed into the fields of the settings, and the values that it becomes. */

const plain = Object.entries(fields).filter(([, { kind }]) => !['own', 'within'].includes(kind))

test.each(plain)('%s is saved as it was where nothing is typed', (key, field) => {
  const { standard } = settings[key as keyof typeof fields]
  const draft = draftOf(field, standard, 'USD')
  expect(settingOf(field, draft)).toEqual(standard)
})

const typed = (key: keyof typeof fields, text: unknown) => settingOf(fields[key], text)

test.each([
  ['requests.mostOpen', '', null],
  ['requests.mostOpen', ' 12 ', 12],
  ['requests.mostOpen', 'many', 'many'],
  ['requests.promiseMinutes', '', ''],
  ['catalogue.email', '12,5', 12.5],
  ['catalogue.email', 'free', 'free'],
  ['catalogue.email', ' ', null],
  ['business.name', ' ', ''],
  ['business.address', ' ', null],
  ['business.whatsapp', '+255 (712) 345-678', '255712345678'],
  ['domains.gluedEndings', 'online.com, hub.com  duka.co.tz', ['online.com', 'hub.com', 'duka.co.tz']],
  ['renewals', 'paid', 'paid'],
  ['mails.requests', false, false],
] as const)('%s: %j becomes %j', (key, text, value) => {
  expect(typed(key, text)).toEqual(value)
})

test.each(['requests.mostOpen', 'requests.promiseMinutes', 'catalogue.email', 'chat.answerMinutes'] as const)(
  '%s is refused where a text is no number',
  (key) => {
    expect(settings[key].schema.safeParse(typed(key, 'abc')).success).toBe(false)
  },
)

test('a row without a name and prices is left out, and an ending has no dot before it', () => {
  const blank = blankRow(fields['catalogue.domains'])
  expect(typed('catalogue.domains', [blank, { ...blank, ending: ' .CO.TZ', price: '9' }])).toEqual([
    {
      ending: 'co.tz',
      price: 9,
      renewal: null,
      transfer: null,
      restore: null,
      years: 1,
      needs: '',
      searched: false,
      shown: true,
    },
  ])
  expect(typed('answers.canned', [{ name: '', text: '' }])).toEqual([{ name: '', text: '' }])
})

test('a question keeps its id, and its choices are lines', () => {
  const blank = blankRow(fields['domains.questions'])
  const row = {
    ...blank,
    id: 'type',
    ending: '.US',
    kind: 'choice',
    label: 'Type',
    options: 'Club \n\nPersonal Use',
  }
  expect(typed('domains.questions', [blank, row])).toEqual([
    {
      ending: 'us',
      id: 'type',
      kind: 'choice',
      label: 'Type',
      required: true,
      format: 'any',
      min: null,
      max: null,
      options: ['Club', 'Personal Use'],
      field: '',
    },
  ])
})

test('a VAT rate is for one product or for all', () => {
  const row = { from: '2026-01-01', percent: '18', product: '' }
  expect(typed('papers.vatRates', [row, { ...row, percent: '1,5', product: 'email' }])).toEqual([
    { from: '2026-01-01', percent: 18, product: null },
    { from: '2026-01-01', percent: 1.5, product: 'email' },
  ])
})

test('the fields of a section are in the order of the table', () => {
  expect(fieldsOf('requests')).toEqual([
    'shop.isOpen',
    'requests.answer',
    'requests.promiseMinutes',
    'requests.mostOpen',
  ])
})

test('each text of the table is in both languages, and needs no values', () => {
  const names = [...JSON.stringify(fields).matchAll(/"m\.(\w+)"/g)].map(([, name]) => name as keyof typeof en)
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => [en[name], sw[name]].some((text) => !text || /[{}]/.test(text)))).toEqual([])
})
