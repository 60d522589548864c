import { describe, expect, test } from 'vitest'
import type { ProviderAnswer } from '../provider-call.ts'
import { dataOf, isTokenRefused, notSent, verdictOf } from './answers.ts'
import { balanceIn, checkedIn, endingPriceOf } from './catalogue.ts'
import { meaningOf } from './codes.ts'
import { customerOf } from './customers.ts'
import { infoOf, pageOf, partsOf, recordIn, transferInfoOf } from './records.ts'

const answered = (status: number, json: unknown, retryAfter: string | null = null): ProviderAnswer => ({
  state: 'answered',
  status,
  text: JSON.stringify(json) ?? '<html>',
  json,
  date: null,
  retryAfter,
  clean: (text) => text.replaceAll('SECRET', '•••'),
})
const said = (code: unknown, more: object = {}) => ({ code, desc: 'Words', ...more })
const of = (status: number, json: unknown) => {
  const verdict = verdictOf(answered(status, json))
  return 'reason' in verdict ? `${verdict.state}/${verdict.reason}` : verdict.state
}

describe('an answer', () => {
  test.each<[string, number, unknown, string]>([
    ['the code 0', 200, said(0, { data: {} }), 'success'],
    ['the code 0 with warnings', 200, said(0, { warnings: [{ code: 1 }] }), 'success'],
    ['the code 0 with HTTP 500', 500, said(0), 'unknown'],
    ['the code 0 with a redirect', 302, said(0), 'unknown'],
    ['the code 0 in maintenance', 200, said(0, { maintenance: true }), 'unknown'],
    ['the code "0"', 200, said('0'), 'unknown'],
    ['no code', 200, { desc: 'Words' }, 'unknown'],
    ['a list', 200, [], 'unknown'],
    ['a page', 200, undefined, 'unknown'],
    ['a page with HTTP 500', 500, undefined, 'unknown'],
    ['a page with HTTP 403', 403, undefined, 'later/credentials'],
    ['too many calls', 429, undefined, 'later/limit'],
    ['too many calls, by its code', 200, said(4007), 'later/limit'],
    ['a login limit', 500, said(50), 'later/limit'],
    ['maintenance, by its code', 500, said(4005), 'later/maintenance'],
    ['maintenance, by its field', 500, said(4711, { maintenance: true }), 'later/maintenance'],
    ['a wrong token', 401, said(196), 'later/credentials'],
    ['a blocked address', 500, said(10_005), 'later/credentials'],
    ['too little money', 500, said(310), 'later/balance'],
    ['too little balance', 400, said(920), 'later/balance'],
    ['a name that is taken', 500, said(311), 'refused/taken'],
    ['a premium name', 500, said(379), 'refused/premium'],
    ['an ending that is not offered', 500, said(307), 'refused/not-offered'],
    ['a wrong code', 500, said(318), 'refused/auth-code'],
    ['a wrong holder', 500, said(331), 'refused/contact'],
    ['a wrong house number', 500, said(113), 'refused/contact'],
    ['wrong nameservers', 500, said(226), 'refused/nameservers'],
    ['a locked name', 500, said(328), 'refused/locked'],
    ['a name of others', 500, said(320), 'refused/not-ours'],
    ['nothing to change', 500, said(1), 'unchanged'],
    ['a registry that is not reachable', 500, said(10), 'unknown'],
    ['an order that is under way', 500, said(514), 'unknown'],
    ['a name that the account has', 500, said(346), 'unknown'],
    ['an unknown error', 500, said(399), 'unknown'],
    ['a code that nobody knows', 400, said(31_337), 'unknown'],
  ])('%s', (_, status, json, state) => expect(of(status, json)).toBe(state))

  test('without a connection was not sent, and one that was cut may have been done', () => {
    expect(verdictOf({ state: 'not-sent', words: 'no' })).toMatchObject({
      state: 'later',
      reason: 'unreachable',
    })
    expect(verdictOf({ state: 'cut', words: 'no' })).toEqual({ state: 'unknown', words: 'no' })
  })

  test('says when to come again', () =>
    expect(verdictOf(answered(429, said(4007), '60'))).toMatchObject({ after: expect.any(Date) }))

  test('has the words of the provider with its code, without secrets and without a page', () => {
    expect(verdictOf(answered(500, said(311, { desc: 'Not SECRET', data: 'x.com' })))).toMatchObject({
      words: 'Not ••• x.com (311)',
    })
    expect(verdictOf(answered(502, undefined))).toMatchObject({ words: 'HTTP 502 without a code' })
    expect(verdictOf(answered(500, { code: 311 }))).toMatchObject({ words: 'code 311' })
  })

  test.each<[number, unknown, boolean]>([
    [401, said(196), true],
    [500, said(196), true],
    [401, undefined, true],
    [401, said(0), false],
    [403, undefined, false],
    [500, said(311), false],
  ])('HTTP %i with %j is a refused token: %s', (status, json, is) =>
    expect(isTokenRefused(answered(status, json))).toBe(is),
  )

  test('a reading throws with its reason', () => {
    expect(dataOf(verdictOf(answered(200, said(0, { data: 1 }))))).toBe(1)
    for (const [code, reason] of [
      [4005, 'maintenance'],
      [311, 'refused'],
      [399, 'unclear'],
      [1, 'unclear'],
    ] as const)
      expect(() => dataOf(verdictOf(answered(500, said(code))))).toThrow(expect.objectContaining({ reason }))
  })

  test('of a call before a change leaves the change unsent', () => {
    expect(notSent({ state: 'unknown', words: 'cut' })).toEqual({
      state: 'later',
      reason: 'unreachable',
      words: 'not sent: cut',
    })
    const refused = { state: 'refused', reason: 'contact', words: 'no' } as const
    expect(notSent(refused)).toEqual(refused)
  })
})

test('a code has one meaning, and 0 has none', () => {
  expect(meaningOf(0)).toBeUndefined()
  expect([meaningOf(99), meaningOf(173), meaningOf(199), meaningOf(299)]).toEqual(Array(4).fill(undefined))
  expect(meaningOf(172)).toEqual({ state: 'refused', reason: 'contact' })
})

const now = new Date('2026-11-28T09:30:00Z')
const record = (more: object = {}) => ({
  id: 7,
  domain: { name: 'duka', extension: 'co.tz' },
  status: 'ACT',
  expiration_date: '2027-11-28 0:00:00',
  ...more,
})
const list = (...results: object[]) => ({ results, total: results.length })

describe('the record of a name', () => {
  test.each<[string, unknown, unknown]>([
    ['no list', {}, 'the answer has no list of names'],
    ['a list without a total', { results: [record()] }, 'the answer has no list of names'],
    ['a total without a list', { total: 1 }, 'the answer has no list of names'],
    ['a record that is none', { results: [7], total: 1 }, 'the answer has no list of names'],
    [
      'another name',
      list(record({ domain: { name: 'duka', extension: 'com' } })),
      'the answer is about another name',
    ],
    [
      'a second name',
      list(record(), record({ id: 8, domain: { name: 'x', extension: 'com' } })),
      'the answer is about another name',
    ],
    ['no name', list(record({ domain: undefined })), 'the answer is about another name'],
    ['two records', list(record(), record({ id: 8 })), 'the account has several records of the name'],
    ['a part of the list', { results: [record()], total: 2 }, 'the list of names is not whole'],
    ['no number', list(record({ id: 0 })), 'a record has no number'],
  ])('%s is unclear', (_, data, words) => expect(recordIn(data, 'duka.co.tz')).toEqual({ unclear: words }))

  test('is none where the list is empty, written or not', () => {
    expect(recordIn({ results: [], total: 0 }, 'duka.co.tz')).toEqual({ record: null })
    expect(recordIn({ results: null, total: 0 }, 'duka.co.tz')).toEqual({ record: null })
  })

  test('is that which has not ended, or else the latest', () => {
    const [failed, deleted] = [record({ id: 3, status: 'FAI' }), record({ id: 4, status: 'DEL' })]
    expect(recordIn(list(failed, record(), deleted), 'duka.co.tz')).toMatchObject({ record: { id: 7 } })
    expect(recordIn(list(failed, deleted), 'duka.co.tz')).toMatchObject({ record: { id: 4 } })
  })

  test.each<[string, object, object]>([
    ['an active name', {}, { state: 'ours', status: 'active', expires_at: new Date('2027-11-28T00:00:00Z') }],
    ['a name on hold', { is_client_hold_enabled: 'yes' }, { state: 'ours', status: 'suspended' }],
    [
      'a name without a date',
      { expiration_date: '0000-00-00 00:00:00' },
      { state: 'ours', expires_at: null },
    ],
    ['an order', { status: 'REQ' }, { state: 'pending' }],
    ['an order that waits for papers', { status: 'PEN' }, { state: 'pending' }],
    ['a planned transfer', { status: 'SCH' }, { state: 'pending' }],
    ['a failed order', { status: 'FAI' }, { state: 'absent' }],
    ['a deleted name', { status: 'DEL', restorable_until: '' }, { state: 'elsewhere' }],
    [
      'a name that can be brought back',
      { status: 'DEL', restorable_until: '2026-12-28 00:00:00' },
      { state: 'ours', status: 'redemption' },
    ],
    [
      'a name that could be',
      { status: 'DEL', restorable_until: '2026-10-28 00:00:00' },
      { state: 'elsewhere' },
    ],
    [
      'a name in its grace',
      { status: 'DEL', soft_quarantine_expiry_date: '2026-12-08 00:00:00' },
      { state: 'ours', status: 'grace' },
    ],
    ['another status', { status: 'XXX' }, { state: 'unclear' }],
    ['a status that is a list', { status: ['ACT'] }, { state: 'unclear' }],
  ])('says of %s', (_, more, info) => expect(infoOf(record(more), now)).toMatchObject(info))

  test('has nameservers, lock, privacy and the holder’s address where they are of their kind', () => {
    const odd = {
      is_locked: 'no',
      is_private_whois_enabled: 1,
      name_servers: [{ name: 7 }],
      verification_email_name: 7,
    }
    expect(infoOf(record(odd), now)).toEqual({
      state: 'ours',
      status: 'active',
      expires_at: new Date('2027-11-28T00:00:00Z'),
    })
    const good = {
      is_locked: true,
      is_private_whois_enabled: false,
      name_servers: [{ name: 'NS1.Example.com.' }],
      verification_email_name: 'asha@example.com',
    }
    expect(infoOf(record(good), now)).toMatchObject({
      is_locked: true,
      is_private: false,
      nameservers: ['ns1.example.com'],
      holder_email: 'asha@example.com',
    })
  })

  test('says why a transfer has failed by its latest history', () => {
    const history = [
      { timestamp: '2026-11-01T10:00:00+01:00', subject: 'Old', contents: 'The domain is locked' },
      {
        timestamp: '2026-11-20T10:00:00+01:00',
        subject: 'Transfer',
        contents: 'Auth code SECRET is invalid',
      },
      { timestamp: '2026-11-10T10:00:00+01:00', contents: 'Requested' },
    ]
    const clean = (text: string) => text.replace('SECRET', '•••')
    expect(transferInfoOf(record({ status: 'FAI', history }), now, clean)).toEqual({
      state: 'failed',
      reason: 'auth-code',
      words: 'Transfer Auth code ••• is invalid',
    })
    expect(transferInfoOf(record({ status: 'FAI' }), now, clean)).toMatchObject({ reason: 'other' })
    expect(transferInfoOf(record({ status: 'REQ' }), now, clean)).toEqual({ state: 'pending' })
    expect(transferInfoOf(null, now, clean)).toEqual({ state: 'absent' })
    const deleted = record({ status: 'DEL', restorable_until: '2026-12-28 00:00:00' })
    expect(transferInfoOf(deleted, now, clean)).toEqual({ state: 'elsewhere' })
  })
})

test('a name is written as its label and its ending', () => {
  expect(partsOf('duka.co.tz')).toEqual({ name: 'duka', extension: 'co.tz' })
  expect(pageOf({ results: [{}], total: 5 })).toEqual({ rows: [{}], total: 5 })
})

describe('amounts', () => {
  const price = (amount: unknown, currency: unknown = 'EUR') => ({ reseller: { price: amount, currency } })
  const ending = (more: object = {}) => ({
    name: 'co.tz',
    status: 'ACT',
    min_period: 1,
    max_period: 10,
    quarantine_period: 30,
    prices: {
      create_price: price(8.06),
      renew_price: price(9),
      transfer_price: price(7),
      restore_price: price(80),
      soft_restore_price: price(10),
    },
    ...more,
  })

  test('are those of the account’s currency, and of the product where there is no other', () => {
    const product = { price: 10, currency: 'USD' }
    const check = (listed: object) =>
      checkedIn([{ domain: 'duka.co.tz', status: 'free', price: listed }], ['duka.co.tz'])[0]!.price
    expect(check({ product, ...price(8.06) })).toEqual({ amount: 806, currency: 'EUR' })
    expect(check({ product })).toEqual({ amount: 1000, currency: 'USD' })
    for (const odd of ['8', -1, Number.NaN, 1e12, null]) expect(check(price(odd))).toBeUndefined()
    expect(check(price(8, 'euros'))).toBeUndefined()
  })

  test('of an ending', () => {
    expect(endingPriceOf(ending())).toEqual({
      ending: 'co.tz',
      currency: 'EUR',
      register: 8.06,
      renew: 9,
      transfer: 7,
      restore: 80,
      years: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      grace_days: null,
      grace_fee: 10,
      redemption_days: 30,
    })
    expect(endingPriceOf(ending({ renew_available: false, transfer_available: false }))).toMatchObject({
      register: 8.06,
      renew: null,
      transfer: null,
    })
    expect(
      endingPriceOf(ending({ prices: { create_price: price(8), renew_price: price(9, 'USD') } })),
    ).toMatchObject({
      renew: null,
      restore: null,
    })
  })

  test('of an ending that is sold for two years at least are not those of one', () =>
    expect(endingPriceOf(ending({ min_period: 2 }))).toMatchObject({
      register: null,
      renew: null,
      years: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    }))

  test.each<[string, object]>([
    ['is not active', { status: 'INA' }],
    ['has no price', { prices: {} }],
    ['has a name that is none', { name: 'CO TZ' }],
  ])('an ending that %s is left out', (_, more) => expect(endingPriceOf(ending(more))).toBeUndefined())

  test('of the balance', () => {
    expect(balanceIn({ balance: 12.5, settings: { currency: 'EUR' } }, 'USD')).toEqual({
      amount: 1250,
      currency: 'EUR',
    })
    expect(balanceIn({ balance: -3 }, 'USD')).toEqual({ amount: -300, currency: 'USD' })
    expect(() => balanceIn({ balance: '12.5' }, 'USD')).toThrow('no balance')
    expect(() => balanceIn(undefined, 'USD')).toThrow('no balance')
  })
})

test('availability is what the answer says of each name', () => {
  const rows = [
    { domain: 'a.com', status: 'free', is_premium: true },
    { domain: 'b.com', status: 'active' },
    { domain: 'c.com', status: 'error' },
  ]
  const checked = [
    { name: 'a.com', state: 'available', is_premium: true },
    { name: 'b.com', state: 'taken' },
    { name: 'c.com', state: 'unclear' },
    { name: 'd.com', state: 'unclear' },
  ]
  const names = checked.map(({ name }) => name)
  expect(checkedIn(rows, names)).toEqual(checked)
  expect(checkedIn({ results: rows }, names)).toEqual(checked)
  expect(() => checkedIn({}, names)).toThrow('no list')
})

describe('a holder', () => {
  const holder = {
    first_name: 'Asha',
    last_name: 'Mushi',
    company: null,
    email: 'asha@example.com',
    phone: '+255700000100',
    address: 'Samora Avenue 7b',
    city: 'Arusha',
    state: 'Arusha',
    postcode: '23101',
    country: 'TZ',
  }

  test('has a whole letter of each name as initials, in every script', () =>
    expect(customerOf({ ...holder, first_name: '𞤢𞤣𞤤', last_name: 'ábel' })?.name.initials).toBe('𞤀 Á'))

  test('is a customer with the parts that the provider wants apart', () =>
    expect(customerOf({ ...holder, company: 'Duka Ltd' })).toEqual({
      name: { initials: 'A M', first_name: 'Asha', last_name: 'Mushi', full_name: 'Asha Mushi' },
      company_name: 'Duka Ltd',
      email: 'asha@example.com',
      phone: { country_code: '+255', area_code: '700', subscriber_number: '000100' },
      address: {
        street: 'Samora Avenue',
        number: '7b',
        zipcode: '23101',
        city: 'Arusha',
        state: 'Arusha',
        country: 'TZ',
      },
    }))

  test.each([
    ['7 Samora Avenue', { street: 'Samora Avenue', number: '7' }],
    ['P.O. Box 12', { street: 'P.O. Box', number: '12' }],
    ['Kariakoo', { street: 'Kariakoo' }],
  ])('at %s', (address, parts) =>
    expect(customerOf({ ...holder, address })!.address).toEqual({
      ...parts,
      zipcode: '23101',
      city: 'Arusha',
      state: 'Arusha',
      country: 'TZ',
    }),
  )

  test('without a phone number is none', () =>
    expect(customerOf({ ...holder, phone: 'none' })).toBeUndefined())
})
