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
  type VatRules,
  vatByRate,
} from './vat.ts'

const standard: VatRate = { from: '2020-01-01', percent: 18, product: null }
const rules = (more: Partial<VatRules> = {}): VatRules => ({
  rates: [standard],
  isRegistered: true,
  isExempt: false,
  day: '2026-11-24',
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
