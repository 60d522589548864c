import { expect, test } from 'vitest'
import { hostsOf, wantedSession } from './hosts.ts'

test.each([
  ['postgres://me:x@db/shop', ['postgres://me:x@db/shop']],
  ['postgres://me:x@/shop?host=/run/pg&port=5433', ['postgres://me:x@/shop?host=/run/pg&port=5433']],
  [
    'postgresql://me:se%2Fcr%40et@a:5432,b:5433,c/shop?target_session_attrs=read-write',
    [
      'postgresql://me:se%2Fcr%40et@a:5432/shop?target_session_attrs=read-write',
      'postgresql://me:se%2Fcr%40et@b:5433/shop?target_session_attrs=read-write',
      'postgresql://me:se%2Fcr%40et@c/shop?target_session_attrs=read-write',
    ],
  ],
  ['postgres://a,[::1]:5433/shop', ['postgres://a/shop', 'postgres://[::1]:5433/shop']],
  ['mysql://a,b/shop', undefined],
  ['postgres://a:x,b/shop', undefined],
  ['postgres://db:99999/shop', undefined],
  ['shop', undefined],
])('the hosts of %s', (address, hosts) => expect(hostsOf(address)).toEqual(hosts))

test('what an address asks of the session', () => {
  expect(wantedSession('postgres://a,b/shop?sslmode=require&target_session_attrs=standby')).toBe('standby')
  expect(wantedSession('postgres://a,b/shop')).toBeNull()
})
