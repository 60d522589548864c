import type { GoTrueClient, Session } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AuthMail } from '../mail.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { pauseAfter } from './misses.ts'

let auth: AuthServer
const mails: AuthMail[] = []
beforeAll(async () => {
  auth = await startAuth({}, async (_tx, mail) => void mails.push(mail))
})
afterAll(() => auth.close())

let ahead = 0
const later = (ms: number) => {
  ahead += ms
  auth.clock.ahead(ms)
}
afterEach(() => {
  later(-ahead)
  ahead = 0
})
const STEP = 30_000

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: auth.clock.now().getTime() + steps * STEP,
  })
/** A code that is none of the present ones. */
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
}
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

interface Person {
  email: string
  client: GoTrueClient
  session(): Promise<Session>
  /** A call of the protocol with the person's newest token. */
  ask(method: string, path: string, body?: unknown): ReturnType<AuthServer['ask']>
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
    ask: async (method, path, body) => auth.ask(method, path, body, bearer((await session()).access_token)),
  }
}

async function enrolled(one: Person, friendlyName = 'Phone') {
  const { data, error } = await one.client.mfa.enroll({ factorType: 'totp', friendlyName })
  expect(error).toBeNull()
  return data as Extract<typeof data, { type: 'totp' }> & object
}

/** Somebody who has shown their app just now, in this session. */
async function protectedPerson() {
  const one = await person()
  const factor = await enrolled(one)
  const { secret } = factor.totp
  const { error } = await one.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(secret) })
  expect(error).toBeNull()
  return { ...one, factor: factor.id, secret }
}

/** The same person in another browser, who knows the password alone. */
const withPassword = (email: string) => person(email)

describe('enrolling an app', () => {
  test('answers the secret as QR code, text and address, and keeps it readable nowhere', async () => {
    const one = await person()
    const { id, type, friendly_name, totp } = await enrolled(one)
    expect([type, friendly_name]).toEqual(['totp', 'Phone'])
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    const uri = new URL(totp.uri)
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual([
      'otpauth:',
      'totp',
      totp.secret,
    ])
    expect(uri.searchParams.get('issuer')).toBe('localhost 3000')
    expect(decodeURIComponent(uri.pathname)).toBe(`/localhost 3000:${one.email}`)
    const [row] = await auth.sql(`select secret, f::text as everything from auth.factors f where id = $1`, [
      id,
    ])
    const raw = Buffer.from(Secret.fromBase32(totp.secret).bytes)
    expect(row!.secret.includes(raw)).toBe(false)
    expect(row!.everything).not.toContain(totp.secret)
    const user = (await one.client.getUser()).data.user!
    expect(user.factors).toMatchObject([
      { id, factor_type: 'totp', status: 'unverified', friendly_name: 'Phone' },
    ])
    expect(JSON.stringify(user)).not.toContain(totp.secret)
  })

  test.each([
    ['a phone', { factor_type: 'phone', phone: '+255712345678' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['a passkey', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['another type', { factor_type: 'carrier-pigeon' }, 400, 'validation_failed'],
    ['no type', {}, 400, 'validation_failed'],
  ])('refuses %s', async (_what, body, status, slug) => {
    const answer = await (await person()).ask('POST', '/factors', body)
    expect([answer.status, answer.body.error_code]).toEqual([status, slug])
  })

  test('refuses the same name again, twice empty too', async () => {
    const one = await person()
    for (const name of ['Phone', '']) {
      await enrolled(one, name)
      const again = await one.client.mfa.enroll({ factorType: 'totp', friendlyName: name })
      expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    }
  })

  test('refuses the eleventh, eight at once or one by one', async () => {
    const one = await person()
    for (let n = 0; n < 6; n++) await enrolled(one, `App ${n}`)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        one.client.mfa.enroll({ factorType: 'totp', friendlyName: `More ${n}` }),
      ),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(4)
    expect(answers.find(({ error }) => error)!.error).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    })
  })

  test('is forgotten after five minutes when nobody went on with it', async () => {
    const one = await person()
    await enrolled(one)
    later(5 * 60_000 + 1000)
    await enrolled(one)
    expect((await one.client.getUser()).data.user!.factors).toHaveLength(1)
  })

  test('is closed to visitors and to anonymous people', async () => {
    expect((await auth.ask('POST', '/factors', { factor_type: 'totp' })).body.error_code).toBe(
      'no_authorization',
    )
    const one = await person()
    await auth.sql('update auth.users set is_anonymous = true where id = $1', [(await one.session()).user.id])
    const answer = await one.ask('POST', '/factors', { factor_type: 'totp' })
    expect([answer.status, answer.body.error_code]).toEqual([403, 'no_authorization'])
  })

  test('and using one can be turned off', async () => {
    const off = await startAuth({ AUTH_TOTP: 'off' })
    const { data } = await off.client().signUp({ email: someone(), password: GOOD })
    const as = bearer(data.session!.access_token)
    const enroll = await off.ask('POST', '/factors', { factor_type: 'totp' }, as)
    const id = '018f0000-0000-7000-8000-000000000001'
    const verify = await off.ask('POST', `/factors/${id}/verify`, { challenge_id: id, code: '1' }, as)
    await off.close()
    expect([enroll.status, enroll.body.error_code]).toEqual([422, 'mfa_totp_enroll_not_enabled'])
    expect([verify.status, verify.body.error_code]).toEqual([422, 'mfa_totp_verify_not_enabled'])
  })
})

describe('a code of the app', () => {
  test('raises the same session to aal2, with new tokens, and tells the owner by mail', async () => {
    const one = await person()
    const before = await one.session()
    const factor = await enrolled(one)
    const challenge = (await one.client.mfa.challenge({ factorId: factor.id })).data!
    expect(challenge).toMatchObject({ id: expect.any(String), type: 'totp' })
    expect(challenge.expires_at - Math.floor(auth.clock.now().getTime() / 1000)).toBeGreaterThan(290)
    const { data, error } = await one.client.mfa.verify({
      factorId: factor.id,
      challengeId: challenge.id,
      code: codeOf(factor.totp.secret),
    })
    expect(error).toBeNull()
    const [old, raised] = [claims(before.access_token), claims(data!.access_token)]
    expect(raised).toMatchObject({ session_id: old.session_id, sub: old.sub, aal: 'aal2' })
    expect(raised.amr.map(({ method }: { method: string }) => method).toSorted()).toEqual([
      'password',
      'totp',
    ])
    expect(data!.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
    const [row] = await auth.sql('select aal, factor_id from auth.sessions where id = $1', [old.session_id])
    expect(row).toEqual({ aal: 'aal2', factor_id: factor.id })
    const level = await one.client.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(mails.filter(({ to }) => to === one.email)).toMatchObject([
      { kind: 'factor-added', factor: 'totp' },
    ])
    // Kept by a refresh, which is no way to show a factor.
    const refreshed = claims((await one.client.refreshSession()).data.session!.access_token)
    expect([refreshed.aal, refreshed.amr]).toEqual(['aal2', raised.amr])
  })

  test('ends every other session that has shown none, and leaves those that have', async () => {
    const one = await protectedPerson()
    const shown = await withPassword(one.email)
    later(STEP)
    await shown.client.mfa.challengeAndVerify({ factorId: one.factor, code: codeOf(one.secret) })
    const bare = await withPassword(one.email)
    later(STEP)
    await one.client.mfa.challengeAndVerify({ factorId: one.factor, code: codeOf(one.secret) })
    expect((await shown.ask('GET', '/user')).status).toBe(200)
    const ended = await bare.ask('GET', '/user')
    expect([ended.status, ended.body.error_code]).toEqual([403, 'session_not_found'])
  })

  test('takes other unfinished enrolments of its kind with it', async () => {
    const one = await person()
    await enrolled(one, 'First try')
    const { id, totp } = await enrolled(one, 'Second try')
    await one.client.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) })
    expect((await one.client.getUser()).data.user!.factors).toMatchObject([{ id, status: 'verified' }])
  })

  test.each([
    ['the step before', -1, true],
    ['this step', 0, true],
    ['the step after', 1, true],
    ['two steps before', -2, false],
    ['two steps after', 2, false],
  ])('of %s is taken: %s', async (_what, steps, taken) => {
    const one = await person()
    const { id, totp } = await enrolled(one)
    const { error } = await one.client.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(totp.secret, steps),
    })
    expect(error?.code).toBe(taken ? undefined : 'mfa_verification_failed')
  })

  test('that is wrong is refused, and nothing changes but the count', async () => {
    const one = await person()
    const { id, totp } = await enrolled(one)
    const { error } = await one.client.mfa.challengeAndVerify({ factorId: id, code: wrongCode(totp.secret) })
    expect(error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    })
    expect(await auth.sql('select status, misses from auth.factors where id = $1', [id])).toEqual([
      { status: 'unverified', misses: 1 },
    ])
    expect(claims((await one.session()).access_token).aal).toBe('aal1')
  })
})

describe('a challenge', () => {
  const open = async (one: Person & { factor: string }) =>
    (await one.client.mfa.challenge({ factorId: one.factor })).data!.id
  const verify = (one: Person & { factor: string; secret: string }, challenge_id: string, more = {}) =>
    one.ask('POST', `/factors/${one.factor}/verify`, { challenge_id, code: codeOf(one.secret), ...more })

  test('that is unknown, of another factor, used, from elsewhere, or old is refused', async () => {
    const one = await protectedPerson()
    later(STEP)
    const unknown = await verify(one, '018f0000-0000-7000-8000-000000000001')
    expect([unknown.status, unknown.body.error_code]).toEqual([422, 'mfa_factor_not_found'])
    const other = await protectedPerson()
    expect((await verify(one, await open(other))).body.error_code).toBe('mfa_factor_not_found')

    const used = await open(one)
    expect((await verify(one, used)).status).toBe(200)
    const [{ access_token }] = [
      (await one.client.signInWithPassword({ email: one.email, password: GOOD })).data.session!,
    ]
    later(STEP)
    const again = await auth.ask(
      'POST',
      `/factors/${one.factor}/verify`,
      { challenge_id: used, code: codeOf(one.secret) },
      bearer(access_token),
    )
    expect([again.status, again.body.error_code]).toEqual([422, 'mfa_ip_address_mismatch'])

    const moved = await open(one)
    await auth.sql(`update auth.challenges set ip = '192.0.2.1' where id = $1`, [moved])
    expect((await verify(one, moved)).body.error_code).toBe('mfa_ip_address_mismatch')

    const old = await open(one)
    later(5 * 60_000)
    const expired = await verify(one, old)
    expect([expired.status, expired.body.error_code]).toEqual([422, 'mfa_challenge_expired'])
  })

  test('wants a code and an id', async () => {
    const one = await protectedPerson()
    for (const body of [{ code: '' }, { code: undefined }, { challenge_id: 'x', code: '1' }]) {
      const answer = await one.ask('POST', `/factors/${one.factor}/verify`, {
        challenge_id: one.factor,
        ...body,
      })
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
    }
  })

  test("of somebody else's factor is not found, whatever is asked of it", async () => {
    const [one, other] = [await protectedPerson(), await protectedPerson()]
    for (const id of [other.factor, '018f0000-0000-7000-8000-000000000001', 'x'])
      for (const [method, path, body] of [
        ['POST', '/challenge', {}],
        ['POST', '/verify', { challenge_id: one.factor, code: '123456' }],
        ['DELETE', '', undefined],
      ] as const) {
        const answer = await one.ask(method, `/factors/${id}${path}`, body)
        expect([path, answer.status, answer.body.error_code]).toEqual([path, 404, 'mfa_factor_not_found'])
      }
    expect((await other.client.getUser()).data.user!.factors).toHaveLength(1)
  })
})

describe('an attacker', () => {
  test('cannot use a code twice, though it is still of this step', async () => {
    const one = await protectedPerson()
    const code = codeOf(one.secret)
    const thief = await withPassword(one.email)
    const { error } = await thief.client.mfa.challengeAndVerify({ factorId: one.factor, code })
    expect(error?.code).toBe('mfa_verification_failed')
    later(STEP)
    // Nor the code of the step before one that was used.
    await one.client.mfa.challengeAndVerify({ factorId: one.factor, code: codeOf(one.secret, 1) })
    const earlier = await withPassword(one.email)
    const second = await earlier.client.mfa.challengeAndVerify({
      factorId: one.factor,
      code: codeOf(one.secret),
    })
    expect(second.error?.code).toBe('mfa_verification_failed')
  })

  test('uses a right code once, though eight are sent at once', async () => {
    const one = await protectedPerson()
    const thieves = await Promise.all(Array.from({ length: 8 }, () => withPassword(one.email)))
    later(STEP)
    const code = codeOf(one.secret)
    const answers = await Promise.all(
      thieves.map(({ client }) => client.mfa.challengeAndVerify({ factorId: one.factor, code })),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  })

  test('is shut out after five guesses, longer each time, even with the right code', async () => {
    const one = await protectedPerson()
    const thief = await withPassword(one.email)
    later(STEP)
    const guess = (code: string) => thief.client.mfa.challengeAndVerify({ factorId: one.factor, code })
    const eight = await Promise.all(Array.from({ length: 8 }, () => guess(wrongCode(one.secret))))
    const slugs = eight.map(({ error }) => error?.code).toSorted()
    expect(slugs).toEqual([
      ...Array<string>(5).fill('mfa_verification_failed'),
      ...Array<string>(3).fill('over_request_rate_limit'),
    ])
    expect((await guess(codeOf(one.secret))).error).toMatchObject({ status: 429 })
    later(61_000)
    expect((await guess(wrongCode(one.secret))).error?.code).toBe('mfa_verification_failed')
    later(61_000)
    expect((await guess(codeOf(one.secret))).error).toMatchObject({ status: 429 })
    later(60_000)
    expect((await guess(codeOf(one.secret))).error).toBeNull()
    expect([4, 5, 6, 9, 40].map(pauseAfter)).toEqual([0, 60_000, 120_000, 960_000, 86_400_000])
  })

  test('who knows the password alone can neither add, remove, nor change', async () => {
    const one = await protectedPerson()
    const thief = await withPassword(one.email)
    const enroll = await thief.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    expect(enroll.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const remove = await thief.client.mfa.unenroll({ factorId: one.factor })
    expect(remove.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    const codes = await thief.ask('POST', '/factors/recovery-codes')
    expect([codes.status, codes.body.error_code]).toEqual([403, 'insufficient_aal'])
    const password = await thief.client.updateUser({
      password: 'Another-pass-77',
      currentPassword: GOOD,
    } as object)
    expect(password.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  })

  test('with a refresh token from before the code gets nothing, and ends the session', async () => {
    const one = await person()
    const before = await one.session()
    const factor = await enrolled(one)
    await one.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    const answer = await auth.ask('POST', '/token?grant_type=refresh_token', {
      refresh_token: before.refresh_token,
    })
    expect([answer.status, answer.body.error_code]).toEqual([400, 'refresh_token_already_used'])
    expect((await one.ask('GET', '/user')).body.error_code).toBe('session_not_found')
  })

  test('who fixed a session before the log-in has none after it', async () => {
    const mine = await person()
    const planted = await mine.session()
    const victim = await withPassword(mine.email)
    const theirs = await victim.session()
    expect(claims(theirs.access_token).session_id).not.toBe(claims(planted.access_token).session_id)
    expect(theirs.refresh_token).not.toBe(planted.refresh_token)
  })

  test('who copies a secret to a factor of their own can use neither', async () => {
    const [victim, thief] = [await protectedPerson(), await protectedPerson()]
    later(STEP)
    await auth.sql(
      'update auth.factors set secret = (select secret from auth.factors where id = $1) where id = $2',
      [victim.factor, thief.factor],
    )
    const { error } = await thief.client.mfa.challengeAndVerify({
      factorId: thief.factor,
      code: codeOf(victim.secret),
    })
    expect(error).not.toBeNull()
  })
})

describe('removing a factor', () => {
  test('drops the sessions that have shown it, which go on at aal1, and tells the owner', async () => {
    const one = await protectedPerson()
    const { data, error } = await one.client.mfa.unenroll({ factorId: one.factor })
    expect(error).toBeNull()
    expect(data).toEqual({ id: one.factor })
    const refreshed = (await one.client.refreshSession()).data.session!
    expect(claims(refreshed.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(refreshed.user.factors).toBeUndefined()
    expect(mails.filter(({ to }) => to === one.email).map(({ kind }) => kind)).toEqual([
      'factor-added',
      'factor-removed',
    ])
  })

  test('that was never verified needs no aal2', async () => {
    const one = await person()
    const { id } = await enrolled(one)
    expect((await one.client.mfa.unenroll({ factorId: id })).error).toBeNull()
  })
})
