import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { HashJob } from '../passwords/hasher.ts'
import type * as Hashers from '../passwords/hash-threads.ts'
import { type AuthServer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

const jobs = vi.hoisted((): HashJob[] => [])
vi.mock('../passwords/hash-threads.ts', async (original) => {
  const { inHasher } = await original<typeof Hashers>()
  return { inHasher: (job: HashJob) => (jobs.push(job), inHasher(job)) }
})

let auth: AuthServer
let email: string
let id: string
beforeAll(async () => {
  auth = await startAuth()
  email = someone()
  const { data } = await auth
    .client()
    .signUp({ email, password: GOOD, options: { data: { full_name: 'Juma' } } })
  id = data.user!.id
})
afterAll(() => auth.close())

const logIn = (body: object) => auth.call('POST', '/token?grant_type=password', body)

describe('a log-in', () => {
  test('gives a session whose token says who it is, and nothing more', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { data, error } = await auth
      .client()
      .signInWithPassword({ email: ` ${email.toUpperCase()}`.trim(), password: GOOD })
    expect(error).toBeNull()
    const { session } = data
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const [header, payload] = session!.access_token
      .split('.')
      .map((part, index) => (index < 2 ? JSON.parse(Buffer.from(part, 'base64url').toString()) : part))
    const { keys } = (await auth.call('GET', '/.well-known/jwks.json')).body
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: keys[0].kid })
    expect(Object.keys(payload).toSorted()).toEqual([
      'aal',
      'amr',
      'app_metadata',
      'aud',
      'email',
      'exp',
      'iat',
      'is_anonymous',
      'iss',
      'phone',
      'role',
      'session_id',
      'sub',
      'user_metadata',
    ])
    expect(payload).toMatchObject({
      iss: auth.keys.issuer,
      sub: id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Juma' },
    })
    expect(payload.iat).toBeGreaterThanOrEqual(before)
    expect(payload.exp - payload.iat).toBe(3600)
    expect(session!.expires_at).toBe(payload.exp)
  })

  test('opens a new session each time', async () => {
    const one = (await logIn({ email, password: GOOD })).body
    const two = (await logIn({ email, password: GOOD })).body
    expect(one.refresh_token).not.toBe(two.refresh_token)
    const rows = await auth.sql('select user_agent, ip::text from auth.sessions where user_id = $1', [id])
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.at(-1)).toMatchObject({ user_agent: expect.any(String), ip: '127.0.0.1/32' })
  })

  test('answers alike for an unknown user, one without a password, and a wrong password', async () => {
    const passwordless = someone()
    await auth.client().signUp({ email: passwordless, password: GOOD })
    await auth.sql('update auth.users set password_hash = null where email = $1', [passwordless])
    const answers = await Promise.all([
      logIn({ email, password: 'Wrong-password-9' }),
      logIn({ email: someone(), password: 'Wrong-password-9' }),
      logIn({ email: passwordless, password: GOOD }),
      logIn({ email: 'no address', password: GOOD }),
      logIn({ email, password: '' }),
      logIn({ email, password: 'x'.repeat(73) }),
    ])
    const bodies = answers.map(({ status, body }) => JSON.stringify([status, body]))
    expect(new Set(bodies)).toEqual(
      new Set([
        JSON.stringify([
          400,
          { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
        ]),
      ]),
    )
  })

  test('hashes for an unknown user what it hashes for a wrong password', async () => {
    const hashed = async (body: object) => {
      jobs.length = 0
      expect((await logIn(body)).status).toBe(400)
      // The parameters of the compared hash, because they decide the cost.
      return jobs.map((job) => [job.act, 'kept' in job && job.kept.split('$').slice(1, 4)])
    }
    const wrong = await hashed({ email, password: 'Wrong-password-9' })
    expect(wrong).toContainEqual(['verify', ['argon2id', 'v=19', 'm=64,t=1,p=1']])
    expect(await hashed({ email: someone(), password: 'Wrong-password-9' })).toEqual(wrong)
  })

  test.each([
    ['neither address nor number', { password: GOOD }],
    ['both', { email: 'a@b.co', phone: '255712345678', password: GOOD }],
  ])('with %s is refused', async (_what, body) => {
    expect((await logIn(body)).body).toMatchObject({ code: 400, error_code: 'validation_failed' })
  })

  test('by phone number is refused where those are off', async () => {
    expect((await logIn({ phone: '255712345678', password: GOOD })).body).toMatchObject({
      code: 422,
      error_code: 'phone_provider_disabled',
    })
  })

  test('tells of a ban only who knows the password', async () => {
    const banned = someone()
    await auth.client().signUp({ email: banned, password: GOOD })
    await auth.sql(`update auth.users set banned_until = now() + interval '1 hour' where email = $1`, [
      banned,
    ])
    expect((await logIn({ email: banned, password: GOOD })).body).toMatchObject({
      code: 400,
      error_code: 'user_banned',
    })
    expect((await logIn({ email: banned, password: 'Wrong-password-9' })).body.error_code).toBe(
      'invalid_credentials',
    )
  })

  test('is noted, and so is one that failed', async () => {
    const rows = await auth.sql(
      `select distinct action, actor_role, actor_id, after->>'reason' as reason from audit_log where entity_id = $1 and action like 'login%'`,
      [id],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'login', actor_role: 'user', actor_id: id, reason: null },
        { action: 'login_failed', actor_role: 'anonymous', actor_id: null, reason: 'invalid_credentials' },
      ]),
    )
    const stored = await auth.sql(`select a::text as everything from audit_log a`)
    expect(stored.some(({ everything }) => everything.includes('Wrong-password'))).toBe(false)
  })

  test('with a password that is too weak by now succeeds and says so', async () => {
    const weak = someone()
    await auth.client().signUp({ email: weak, password: GOOD })
    await auth.sql('update auth.users set password_hash = $1 where email = $2', [
      await hash('password', { memoryCost: 65_536, timeCost: 3 }),
      weak,
    ])
    const { data, error } = await auth.client().signInWithPassword({ email: weak, password: 'password' })
    expect(error).toBeNull()
    expect(data.weakPassword).toMatchObject({
      reasons: ['characters'],
      message: expect.stringMatching(/uppercase/),
    })
  })

  test('replaces an outdated hash by one with current parameters', async () => {
    const old = someone()
    await auth.client().signUp({ email: old, password: GOOD })
    await auth.sql('update auth.users set password_hash = $1 where email = $2', [
      await hash(GOOD, { memoryCost: 8192, timeCost: 1 }),
      old,
    ])
    expect((await logIn({ email: old, password: GOOD })).status).toBe(200)
    const [row] = await auth.sql('select password_hash from auth.users where email = $1', [old])
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect((await logIn({ email: old, password: GOOD })).status).toBe(200)
  })
})

test.each([
  ['magic', {}, 400, 'invalid_credentials'],
  ['', {}, 400, 'invalid_credentials'],
  ['constructor', {}, 400, 'invalid_credentials'],
  ['pkce', {}, 400, 'validation_failed'],
  ['pkce', { auth_code: 'x', code_verifier: 'y' }, 404, 'flow_state_not_found'],
  ['id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
  ['web3', {}, 422, 'web3_provider_disabled'],
])('the grant "%s" with %j answers %i %s', async (grant, body, status, slug) => {
  const answer = await auth.call('POST', `/token?grant_type=${grant}`, body)
  expect([answer.status, answer.body.error_code]).toEqual([status, slug])
})
