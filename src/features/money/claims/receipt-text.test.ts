import { describe, expect, test } from 'vitest'
import { isReceiptText } from './pasted-text.ts'
import { type ReceiptContext, readReceipt } from './receipt-text.ts'

/** What people type and paste as a receipt number. All people, numbers and codes are invented. */

const context: ReceiptContext = {
  country: 'TZ',
  names: ['Duka la Kiboko', 'KIBOKO HOSTING LTD'],
  accounts: ['0754 000 222', '557788'],
  reference: 'K7M4PX9',
}
const read = (typed: string) => readReceipt(typed, context)

describe('a number as it is typed', () => {
  test.each([
    'QK7 12-ab',
    'SKT1AB1000',
    'FT26123/9',
    '12345678901',
    'x'.repeat(100),
    'CRDB 4455',
    'Slip 77 A',
    'ST 0091-774',
    'QK-712 ab',
    'BANK 20261103-7',
    '20261103-7 AB',
    // Short groups of letters are parts of the number.
    'SKT-712 ab',
    'SKT1AB10 XYZ',
    'FT 26307XYZ',
  ])('%s stays', (typed) => {
    expect(isReceiptText(typed)).toBe(false)
    expect(read(typed)).toEqual({ number: typed, text: null })
  })
  test.each([
    ['Receipt: SKT1AB1000', 'SKT1AB1000'],
    ['Ref: SKT1AB1000', 'SKT1AB1000'],
    ['SKT1AB1000 asante', 'SKT1AB1000'],
    ['SKT1AB1000 Confirmed.', 'SKT1AB1000'],
    ['Risiti ni SKT1AB1000', 'SKT1AB1000'],
    ['ref no. 70012345678', '70012345678'],
    ['12,345,678,901.00', '12345678901'],
    ['TxnId: 26452334860686', '26452334860686'],
    ['TxnId:26452334860686', '26452334860686'],
    ['TXN ID 26452334860686', '26452334860686'],
    ['Ref:SKT1AB1000', 'SKT1AB1000'],
    ['Ref#SKT1AB1000', 'SKT1AB1000'],
    ['Kumb. Na.: 26452334860686', '26452334860686'],
    ['Kumbukumbu na:26452334860686', '26452334860686'],
    ['Muamala No. MI261103.2105.Q00001', 'MI261103.2105.Q00001'],
    ['SKT1AB1000 Neema Mushi', 'SKT1AB1000'],
    ['Neema Mushi SKT1AB1000', 'SKT1AB1000'],
    ['SKT1AB1000 NEEMA', 'SKT1AB1000'],
    ['SKT1AB1000 10,000', 'SKT1AB1000'],
    ['SKT1AB1000 10000', 'SKT1AB1000'],
    ['SKT1AB1000 27/11/26', 'SKT1AB1000'],
    ['27/11/26 9:05 SKT1AB1000', 'SKT1AB1000'],
    ['SKT1AB1000 0711000501', 'SKT1AB1000'],
    ['26452334860686 Neema', '26452334860686'],
    ['https://mpesa.example/r/SKT1AB1000', 'SKT1AB1000'],
    ['https://pay.example/?receipt=SKT1AB1000', 'SKT1AB1000'],
    ['www.pay.example/26452334860686', '26452334860686'],
  ])('%s is %s', (typed, number) => expect(read(typed)).toEqual({ number, text: typed }))
  test.each([
    ['SKT1AB1000 SKT1AB1001', 'RECEIPT_SEVERAL'],
    ['https://pay.example/receipt', 'RECEIPT_MISSING'],
    ['https://pay.example/', 'RECEIPT_MISSING'],
  ])('%s is refused', (typed, refused) => expect(read(typed)).toEqual({ refused }))
  test.each(['1.23457E+11', '9,87E+10'])('%s has lost its digits', (typed) =>
    expect(read(typed)).toEqual({ refused: 'RECEIPT_MISSING' }),
  )
})

const messages: [string, string][] = [
  ['SKT1AB1000', 'SKT1AB1000 Confirmed. Tsh45,500.00 sent'],
  [
    'SKT1AB1001',
    'SKT1AB1001 Confirmed. Tsh45,500.00 sent to KIBOKO HOSTING on 3/11/26 at 9:05 PM. Transaction cost Tsh300.00. New M-Pesa balance is Tsh12,000.00.',
  ],
  [
    'SKT1AB1002',
    'SKT1AB1002 Imethibitishwa. Umelipa Tsh45,500.00 kwa DUKA LA KIBOKO Lipa Namba 557788 tarehe 3/11/26 saa 9:05 PM. Salio lako jipya ni Tsh12,000.00.',
  ],
  [
    'SKT1AB1003',
    'SKT1AB1003 Confirmed. Tsh45,500.00 sent to business DOMAINS for account K7M 4PX9 on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh12,000.00.',
  ],
  [
    'SKT1AB1004',
    'SKT1AB1004 Confirmed. You have received Tsh45,500.00 from ASHA MREMA 255711000501 on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh145,500.00.',
  ],
  ['SKT1AB1005', 'Habari, nimelipa kwa mpesa jana, risiti ni SKT1AB1005 asante'],
  ['70012345678', 'Nimeshalipa Tigo leo asubuhi 70012345678 kutoka 0711000501'],
]

describe('a message', () => {
  test.each(messages)('gives %s: %s', (number, typed) => {
    expect(isReceiptText(typed)).toBe(true)
    expect(read(typed)).toEqual({ number, text: typed })
  })
  test.each([
    ['RECEIPT_MISSING', 'Nimelipa jana kwa wakala wa mtaani'],
    ['RECEIPT_MISSING', 'a'.repeat(101)],
    ['RECEIPT_MISSING', 'I have paid TSh 45,500 this morning from 0711000501'],
    ['RECEIPT_SEVERAL', 'Nimelipa mara mbili: SKT1AB1000 na SKT1AB1001 asante sana'],
    ['RECEIPT_SEVERAL', `${messages[1]![1]} ${messages[2]![1]}`],
    [
      'RECEIPT_OTHER',
      'SKT1AB1006 Confirmed. Tsh45,500.00 sent to JUMA KIBO 255711000777 on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh12,000.00.',
    ],
    [
      'RECEIPT_OTHER',
      'SKT1AB1007 Imethibitishwa. Umetuma Tsh45,500.00 kwa NEEMA TEMBO 255711000778 tarehe 3/11/26 saa 9:05 PM. Salio lako jipya ni Tsh12,000.00.',
    ],
    ['RECEIPT_OTHER', 'Your verification code is 449922. Do not share it with anyone.'],
  ])('is refused with %s: %s', (refused, typed) => expect(read(typed)).toEqual({ refused }))
})
