import { describe, expect, test } from 'vitest'
import type { ProviderAnswer } from '../provider-call.ts'
import { bodyOf, type Stake, verdictOf } from './answers.ts'
import { infoOf, isOn, moneyOf, nameserversOf, receiptOf, recordOf } from './fields.ts'

const answered = (status: number, body: unknown, retryAfter: string | null = null): ProviderAnswer => ({
  state: 'answered',
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  json: typeof body === 'string' ? undefined : body,
  date: null,
  retryAfter,
  clean: (text) => text,
})
const failed = (status: number, message: string, errors?: unknown) =>
  answered(status, { success: false, message, data: null, ...(errors !== undefined && { errors }) })

const reasons = ['taken', 'premium', 'not-offered', 'auth-code', 'locked'] as const
const stateOf = (answer: ProviderAnswer, stake: Stake = 'billable') => {
  const verdict = verdictOf(answer, stake, reasons)
  return 'reason' in verdict ? `${verdict.state}/${verdict.reason}` : verdict.state
}

describe('an answer to an order', () => {
  test.each<[string, ProviderAnswer, string]>([
    ['200', answered(200, { success: true, data: {} }), 'success'],
    ['201', answered(201, { success: true, message: 'Done.', data: null, errors: [] }), 'success'],
    ['200 without success', answered(200, { data: {} }), 'unknown'],
    ['200 with the text true', answered(200, { success: 'true', data: {} }), 'unknown'],
    ['200 with the number 1', answered(200, { success: 1, data: {} }), 'unknown'],
    ['200 with errors', answered(200, { success: true, errors: { registry: ['x'] } }), 'unknown'],
    ['200 as a text', answered(200, 'success'), 'unknown'],
    ['200 as null', answered(200, null), 'unknown'],
    ['422 with success', answered(422, { success: true, errors: { email: ['x'] } }), 'unknown'],
    ['500', failed(500, 'Insufficient balance'), 'unknown'],
    ['503', failed(503, 'Service Unavailable'), 'unknown'],
    ['503 for maintenance', failed(503, 'Scheduled maintenance'), 'later/maintenance'],
    ['503 as HTML', answered(503, 'maintenance'), 'unknown'],
    ['402', failed(402, 'Payment required'), 'later/balance'],
    ['401', answered(401, 'no'), 'later/credentials'],
    ['403', failed(403, 'This action is unauthorized.'), 'later/credentials'],
    ['403 for money', failed(403, 'Not enough credit'), 'later/balance'],
    ['429', answered(429, ''), 'later/limit'],
    ['404 of the API', failed(404, 'Domain not found'), 'absent'],
    ['404 of the framework', answered(404, { message: 'The route could not be found.' }), 'unknown'],
    ['408', failed(408, 'Request timeout'), 'unknown'],
    ['409', failed(409, 'Another request is running'), 'unknown'],
    ['302', answered(302, { success: false }), 'unknown'],
    ['too little money', failed(422, 'Insufficient reseller balance.'), 'later/balance'],
    ['too few funds', failed(400, 'Your funds are not enough to do this, try again later'), 'later/balance'],
    [
      'money that is missing after it was done',
      failed(422, 'The domain was registered, but the balance is insufficient.'),
      'unknown',
    ],
    ['a registry that is unavailable', failed(422, 'The registry is unavailable'), 'unknown'],
    ['a vague text', failed(422, 'The registry could not complete this. Please try again later.'), 'unknown'],
    ['a vague text with 400', failed(400, 'Registration failed'), 'unknown'],
    ['a text that the name is taken', failed(409, 'The domain is not available'), 'refused/taken'],
    ['a text that it is vaguely taken', failed(409, 'The domain is unavailable, try again'), 'unknown'],
    ['a wrong code', failed(400, 'Invalid EPP code'), 'refused/auth-code'],
    ['a lock', failed(422, 'The domain is locked', { registry: ['The domain is locked'] }), 'refused/locked'],
    ['a text with HTTP 200', failed(200, 'The domain is not available'), 'unknown'],
  ])('%s', (_, answer, state) => {
    expect(stateOf(answer)).toBe(state)
  })

  test.each<[Record<string, unknown>, string]>([
    [{ 'registrant.email': ['The email field is required.'] }, 'refused/contact'],
    [{ phone: ['x'] }, 'refused/contact'],
    [{ 'contacts.admin.city': ['x'] }, 'refused/contact'],
    [{ nameservers: ['x'] }, 'refused/nameservers'],
    [{ 'nameservers.0': ['x'] }, 'refused/nameservers'],
    [{ ns2: ['x'] }, 'refused/nameservers'],
    [{ epp_code: ['x'] }, 'refused/auth-code'],
    [{ auth_code: ['x'] }, 'refused/auth-code'],
    [{ years: ['x'] }, 'refused/other'],
    [{ years: ['x'], email: ['x'] }, 'refused/contact'],
    [{ domain_name: ['The domain name has already been taken.'] }, 'refused/taken'],
    [{ domain_name: ['The domain name is already registered.'] }, 'refused/taken'],
    [{ domain_name: ['This is a premium name.'] }, 'refused/premium'],
    [{ domain_name: ['The extension is not supported.'] }, 'refused/not-offered'],
    [{ registry: ['x'] }, 'unknown'],
    [{ registry: ['x'], email: ['x'] }, 'unknown'],
    [{ billing: ['x'] }, 'unknown'],
    [{ constructor: ['x'] }, 'unknown'],
    [{}, 'unknown'],
  ])('the fields %j', (errors, state) => {
    expect(stateOf(failed(422, 'The request is not valid.', errors))).toBe(state)
    expect(stateOf(answered(400, { message: 'Not valid.', errors }))).toBe(state)
    // A field proves nothing with another status.
    expect(stateOf(failed(500, 'x', errors))).toBe('unknown')
  })

  test('that was not sent is later, and that was cut is unknown', () => {
    expect(stateOf({ state: 'not-sent', words: 'x' })).toBe('later/unreachable')
    expect(stateOf({ state: 'cut', words: 'x' })).toBe('unknown')
  })

  test('says when to come again, at most a day later', () => {
    const after = (header: string | null) => {
      const verdict = verdictOf(answered(429, '', header), 'billable')
      return verdict.state === 'later' && verdict.after ? verdict.after.getTime() - Date.now() : undefined
    }
    expect(after('3600')).toBeGreaterThan(3_000_000)
    expect(after('3600')).toBeLessThanOrEqual(3_600_000)
    expect(after('99999999999999999999')).toBeLessThanOrEqual(86_400_000)
    expect(after(new Date(Date.now() + 7_200_000).toUTCString())).toBeGreaterThan(3_600_000)
    expect(after('soon')).toBeUndefined()
    expect(after(null)).toBeUndefined()
  })

  test('has words of the message and of the fields', () => {
    expect(verdictOf(failed(409, 'No.', { a: ['b', 'c'], d: 'e' }), 'billable')).toMatchObject({
      words: 'No. a: b c d: e',
    })
    expect(verdictOf(failed(409, ''), 'billable')).toMatchObject({ words: 'HTTP 409' })
    expect(verdictOf(answered(502, 'Bad Gateway'), 'billable')).toMatchObject({
      words: 'HTTP 502: Bad Gateway',
    })
  })
})

test('a registry that is unavailable is later for what costs nothing', () => {
  expect(stateOf(failed(422, 'The registry is unavailable'), 'free')).toBe('later/maintenance')
})

test('a reading throws with its reason', () => {
  expect(bodyOf(answered(200, { success: true, data: 1 })).body).toMatchObject({ data: 1 })
  for (const [answer, reason] of [
    [failed(503, 'x'), 'maintenance'],
    [answered(500, 'x'), 'unclear'],
    [failed(404, 'x'), 'refused'],
    [answered(401, 'x'), 'credentials'],
  ] as const)
    expect(() => bodyOf(answer)).toThrow(expect.objectContaining({ reason }))
})

describe('fields', () => {
  test.each<[unknown, unknown, object | undefined]>([
    [35_000, undefined, { amount: 3_500_000, currency: 'TZS' }],
    ['35,000.50', 'USD', { amount: 3_500_050, currency: 'USD' }],
    ['35.000,50', undefined, undefined],
    ['1,00', undefined, undefined],
    ['TZS 35000', undefined, undefined],
    [-5, 'shillings', { amount: -500, currency: 'TZS' }],
    [1e10, undefined, undefined],
    [Number.NaN, undefined, undefined],
    [null, undefined, undefined],
    [['1'], undefined, undefined],
  ])('the amount %j in %j', (value, currency, money) => {
    expect(moneyOf(value, currency)).toEqual(money)
  })

  test.each<[unknown, object | undefined]>([
    [{ domain: { domain_name: 'a.co.tz' } }, { isNamed: true }],
    [{ domain: 'a.co.tz', id: 1 }, { isNamed: true }],
    [{ id: 1 }, { isNamed: false }],
    [{ domain: { id: 1 } }, { isNamed: false }],
    [{ domain: { domain_name: 'b.co.tz' } }, undefined],
    [{ domain: { domain_name: 'a.co.tz' }, domain_name: 'b.co.tz' }, undefined],
    [{ domain_name: 7 }, undefined],
    [[], undefined],
    [null, undefined],
    ['a.co.tz', undefined],
  ])('the record in %j', (data, found) => {
    if (found) expect(recordOf(data, 'a.co.tz')).toMatchObject(found)
    else expect(recordOf(data, 'a.co.tz')).toBeUndefined()
  })

  test.each<[Record<string, unknown>, object]>([
    [
      { status: 'Active', expires_at: '2027-01-01' },
      { state: 'ours', status: 'active' },
    ],
    [
      { status: ['ok'], expires: '2027-01-01' },
      { state: 'ours', status: 'active' },
    ],
    [{ status: ['ok', 'clientTransferProhibited'] }, { state: 'ours', status: 'active', is_locked: true }],
    [{ status: ['pendingTransfer'] }, { state: 'ours', status: 'pending-transfer' }],
    [{ status: ['clientHold', 'ok'] }, { state: 'ours', status: 'suspended' }],
    [{ status: 'pending_transfer' }, { state: 'pending' }],
    [{ status: 'Pending' }, { state: 'pending' }],
    [{ status: 'grace period' }, { state: 'ours', status: 'grace' }],
    [{ status: 'redemption' }, { state: 'ours', status: 'redemption' }],
    [{ status: 'cancelled' }, { state: 'absent' }],
    [{ status: 'transferred_out' }, { state: 'elsewhere' }],
    [{ status: 'failed' }, { state: 'unclear' }],
    [{ status: 'constructor' }, { state: 'unclear' }],
    [
      { status: 'odd', expiry: '2027-01-01' },
      { state: 'ours', status: 'other' },
    ],
    [{ expiry: '2027-01-01' }, { state: 'ours', status: 'other' }],
    [{}, { state: 'unclear' }],
    [
      { status: 'active', lock_status: 'locked', privacy: 0 },
      { is_locked: true, is_private: false },
    ],
  ])('the record %j', (record, info) => {
    expect(infoOf(record)).toMatchObject(info)
  })

  test('nameservers in a list, as records and one by one', () => {
    for (const record of [
      { nameservers: ['NS1.a.tz', 'ns2.a.tz.'] },
      { nameservers: [{ hostname: 'ns1.a.tz' }, { name: 'ns2.a.tz' }] },
      { ns1: 'ns1.a.tz', ns2: 'ns2.a.tz' },
      { nameservers: { ns1: 'ns1.a.tz', ns2: 'ns2.a.tz' } },
    ])
      expect(nameserversOf(record)).toEqual(['ns1.a.tz', 'ns2.a.tz'])
    expect(nameserversOf({ nameservers: [] })).toBeUndefined()
  })

  test('what an order cost, and its number', () => {
    const clean = (text: string) => text
    const cost = { amount: 3_000_000, currency: 'TZS' }
    expect(receiptOf({ amount: 30_000, transactionId: 'T1' }, clean)).toEqual({ ref: 'T1', cost })
    expect(receiptOf({ transaction: { id: 7, amount: '30000' } }, clean)).toEqual({ ref: '7', cost })
    expect(receiptOf({ amount: -1, reference: {} }, clean)).toEqual({})
  })

  test('switches', () => {
    expect(['true', 1, 'Locked', false, '0', 'unlocked', {}, null, 'odd'].map(isOn)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
      ...[undefined, undefined, undefined],
    ])
  })
})
