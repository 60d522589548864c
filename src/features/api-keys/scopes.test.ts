import { expect, test } from 'vitest'
import { contract } from '../../app/contract.ts'
import { keyScopes, mayCall } from './scopes.ts'

test('a scope opens its own group, and writing includes reading', () => {
  expect(mayCall(['orders.read'], ['orders', 'reviewList'], 'GET')).toBe(true)
  expect(mayCall(['orders.read'], ['orders', 'review'], 'PATCH')).toBe(false)
  expect(mayCall(['orders.read'], ['payments', 'list'], 'GET')).toBe(false)
  expect(mayCall(['orders.write'], ['orders', 'review'], 'PATCH')).toBe(true)
  expect(mayCall(['orders.write'], ['orders', 'reviewList'], 'GET')).toBe(true)
  expect(mayCall([], ['orders', 'reviewList'], 'GET')).toBe(false)
  expect(mayCall(['orders.read'], ['orders', 'review'], undefined)).toBe(false)
})

test('no scope opens settings, accounts, keys or webhooks', () => {
  const closed = Object.keys(contract).filter((feature) => !mayCall(keyScopes, [feature, 'x'], 'GET'))
  for (const feature of [
    'accounts',
    'apiKeys',
    'settings',
    'webhooks',
    'availability',
    'operations',
    'mails',
  ])
    expect(closed).toContain(feature)
})
