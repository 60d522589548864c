import { expect, test } from 'vitest'
import { findMoney } from './money.ts'

const found = (text: string) => findMoney(text).map(({ amount, currency }) => [amount, currency])

test.each<[string, [string, string][]]>([
  ['TZS 45,000.00', [['45000.00', 'TZS']]],
  ['TZS45000', [['45000', 'TZS']]],
  ['Tshs 1,250', [['1250', 'TZS']]],
  ['TSh. 99', [['99', 'TZS']]],
  ['Tsh Tsh 7,300.5', [['7300.5', 'TZS']]],
  ['6,840.00 Tsh', [['6840.00', 'TZS']]],
  ['Ksh3.00.', [['3.00', 'KES']]],
  ['KES 2,345,678', [['2345678', 'KES']]],
  ['USh 81,000', [['81000', 'UGX']]],
  ['UGX 500', [['500', 'UGX']]],
  ['9500RWF', [['9500', 'RWF']]],
  ['120 FRW', [['120', 'RWF']]],
  ['USD 9.99', [['9.99', 'USD']]],
  [
    'Tsh 700 ada Tsh 30',
    [
      ['700', 'TZS'],
      ['30', 'TZS'],
    ],
  ],
])('%s is money', (text, money) => expect(found(text)).toEqual(money))

test.each([
  '45,000.00',
  'TZS',
  'TZS 1.000,00',
  'TZS 12,34',
  'TZS 1,0000',
  'WATSH 500',
  'TZS ١٢٣',
  'TZS -',
  'namba 255711000201',
])('%s is none', (text) => expect(found(text)).toEqual([]))

test('a minus before the amount or the currency is kept', () => {
  expect(['UGX -480.00', '-480 UGX', 'UGX 480'].map((text) => findMoney(text)[0]?.isNegative)).toEqual([
    true,
    true,
    false,
  ])
})
