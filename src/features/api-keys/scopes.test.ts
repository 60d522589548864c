import { expect, test } from 'vitest'
import { contract } from '../../app/contract.ts'
import { adminEndpoints, permissionFor } from '../../shared/staff/permissions.ts'
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

type Endpoint = { path: string[]; method: string; name: string }
const endpointsOf = (node: object, path: string[] = []): Endpoint[] => {
  if (!('~orpc' in node))
    return Object.entries(node).flatMap(([name, inner]) => endpointsOf(inner, [...path, name]))
  const { route } = node['~orpc'] as { route: { method: string; path: string } }
  return [{ path, method: route.method, name: `${route.method} ${route.path}` }]
}

test.each(keyScopes.filter((scope) => scope.endsWith('.read')))('%s reads all of its group', (scope) => {
  const own = endpointsOf(contract).filter(
    ({ path, method, name }) => name in adminEndpoints && method === 'GET' && mayCall([scope], path, method),
  )
  expect(own).not.toEqual([])
  const permissions = permissionsOfKey([scope])
  expect(own.filter(({ name }) => !permissions.includes(permissionFor(name)!))).toEqual([])
})
