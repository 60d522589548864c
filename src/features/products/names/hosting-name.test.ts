import { expect, test } from 'vitest'
import { hostingName, readHostingName } from './hosting-name.ts'
import { itemText, readItem } from '../item.ts'
import { normalItem } from '../typed-items.ts'

test.each([
  ['Business', null],
  ['Business', 'nyuzi.co.tz'],
  ['Custom Plan', 'xn--duk-qla.com'],
  ['Basic · small', 'duka.africa'],
  ['Basic · small', null],
])('%s for %s is read as it was written, also in a cart', (plan, website) => {
  expect(readHostingName(hostingName(plan, website))).toEqual({ plan, website })
  const item = { product: 'hosting', name: plan, website, period: 'yearly' } as const
  expect(readItem(itemText(item))).toEqual(item)
})

test.each([
  ['Business · WWW.Duka.co.tz yearly', 'Business · duka.co.tz yearly'],
  ['Business · dukä.com monthly', 'Business · xn--duk-sla.com monthly'],
  ['Business monthly', 'Business monthly'],
  ['Business · co.tz monthly', undefined],
  ['Business · sub.duka.africa monthly', undefined],
])('the website of %s is read as a name that is registered', (typed, item) =>
  expect(normalItem(typed, [])).toBe(item),
)
