import { expect, test } from 'vitest'
import { type Settings, settingKeys, settings } from '../settings/settings.ts'
import { keptAccounts, waysOf } from './ways-to-pay.ts'

const standard = Object.fromEntries(settingKeys.map((key) => [key, settings[key].standard])) as Settings

const typed = (values: Settings, account: string, at = 0) =>
  waysOf(values).map((way, index) => (index === at ? { ...way, account } : way))

test('one press removes the ways that were left without an account', () => {
  expect(keptAccounts(standard, typed(standard, ' 0712 345 678 '), true)).toEqual({
    'payments.methods': ['M-Pesa'],
    'payments.accounts': [{ method: 'M-Pesa', account: '0712 345 678', holder: null, note: null }],
  })
})

test('they stay where the owner wants them without one', () => {
  const kept = keptAccounts(standard, typed(standard, '0712345678'), false)
  expect(kept['payments.methods']).toEqual(standard['payments.methods'])
  expect(kept['payments.accounts']).toHaveLength(1)
})

test('what else an account has stays, and further accounts of the way too', () => {
  const first = { method: 'Bank', account: '1', holder: 'A', note: 'Branch', currency: 'TZS', rate: 2500 }
  const second = { method: 'Bank', account: '2', holder: null, note: null }
  const values = { ...standard, 'payments.methods': ['Bank'], 'payments.accounts': [first, second] }
  expect(keptAccounts(values, typed(values, '77'), true)['payments.accounts']).toEqual([
    { ...first, account: '77' },
    second,
  ])
})
