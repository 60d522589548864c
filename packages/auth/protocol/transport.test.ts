import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const NEWER = { 'x-supabase-api-version': '2024-01-01' }

describe('an error', () => {
  test.each([
    ['2024-01-01', { code: 'validation_failed', message: expect.any(String) }, '2024-01-01'],
    ['2026-11-01', { code: 'validation_failed', message: expect.any(String) }, '2024-01-01'],
    ['2023-01-01', { code: 400, error_code: 'validation_failed', msg: expect.any(String) }, null],
    ['nonsense', { code: 400, error_code: 'validation_failed', msg: expect.any(String) }, null],
  ])('for a client of version %s has the body it reads', async (version, body, echoed) => {
    const answer = await auth.call(
      'POST',
      '/signup',
      { email: 'x', password: GOOD },
      { 'x-supabase-api-version': version },
    )
    expect(answer.body).toEqual(body)
    expect(answer.headers.get('x-supabase-api-version')).toBe(echoed)
    expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('for a weak password carries its reasons in both bodies', async () => {
    for (const headers of [{}, NEWER])
      expect(
        (await auth.call('POST', '/signup', { email: someone(), password: 'x' }, headers)).body,
      ).toMatchObject({ weak_password: { reasons: ['length', 'characters'] } })
  })

  test.each(['/nothing', '/user/identities/x/y', '/admin/nothing'])(
    'for the address %s, which is none, is JSON with 404',
    async (path) => {
      const answer = await auth.call('POST', path, {}, NEWER)
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    },
  )

  test('inside the server is not a client error, and its answer hides the cause', async () => {
    await auth.sql('alter table auth.users rename to users_away')
    const answer = await auth.call('POST', '/token?grant_type=password', { email: 'a@b.co', password: GOOD })
    await auth.sql('alter table auth.users_away rename to users')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: expect.any(String),
      error_id: expect.any(String),
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/relation|users/)
  })
})

describe('a body', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    auth.call('POST', '/signup', body, headers)
  test.each([
    ['no JSON', '{', {}],
    ['a list', '[]', {}],
    ['a text', '"x"', {}],
    ['an own __proto__', '{"__proto__":{"x":1}}', {}],
    ['a NUL, which no database keeps', '{"email":"a@b.co","data":{"x":"\\u0000"}}', {}],
    ['half a surrogate pair', '{"email":"a@b.co","data":{"x":"\\ud83d"}}', {}],
    ['text/plain, which another site could send', '{"email":"a@b.co"}', { 'content-type': 'text/plain' }],
    [
      'a form, which another site could send',
      'email=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
  ])('with %s answers 400 bad_json', async (_what, body, headers) => {
    const answer = await send(body, headers)
    expect([answer.status, answer.body.error_code]).toEqual([400, 'bad_json'])
  })

  test('over 1 MiB answers 413', async () => {
    const answer = await send(JSON.stringify({ data: 'x'.repeat(1024 * 1024) }))
    expect([answer.status, answer.body.error_code]).toEqual([413, 'request_entity_too_large'])
    expect((await send(JSON.stringify({ unknown: 'x'.repeat(1000 * 1024) }))).status).toBe(422)
  })

  test('may hold fields that nobody asked for, null for absent ones, and any text that can be kept', async () => {
    const answer = await auth.call(
      'POST',
      '/signup',
      `{"email":"${someone()}","password":"${GOOD}","code_challenge":null,"code_challenge_method":null,"phone":null,"unknown":{"a":1},"data":{"smile":"\\ud83d\\ude00","path":"C:\\\\u0000"}}`,
    )
    expect(answer.status).toBe(200)
    expect(answer.body.user.user_metadata).toEqual({ smile: '😀', path: 'C:\\u0000' })
  })

  test('deeply nested is refused and hurts nobody', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const answer = await send(`{"email":"${someone()}","password":"${GOOD}","data":{"x":${deep}}}`)
    expect(answer.status).toBe(400)
  })
})

test('a call with a charset or without a body is read', async () => {
  const { data } = await auth.client().signUp({ email: someone(), password: GOOD })
  const answer = await auth.call('POST', '/logout', '', {
    'content-type': 'application/json;charset=UTF-8',
    ...bearer(data.session!.access_token),
  })
  expect(answer.status).toBe(204)
})

test('health, settings and keys are open', async () => {
  expect((await auth.call('GET', '/health')).body).toEqual({
    version: expect.any(String),
    name: 'GoTrue',
    description: expect.any(String),
  })
  expect((await auth.call('GET', '/settings')).body).toEqual({
    external: { anonymous_users: false, email: true, phone: false, google: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
    // Beyond the protocol, for our own screens.
    mfa_totp_enabled: true,
    mfa_phone_enabled: false,
    code_cooldown: 60,
    provider_titles: {},
    captcha_frame: null,
  })
  const answer = await auth.call('GET', '/.well-known/jwks.json')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
  expect(answer.body.keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
    },
  ])
})
