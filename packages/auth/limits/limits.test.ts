import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { rateLimitKey } from './client-address.ts'
import { deleteExpiredLimits, limitsInDatabase, limitsInMemory } from './limits.ts'
import { type AuthServer, GOOD, makeAuthPlace, someone, startAuth } from '../testing/auth-server.ts'
import { type Letter, mailbox } from '../testing/mailbox.ts'

let auth: AuthServer | undefined
const mails = mailbox()
const place = await makeAuthPlace()
afterAll(() => place.remove())
/** A server that has counted nothing yet. */
const open = async (settings: Record<string, string>) => (auth = await startAuth(settings, mails.send, place))
afterEach(async () => {
  await auth?.close()
  auth = undefined
})

const logIn = (email: string, password: string) =>
  auth!.call('POST', '/token?grant_type=password', { email, password })

describe('one address', () => {
  test('may log in 30 times a minute, whomever it tries', async () => {
    const auth = await open({ RATE_LIMIT_SCALE: '1' })
    const answers = []
    for (let n = 0; n < 31; n++) answers.push(await logIn(`a${n}@example.com`, 'x'.repeat(73)))
    expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(400))
    expect(answers[30]).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
    expect(Number(answers[30]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(answers[30]!.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await auth.call('POST', '/signup', {})).status).toBe(422)
  })

  test('cannot pretend to be another one', async () => {
    const auth = await open({ RATE_LIMIT_SCALE: '0.1' })
    const from = (ip: string) =>
      auth.call(
        'POST',
        '/token?grant_type=password',
        { email: 'a@b.co', password: 'x'.repeat(73) },
        { 'x-forwarded-for': ip },
      )
    const answers = []
    for (let n = 0; n < 5; n++) answers.push((await from(`192.0.2.${n}`)).status)
    expect(answers.at(-1)).toBe(429)
  })

  test("behind the operator's proxy is the one that the proxy saw, whatever stands before it", async () => {
    const auth = await open({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXY_HOPS: '1' })
    const from = async (chain: string) =>
      (await auth.call('POST', '/signup', {}, { 'x-forwarded-for': chain })).status
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await from(`192.0.2.${n}, 198.51.100.1`))
    expect(answers).toEqual([422, 422, 422, 429])
    expect(await from('198.51.100.1, 198.51.100.2')).toBe(422)
    const nonsense = await auth.call(
      'POST',
      '/signup',
      { email: someone(), password: GOOD },
      { 'x-forwarded-for': "'; drop table x" },
    )
    expect(nonsense.status).toBe(200)
  })

  test('of IPv6 is the whole network of a household', () => {
    expect(rateLimitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(rateLimitKey('2001:db8:1:2::9')).toBe(rateLimitKey('2001:db8:1:2:ffff::'))
    expect(rateLimitKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(rateLimitKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(rateLimitKey('::1')).toBe('0:0:0:0::/64')
    expect(rateLimitKey('192.0.2.1')).toBe('192.0.2.1')
  })
})

describe('guesses at one account', () => {
  test('end with 429 for who guesses, whether there is such an account or not, and for the right password too', async () => {
    const auth = await open({ RATE_LIMIT_SCALE: '1' })
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    for (const victim of [email, someone()]) {
      const answers = []
      for (let n = 0; n < 11; n++) answers.push((await logIn(victim, 'x'.repeat(73))).status)
      expect(answers).toEqual([...Array(10).fill(400), 429])
    }
    expect((await logIn(email.toUpperCase(), GOOD)).status).toBe(429)
  })

  test('restart with a right one', async () => {
    const auth = await open({ RATE_LIMIT_SCALE: '1' })
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) expect((await logIn(email, 'x'.repeat(73))).status).toBe(400)
      expect((await logIn(email, GOOD)).status).toBe(200)
    }
  })

  test('cannot be made at once to escape the count', async () => {
    await open({ RATE_LIMIT_SCALE: '1' })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => logIn('asha@example.com', 'x'.repeat(73))),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  })
})

test('a session that refreshes without end is slowed down, and others of its address are not', async () => {
  const auth = await open({ RATE_LIMIT_SCALE: '1' })
  const [one, other] = [
    (await auth.client().signUp({ email: someone(), password: GOOD })).data.session!,
    (await auth.client().signUp({ email: someone(), password: GOOD })).data.session!,
  ]
  const refresh = (refresh_token: string) =>
    auth.call('POST', '/token?grant_type=refresh_token', { refresh_token })
  let token = one.refresh_token
  for (let n = 0; n < 30; n++) token = (await refresh(token)).body.refresh_token
  expect((await refresh(token)).status).toBe(429)
  expect((await refresh(other.refresh_token)).status).toBe(200)
})

describe('who guesses from everywhere', () => {
  test('does not shut the owner out of a place where they have logged in before, and strangers stay out', async () => {
    const auth = await open({ RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' })
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    const from = async (ip: string, password: string) =>
      (await auth.call('POST', '/token?grant_type=password', { email, password }, { 'x-forwarded-for': ip }))
        .status
    expect(await from('198.51.100.1', GOOD)).toBe(200)
    const guesses = []
    for (let n = 0; n < 110; n++) guesses.push(await from(`192.0.2.${n}`, 'x'.repeat(73)))
    expect(guesses).toEqual([...Array(100).fill(400), ...Array(10).fill(429)])
    expect(await from('203.0.113.9', GOOD)).toBe(429)
    expect(await from('198.51.100.1', GOOD)).toBe(200)
  })

  test.each([
    [
      'the code that was mailed',
      ({ code }: Letter, email: string) => ({ type: 'recovery', email, token: code }),
    ],
    ['the link that was mailed', ({ token }: Letter) => ({ type: 'recovery', token_hash: token })],
  ])('shuts the owner out of a new place until they come there by %s', async (_, proof) => {
    const auth = await open({ RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' })
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    // The address is verified first, or its first verification would remove the password.
    await auth.sql('update auth.users set email_unseen = false where email = $1', [email])
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    const logIn = async (ip: string, password: string) =>
      (await auth.call('POST', '/token?grant_type=password', { email, password }, from(ip))).status
    for (let n = 0; n < 100; n++) await logIn(`192.0.2.${n}`, 'x'.repeat(73))
    expect(await logIn('203.0.113.9', GOOD)).toBe(429)
    await auth.call('POST', '/recover', { email }, from('203.0.113.9'))
    const shown = await auth.call('POST', '/verify', proof(mails.last(email), email), from('203.0.113.9'))
    expect(shown.status).toBe(200)
    for (let n = 0; n < 101; n++) await logIn(`192.0.2.${n}`, 'x'.repeat(73))
    expect(await logIn('198.51.100.7', GOOD)).toBe(429)
    expect(await logIn('203.0.113.9', GOOD)).toBe(200)
  })

  test('has a count of their own even in the owner’s place', async () => {
    const auth = await open({ RATE_LIMIT_SCALE: '1' })
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    expect((await logIn(email, GOOD)).status).toBe(200)
    const answers = []
    for (let n = 0; n < 12; n++) answers.push((await logIn(email, 'x'.repeat(73))).status)
    expect(answers).toEqual([...Array(10).fill(400), 429, 429])
  })
})

test('asking for the own account, and logging out, have a limit too', async () => {
  const auth = await open({ RATE_LIMIT_SCALE: '0.01' })
  const { data } = await auth.client().signUp({ email: someone(), password: GOOD })
  const headers = { authorization: `Bearer ${data.session!.access_token}` }
  const answers = []
  for (let n = 0; n < 7; n++) answers.push((await auth.call('GET', '/user', undefined, headers)).status)
  expect(answers).toEqual([...Array(6).fill(200), 429])
  expect((await auth.call('POST', '/logout', undefined, headers)).status).toBe(429)
})

describe('limits in the database', () => {
  test('are shared by all nodes, and eight at once count as eight', async () => {
    const auth = await open({})
    const nodes = [limitsInDatabase(auth.database, 1), limitsInDatabase(auth.database, 1)]
    const waits = await Promise.all(
      Array.from({ length: 16 }, (_, n) => nodes[n % 2]!.consume('guess-here', 'asha 192.0.2.1')),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(Math.max(...waits)).toBeLessThanOrEqual(300)
    expect(await nodes[0]!.consume('guess-here', 'juma 192.0.2.1')).toBe(0)
    await nodes[0]!.reset('guess-here', 'asha 192.0.2.1')
    expect(await nodes[0]!.consume('guess-here', 'asha 192.0.2.1')).toBe(0)
  })

  test('begin again when their time is over, and store nobody’s name', async () => {
    const auth = await open({})
    const limits = limitsInDatabase(auth.database, 1)
    for (let n = 0; n < 10; n++) await limits.consume('guess-here', 'neema@example.com')
    await auth.sql(`update auth.tries set ends_at = now() - interval '1 second'`)
    expect(await limits.consume('guess-here', 'neema@example.com')).toBe(0)
    expect(JSON.stringify(await auth.sql(`select key::text, count from auth.tries`))).not.toContain('neema')
    await auth.sql(`update auth.tries set ends_at = now() - interval '1 second'`)
    await deleteExpiredLimits(auth.database)
    expect(await auth.sql(`select 1 from auth.tries`)).toEqual([])
  })

  test('remember a good place for 90 days', async () => {
    const auth = await open({})
    const limits = limitsInDatabase(auth.database, 1)
    expect(await limits.isKnown('asha 192.0.2.1')).toBe(false)
    await limits.markKnown('asha 192.0.2.1')
    await limits.markKnown('asha 192.0.2.1')
    expect(await limits.isKnown('asha 192.0.2.1')).toBe(true)
    await auth.sql(`update auth.known_places set seen_at = now() - interval '91 days'`)
    expect(await limits.isKnown('asha 192.0.2.1')).toBe(false)
    await deleteExpiredLimits(auth.database)
    expect(await auth.sql(`select 1 from auth.known_places`)).toEqual([])
  })
})

test('what is counted can be forgotten, and the scale widens it', async () => {
  const limits = limitsInMemory(2)
  for (let n = 0; n < 20; n++) expect(await limits.consume('guess-here', 'x')).toBe(0)
  expect(await limits.consume('guess-here', 'x')).toBeGreaterThan(0)
  expect(await limits.consume('guess-here', 'y')).toBe(0)
  await limits.reset('guess-here', 'x')
  expect(await limits.consume('guess-here', 'x')).toBe(0)
})

test('a try that is taken back is free again, in memory and in the database', async () => {
  const auth = await open({})
  for (const limits of [limitsInMemory(1), limitsInDatabase(auth.database, 1)]) {
    for (let n = 0; n < 10; n++) await limits.consume('guess-here', 'x')
    await limits.refund('guess-here', 'x')
    expect(await limits.consume('guess-here', 'x')).toBe(0)
    expect(await limits.consume('guess-here', 'x')).toBeGreaterThan(0)
    await limits.refund('guess-here', 'never tried')
    for (let n = 0; n < 10; n++) expect(await limits.consume('guess-here', 'never tried')).toBe(0)
    expect(await limits.consume('guess-here', 'never tried')).toBeGreaterThan(0)
  }
})
