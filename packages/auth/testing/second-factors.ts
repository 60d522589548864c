import type { GoTrueClient, Session } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterEach, expect } from 'vitest'
import type { AuthMail } from '../auth.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from './auth-server.ts'

/** The time step of an app's codes, in milliseconds. */
export const STEP = 30_000

/** The claims of a token. */
export const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

export interface Person {
  email: string
  client: GoTrueClient
  session(): Promise<Session>
  /** A call with the person's current token. */
  call(method: string, path: string, body?: unknown): ReturnType<AuthServer['call']>
}

/** Starts the auth server with its own clock, and makes people with second factors. */
export async function startFactors(settings: Record<string, string> = {}) {
  const mails: AuthMail[] = []
  const auth = await startAuth(settings, async (_tx, mail) => void mails.push(mail))
  let ahead = 0
  const later = (ms: number) => {
    ahead += ms
    auth.clock.ahead(ms)
  }
  afterEach(() => later(-ahead))

  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: auth.clock.now().getTime() + steps * STEP,
    })
  /** A code that differs from the valid ones. */
  const wrongCode = (secret: string) => {
    const right = [-1, 0, 1].map((steps) => codeOf(secret, steps))
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
  }

  async function person(email = someone()): Promise<Person> {
    const client = auth.client()
    const { error } = await client.signUp({ email, password: GOOD })
    if (error) await client.signInWithPassword({ email, password: GOOD })
    const session = async () => (await client.getSession()).data.session!
    return {
      email,
      client,
      session,
      call: async (method, path, body) =>
        auth.call(method, path, body, bearer((await session()).access_token)),
    }
  }

  async function enrolled(one: Person, friendlyName = 'Phone') {
    const { data, error } = await one.client.mfa.enroll({ factorType: 'totp', friendlyName })
    expect(error).toBeNull()
    return data as Extract<typeof data, { type: 'totp' }> & object
  }

  /** A person who has just verified an app in this session. */
  async function protectedPerson() {
    const one = await person()
    const factor = await enrolled(one)
    const { secret } = factor.totp
    const { error } = await one.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(secret) })
    expect(error).toBeNull()
    return { ...one, factor: factor.id, secret }
  }

  /** The same person in another browser, logged in with the password only. */
  const withPassword = (email: string) => person(email)

  return { auth, mails, later, codeOf, wrongCode, person, enrolled, protectedPerson, withPassword }
}
