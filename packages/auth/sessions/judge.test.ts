import { expect, test } from 'vitest'
import { judge } from './refresh.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  ['the current token is rotated', null, false, false, 'rotate'],
  ['within the reuse interval any older one gets the current token', 9, false, false, 'repeat'],
  ['so does the parent', 9, false, true, 'repeat'],
  ['the parent gets it later too, for its reply can be lost', 3600, false, true, 'lost-reply'],
  ['for a day', 24 * 3600, false, true, 'lost-reply'],
  ['and no longer', 24 * 3600 + 1, false, true, 'reused'],
  ['an older one is stolen after the reuse interval', 10, false, false, 'reused'],
  ['one from before a second factor leads nowhere', 1, true, true, 'reused'],
])('%s', (_rule, superseded, revoked, isParentOfCurrent, verdict) => {
  const supersededAt = superseded === null ? null : ago(superseded)
  expect(judge({ supersededAt, revoked, isParentOfCurrent }, now, 10)).toBe(verdict)
})

test('without a reuse interval only the parent is answered again', () => {
  expect(judge({ supersededAt: now, revoked: false, isParentOfCurrent: false }, now, 0)).toBe('reused')
  expect(judge({ supersededAt: now, revoked: false, isParentOfCurrent: true }, now, 0)).toBe('lost-reply')
})
