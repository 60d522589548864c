import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, describe, expect, test } from 'vitest'
import { GOOD, someone } from '../testing/auth-server.ts'
import { startFactors } from '../testing/second-factors.ts'

const HOUR = 3_600_000

/** The published client, signed in again. */
async function signedIn(auth: { client(): GoTrueClient }, email = someone()) {
  const client = auth.client()
  const { error } = await client.signUp({ email, password: GOOD })
  if (error) await client.signInWithPassword({ email, password: GOOD })
  return { email, client }
}

/** The error code of a refresh, or `on` if it succeeded. */
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

  test('begins again with a log-in', async () => {
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
