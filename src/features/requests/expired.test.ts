import { expect, test } from 'vitest'
import { hasExpired } from './progress.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const [past, later] = ['2026-11-22T12:00:00Z', '2026-11-22T12:00:01Z']
const held = (...ends: (string | null)[]) => ends.map((expires_at) => ({ name: 'a.com', expires_at }))

test.each<[string, ReturnType<typeof held>, boolean]>([
  ['a name that ended', held(past), true],
  ['a name that still runs', held(later), false],
  ['one without an end', held(null), false],
  ['two of one name, one of which runs', held(past, later), false],
  ['a name that is not held', [], false],
])('%s', (_, rows, expired) => {
  expect(hasExpired([...rows, { name: 'b.com', expires_at: past }], 'a.com', now)).toBe(expired)
})
