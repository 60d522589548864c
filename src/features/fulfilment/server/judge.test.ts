import { describe, expect, test } from 'vitest'
import { actsOf, fulfilmentReasons, fulfilmentStates } from '../states.ts'
import type { Info, TransferInfo } from './drivers/driver.ts'
import { judge, judgeChange, judgeTransfer, TRANSFER_MS } from './judge.ts'

/** What follows from the provider's own record, and what a person may do. */

const HOUR_MS = 3_600_000
const now = new Date('2026-12-02T12:00:00Z')
const before = new Date('2027-01-10T00:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
const judged = (
  kind: 'register' | 'renew',
  info: Info,
  { hours = 1, isAccepted = false, expected = before as Date | null } = {},
) =>
  judge(
    { kind, isAccepted, sentAt: hoursAgo(hours), expectedExpiry: kind === 'renew' ? expected : null },
    info,
    {
      now,
      settleMs: 24 * HOUR_MS,
    },
  )
const ours = (expires_at: Date | null): Info => ({ state: 'ours', expires_at, status: 'active' })

describe('a registration', () => {
  test('is done once the record has the name, however the order ended', () => {
    for (const isAccepted of [false, true])
      expect(judged('register', ours(before), { isAccepted })).toMatchObject({
        to: 'done',
        registeredUntil: before,
      })
    expect(judged('register', ours(null), { hours: 90 })).toMatchObject({ to: 'done', registeredUntil: null })
  })

  test.each([
    ['absent', 23.9, false, { to: 'look' }],
    ['absent', 24.1, false, { to: 'ready' }],
    ['absent', 23.9, true, { to: 'look' }],
    ['absent', 24.1, true, { to: 'held', reason: 'absent' }],
    ['pending', 1_000, true, { to: 'look' }],
    ['pending', 1_000, false, { to: 'look' }],
    ['elsewhere', 1, false, { to: 'held', reason: 'elsewhere' }],
    ['unclear', 23.9, false, { to: 'look' }],
    ['unclear', 24.1, false, { to: 'held', reason: 'unclear' }],
  ] as const)('whose record says %s after %d hours, accepted: %s', (state, hours, isAccepted, verdict) => {
    const info = (state === 'unclear' ? { state, words: 'x' } : { state }) as Info
    expect(judged('register', info, { hours, isAccepted })).toEqual(verdict)
  })
})

describe('a renewal', () => {
  const day = (days: number) => new Date(before.getTime() + days * 24 * HOUR_MS)

  test('is done once the date has moved, and not by other hours of the same one', () => {
    expect(judged('renew', ours(day(365)))).toMatchObject({ to: 'done', registeredUntil: day(365) })
    for (const same of [day(0), day(1), day(-1), day(2)])
      expect(judged('renew', ours(same))).toEqual({ to: 'look' })
    expect(judged('renew', ours(day(3)))).toMatchObject({ to: 'done' })
  })

  test.each([
    [ours(before), 24.1, false, { to: 'ready' }],
    [ours(before), 24.1, true, { to: 'held', reason: 'unmoved' }],
    [ours(null), 23.9, false, { to: 'look' }],
    [ours(null), 24.1, false, { to: 'held', reason: 'unclear' }],
    [{ state: 'absent' } as const, 1, false, { to: 'held', reason: 'absent' }],
  ])('is judged by %j after %d hours, accepted: %s', (info, hours, isAccepted, verdict) => {
    expect(judged('renew', info, { hours, isAccepted })).toEqual(verdict)
  })

  test('without a date of before is never sent again by itself', () => {
    for (const hours of [1, 1_000])
      expect(judged('renew', ours(day(365)), { hours, expected: null }).to).not.toMatch(/ready|done/)
  })
})

test('what is unknown or under way is never ordered again by a press, and what is done or decided has no acts', () => {
  for (const is_manual of [false, true])
    for (const reason of [null, ...fulfilmentReasons])
      for (const state of fulfilmentStates) {
        const acts = actsOf({ state, reason, is_decided: false, is_manual })
        if (['sent', 'ordered', 'unknown', 'done'].includes(state)) expect(acts).not.toContain('send-again')
        if (state === 'sent' || state === 'done') expect(acts).toEqual([])
        if (is_manual) expect(acts).not.toContain('look')
        expect(actsOf({ state, reason, is_decided: true, is_manual })).toEqual([])
      }
  expect(actsOf({ state: 'held', reason: 'absent', is_decided: false, is_manual: false })).not.toContain(
    'send-again',
  )
})

describe('a change of a name', () => {
  const record = (more: object): Info => ({ state: 'ours', expires_at: before, status: 'active', ...more })
  const hosts = ['ns1.example.com', 'ns2.example.com']
  const changed = (
    kind: 'nameservers' | 'lock' | 'privacy' | 'contacts',
    info: Info,
    { isAccepted = false, attempts = 1 } = {},
  ) => {
    const input = { nameservers: hosts, locked: true, private: true }
    return judgeChange({ kind, input, isAccepted, attempts }, info).to
  }

  test.each([
    [
      'nameservers',
      { nameservers: ['NS2.example.com', 'ns1.example.com'] },
      { nameservers: ['ns1.example.com'] },
    ],
    ['lock', { is_locked: true }, { is_locked: false }],
    ['privacy', { is_private: true }, { is_private: false }],
  ] as const)(
    'of its %s is done where the record shows it, and sent again where it does not',
    (kind, as, not) => {
      expect(changed(kind, record(as))).toBe('done')
      expect(changed(kind, record(not))).toBe('ready')
      expect(changed(kind, record(not), { isAccepted: true })).toBe('look')
      // A record that does not say it proves nothing, and a second time does no harm.
      expect(changed(kind, record({}))).toBe('ready')
      expect(changed(kind, record({}), { isAccepted: true })).toBe('done')
    },
  )

  test('of its holder waits for the confirmation that the registry asks for', () => {
    expect(changed('contacts', record({ is_contact_pending: true }), { isAccepted: true })).toBe('look')
    expect(changed('contacts', record({ is_contact_pending: false }), { isAccepted: true })).toBe('done')
  })

  test('is not tried for ever, and not at all where the name is not in the account', () => {
    expect(changed('lock', { state: 'unclear', words: '' })).toBe('look')
    expect(changed('lock', { state: 'unclear', words: '' }, { attempts: 9 })).toBe('held')
    expect(changed('lock', record({ is_locked: false }), { attempts: 9 })).toBe('held')
    for (const state of ['absent', 'elsewhere'] as const) expect(changed('lock', { state })).toBe('held')
  })
})

describe('a transfer', () => {
  const DAY_HOURS = 24
  const moved = (
    info: TransferInfo,
    {
      hours = 1,
      isAccepted = true,
      isOldFailure = false,
    }: { hours?: number; isAccepted?: boolean; isOldFailure?: boolean } = {},
  ) =>
    judgeTransfer({ isAccepted, sentAt: hoursAgo(hours), isOldFailure }, info, {
      now,
      settleMs: DAY_HOURS * HOUR_MS,
    })

  test('is done once the record has the name, however the order ended', () => {
    for (const isAccepted of [false, true])
      expect(moved(ours(before), { isAccepted })).toMatchObject({ to: 'done', registeredUntil: before })
    expect(moved(ours(null), { hours: 90 })).toMatchObject({ to: 'done', registeredUntil: null })
  })

  test.each(['other', 'pending-transfer'] as const)(
    'is not done by a record whose status is %s',
    (status) => {
      const info: Info = { state: 'ours', expires_at: before, status }
      expect(moved(info)).toEqual({ to: 'look' })
      expect(moved(info, { hours: 400 })).toEqual({ to: 'held', reason: 'unclear' })
    },
  )

  test('may be missing in the record for days after it was accepted', () => {
    for (const state of ['absent', 'elsewhere'] as const) {
      expect(moved({ state }, { hours: 10 * DAY_HOURS })).toEqual({ to: 'look' })
      expect(moved({ state }, { hours: TRANSFER_MS / HOUR_MS + 1 })).toEqual({ to: 'held', reason: 'absent' })
    }
    expect(moved({ state: 'pending' }, { hours: 100 * DAY_HOURS })).toEqual({ to: 'look' })
  })

  test('that nobody has accepted is never sent again by itself', () => {
    for (const hours of [1, 25, 1_000])
      for (const info of [{ state: 'absent' }, { state: 'elsewhere' }, { state: 'pending' }] as const)
        expect(moved(info, { hours, isAccepted: false }).to).not.toBe('ready')
    expect(moved({ state: 'absent' }, { hours: 23, isAccepted: false })).toEqual({ to: 'look' })
    expect(moved({ state: 'absent' }, { hours: 25, isAccepted: false })).toEqual({
      to: 'held',
      reason: 'absent',
    })
  })

  test('whose record can’t be read waits for a person in the end', () => {
    const unclear = { state: 'unclear', words: 'x' } as const
    expect(moved(unclear, { hours: 23, isAccepted: false })).toEqual({ to: 'look' })
    expect(moved(unclear, { hours: 25, isAccepted: false })).toEqual({ to: 'held', reason: 'unclear' })
    expect(moved(unclear, { hours: 25 })).toEqual({ to: 'look' })
  })

  test('is refused as the provider says, and not for what it said of an earlier one', () => {
    const failed = { state: 'failed', reason: 'auth-code', words: 'Invalid code' } as const
    for (const isAccepted of [false, true])
      expect(moved(failed, { isAccepted })).toEqual({
        to: 'refused',
        reason: 'auth-code',
        words: 'Invalid code',
      })
    expect(moved(failed, { isOldFailure: true })).toEqual({ to: 'look' })
    expect(moved(failed, { isOldFailure: true, hours: 25 })).toMatchObject({ to: 'refused' })
  })
})
