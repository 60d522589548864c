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

test.each(['45,000.00', 'TZS', 'WATSH 500', 'TZS ١٢٣', 'TZS -', 'namba 255711000201'])('%s is none', (text) =>
  expect(found(text)).toEqual([]),
)

test.each([
  'TZS 1.000,00',
  'TZS 12,34',
  'TZS 1,0000',
  'Tsh45.500',
  'Tsh45K',
  'Tsh45 50 from',
  'Tsh45, 500.00',
  'Ksh1,50,000.00',
  'Tsh4O,000',
  'K1,50.00',
  'K45,000.00 000',
])('%s is doubtful', (text) => expect(findMoney(text).map(({ amount }) => amount)).toEqual([null]))

test.each([
  ['received Tsh45 500 from', '45500'],
  ["received Tsh45'500 from", '45500'],
  ['received 45 500 TZS from', '45500'],
  ['received Tsh 75,000/= from', '75000'],
  ['TID 155198420011. UGX 45,000 from', '45000'],
  ['a purchase ofKES 415.00 on', '415.00'],
  ['at 7:31 PMTsh6,300.00 received', '6300.00'],
  ['balance:2000 RWF. Fee', '2000'],
  ['Tshs . 3791.4 imewekwa', '3791.4'],
  ['TSh 5,000 03/11/26', '5000'],
  ['KES 700 3 Nov 2026', '700'],
  ['solde est de 72 900 FBU', '72900'],
  ['balance is K2,450.00.', '2450.00'],
  ['recebeste 750.00MT de', '750.00'],
])('in "%s" the amount is %s', (text, amount) => expect(findMoney(text)[0]?.amount).toBe(amount))

test('a letter before a number is kwacha only with groups or ngwee', () => {
  expect(found('received K3,075.50 from')).toEqual([['3075.50', 'ZMW']])
  expect(found('KIOSK K12, house K7 and Ref K123456')).toEqual([])
})

test('a minus before the amount or the currency is kept', () => {
  expect(['UGX -480.00', '-480 UGX', 'UGX 480'].map((text) => findMoney(text)[0]?.isNegative)).toEqual([
    true,
    true,
    false,
  ])
})

const grouped = (whole: string, sign: string) => whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, sign)
const notations: ((whole: string, currency: string) => string)[] = [
  (whole, currency) => `${currency}${whole}`,
  (whole, currency) => `${currency} ${whole}.00`,
  (whole, currency) => `${currency}. ${grouped(whole, ',')}`,
  (whole, currency) => `${currency}${grouped(whole, ',')}.00`,
  (whole, currency) => `${currency} ${grouped(whole, ' ')}`,
  (whole, currency) => `${currency} ${grouped(whole, '\u00A0')}`,
  (whole, currency) => `${currency} ${grouped(whole, "'")}`,
  (whole, currency) => `${currency} ${grouped(whole, '.')}`,
  (whole, currency) => `${currency} ${grouped(whole, '.')},00`,
  (whole, currency) => `${currency} ${grouped(whole, ', ')}.00`,
  (whole, currency) => `${currency} ${grouped(whole, ',')}/=`,
  (whole, currency) => `${whole} ${currency}`,
  (whole, currency) => `${whole}${currency}`,
  (whole, currency) => `${grouped(whole, ',')}.00 ${currency}`,
  (whole, currency) => `${grouped(whole, ' ')} ${currency}`,
  (whole, currency) => `${currency} ${currency} ${grouped(whole, ',')}`,
]

test('in a sentence, each notation of an amount is that number or doubtful, with a sign lost too', () => {
  for (const currency of ['TZS', 'Ksh', 'UGX', 'RWF', 'BIF'])
    for (const whole of ['7', '45', '450', '4500', '45500', '450123', '1045500', '12345678'])
      for (const write of notations) {
        const amount = write(whole, currency)
        const damaged = amount
          .split('')
          .map((sign, at) =>
            /[,.' \u00A0]/.test(sign) ? amount.slice(0, at) + amount.slice(at + 1) : amount,
          )
        for (const written of [amount, ...damaged])
          for (const behind of [' from ASHA', '. New', ' on 3/11/26', ', fee'])
            for (const { amount: read } of findMoney(`You have received ${written}${behind}`)) {
              // Without its point an amount of cents is another whole number.
              const isWhole = written.replaceAll(/\D/g, '') === read?.replace('.', '')
              expect(read === null || Number(read) === Number(whole) || isWhole, `${written}: ${read}`).toBe(
                true,
              )
            }
      }
})

/** Words and signs that multiply a number, go on with it or take it apart. */
const around: ((number: string) => string)[] = [
  ...[
    'elfu',
    'alfu',
    'laki',
    'milioni',
    'million',
    'thousand',
    'hundred',
    'mia',
    'K',
    'M',
    'bn',
    'k',
  ].flatMap((word) => [
    (number: string) => `TZS ${number} ${word}`,
    (number: string) => `${word} ${number} TZS`,
  ]),
  ...['`', '´', '_', '·', '/', ':', ';', '-', ' - ', ' .', '|', '=', '^', '!', '"', '&', '+'].map(
    (sign) => (number: string) => `TZS ${number}${sign}500`,
  ),
  (number) => `TZS ${number}E+5`,
  (number) => `TZS ${number}cts`,
  (number) => `2 x ${number} TZS`,
  (number) => `TZS ${number} x 2`,
]

test('a random number that goes on or is multiplied is never read as the number alone', () => {
  let seed = 34
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  for (const write of around)
    for (let turn = 0; turn < 20; turn++) {
      const whole = String(Math.floor(10 ** (1 + random() * 5)))
      const number = random() < 0.3 ? `${whole}.5` : random() < 0.5 ? grouped(whole, ',') : whole
      const written = write(number)
      // A letter in front of a number says nothing.
      if (/^[A-Za-z]{1,2} /.test(written)) continue
      for (const behind of [' from ASHA', '. New', ' on 3/11/26', ', fee'])
        for (const { amount } of findMoney(`You have received ${written}${behind}`))
          expect(amount, written).toBeNull()
    }
})

test.each(['2FC5AN5', 'GBP4VM3', 'X2SH2LZ', 'W4SH523', 'VCE7FC7', 'UP9FEE4', 'SKA1FC2T11'])(
  'the code %s holds no amount',
  (code) => {
    expect(found(`Reference ${code}. New balance is USD 10.00.`)).toEqual([['10.00', 'USD']])
    expect(found(`${code} Confirmed.`)).toEqual([])
  },
)

test.each(['TSH45K', 'TZS900M', 'KES45K'])('%s stays doubtful', (written) => {
  expect(findMoney(`received ${written} from`)).toMatchObject([{ amount: null }])
})
