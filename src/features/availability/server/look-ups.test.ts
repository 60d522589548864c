import { expect, test } from 'vitest'
import { lookUpsOf } from './look-ups.ts'

test.each([
  ['GET', '/api/availability?name=mama&endings=com,net,org', undefined, 3],
  ['GET', '/api/availability?name=mama&endings=com&endings=net', undefined, 2],
  ['GET', '/api/availability?name=mama&endings[0]=com&endings[1]=net', undefined, 2],
  ['GET', '/api/availability?name=mama', undefined, 6],
  ['POST', '/api/check-domain', { domain: 'mama.com' }, 1],
  ['POST', '/api/orders', { domains: ['mama.com', 'mama.net'] }, 2],
  ['POST', '/api/orders', null, 0],
  ['POST', '/api/domain-requests', { requested_domain: 'mama.com' }, 0],
  ['GET', '/api/domains', undefined, 0],
])('%s %s asks registries as often as it names names', (method, url, body, times) => {
  expect(lookUpsOf({ method, url, body })).toBe(times)
})
