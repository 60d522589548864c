import { expect, test } from 'vitest'
import { type Settings, settingKeys, settings } from '../settings/settings.ts'
import { doneSteps, type ShopFacts, type StepId } from './steps.ts'

const standard = Object.fromEntries(settingKeys.map((key) => [key, settings[key].standard])) as Settings

const done = (values: Partial<Settings> = {}, facts: Partial<ShopFacts> = {}) => {
  const state = doneSteps({
    values: { ...standard, ...values },
    isSaved: (key) => Object.hasOwn(values, key),
    sendsMail: false,
    isPersonComplete: false,
    isCalled: false,
    hasFactor: false,
    hasBackup: false,
    isHttps: false,
    ...facts,
  })
  return (Object.keys(state) as StepId[]).filter((step) => state[step])
}

const account = { method: 'M-Pesa', account: '0712345678', holder: null, note: null }

test('a fresh shop has nothing done', () => {
  expect(done()).toEqual([])
})

test('a change of the currency ticks the currency alone, although it writes every price', () => {
  expect(
    done({
      'shop.currency': 'TZS',
      'catalogue.domains': standard['catalogue.domains'],
      'catalogue.plans': standard['catalogue.plans'],
      'catalogue.email': null,
      'payments.accounts': [],
    }),
  ).toEqual(['currency'])
})

test('a currency, prices and ways to pay that stay as they are are done once their form was saved', () => {
  expect(done({ 'shop.setUp': ['currency', 'prices'] })).toEqual(['currency', 'prices'])
})

test('no step ticks another one', () => {
  for (const step of ['currency', 'payments', 'prices', 'person'] as const)
    expect(done({ 'shop.setUp': [step] }).filter((one) => one !== step)).toEqual([])
})

test('the business needs a name, a country, and a way to reach it', () => {
  const named: Partial<Settings> = { 'business.name': 'Duka', 'accounts.defaultCountry': 'TZ' }
  expect(done(named)).toEqual([])
  expect(done({ ...named, 'business.phone': '0712345678' })).toEqual(['business'])
  expect(done({ ...named, 'business.email': 'a@example.com', 'accounts.defaultCountry': null })).toEqual([])
})

test('ways to pay need an account, and one for each way unless the owner leaves some without', () => {
  const methods = ['M-Pesa', 'Bank']
  expect(done({ 'payments.methods': methods, 'payments.accounts': [account] })).toEqual([])
  expect(done({ 'payments.methods': ['M-Pesa'], 'payments.accounts': [account] })).toEqual(['payments'])
  expect(
    done({ 'payments.methods': methods, 'payments.accounts': [account], 'shop.setUp': ['payments'] }),
  ).toEqual(['payments'])
})

test('the owner needs a complete profile, and is told of work or has said no', () => {
  expect(done({}, { isPersonComplete: true })).toEqual([])
  expect(done({}, { isPersonComplete: true, isCalled: true })).toEqual(['person'])
  expect(done({ 'shop.setUp': ['person'] }, { isPersonComplete: true })).toEqual(['person'])
})
