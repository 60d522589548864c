import { expect, test } from 'vitest'
import { contract } from '../../app/contract.ts'
import { endpoints } from '../../app/endpoints.ts'
import { keyScopes, mayCall, permissionsOfKey } from './scopes.ts'

test('a scope opens its own group, and writing includes reading', () => {
  expect(mayCall(['orders.read'], ['orders', 'reviewList'], 'GET')).toBe(true)
  expect(mayCall(['orders.read'], ['orders', 'review'], 'PATCH')).toBe(false)
  expect(mayCall(['orders.read'], ['payments', 'list'], 'GET')).toBe(false)
  expect(mayCall(['orders.write'], ['orders', 'review'], 'PATCH')).toBe(true)
  expect(mayCall(['orders.write'], ['orders', 'reviewList'], 'GET')).toBe(true)
  expect(mayCall([], ['orders', 'reviewList'], 'GET')).toBe(false)
  expect(mayCall(['orders.read'], ['orders', 'review'], undefined)).toBe(false)
})

test('what carries out reads it and the services, and answers what is done by hand', () => {
  const may = (feature: string, name: string, method: string) => mayCall(['fulfil'], [feature, name], method)
  expect(may('fulfilments', 'list', 'GET')).toBe(true)
  expect(may('fulfilments', 'done', 'POST')).toBe(true)
  expect(may('holderDetails', 'review', 'GET')).toBe(true)
  expect(may('holderDetails', 'save', 'PUT')).toBe(false)
  expect(may('fulfilments', 'sendAgain', 'POST')).toBe(false)
  expect(may('services', 'list', 'GET')).toBe(true)
  expect(may('services', 'release', 'POST')).toBe(false)
  expect(may('registrars', 'list', 'GET')).toBe(false)
  expect(may('requests', 'reviewList', 'GET')).toBe(false)
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

test('a scope brings the permissions of its areas and no other', () => {
  expect(permissionsOfKey(['orders.write'])).toEqual(['requests.read', 'requests.write'])
  expect(permissionsOfKey(['orders.read', 'payments.read'])).toEqual([
    'requests.read',
    'customers.read',
    'payments.read',
  ])
  expect(permissionsOfKey([])).toEqual([])
  const all = permissionsOfKey(keyScopes)
  expect(all.filter((one) => /^(settings|staff|accounts|operations)/.test(one))).toEqual([])
})

test.each(keyScopes.filter((scope) => scope.endsWith('.read')))('%s reads all of its group', (scope) => {
  const own = endpoints.filter(
    ({ path, method, access }) => access === 'admins' && method === 'GET' && mayCall([scope], path, method),
  )
  expect(own).not.toEqual([])
  const permissions = permissionsOfKey([scope])
  expect(own.filter(({ needs }) => !permissions.includes(needs!))).toEqual([])
})
