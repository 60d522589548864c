import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const NEW = 'Tembo-9-wanacheza'

async function signUp(data: object = {}) {
  const email = someone()
  const { session, user } = (await auth.client().signUp({ email, password: GOOD, options: { data } })).data
  const put = (body: object, token = session!.access_token) => auth.call('PUT', '/user', body, bearer(token))
  const logIn = async (password: string) =>
    (await auth.client().signInWithPassword({ email, password })).data.session
  return { email, id: user!.id, session: session!, token: session!.access_token, put, logIn }
}

const slug = ({ status, body }: { status: number; body: { error_code: string } }) => [status, body.error_code]

describe('reading the user', () => {
  test('shows who the token stands for', async () => {
    const { token, id, email } = await signUp()
    const { data, error } = await auth.client().getUser(token)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id, email, role: 'authenticated', aud: 'authenticated' })
    expect(data.user).not.toHaveProperty('factors')
    expect(data.user).not.toHaveProperty('banned_until')
  })

  test('is refused in the order of the protocol', async () => {
    expect(slug(await auth.call('GET', '/user'))).toEqual([401, 'no_authorization'])
    expect(slug(await auth.call('GET', '/user', undefined, { authorization: 'Basic x' }))).toEqual([
      401,
      'no_authorization',
    ])
    const forged = await auth.call('GET', '/user', undefined, bearer('a.b.c'))
    expect(slug(forged)).toEqual([403, 'bad_jwt'])
    expect(forged.body.msg).toMatch(/^invalid JWT/)
    const now = Math.floor(Date.now() / 1000)
    const sign = (claims: object) =>
      auth.keys.sign({ iss: auth.keys.issuer, aud: 'authenticated', iat: now, exp: now + 600, ...claims })
    const request = async (claims: object) =>
      slug(await auth.call('GET', '/user', undefined, bearer(await sign(claims))))
    expect(await request({ role: 'service_role' })).toEqual([403, 'bad_jwt'])
    expect(await request({ sub: 'me' })).toEqual([400, 'bad_jwt'])
    expect(await request({ sub: '018f0000-0000-7000-8000-000000000000' })).toEqual([403, 'user_not_found'])
    const { id, token } = await signUp()
    expect(await request({ sub: id })).toEqual([403, 'session_not_found'])
    expect(await request({ sub: id, session_id: '018f0000-0000-7000-8000-000000000000' })).toEqual([
      403,
      'session_not_found',
    ])
    await auth.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [id])
    expect(slug(await auth.call('GET', '/user', undefined, bearer(token)))).toEqual([403, 'user_banned'])
    await auth.sql(`update auth.users set banned_until = null, deleted_at = now() where id = $1`, [id])
    expect(slug(await auth.call('GET', '/user', undefined, bearer(token)))).toEqual([403, 'user_not_found'])
  })

  test("is refused with another person's session, or for another audience", async () => {
    const [one, other] = [await signUp(), await signUp()]
    const session_id = JSON.parse(Buffer.from(other.token.split('.')[1]!, 'base64url').toString()).session_id
    const now = Math.floor(Date.now() / 1000)
    const mixed = await auth.keys.sign({
      iss: auth.keys.issuer,
      aud: 'authenticated',
      sub: one.id,
      session_id,
      iat: now,
      exp: now + 600,
    })
    expect(slug(await auth.call('GET', '/user', undefined, bearer(mixed)))).toEqual([
      403,
      'session_not_found',
    ])
    expect(
      slug(await auth.call('GET', '/user', undefined, { ...bearer(one.token), 'x-jwt-aud': 'elsewhere' })),
    ).toEqual([400, 'validation_failed'])
  })
})

describe('changing metadata', () => {
  test('merges key by key, and null takes a key away', async () => {
    const { put } = await signUp({ theme: 'dark', language: 'sw' })
    const { status, body } = await put({ data: { theme: 'light', size: { nested: null }, language: null } })
    expect([status, body.user_metadata]).toEqual([200, { theme: 'light', size: { nested: null } }])
    expect((await put({ data: null })).body.user_metadata).toEqual({ theme: 'light', size: { nested: null } })
  })

  test('gives no right, and leaves the profile alone', async () => {
    const { put, id } = await signUp({ full_name: 'Asha' })
    expect((await put({ data: { role: 'admin', full_name: 'Another' } })).body.user_metadata.role).toBe(
      'admin',
    )
    expect(await auth.sql('select role, full_name from profiles where id = $1', [id])).toEqual([
      { role: 'user', full_name: 'Asha' },
    ])
    expect(slug(await put({ app_metadata: { role: 'admin' } }))).toEqual([403, 'not_admin'])
    const [row] = await auth.sql('select app_metadata from auth.users where id = $1', [id])
    expect(row!.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  })

  test('is refused when it would no longer fit into a token', async () => {
    const { put } = await signUp()
    expect((await put({ data: { a: 'x'.repeat(5000) } })).status).toBe(200)
    expect(slug(await put({ data: { b: 'x'.repeat(5000) } }))).toEqual([400, 'validation_failed'])
  })
})

describe('changing the password', () => {
  test('takes the current one, and ends every other session and outstanding code', async () => {
    const me = await signUp()
    const other = (await me.logIn(GOOD))!
    await auth.sql(
      `insert into auth.one_time_tokens (id, user_id, type, relates_to, expires_at) values ($1, $1, 'recovery', 'x', now())`,
      [me.id],
    )
    const { status } = await me.put({ password: NEW, current_password: GOOD })
    expect(status).toBe(200)
    expect((await auth.call('GET', '/user', undefined, bearer(me.token))).status).toBe(200)
    expect(slug(await auth.call('GET', '/user', undefined, bearer(other.access_token)))).toEqual([
      403,
      'session_not_found',
    ])
    expect(await auth.sql('select id from auth.one_time_tokens where user_id = $1', [me.id])).toEqual([])
    expect(await me.logIn(GOOD)).toBeNull()
    expect(await me.logIn(NEW)).not.toBeNull()
    const acts = await auth.sql(`select action from audit_log where entity_id = $1 order by at`, [me.id])
    expect(acts.map(({ action }) => action)).toContain('user_updated_password')
  })

  test.each([
    ['without the current one', { password: NEW }, 400, 'current_password_required'],
    [
      'with a wrong one',
      { password: NEW, current_password: 'Wrong-password-9' },
      400,
      'current_password_invalid',
    ],
    ['to the same one', { password: GOOD, current_password: GOOD }, 422, 'same_password'],
    ['to a weak one', { password: 'short', current_password: GOOD }, 422, 'weak_password'],
    ['to an empty one', { password: '', current_password: GOOD }, 400, 'validation_failed'],
    [
      'to an endless one',
      { password: `Aa1${'x'.repeat(70)}`, current_password: GOOD },
      400,
      'validation_failed',
    ],
  ])('%s is refused, and nothing changes', async (_how, body, status, expected) => {
    const { put, logIn } = await signUp()
    expect(slug(await put(body))).toEqual([status, expected])
    expect(await logIn(GOOD)).not.toBeNull()
  })

  test('asks for no current one in a session that came by a mailed code, yet refuses the same again', async () => {
    const me = await signUp()
    await auth.sql(
      `update auth.sessions set amr = jsonb_build_array(
         jsonb_build_object('method', 'recovery', 'timestamp', extract(epoch from now())::bigint)) where user_id = $1`,
      [me.id],
    )
    expect(slug(await me.put({ password: GOOD }))).toEqual([422, 'same_password'])
    expect((await me.put({ password: NEW })).status).toBe(200)
  })

  test('of eight wishes at once one is done', async () => {
    const me = await signUp()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => me.put({ password: `${NEW}-${n}`, current_password: GOOD })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)])
  })
})

describe('changing what one logs in with', () => {
  test('needs the second factor of who has one', async () => {
    const me = await signUp()
    await auth.sql(
      `insert into auth.factors (id, user_id, factor_type, status) values ($1, $1, 'totp', 'verified')`,
      [me.id],
    )
    for (const body of [
      { email: someone() },
      { phone: '255712345678' },
      { password: NEW, current_password: GOOD },
    ])
      expect(slug(await me.put(body))).toEqual([401, 'insufficient_aal'])
    expect((await me.put({ data: { a: 1 } })).body.factors).toMatchObject([
      { factor_type: 'totp', status: 'verified' },
    ])
    await auth.sql(`update auth.sessions set aal = 'aal2' where user_id = $1`, [me.id])
    expect((await me.put({ password: NEW, current_password: GOOD })).status).toBe(200)
  })

  test('is the matter of the identity provider that manages the user', async () => {
    const me = await signUp()
    await auth.sql('update auth.users set is_sso = true where id = $1', [me.id])
    expect(slug(await me.put({ email: someone() }))).toEqual([422, 'user_sso_managed'])
  })

  test('is refused where neither mails nor messages can be sent', async () => {
    const { put, email } = await signUp()
    expect(slug(await put({ email: someone() }))).toEqual([422, 'email_provider_disabled'])
    expect(slug(await put({ phone: '255712345678' }))).toEqual([400, 'phone_provider_disabled'])
    expect((await put({ email: email.toUpperCase() })).body.email).toBe(email)
  })
})
