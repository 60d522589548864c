import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  billingPeriods,
  CUSTOM_PLAN,
  marketing,
  plans,
  prices,
  readOffers,
  suggestedEndings,
  paymentMethods,
} from '../features/catalogue/catalogue.ts'
import { products } from '../features/products/products.ts'
import { openApiDocument } from './openapi/document.ts'
import { owners } from './testing/owners.ts'
import { routeRows, ruleRows, sentenceRows } from './testing/specification.ts'

/**
 * Compares the specification with the product: each sentence, route, field, constant and rule has a test that
 * covers it.
 */

const root = resolve(import.meta.dirname, '../..')
const textOf = (file: string) => {
  const files = file.endsWith('.spec.ts') ? globSync(`e2e/**/${file}`, { cwd: root }) : [file]
  return files.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
}
const texts = JSON.parse(textOf('messages/en.json')) as Record<string, string>
const messages = Object.values(texts)

/** Whether a test file has a test with this title. A title may be built from the cases of a table. */
const hasTest = (file: string, title: string) =>
  ["'", '"', '`'].some((quote) => textOf(file).includes(`${quote}${title}`))

describe.each(Object.entries(sentenceRows))('of section %s', (_, rows) => {
  test.each(rows)('“%s” is said exactly, and seen by a test', (sentence, file, title, seen = sentence) => {
    const isSaid = messages.includes(sentence) || saidElsewhere.some((text) => text.includes(sentence))
    expect([isSaid, hasTest(file, title)]).toEqual([true, true])
    expect(unescaped(textOf(file))).toContain(seen)
  })
})

/** Texts that are not messages of the screens: statuses, and the text of an answer. */
const saidElsewhere = [
  ...Object.values(products).flatMap((product) => Object.keys(product.stages)),
  textOf('src/features/availability/answer.ts'),
  CUSTOM_PLAN,
]
const unescaped = (code: string) => code.replaceAll(String.raw`\'`, "'").replaceAll(String.raw`\.`, '.')

describe('of section 8', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: join(root, 'src') })
    .filter((file) => !/\.test\.|^paraglide\/|(^|\/)testing\//.test(file))
    .map((file): [string, string] => [file, textOf(`src/${file}`)])

  test.each(Object.entries(owners))('“%s” is said by its owners and nobody else', (sentence, files) => {
    const keys = Object.keys(texts).filter((key) => texts[key] === sentence)
    const saying = sources.filter(([, code]) => keys.some((key) => new RegExp(`\\bm\\.${key}\\b`).test(code)))
    expect(saying.map(([file]) => file).toSorted()).toEqual(files.toSorted())
  })

  test('every sentence has its row', () => {
    const rows = [...sentenceRows['8, failures']!, ...sentenceRows['8, successes']!]
    expect(rows.map(([sentence]) => sentence).toSorted()).toEqual(Object.keys(owners).toSorted())
  })
})

describe('a rule', () => {
  test.each(ruleRows)('(%s) has its test', (_, file, title) => {
    expect([file, title, hasTest(file, title)]).toEqual([file, title, true])
  })
})

describe('a route', () => {
  // Read as text, not imported: the routes belong to the TypeScript project of the web, whose types this one does
  // not know.
  const known: string[] = Object.values(products).flatMap(({ screens }) => [screens.customer, screens.admin])
  let parent = ''
  for (const [, indent, kind, path = ''] of textOf('src/routes.ts').matchAll(
    /^( +)(route|layout|index)\('([^']*)'/gm,
  )) {
    const isTop = indent!.length === 2
    if (isTop) parent = kind === 'route' ? `/${path}` : ''
    if (isTop && kind === 'layout') continue
    known.push(kind === 'index' || isTop ? parent || '/' : `${parent}/${path}`)
  }
  test.each(routeRows)('%s leads to a screen, and a test opens it', (path, file, title) => {
    expect([known.includes(path), hasTest(file, title)]).toEqual([true, true])
  })
})

describe('an entity', () => {
  interface Schema {
    properties?: Record<string, Schema>
    items?: Schema
  }
  interface Document {
    paths: Record<
      string,
      { get?: { responses: Record<string, { content: Record<string, { schema: Schema }> }> } }
    >
  }
  const claim = ['payer_name', 'receipt_number', 'payment_method', 'payment_confirmed']
  const asked = [
    'id',
    'user_id',
    'status',
    'price',
    'admin_feedback',
    'suggestions',
    'created_at',
    'updated_at',
    ...claim,
  ]
  test.each([
    ['/domain-requests', [...asked, 'requested_domain', 'paid']],
    ['/email-requests', [...asked, 'requested_domain']],
    ['/hosting-requests', [...asked, 'plan_name', 'billing_period', 'is_manual', 'manual_details', 'paid']],
    ['/domains', ['id', 'user_id', 'domain_name', 'status', 'registered_at', 'expires_at', 'created_at']],
    ['/emails', ['id', 'user_id', 'email_address', 'status', 'activated_at', 'expires_at', 'created_at']],
    ['/orders', ['user_id', 'domains', 'total_price', 'status']],
    ['/profile', ['id', 'role', 'full_name', 'business_name', 'country', 'phone_number', 'email']],
  ])('of %s has every field of section 3', async (path, fields) => {
    const { paths } = (await openApiDocument()) as unknown as Document
    const answer = paths[path]?.get?.responses['200']?.content['application/json']?.schema
    const row = answer?.properties?.items?.items ?? answer
    expect(Object.keys(row?.properties ?? {})).toEqual(expect.arrayContaining(fields))
  })
})

describe('of section 9', () => {
  test('prices, endings, methods and labels are the specification’s', () => {
    expect([prices.cartDomain, marketing]).toEqual([10, { comFrom: 8.99, hostingFrom: 3.99 }])
    expect(readOffers({ offers: null }).domain('kahawa.com')).toEqual({ amount: 1000, currency: 'USD' })
    expect(readOffers({ offers: null }).searched).toEqual(['com', 'net', 'org', 'co', 'info', 'xyz'])
    expect(['com', ...suggestedEndings].toSorted()).toEqual(
      ['com', 'net', 'org', 'co', 'xyz', 'tech', 'app', 'info', 'africa'].toSorted(),
    )
    expect(paymentMethods).toEqual(expect.arrayContaining(['M-Pesa', 'TigoPesa', 'Bank']))
    expect([CUSTOM_PLAN, billingPeriods]).toEqual(['Custom Plan', ['monthly', 'yearly']])
  })

  test.each([
    ['Basic', 5.99, 59.99, '50 GB', '500 GB', ['websites-1', 'free-ssl', 'support-24-7']],
    [
      'Business',
      12.99,
      129.99,
      '150 GB',
      'unlimited',
      ['websites-10', 'free-ssl-and-backup', 'support-priority'],
    ],
    [
      'Enterprise',
      29.99,
      299.99,
      '500 GB',
      'unlimited',
      ['websites-unlimited', 'free-ssl-and-backup', 'support-dedicated'],
    ],
  ])('the plan %s is as in the table', (name, monthlyPrice, yearlyPrice, disk, bandwidth, features) => {
    expect(plans.find((plan) => plan.name === name)).toMatchObject({
      monthlyPrice,
      yearlyPrice,
      disk,
      bandwidth,
      features,
    })
  })

  test('toasts stay 4 s, 2 s for a success, 3 s for the cart; 20 at most', () => {
    const toasts = textOf('src/kit/overlay/toasts.tsx')
    for (const line of [
      "success: show('success', 2000)",
      "confirmation: show('success', 3000)",
      "notice: show('notice', 4000)",
      "error: show('error', 4000)",
    ])
      expect(toasts).toContain(line)
    expect(toasts).toContain('MOST_SHOWN = 20')
  })

  test.each(['domain', 'email'] as const)('a record of kind %s runs for a year', (kind) => {
    expect(products[kind].service.months({} as never)).toBe(12)
  })
})
