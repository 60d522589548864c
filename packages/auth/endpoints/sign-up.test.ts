import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const data = { full_name: ' Asha Mwangi ', shoe_size: 38 }

describe('signing up', () => {
  test('signs in where addresses need no proof, and makes the profile', async () => {
    const email = someone()
    const { data: signed, error } = await auth
      .client()
      .signUp({ email: email.toUpperCase(), password: GOOD, options: { data } })
    expect(error).toBeNull()
    expect(signed.session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
    })
    expect(signed.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      email_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      last_sign_in_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: data,
      is_anonymous: false,
    })
    expect(signed.user!.identities).toMatchObject([
      {
        id: signed.user!.id,
        user_id: signed.user!.id,
        provider: 'email',
        email,
        identity_data: {
          sub: signed.user!.id,
          email,
          email_verified: true,
          phone_verified: false,
          full_name: data.full_name,
        },
      },
    ])
    expect(JSON.stringify(signed)).not.toContain('argon2')
    expect(await auth.sql('select * from profiles where id = $1', [signed.user!.id])).toMatchObject([
      {
        role: 'user',
        email,
        full_name: data.full_name,
        language: 'en',
      },
    ])
    expect(
      await auth.sql('select action, actor_role from audit_log where entity_id = $1', [signed.user!.id]),
    ).toEqual([{ action: 'user_signedup', actor_role: 'user' }])
  })

  test('never makes an admin, whatever the metadata says', async () => {
    const { user } = (
      await auth.client().signUp({
        email: someone(),
        password: GOOD,
        options: { data: { role: 'admin', app_metadata: { role: 'admin' }, is_admin: true } },
      })
    ).data
    expect(user!.user_metadata).toMatchObject({ role: 'admin' })
    expect(user!.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(user!.role).toBe('authenticated')
    expect(await auth.sql('select role from profiles where id = $1', [user!.id])).toEqual([{ role: 'user' }])
  })

  test.each([
    ['no password', { email: 'a@b.co' }, 400, 'validation_failed', /password/],
    [
      'a password over 72 bytes',
      { email: 'a@b.co', password: `Aa1${'x'.repeat(70)}` },
      400,
      'validation_failed',
      /72/,
    ],
    [
      'no dot in the address',
      { email: 'a@b', password: GOOD },
      400,
      'validation_failed',
      /^Unable to validate email address: invalid format$/,
    ],
    [
      'a blank in the address',
      { email: 'a b@c.de', password: GOOD },
      400,
      'validation_failed',
      /invalid format/,
    ],
    [
      'an endless address',
      { email: `${'a'.repeat(251)}@b.co`, password: GOOD },
      400,
      'validation_failed',
      /invalid format/,
    ],
    [
      'address and phone number',
      { email: 'a@b.co', phone: '255712345678', password: GOOD },
      400,
      'validation_failed',
      /Only/,
    ],
    [
      'a phone number, where those are off',
      { phone: '+255712345678', password: GOOD },
      400,
      'phone_provider_disabled',
      /disabled/,
    ],
    [
      'a phone number that is none',
      { phone: '12ab', password: GOOD },
      400,
      'validation_failed',
      /E\.164 required/,
    ],
    [
      'a channel that is none',
      { phone: '255712345678', password: GOOD, channel: 'pigeon' },
      400,
      'validation_failed',
      /channel/,
    ],
    ['an address that is no text', { email: 7, password: GOOD }, 400, 'validation_failed', /email/],
    [
      'data that is no object',
      { email: 'a@b.co', password: GOOD, data: 'x' },
      400,
      'validation_failed',
      /data/,
    ],
    [
      'data too long for a token',
      { email: 'a@b.co', password: GOOD, data: { x: 'x'.repeat(9000) } },
      400,
      'validation_failed',
      /data/,
    ],
    [
      'a profile that the host refuses',
      { email: 'a@b.co', password: GOOD, data: { full_name: 'x'.repeat(201) } },
      400,
      'validation_failed',
      /^A name has at most 200 characters\.$/,
    ],
    [
      'half a code challenge',
      { email: 'a@b.co', password: GOOD, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      /code_challenge_method/,
    ],
    [
      'the plain code challenge',
      { email: 'a@b.co', password: GOOD, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      400,
      'validation_failed',
      /s256/,
    ],
    ['nobody at all', {}, 422, 'anonymous_provider_disabled', /disabled/],
  ])('refuses %s', async (_what, body, status, slug, sentence) => {
    const answer = await auth.call('POST', '/signup', body)
    expect([answer.status, answer.body.error_code, answer.body.code]).toEqual([status, slug, status])
    expect(answer.body.msg).toMatch(sentence)
    expect(answer.headers.get('x-sb-error-code')).toBe(slug)
  })

  test('says that an address is taken, and changes nothing', async () => {
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    const { data: again, error } = await auth
      .client()
      .signUp({ email, password: `${GOOD}2`, options: { data: { x: 1 } } })
    expect(again).toEqual({ user: null, session: null })
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
    expect((await auth.client().signInWithPassword({ email, password: `${GOOD}2` })).error).not.toBeNull()
  })

  test('makes one account of eight sign-ups at once', async () => {
    const email = someone()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => auth.client().signUp({ email, password: GOOD })),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(7)
    expect(await auth.sql('select count(*)::int as n from profiles where email = $1', [email])).toEqual([
      { n: 1 },
    ])
  })
})
