import { describe, expect, test } from 'vitest'
import { isShopMethod, methodKey, receiptKey } from './receipt-key.ts'

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
