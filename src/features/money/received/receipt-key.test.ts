import { describe, expect, test } from 'vitest'
import { isNearReceipt, isShopMethod, methodKey, receiptKey, receiptOfSheet } from './receipt-key.ts'

describe('a receipt', () => {
  test.each([
    ['mpesa', 'mpesa'],
    ['M-Pesa', 'mpesa'],
    ['Vodacom M-Pesa', 'mpesa'],
    ['TigoPesa', 'tigopesa'],
    ['Tigo Pesa', 'tigopesa'],
    ['AIRTEL  money', 'airtelmoney'],
    ['Bank (CRDB)', 'bank'],
    ['C.R.D.B', 'bank'],
    ['NMB', 'bank'],
    ['HaloPesa', 'halopesa'],
    ['Cash in the shop', 'cashintheshop'],
  ])('paid by %s belongs to %s', (entered, key) => {
    expect(methodKey(entered)).toBe(key)
  })

  test.each(['withheld', 'WITHHELD', ' With-held ', 'ｗithheld', 'credit', 'Crédit.'])(
    "paid by %s is no entry of the shop's own",
    (entered) => {
      expect(isShopMethod(entered)).toBe(true)
      expect(methodKey(entered)).toBe('other')
    },
  )

  test('is the same one, however it is written', () => {
    expect(new Set(['QK7 12-ab', 'qk712AB', ' Qk7.12/aB ', 'ＱＫ７12ab'].map(receiptKey)).size).toBe(1)
  })
})

describe('a receipt number from a spreadsheet', () => {
  test.each([
    '1.23457E+11',
    '9,87654e+10',
    '1E+11',
    '2.5E11',
    "'4.00123E+12",
    '123.457E+9',
    '7.1 E+10',
    '="1.23E+9"',
  ])('%s has lost its digits', (written) => expect(receiptOfSheet(written)).toBeNull())
  test.each([
    ['12,345,678,901.00', '12345678901'],
    ['98.765.432.109,00', '98765432109'],
    ["7'000'123'456.0", '7000123456'],
    ['70 001 234 567,00', '70001234567'],
    ['26110312345.0', '26110312345'],
  ])('%s is %s', (written, number) => expect(receiptOfSheet(written)).toBe(number))
  test('of more digits than a spreadsheet keeps is lost', () => {
    expect(receiptOfSheet('1234567890123456.00')).toBeNull()
    expect(receiptOfSheet('1,234,567,890,123,456.00')).toBeNull()
  })
  test.each(['SKT1E12345', 'QK7 12-ab', '12E3456789', '240611.1520', 'FT26.00A', 'E11', '12345678901'])(
    '%s stays as it is',
    (written) => expect(receiptOfSheet(written)).toBe(written),
  )
})

describe('near receipt numbers', () => {
  const near = (one: string, other: string) => [
    isNearReceipt(receiptKey(one), receiptKey(other)),
    isNearReceipt(receiptKey(other), receiptKey(one)),
  ]
  test.each([
    ['O for 0', 'DKOQ4M81XT', 'DK0Q4M81XT'],
    ['I for 1', 'DK0Q4M8IXT', 'DK0Q4M81XT'],
    ['a small l for 1', 'DK0Q4M8lXT', 'DK0Q4M81XT'],
    ['S for 5, B for 8 and Z for 2', 'RKSB2Z01', 'RK58Z201'],
    ['two neighbours exchanged', 'DK0Q4M18XT', 'DK0Q4M81XT'],
    ['one left out', 'DK0Q4M8XT', 'DK0Q4M81XT'],
    ['the first left out', '2345678901', '12345678901'],
    ['the last left out', '1234567890', '12345678907'],
    ['one left out and another that looks alike', 'DKOQ4M8XT', 'DK0Q4M81XT'],
  ])('%s', (_, one, other) => expect(near(one, other)).toEqual([true, true]))
  test.each([
    ['the same', 'DK0Q4M81XT', 'dk0q-4m81xt'],
    ['the next number', '12345678901', '12345678902'],
    ['another letter', 'DK0Q4M81XT', 'DK0Q4M81XV'],
    ['two left out', 'DK0Q4M8X', 'DK0Q4M81XT'],
    ['characters exchanged that are no neighbours', 'TK0Q4M81XD', 'DK0Q4M81XT'],
    ['short ones', 'AO123', 'A0123'],
  ])('%s is not near', (_, one, other) => expect(near(one, other)).toEqual([false, false]))
})
