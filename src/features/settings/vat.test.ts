import { describe, expect, test } from 'vitest'
import {
  addVat,
  creditLines,
  dayInZone,
  rateOn,
  splitGross,
  taxLines,
  totalsOf,
  type VatRate,
  vatByRate,
  vatStep,
} from './vat.ts'

type LineRules = Parameters<typeof taxLines>[1]
const standard: VatRate = { from: '2020-01-01', percent: 18, product: null }
const rules = (more: Partial<LineRules> = {}): LineRules => ({
  rates: [standard],
  isRegistered: true,
  isExempt: false,
  day: '2026-11-24',
  prices: 'inclusive',
  timeZone: 'Africa/Dar_es_Salaam',
  ...more,
})

test.each([
  [118, 18, 100, 18],
  [100, 18, 85, 15],
  [1, 18, 1, 0],
  [3, 100, 2, 1],
  [0, 18, 0, 0],
  [32_500, 18, 27_542, 4_958],
  [1_000, 16, 862, 138],
  [1_075, 7.5, 1_000, 75],
  [500, 0, 500, 0],
  [500, null, 500, 0],
  [999_999_999_999_999, 18, 847_457_627_118_643, 152_542_372_881_356],
])('of %d gross at %s %%, %d is net and %d is VAT', (gross, percent, net, vat) => {
  expect(splitGross(gross, percent)).toEqual({ net, vat, gross })
})

test.each([
  [100, 18, 18],
  [25, 18, 5],
  [75, 18, 14],
  [1, 50, 1],
  [1, 49.99, 0],
  [250, 0.2, 1],
])('on %d net at %s %%, %d is VAT, half up', (net, percent, vat) => {
  expect(addVat(net, percent)).toEqual({ net, vat, gross: net + vat })
})

test('the net amount comes back from the gross one, for every rate and amount', () => {
  const wrong: object[] = []
  for (const percent of [0.01, 1, 5, 7.5, 16, 18, 20, 33.33, 99.99])
    for (let net = 0; net < 3_000; net++) {
      const { gross, vat } = addVat(net, percent)
      const back = splitGross(gross, percent)
      if (back.net !== net || back.vat !== vat) wrong.push({ percent, net, back })
    }
  expect(wrong).toEqual([])
})

describe('the rate', () => {
  const rates: VatRate[] = [
    { from: '2026-07-01', percent: 20, product: null },
    standard,
    { from: '2026-01-01', percent: 0, product: 'domain' },
    { from: '2026-12-01', percent: 5, product: 'domain' },
  ]
  test.each([
    ['2019-12-31', null, null],
    ['2020-01-01', null, 18],
    ['2026-06-30', null, 18],
    ['2026-07-01', null, 20],
    ['2025-12-31', 'domain', 18],
    ['2026-01-01', 'domain', 0],
    ['2026-12-01', 'domain', 5],
    ['2026-12-01', 'email', 20],
  ])('on %s of %s is %s', (day, product, percent) => {
    expect(rateOn(rules({ rates, day }), product)).toBe(percent)
  })

  test('is none without a registration, and for exempt customers', () => {
    expect(rateOn(rules({ isRegistered: false }))).toBeNull()
    expect(rateOn(rules({ isExempt: true }))).toBeNull()
  })

  test.each([
    ['2026-06-30T20:59:59.999Z', 18],
    ['2026-06-30T21:00:00.000Z', 20],
    ['2026-06-30T23:59:59.999Z', 20],
    ['2026-07-01T00:00:00.000Z', 20],
  ])('changes at midnight in Dar es Salaam: at %s it is %d %%', (at, percent) => {
    const day = dayInZone(new Date(at), 'Africa/Dar_es_Salaam')
    expect(rateOn(rules({ rates, day }))).toBe(percent)
  })
})

test('the day of a moment is that of the zone, also over a change of year and in other zones', () => {
  expect(dayInZone(new Date('2026-12-31T21:00:00Z'), 'Africa/Dar_es_Salaam')).toBe('2027-01-01')
  expect(dayInZone(new Date('2026-12-31T20:59:59Z'), 'Africa/Dar_es_Salaam')).toBe('2026-12-31')
  expect(dayInZone(new Date('2026-12-31T22:30:00Z'), 'Africa/Kigali')).toBe('2027-01-01')
  expect(dayInZone(new Date('2026-12-31T22:30:00Z'), 'UTC')).toBe('2026-12-31')
})

test.each([
  // 2,416,700 cents are 24,167 shillings, whose VAT is 4,350.06.
  [2_416_700, 18, 100, 435_000],
  [1_250_100, 18, 100, 225_000],
  [2_500, 18, 100, 500],
  [300, 16, 100, 0],
  [400, 16, 100, 100],
  [1_001, 18, 1, 180],
])('on %d net at %s %%, VAT in steps of %d is %d', (net, percent, step, vat) => {
  expect(addVat(net, percent, step)).toEqual({ net, vat, gross: net + vat })
  expect(splitGross(net + vat, percent, step)).toEqual({ net, vat, gross: net + vat })
})

test.each([
  ['exclusive', 'TZS', 100],
  ['exclusive', 'KES', 100],
  ['exclusive', 'UGX', 1],
  ['exclusive', 'RWF', 1],
  ['exclusive', 'USD', 1],
  ['inclusive', 'TZS', 1],
] as const)('with %s prices, VAT in %s is rounded to %d', (prices, currency, step) => {
  expect(vatStep(prices, currency)).toBe(step)
})

/** The same numbers in every run. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state
  }
}

test('the net amount is the price as listed, and lines, VAT and total agree, for 5,000 random sales', () => {
  const random = randomNumbers(34)
  const next = (below: number) => random.next().value % below
  for (let sale = 0; sale < 5_000; sale++) {
    const currency = ['TZS', 'KES', 'UGX', 'RWF', 'BIF', 'USD', 'EUR', 'KWD'][next(8)]!
    const step = vatStep('exclusive', currency)
    const rates = [
      { from: '2020-01-01', percent: [0, 0.01, 5, 7.5, 16, 18, 20, 99.99][next(8)]!, product: null },
      { from: '2020-01-01', percent: [0, 10, 18][next(3)]!, product: 'email' as const },
    ]
    const exclusive = rules({ rates, prices: 'exclusive' })
    const listed = Array.from({ length: 1 + next(5) }, () => ({
      price: (1 + next(3_000_000)) * step,
      quantity: 1 + next(10),
      product: ['domain', 'email', 'hosting'][next(3)]!,
    }))
    const lines = taxLines(
      listed.map(({ price, quantity, product }) => {
        const { gross } = addVat(price, rateOn(exclusive, product), step)
        return { text: 'x', quantity, product, amount: { amount: gross * quantity, currency } }
      }),
      exclusive,
    )
    expect(lines.map(({ net, price }) => [net, price])).toEqual(
      listed.map(({ price, quantity }) => [price * quantity, price]),
    )
    for (const { net, vat, gross } of lines)
      expect([net + vat, net % step, vat % step]).toEqual([gross, 0, 0])
    const totals = totalsOf(lines)
    expect(totals.net + totals.vat).toBe(totals.gross)
    expect(totalsOf(vatByRate(lines))).toEqual(totals)
  }
})

test('an amount that is no multiple of the step keeps its fraction, and is never more net than gross', () => {
  for (let gross = 0; gross < 500; gross++) {
    const { net, vat } = splitGross(gross, 18, 100)
    expect([net + vat, net >= 0 && vat >= 0]).toEqual([gross, true])
  }
  expect(splitGross(60, 0, 100)).toEqual({ net: 60, vat: 0, gross: 60 })
})

test('a price that contains VAT is the gross one of a unit, and its line is split as a whole', () => {
  const years = { text: 'a', quantity: 3, amount: { amount: 300, currency: 'USD' } }
  expect(taxLines([years], rules())).toMatchObject([{ net: 254, vat: 46, gross: 300, price: 100 }])
  // The years of an amount that they do not divide have no common price.
  const odd = { ...years, amount: { amount: 301, currency: 'USD' } }
  expect(taxLines([odd], rules({ prices: 'exclusive' }))).toMatchObject([{ gross: 301, price: null }])
})

test('a line says its unit and its days, of which the last one is included, in the shop’s zone', () => {
  const period = { start: new Date('2026-11-30T21:30:00Z'), end: new Date('2029-11-30T21:30:00Z') }
  const line = { text: 'a', quantity: 3, unit: 'year' as const, period, product: 'domain' }
  expect(taxLines([{ ...line, amount: { amount: 300, currency: 'USD' } }], rules())).toMatchObject([
    { product: 'domain', unit: 'year', quantity: 3, period: { from: '2026-12-01', to: '2029-11-30' } },
  ])
})

const sold = (text: string, amount: number, product: string | null = null) => ({
  text,
  quantity: 1,
  amount: { amount, currency: 'USD' },
  product,
})

test('VAT is rounded per line, and the sums are those of the lines', () => {
  const lines = taxLines([sold('a', 100), sold('b', 100), sold('c', 100)], rules())
  expect(totalsOf(lines)).toEqual({ net: 255, vat: 45, gross: 300 })
  expect(splitGross(300, 18)).toEqual({ net: 254, vat: 46, gross: 300 })
})

test('the sums by rate leave out what has no VAT', () => {
  const rates = [standard, { from: '2020-01-01', percent: 0, product: 'domain' }]
  const lines = taxLines([sold('a', 118), sold('b', 50, 'domain'), sold('c', 236)], rules({ rates }))
  expect(vatByRate(lines)).toEqual([
    { percent: 18, net: 300, vat: 54, gross: 354 },
    { percent: 0, net: 50, vat: 0, gross: 50 },
  ])
  expect(vatByRate(taxLines([sold('a', 118)], rules({ isExempt: true })))).toEqual([])
})

describe('a credit note', () => {
  const rates = [standard, { from: '2020-01-01', percent: 0, product: 'domain' }]
  const invoice = taxLines([sold('a.com', 5_000, 'domain'), sold('mail', 15_000)], rules({ rates }))

  test('gives a line the rate that its invoice had, whatever the rate is now', () => {
    expect(creditLines([sold('a.com', 5_000)], invoice)[0]).toMatchObject({ percent: 0, vat: 0 })
    expect(creditLines([sold('mail', 11_800)], invoice)[0]).toMatchObject({ percent: 18, vat: 1_800 })
  })

  test('of a whole invoice has its lines, with their quantities and their VAT', () => {
    const exclusive = rules({ prices: 'exclusive' })
    const amount = { amount: 3 * 2_851_700, currency: 'TZS' }
    const whole = taxLines([{ text: 'b.co.tz', quantity: 3, unit: 'year', amount }], exclusive)
    expect(whole).toMatchObject([{ net: 3 * 2_416_700 }])
    expect(creditLines([{ text: 'b.co.tz', quantity: 1, amount }], whole, 100)).toEqual(whole)
    const two = [...whole, ...taxLines([sold('c', 118)], exclusive)]
    const both = { amount: totalsOf(two).gross, currency: 'TZS' }
    expect(creditLines([{ text: 'order of two', quantity: 1, amount: both }], two, 100)).toEqual(two)
  })

  test('of a part is rounded as its invoice', () => {
    const amount = { amount: 2_851_700, currency: 'TZS' }
    const whole = taxLines([{ text: 'b', quantity: 3, amount: { ...amount, amount: 8_555_100 } }], rules())
    expect(creditLines([{ text: 'b', quantity: 1, amount }], whole, 100)).toMatchObject([
      { net: 2_416_700, vat: 435_000, quantity: 1 },
    ])
  })

  test('spreads what is no line over the rates in proportion, and loses nothing', () => {
    const lines = creditLines([sold('refund', 1_001)], invoice)
    expect(lines.map(({ percent, gross }) => [percent, gross])).toEqual([
      [0, 250],
      [18, 751],
    ])
    for (let amount = 0; amount < 200; amount++) {
      const parts = creditLines([sold('refund', amount)], invoice)
      expect(totalsOf(parts).gross).toBe(amount)
      expect(parts.every(({ gross }) => gross > 0)).toBe(true)
    }
  })
})
