import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, describe, expect, test } from 'vitest'
import { GOOD, someone } from '../testing/auth-server.ts'
import { claims, startFactors } from '../testing/second-factors.ts'

const HOUR = 3_600_000

/** The published client, signed in anew. */
async function signedIn(auth: { client(): GoTrueClient }, email = someone()) {
  const client = auth.client()
  const { error } = await client.signUp({ email, password: GOOD })
  if (error) await client.signInWithPassword({ email, password: GOOD })
  return { email, client }
}

/** What a refresh answers: a code of the protocol, or that it went on. */
const refreshed = async (client: GoTrueClient) => (await client.refreshSession()).error?.code ?? 'on'

describe('a session that is limited from its log-in on', async () => {
  const { auth, later } = await startFactors({ AUTH_SESSION_TIMEBOX: '86400' })
  afterAll(() => auth.close())

  test('goes on however it is used until then, and ends then however it is used', async () => {
    const { client } = await signedIn(auth)
    for (let hours = 5; hours < 24; hours += 6) {
      later((hours === 5 ? 5 : 6) * HOUR)
      expect(await refreshed(client)).toBe('on')
    }
    later(HOUR / 2)
    expect(await refreshed(client)).toBe('on')
    later(HOUR / 2)
    const { error } = await client.refreshSession()
    expect(error).toMatchObject({ status: 400, code: 'session_expired' })
  })

  test('begins anew with a log-in', async () => {
    const { email } = await signedIn(auth)
    later(25 * HOUR)
    expect(await refreshed((await signedIn(auth, email)).client)).toBe('on')
  })
})

describe('a session that is limited by its rest', async () => {
  const { auth, later } = await startFactors({ AUTH_SESSION_INACTIVITY: '7200' })
  afterAll(() => auth.close())

  test('goes on as long as it is used, and ends when it was not', async () => {
    const { client } = await signedIn(auth)
    for (let turn = 0; turn < 4; turn++) {
      later(1.5 * HOUR)
      expect(await refreshed(client)).toBe('on')
    }
    later(2 * HOUR)
    expect(await refreshed(client)).toBe('session_expired')
  })
})

describe('where a person has one session', async () => {
  const { auth, later } = await startFactors({ AUTH_SINGLE_SESSION: 'on' })
  afterAll(() => auth.close())

  test('the one that was used last goes on, and no other', async () => {
    const first = await signedIn(auth)
    later(1000)
    const second = await signedIn(auth, first.email)
    expect(await refreshed(first.client)).toBe('session_expired')
    later(1000)
    expect(await refreshed(second.client)).toBe('on')
    expect(await refreshed((await signedIn(auth)).client)).toBe('on')
  })

  test('of eight that refresh at once one goes on', async () => {
    const { email } = await signedIn(auth)
    const clients = []
    for (let n = 0; n < 8; n++) {
      later(1000)
      clients.push((await signedIn(auth, email)).client)
    }
    const outcomes = await Promise.all(clients.map(refreshed))
    expect(outcomes).toEqual([...Array<string>(7).fill('session_expired'), 'on'])
  })
})

describe('where a session may go without the second factor for an hour', async () => {
  const { auth, later, codeOf, person, protectedPerson, withPassword } = await startFactors({
    AUTH_SESSION_LOW_AAL: '3600',
    AUTH_TOKEN_LIFE: '7200',
  })
  afterAll(() => auth.close())

  test('one that has not shown it ends, and its token with it', async () => {
    const mine = await protectedPerson()
    const bare = await withPassword(mine.email)
    const { access_token, expires_in } = await bare.session()
    expect(expires_in).toBeGreaterThan(3000)
    expect(expires_in).toBeLessThanOrEqual(3600)
    const { exp, iat } = claims(access_token)
    expect(exp - iat).toBe(expires_in)
    later(HOUR / 2)
    expect(await refreshed(bare.client)).toBe('on')
    expect((await bare.session()).expires_in).toBeLessThanOrEqual(1800)
    later(HOUR / 2)
    expect(await refreshed(bare.client)).toBe('session_expired')
  })

  test('one that has shown it goes on, with tokens of the usual life', async () => {
    const mine = await protectedPerson()
    expect((await mine.session()).expires_in).toBe(7200)
    later(2 * HOUR)
    expect(await refreshed(mine.client)).toBe('on')
    const other = await withPassword(mine.email)
    await other.client.mfa.challengeAndVerify({ factorId: mine.factor, code: codeOf(mine.secret) })
    later(2 * HOUR)
    expect(await refreshed(other.client)).toBe('on')
  })

  test('whoever has none goes on, one that was only begun is none', async () => {
    const mine = await person()
    await mine.client.mfa.enroll({ factorType: 'totp' })
    later(2 * HOUR)
    expect(await refreshed(mine.client)).toBe('on')
    expect((await mine.session()).expires_in).toBe(7200)
  })
})
