import { expect, test } from 'vitest'
import { amountTyped, hasUsualDecimals, readAmount } from './amounts.ts'

const amountOf = (text: string, currency?: string) => {
  const read = readAmount(text, { currency })
  return read === 'doubtful' ? read : read.amount
}

test.each([
  ['45 500', '45500'],
  ['45\u00A0500', '45500'],
  ['145 500.00', '145500.00'],
  ["45'500", '45500'],
  ['45’500.50', '45500.50'],
  ['75,000/=', '75000'],
  ['75,000 /-', '75000'],
  ['Sh 75,000/=', '75000'],
  ['75,000.00 TZS', '75000.00'],
  ['TSh. 99', '99'],
  ['Tsh Tsh 7,300.5', '7300.5'],
  ['-TZS 480', '-480'],
  ['TZS -480.00', '-480.00'],
  ['(500.00)', '-500.00'],
  ['(TZS 500)', '-500'],
  ['500.00-', '-500.00'],
  ['−500', '-500'],
  ['+500', '500'],
  ['1.500.000', '1500000'],
  ['0', '0'],
  ['-0.00', '0.00'],
  ['9,999,999,999.99', '9999999999.99'],
])('%s is %s', (text, amount) => expect(amountOf(text, 'TZS')).toBe(amount))

test.each([
  '',
  ' ',
  '-',
  'TZS',
  '()',
  '.',
  ',5',
  '.50',
  '45.',
  '45,',
  '45. 500',
  'abc',
  '12-34',
  '--5',
  '(5',
  '5)',
  '(5-)',
  '45, 500.00',
  '45.500',
  '15.000',
  '1,50,000.00',
  '45K',
  '45k',
  '1.5M',
  '45,50',
  '45 50',
  '45 5000',
  '4 5',
  '32.500,00',
  '1 500,00',
  '32.500,0',
  '32.500,000',
  '32500,00',
  '32.50,00',
  '1 500.500,00',
  '1,500.000',
  '45,500 500',
  "45'500,500",
  '045',
  '00',
  '0,500',
  '1 TZS 2',
  'TZS 5 KES',
  '/=5',
  '10,000,000,000',
  '12345678901',
  '1e5',
  '1.23457E+11',
  '٤٥',
  '４５',
  '45,5OO',
  '4S,500',
  'TZS 1,0000',
  'WATSH 500',
  '1'.repeat(100_000),
])('%s is doubtful', (text) => expect(amountOf(text, 'TZS')).toBe('doubtful'))

test('a currency is the one that is written, and another one than expected is doubtful', () => {
  const currency = (text: string, expected?: string) => {
    const read = readAmount(text, { currency: expected })
    return read === 'doubtful' ? read : read.currency
  }
  expect(
    ['TShs 5', '5Ksh', 'USh.5', '120 FRW', '5 FBU', 'US$5', '$5', '€ 5', 'KES5'].map((one) => currency(one)),
  ).toEqual(['TZS', 'KES', 'UGX', 'RWF', 'BIF', 'USD', 'USD', 'EUR', 'KES'])
  expect(currency('500')).toBeNull()
  expect(currency('500/=')).toBeNull()
  expect(currency('500', 'RWF')).toBe('RWF')
  expect(currency('500/=', 'RWF')).toBe('doubtful')
  expect(currency('Sh 500', 'USD')).toBe('doubtful')
  expect(currency('KES 500', 'TZS')).toBe('doubtful')
})

test.each([
  ['15.000', ',', '15000'],
  ['15.000,50', ',', '15000.50'],
  ['75000,', ',', '75000'],
  ['75000,5', ',', '75000.5'],
  ['1 500,00', ',', '1500.00'],
  ['1,500.00', ',', 'doubtful'],
  ['15.000', '.', '15.000'],
  ['15,000', '.', '15000'],
  ['15.000,00', '.', 'doubtful'],
] as const)('%s with the decimal sign %s is %s', (text, decimalSign, amount) => {
  const read = readAmount(text, { decimalSign })
  expect(read === 'doubtful' ? read : read.amount).toBe(amount)
})

test('a point before three digits separates thousands of francs, and may be decimal in others', () => {
  expect(['BIF 5.000', '45.500 FC', 'RWF 145.500'].map((one) => amountOf(one))).toEqual([
    '5000',
    '45500',
    '145500',
  ])
  expect(amountOf('45.500', 'BIF')).toBe('45500')
  expect(['BIF 5 000,00', '1\u00A0045\u00A0500,50 FC', '45.500,00 FBU'].map((one) => amountOf(one))).toEqual([
    '5000.00',
    '1045500.50',
    '45500.00',
  ])
  expect(
    ['FC 32.500,0', 'FC 32.500,000', 'FC 32500,00', 'FC 32.50,00', 'FC 1 500.500,00', 'FC 5,00'].map((one) =>
      amountOf(one),
    ),
  ).toEqual(Array.from({ length: 6 }, () => 'doubtful'))
  expect(
    ['45.500', 'USD 45.500', 'KES 45.500', 'UGX 5.000', '0.500 FBU', '45.5000 FBU', '1045.500 FBU'].map(
      (one) => amountOf(one),
    ),
  ).toEqual(Array.from({ length: 7 }, () => 'doubtful'))
})

test('an amount that is paid has no decimals where its currency has none in practice', () => {
  expect(['45500', '45500.00', '45500.0'].map((one) => hasUsualDecimals(one, 'TZS'))).toEqual([
    true,
    true,
    true,
  ])
  expect(
    [
      ['45500.5', 'TZS'],
      ['50.25', 'UGX'],
      ['5.50', 'RWF'],
      ['1500.55', 'BIF'],
    ].map(([one, currency]) => hasUsualDecimals(one!, currency!)),
  ).toEqual([false, false, false, false])
  expect(
    [
      ['45500.5', 'KES'],
      ['5.50', 'USD'],
      ['12.25', 'ETB'],
    ].map(([one, currency]) => hasUsualDecimals(one!, currency!)),
  ).toEqual([true, true, true])
})

/** A seeded generator (mulberry32), so that a failure comes again. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const grouped = (whole: string, sign: string) => whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, sign)
const lakh = (whole: string) =>
  whole.length <= 3
    ? whole
    : `${whole.slice(0, -3).replaceAll(/(?<=\d)(?=(?:\d{2})+$)/g, ',')},${whole.slice(-3)}`

/** The ways in which one amount is written. */
const notations: ((whole: string, cents: string, currency: string) => string)[] = [
  (whole) => whole,
  (whole, cents) => `${whole}.${cents}`,
  (whole, cents) => `${whole},${cents}`,
  (whole) => grouped(whole, ','),
  (whole, cents) => `${grouped(whole, ',')}.${cents}`,
  (whole) => grouped(whole, ' '),
  (whole, cents) => `${grouped(whole, ' ')}.${cents}`,
  (whole, cents) => `${grouped(whole, '\u00A0')},${cents}`,
  (whole) => grouped(whole, "'"),
  (whole, cents) => `${grouped(whole, '’')}.${cents}`,
  (whole) => grouped(whole, '.'),
  (whole, cents) => `${grouped(whole, '.')},${cents}`,
  (whole, cents) => `${grouped(whole, ', ')}.${cents}`,
  (whole, cents) => `${lakh(whole)}.${cents}`,
  (whole) => `${grouped(whole, ',')}/=`,
  (whole) => `${grouped(whole, ',')}/-`,
  (whole, cents, currency) => `${currency} ${grouped(whole, ',')}.${cents}`,
  (whole, _, currency) => `${currency}${whole}`,
  (whole, cents, currency) => `${grouped(whole, ',')}.${cents} ${currency}`,
  (whole, _, currency) => `${currency}. ${grouped(whole, ' ')}`,
  (whole) => `+${grouped(whole, ',')}`,
]
const wayOut: typeof notations = notations
  .slice(0, 14)
  .flatMap((write) => [
    (...parts) => `(${write(...parts)})`,
    (...parts) => `${write(...parts)}-`,
    (...parts) => `-${write(...parts)}`,
  ])
const currencies = ['TZS', 'KES', 'UGX', 'RWF', 'BIF', 'USD', 'EUR', 'CDF']

/** Compares exactly: `500` and `500.00` are one number. */
const normal = (decimal: string) => decimal.replace(/\.?0+$/, (end) => (decimal.includes('.') ? '' : end))

/** Every text that the notations give for a number, with any number of decimals that they may have. */
const writtenAs = (amount: string, currency: string) => {
  const [whole = '', decimals = ''] = amount.replace('-', '').split('.')
  return [...notations, ...wayOut].flatMap((write) =>
    [decimals, decimals.padEnd(2, '0')].map((cents) => write(whole, cents, currency)),
  )
}

test('a random amount in each notation and currency is that number or doubtful', () => {
  const random = randomFrom(34)
  let read = 0
  for (let round = 0; round < 60; round++)
    for (const currency of currencies) {
      const whole = String(Math.floor(10 ** (1 + random() * 8)))
      const cents = random() < 0.5 ? '00' : String(Math.floor(random() * 100)).padStart(2, '0')
      for (const write of [...notations, ...wayOut]) {
        const text = write(whole, cents, currency)
        const amount = amountOf(text, currency)
        if (amount === 'doubtful') continue
        read++
        const exact = text.includes(cents, text.length - cents.length - 5)
          ? [`${whole}.${cents}`, whole]
          : [whole]
        expect(exact.map(normal), text).toContain(normal(amount.replace('-', '')))
        expect(amount.startsWith('-'), text).toBe(wayOut.includes(write) && Number(amount) !== 0)
      }
    }
  expect(read).toBeGreaterThan(60 * currencies.length * 15)
})

test('with a character lost, a text is doubtful or is a whole notation of what is read', () => {
  const random = randomFrom(35)
  for (let round = 0; round < 4; round++)
    for (const currency of currencies) {
      const whole = String(Math.floor(10 ** (1 + random() * 8)))
      for (const write of [...notations, ...wayOut]) {
        const text = write(whole, '50', currency)
        for (let at = 0; at < text.length; at++) {
          const damaged = text.slice(0, at) + text.slice(at + 1)
          const amount = amountOf(damaged, currency)
          const isSame = [whole, `${whole}.50`].some((one) => normal(one) === normal(amount.replace('-', '')))
          if (amount === 'doubtful' || isSame) continue
          const tidy = (one: string) =>
            one
              .replace(/^\+/, '')
              .replace(/^[A-Z]{3}\.?/, '')
              .replace(/[A-Z]{3}$/, '')
              .trim()
          const known = writtenAs(amount, currency).map((one) => tidy(one))
          expect(known, `${text} -> ${damaged} read as ${amount}`).toContain(tidy(damaged))
        }
      }
    }
})

test('with a group sign, or a digit behind one, lost, an amount is the same or doubtful', () => {
  const random = randomFrom(36)
  let tried = 0
  for (let round = 0; round < 40; round++)
    for (const currency of currencies) {
      const whole = String(Math.floor(10 ** (4 + random() * 5)))
      for (const write of [...notations, ...wayOut]) {
        const text = write(whole, '50', currency)
        const first = text.search(/(?<=\d)[,.' \u00A0’](?=\d{3})/)
        // A single point may be that of decimals.
        if (first < 0 || /^[^.,]*\.\d{3}[^\d.,]*$/.test(text)) continue
        for (let at = first; at < text.length; at++) {
          if (!/[\d,.' \u00A0’]/.test(text[at]!)) continue
          const damaged = text.slice(0, at) + text.slice(at + 1)
          const amount = amountOf(damaged, currency)
          // Of its decimals the last may be missing.
          if (amount === 'doubtful' || /[.,]\d$/.test(damaged.replace(/[^\d]+$/, ''))) continue
          tried++
          expect([whole, `${whole}.50`].map(normal), `${text} -> ${damaged}`).toContain(
            normal(amount.replace('-', '')),
          )
        }
      }
    }
  expect(tried).toBeGreaterThan(100)
})

test.each([
  ['45500', 'TZS', 45_500],
  ['45,500.00', 'TZS', 45_500],
  [' 45 500 ', '', 45_500],
  ['tsh 45,500/=', 'tzs', 45_500],
  ['0', 'USD', 0],
  ['12.5', 'USD', 12.5],
  // Without its commas it would be a hundred and fifty.
  ['1,50', 'USD', undefined],
  ['45.500', 'TZS', undefined],
  ['45K', 'TZS', undefined],
  ['USD 12.00', 'TZS', undefined],
  ['1e5', 'TZS', undefined],
  ['0x10', 'TZS', undefined],
  ['', 'TZS', undefined],
])('what is typed as %j in %j is %j', (typed, currency, amount) => {
  expect(amountTyped(typed, currency)).toBe(amount)
})
