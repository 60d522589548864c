import { describe, expect, test } from 'vitest'
import type { Outcome } from '../driver.ts'
import type { ProviderAnswer } from '../provider-call.ts'
import { cleaner } from '../provider-call.ts'
import { outcomeOf, readAnswer } from './answers.ts'
import { authCodeOf } from './auth-code.ts'
import { checkedIn, balanceIn, pricesIn } from './catalogue.ts'
import { formBody } from './form-body.ts'
import { infoOf, syncedInfoOf, transferInfoOf } from './name-records.ts'
import { dayOf } from './values.ts'

const now = new Date('2026-11-28T09:30:00Z')

function raw(
  text: string,
  status = 200,
  secrets: string[] = [],
): Extract<ProviderAnswer, { state: 'answered' }> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { state: 'answered', status, text, json, date: now, retryAfter: null, clean: cleaner(secrets) }
}

const outcome = (answer: ProviderAnswer, done: 'done' | 'ordered' = 'ordered'): Outcome =>
  outcomeOf(readAnswer(answer, 'mine.co.tz', now), 'mine.co.tz', done)

const said = (body: unknown, status = 200) => raw(JSON.stringify(body), status)

describe('success', () => {
  test.each([
    ['success'],
    [{ result: 'success' }],
    [{ result: 'Success', msg: 'Domain has been registered' }],
    [{ status: 'success', data: { domain: 'MINE.co.tz' } }],
    [{ success: true }],
    [{ success: true, error: '', errors: [] }],
    [{ success: true, domainName: 'mine.co.tz.' }],
  ])('%j means ordered, or done where nothing is ordered', (body) => {
    expect(outcome(said(body))).toMatchObject({ state: 'ordered' })
    expect(outcome(said(body), 'done')).toMatchObject({ state: 'done' })
  })

  test('has the number of the order', () =>
    expect(outcome(said({ status: 'success', data: { orderid: 4711 } }))).toMatchObject({ ref: '4711' }))

  test.each([
    ['another name', said({ success: true, domain: 'other.co.tz' })],
    ['another name inside', said({ status: 'success', data: { domain: 'mine.com' } })],
    ['a contradiction', said({ success: true, error: 'Something' })],
    ['a contradiction in words', said({ result: 'success', status: 'error' })],
    ['a contradiction inside', said({ status: 'success', data: { error: 'It failed' } })],
    ['a refusal inside', said({ success: true, data: { result: 'error', message: 'No' } })],
    ['a number for success', said({ success: 1 })],
    ['a number for a status', said({ status: 1, message: 'OK' })],
    ['an unknown word', said({ status: 'ok' })],
    ['a text', said('Domain registered')],
    ['nothing', raw('')],
    ['null', said(null)],
    ['an empty object', said({})],
    ['an empty list', said([])],
    ['true', said(true)],
    ['a page', raw('<html><body>success</body></html>')],
    ['broken JSON', raw('{"result":"success"')],
    ['two JSON texts', raw('{"result":"success"}{"result":"success"}')],
    ['a redirect', raw('', 302)],
    ['success with HTTP 500', said('success', 500)],
    ['success with HTTP 404', said({ result: 'success' }, 404)],
    ['success with HTTP 302', said('success', 302)],
    ['a page with HTTP 404', raw('<html>Not found</html>', 404)],
    ['a refusal with HTTP 502', said({ error: 'Domain is not available' }, 502)],
    ['a refusal with HTTP 302', said({ error: 'Domain is not available' }, 302)],
    ['a refusal with HTTP 408', said({ error: 'Request refused' }, 408)],
    ['a time-out behind the add-on', said({ error: 'cURL error 28: Operation timed out' })],
    ['an error of the server behind it', said({ result: 'error', message: 'Internal Server Error' })],
    ['a time-out behind it with HTTP 403', said({ error: 'The registrar timed out' }, 403)],
    ['an order that waits', said({ error: 'An order for this domain is already pending' })],
    ['no answer', { state: 'cut', words: 'no answer in time' } as const],
  ])('is not %s: that is unknown', (_, answer) => {
    expect(outcome(answer)).toMatchObject({ state: 'unknown' })
    expect(outcome(answer, 'done')).toMatchObject({ state: 'unknown' })
  })
})

describe('a refusal', () => {
  test.each([
    ['taken', 'Domain is not available'],
    ['taken', 'Domain already registered'],
    ['taken', 'Sorry, mine.co.tz is taken'],
    ['premium', 'Premium domains cannot be ordered'],
    ['not-offered', 'This TLD is not supported'],
    ['not-offered', 'ID protection is not available for .co.tz'],
    ['not-offered', 'Action not found'],
    ['not-offered', 'Method not allowed'],
    ['contact', 'Registrant phone number is invalid'],
    ['contact', 'contacts[registrant][email]: required'],
    ['contact', 'Invalid postcode'],
    ['nameservers', 'Nameserver ns1.x.tz does not resolve'],
    ['auth-code', 'Invalid EPP code'],
    ['auth-code', 'The authorization code is incorrect'],
    ['auth-code', 'Invalid authorization information'],
    ['auth-code', 'EPP Code required'],
    ['auth-code', 'Invalid transfer token'],
    ['locked', 'The domain is locked'],
    ['locked', 'Object status clientTransferProhibited prohibits operation'],
    ['too-new', 'The domain was registered less than 60 days ago'],
    ['too-new', 'Domain is under a 60-day lock'],
    ['too-new', 'This domain was recently transferred'],
    ['objected', 'The transfer was rejected by the losing registrar'],
    ['objected', 'The current registrar has denied the request'],
    ['objected', 'clientRejected'],
    ['not-ours', 'Domain not found'],
    ['not-ours', 'This domain does not belong to you'],
    ['other', 'Nope'],
  ])('is %s: %s', (reason, words) => {
    const shapes = [
      { error: words },
      { result: 'error', message: words },
      { status: 'Error', message: words },
    ]
    for (const body of [
      ...shapes,
      { success: false, message: words },
      { errors: [words] },
      { error: { message: words } },
    ])
      for (const status of [200, 400, 422])
        expect(outcome(said(body, status))).toEqual({ state: 'refused', reason, words })
  })

  test.each([
    ['timeout-token.co.tz', 'is not available', { state: 'refused', reason: 'taken' }],
    ['premium.co.tz', 'is already registered', { state: 'refused', reason: 'taken' }],
    ['maintenance.co.tz', 'is locked', { state: 'refused', reason: 'locked' }],
  ])('is not read out of the name %s', (name, words, expected) => {
    const read = readAnswer(said({ error: `Domain ${name.toUpperCase()} ${words}` }), name, now)
    expect(outcomeOf(read, name, 'ordered')).toMatchObject(expected)
  })

  test('without words is one', () =>
    expect(outcome(said({ success: false }))).toMatchObject({ state: 'refused', reason: 'other' }))

  test('has the provider`s words in one line, without HTML', () =>
    expect(outcome(said({ error: 'Domain <b>mine.co.tz</b>\n is not available' }))).toMatchObject({
      words: 'Domain mine.co.tz is not available',
    }))
})

describe('later', () => {
  test.each([
    ['balance', { error: 'Insufficient funds' }, 200],
    ['balance', { result: 'error', message: 'You do not have enough credit: not enough credit' }, 200],
    ['balance', { error: 'Your credit balance is too low' }, 200],
    ['balance', { error: 'Payment required' }, 402],
    ['limit', { error: 'Too many requests' }, 200],
    ['limit', 'slow down', 429],
    ['maintenance', { error: 'The system is under maintenance' }, 200],
    ['credentials', { error: 'Invalid token' }, 200],
    ['credentials', { error: 'Your IP 192.0.2.1 is not allowed' }, 200],
    ['credentials', { error: 'Forbidden' }, 403],
    ['credentials', '<html>Forbidden</html>', 403],
    ['credentials', {}, 401],
    ['credentials', { error: 'The domain is locked' }, 403],
    ['balance', { error: 'Insufficient credit' }, 403],
    ['credentials', { error: 'Insufficient permissions' }, 200],
  ])('for %s: %j with HTTP %i', (reason, body, status) =>
    expect(outcome(said(body, status))).toMatchObject({ state: 'later', reason }),
  )

  test('where nothing was sent', () =>
    expect(outcome({ state: 'not-sent', words: 'no connection' })).toEqual({
      state: 'later',
      reason: 'unreachable',
      words: 'no connection',
    }))

  test.each([
    ['90', new Date('2026-11-28T09:31:30Z')],
    ['Sat, 28 Nov 2026 10:00:00 GMT', new Date('2026-11-28T10:00:00Z')],
    ['999999999', new Date('2026-11-29T09:30:00Z')],
    ['-5', undefined],
    ['soon', undefined],
    ['Fri, 27 Nov 2026 10:00:00 GMT', undefined],
  ])('says when: retry-after %s', (retryAfter, after) => {
    const answer = { ...said({ error: 'Too many' }, 429), retryAfter }
    expect(outcome(answer)).toEqual({
      state: 'later',
      reason: 'limit',
      words: 'Too many',
      ...(after && { after }),
    })
  })
})

describe('the date', () => {
  test.each([
    ['2027-11-28', '2027-11-28'],
    ['2027-11-28 23:59:59', '2027-11-28'],
    ['2027-11-28T23:31:56Z', '2027-11-28'],
    ['28/11/2027', '2027-11-28'],
    ['28-11-2027', '2027-11-28'],
    ['5.6.2027', '2027-06-05'],
    [{ date: '2027-11-28 00:00:00.000000', timezone_type: 3, timezone: 'UTC' }, '2027-11-28'],
  ])('%j is a day in UTC', (text, day) => expect(dayOf(text)).toEqual(new Date(`${day}T00:00:00Z`)))

  test.each([[null], [undefined], [''], ['0000-00-00'], ['0000-00-00 00:00:00'], ['00/00/0000']])(
    '%j is none',
    (text) => expect(dayOf(text)).toBeNull(),
  )

  test.each([
    ['2027-02-30'],
    ['31/02/2027'],
    ['11/28/2027'],
    ['soon'],
    ['2027'],
    [1827360000],
    ['9999-12-31'],
    [{}],
  ])('%j cannot be read', (text) => expect(dayOf(text)).toBeUndefined())
})

describe('a name`s record', () => {
  const info = (body: unknown, status = 200) =>
    infoOf(readAnswer(said(body, status), 'mine.co.tz', now), 'mine.co.tz')
  const record = { domain: 'Mine.CO.TZ', expiryDate: '2027-11-28', registrationStatus: 'Active' }

  test('has date, status, nameservers, lock and privacy', () => {
    const facts = {
      nameservers: ['NS1.Example.NET.', 'ns2.example.net'],
      transferLock: '1',
      idProtectionStatus: false,
      domainContactChangePending: true,
    }
    const expected = {
      state: 'ours',
      expires_at: new Date('2027-11-28T00:00:00Z'),
      status: 'active',
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      is_locked: true,
      is_private: false,
      is_contact_pending: true,
    }
    expect(info({ ...record, ...facts })).toEqual(expected)
    expect(info({ status: 'success', data: { ...record, ...facts } })).toEqual(expected)
    expect(info({ success: true, data: { ...record, ...facts } })).toEqual(expected)
  })

  test.each([
    ['Expired', 'expired'],
    ['Grace Period', 'grace'],
    ['Redemption', 'redemption'],
    ['Pending Delete', 'redemption'],
    ['Suspended', 'suspended'],
    ['Something New', 'other'],
  ])('%s is %s', (registrationStatus, status) =>
    expect(info({ ...record, registrationStatus })).toMatchObject({ state: 'ours', status }),
  )

  test.each([
    [{ ...record, registrationStatus: 'Transferred Away' }, 'elsewhere'],
    [{ ...record, registrationStatus: 'Pending' }, 'pending'],
    [{ ...record, registrationStatus: 'Pending Transfer', expiryDate: '0000-00-00' }, 'pending'],
    [{ error: 'The order for this domain is pending' }, 'pending'],
    [{ error: 'Domain mine.co.tz is not active yet: awaiting registration' }, 'pending'],
    [{ error: 'Domain not found' }, 'absent'],
    [{ result: 'error', message: 'Domain ID Not Found' }, 'absent'],
    [{ success: false, message: 'This domain does not belong to you' }, 'absent'],
    [{ ...record, registrationStatus: 'Cancelled' }, 'unclear'],
    [{ ...record, domain: 'other.co.tz' }, 'unclear'],
    [{ ...record, expiryDate: 'soon' }, 'unclear'],
    [{ domain: 'mine.co.tz' }, 'unclear'],
    [{ error: 'Action not found' }, 'unclear'],
    [{ error: 'Not found' }, 'unclear'],
    [{ error: 'User not found' }, 'unclear'],
    [{ error: 'Domain action not found' }, 'unclear'],
    [{ error: 'Domain route not found' }, 'unclear'],
    [{ error: 'The domain client does not exist' }, 'unclear'],
    [{ error: 'No contact of this domain: not found' }, 'unclear'],
    [{ error: 'Registrar module for this domain not found' }, 'unclear'],
    [{ error: 'Domain lookup timed out' }, 'unclear'],
    ['success', 'unclear'],
    [[], 'unclear'],
    [{}, 'unclear'],
  ])('%j is %s', (body, state) => expect(info(body)).toMatchObject({ state }))

  test('is absent though the name has a word that would say otherwise', () => {
    const read = readAnswer(said({ error: 'Domain user-page.co.tz not found' }), 'user-page.co.tz', now)
    expect(infoOf(read, 'user-page.co.tz')).toEqual({ state: 'absent' })
  })

  test('with HTTP 404 is absent only where it says that the name is not found', () => {
    expect(info({ error: 'Domain not found' }, 404)).toEqual({ state: 'absent' })
    expect(info({ error: 'Not found' }, 404)).toMatchObject({ state: 'unclear' })
    expect(info({}, 404)).toMatchObject({ state: 'unclear' })
    expect(info({ error: 'Domain not found' }, 500)).toMatchObject({ state: 'unclear' })
  })

  test.each([
    [{ active: true, expirydate: '2027-11-28', expired: false, transferredAway: false }, 'ours'],
    [{ active: false, expirydate: '2025-11-28', expired: true, transferredAway: false }, 'ours'],
    [{ active: false, transferredAway: true }, 'elsewhere'],
    [{ active: false, expirydate: '', expired: false, transferredAway: false }, 'unclear'],
    [{ active: true, expired: true, expirydate: '2027-11-28' }, 'unclear'],
    [{ active: true, expirydate: 'x' }, 'unclear'],
    [{ domain: 'other.tz', active: true, expirydate: '2027-11-28' }, 'unclear'],
    [{ error: 'Domain not found' }, 'absent'],
  ])('synced %j is %s', (body, state) =>
    expect(syncedInfoOf(readAnswer(said(body), 'mine.co.tz', now), 'mine.co.tz')).toMatchObject({ state }),
  )
})

describe('prices, balance and availability', () => {
  const row = {
    tld: '.Co.TZ',
    registrationPrice: '13.75',
    renewalPrice: '1,013.75',
    transferPrice: '-1.00',
    graceFee: '0.00',
    graceDays: 30,
    redemptionDays: -1,
    redemptionFee: '-1.00',
    currencyCode: 'EUR',
    years: [2, 1, 99],
  }

  test('-1 is none, and amounts are texts', () =>
    expect(pricesIn([row], 'USD')).toEqual([
      {
        ending: 'co.tz',
        currency: 'EUR',
        register: 13.75,
        renew: 1013.75,
        transfer: null,
        restore: null,
        years: [1, 2],
        grace_days: 30,
        grace_fee: 0,
        redemption_days: null,
      },
    ]))

  test('the row in the account`s currency counts', () => {
    const dollars = { ...row, currencyCode: 'USD', registrationPrice: '15' }
    for (const rows of [
      [row, dollars],
      [dollars, row],
    ])
      expect(pricesIn(rows, 'USD')).toMatchObject([{ currency: 'USD', register: 15 }])
  })

  test('rows without an ending are left out, and a list of only such is none', () => {
    expect(pricesIn([row, { tld: 7 }, null], 'USD')).toHaveLength(1)
    expect(pricesIn([], 'USD')).toEqual([])
    for (const body of [[{}], {}, 'success', null])
      expect(() => pricesIn(body, 'USD')).toThrow(expect.objectContaining({ reason: 'unclear' }))
  })

  test.each([
    ['150.50', 15_050, 'USD'],
    [150.5, 15_050, 'USD'],
    ['-3.10', -310, 'USD'],
    ['1,250,000.00 TZS', 125_000_000, 'TZS'],
    ['USD 7', 700, 'USD'],
    [{ credits: '12.00', currencyCode: 'EUR' }, 1200, 'EUR'],
    [{ balance: 3 }, 300, 'USD'],
  ])('a balance of %j', (body, amount, currency) =>
    expect(balanceIn(body, 'USD')).toEqual({ amount, currency }),
  )

  test.each([['success'], [{}], [null], [[]], ['12 34'], ['1e9']])('%j is no balance', (body) =>
    expect(() => balanceIn(body, 'USD')).toThrow(expect.objectContaining({ reason: 'unclear' })),
  )

  test.each([
    [[{ domainName: 'MINE.co.tz', isAvailable: true, isRegistered: false }], 'available'],
    [[{ domainName: 'mine.co.tz', isAvailable: false, isRegistered: true }], 'taken'],
    [[{ domainName: 'mine.co.tz', isAvailable: true, isRegistered: true }], 'unclear'],
    [[{ domainName: 'mine.co.tz', isAvailable: false, isRegistered: false, status: 'reserved' }], 'unclear'],
    [[{ domainName: 'mine.co.tz', isAvailable: true, isRegistered: false, status: 'unknown' }], 'unclear'],
    [[{ domainName: 'other.co.tz', isAvailable: true, isRegistered: false }], 'unclear'],
    [{ available: true }, 'available'],
    [{ available: false }, 'taken'],
    [{ domain: 'other.co.tz', available: true }, 'unclear'],
    [[], 'unclear'],
    ['success', 'unclear'],
  ])('looked up as %j is %s', (body, state) =>
    expect(checkedIn(body, ['mine.co.tz'], 'USD')).toMatchObject([{ name: 'mine.co.tz', state }]),
  )
})

describe('the code to move a name', () => {
  const codeOf = (answer: ProviderAnswer) => authCodeOf(readAnswer(answer, 'mine.co.tz', now), 'mine.co.tz')

  test.each([
    [{ eppcode: 'aB3$x&9z' }, 'aB3$x&9z'],
    [{ result: 'success', eppcode: 'aB3$x&amp;9z' }, 'aB3$x&9z'],
    [{ status: 'success', data: { eppCode: '12345678' } }, '12345678'],
    [{ status: 'success', data: 'K7-xyz-Q' }, 'K7-xyz-Q'],
    ['K7-xyz-Q', 'K7-xyz-Q'],
  ])('%j', (body, code) => expect(codeOf(said(body))).toEqual({ state: 'done', code }))

  test.each([
    ['success', 'ordered'],
    [{ result: 'success', message: 'The code was sent by email' }, 'ordered'],
    [{ error: 'The domain is locked' }, 'refused'],
    [{ eppcode: '' }, 'unknown'],
    ['failed', 'unknown'],
    ['The code was sent', 'unknown'],
    [{ domain: 'other.tz', eppcode: 'aB3$x&9z' }, 'unknown'],
    [{}, 'unknown'],
  ])('is not in %j: %s', (body, state) => expect(codeOf(said(body))).toMatchObject({ state }))

  test('is in no words', () => {
    const bodies = [
      { error: 'Locked. The code aB3$x9z of mine.co.tz, was not sent' },
      { result: 'success', message: 'Code: "aB3$x9z" was sent' },
      { success: false, message: 'try again with aB3$x9z' },
    ]
    for (const body of bodies) {
      const result = codeOf(said(body))
      expect(JSON.stringify(result)).not.toContain('aB3')
      expect(result).toHaveProperty('words')
    }
    expect(codeOf(said(bodies[0]))).toMatchObject({
      words: 'Locked. The code ••• of mine.co.tz, was not sent',
    })
    expect(JSON.stringify(codeOf(raw('aB3$x9z')))).not.toContain('aB3')
  })
})

test('a form has PHP`s brackets', () => {
  const form = {
    domain: 'a.tz',
    nameservers: { ns1: 'x.tz' },
    tlds: ['.tz', '.com'],
    on: true,
    off: false,
    none: undefined,
  }
  expect(decodeURIComponent(formBody(form))).toBe(
    'domain=a.tz&nameservers[ns1]=x.tz&tlds[0]=.tz&tlds[1]=.com&on=1&off=0',
  )
  expect(formBody({ contacts: { Registrant: { 'First Name': 'Zoë & Co' } } })).toBe(
    'contacts%5BRegistrant%5D%5BFirst+Name%5D=Zo%C3%AB+%26+Co',
  )
})

describe('the record of a name that is transferred here', () => {
  const read = (body: unknown) => readAnswer(said(body), 'mine.co.tz', now)
  const absent = read({ error: 'Domain not found' })
  const info = (synced: unknown, information = absent) =>
    transferInfoOf(read(synced), information, 'mine.co.tz')

  test.each([
    [
      { completed: true, expirydate: '2027-11-28' },
      { state: 'ours', expires_at: dayOf('2027-11-28') },
    ],
    [{ completed: '1' }, { state: 'ours', expires_at: null }],
    [{ status: 'success', data: { completed: true, expirydate: '2027-11-28' } }, { state: 'ours' }],
    [
      { failed: true, reason: 'Invalid EPP code' },
      { state: 'failed', reason: 'auth-code' },
    ],
    [
      { failed: true, reason: 'Domain mine.co.tz is locked' },
      { state: 'failed', reason: 'locked' },
    ],
    [{ failed: true }, { state: 'failed', reason: 'other' }],
    [{ completed: true, failed: true }, { state: 'unclear' }],
    [{ completed: false, failed: false }, { state: 'absent' }],
    [{ domain: 'other.co.tz', completed: true }, { state: 'absent' }],
    [{ error: 'Domain not found' }, { state: 'absent' }],
  ])('%j', (synced, expected) => expect(info(synced)).toMatchObject(expected))

  test('is pending as its order is, and has failed where that was cancelled', () => {
    expect(info({}, read({ domain: 'mine.co.tz', registrationStatus: 'Pending Transfer' }))).toEqual({
      state: 'pending',
    })
    expect(info({}, read({ domain: 'mine.co.tz', registrationStatus: 'Cancelled' }))).toMatchObject({
      state: 'failed',
      reason: 'other',
    })
  })
})
