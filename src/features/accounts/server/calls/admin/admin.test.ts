import { GoTrueClient } from '@supabase/auth-js'
import { hash as argon2 } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthMail } from '../../mail.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../../testing/auth-server.ts'

let auth: AuthServer
let key: string
let house: GoTrueClient['admin']
const mails: AuthMail[] = []
beforeAll(async () => {
  auth = await startAuth({}, async (_tx, mail) => void mails.push(mail))
  key = await auth.keys.sign({ role: 'service_role' })
  house = new GoTrueClient({ url: auth.url, headers: bearer(key), persistSession: false }).admin
})
afterAll(() => auth.close())

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const slug = ({ status, body }: { status: number; body: { error_code: string } }) => [status, body.error_code]
const ask = (method: string, path: string, body?: unknown) => auth.ask(method, path, body, bearer(key))
const logIn = async (email: string, password: string) =>
  (await auth.client().signInWithPassword({ email, password })).error?.code ?? 'in'
async function made(more: object = {}) {
  const email = someone()
  const { data, error } = await house.createUser({ email, password: GOOD, email_confirm: true, ...more })
  expect(error).toBeNull()
  return { email, id: data.user!.id, user: data.user! }
}
const factorOf = async (user: string, status = 'verified') =>
  (
    await auth.sql(
      `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', $2) returning id`,
      [user, status],
    )
  )[0]!.id as string

describe('every admin call', () => {
  const calls = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${NOBODY}`],
    ['PUT', `/admin/users/${NOBODY}`],
    ['DELETE', `/admin/users/${NOBODY}`],
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
    ['GET', `/admin/users/${NOBODY}/factors`],
    ['PUT', `/admin/users/${NOBODY}/factors/${NOBODY}`],
    ['DELETE', `/admin/users/${NOBODY}/factors/${NOBODY}`],
  ] as const

  test('is closed without a service key: to visitors, forgers, customers and admins', async () => {
    const { data } = await auth.client().signUp({ email: someone(), password: GOOD })
    const customer = data.session!.access_token
    await auth.sql(`update profiles set role = 'admin' where id = $1`, [data.user!.id])
    const forged = `${customer.split('.').slice(0, 2).join('.')}.AAAA`
    const inMetadata = await auth.keys.sign({
      iss: auth.keys.issuer,
      role: 'authenticated',
      app_metadata: { role: 'service_role' },
    })
    for (const [method, path] of calls) {
      const asked = async (token?: string) =>
        slug(await auth.ask(method, path, method === 'GET' ? undefined : {}, token ? bearer(token) : {}))
      expect([path, await asked()]).toEqual([path, [401, 'no_authorization']])
      expect([path, await asked(forged)]).toEqual([path, [403, 'bad_jwt']])
      expect([path, await asked(customer)]).toEqual([path, [403, 'not_admin']])
      expect([path, await asked(inMetadata)]).toEqual([path, [403, 'not_admin']])
    }
    await auth.sql(`update profiles set role = 'user' where id = $1`, [data.user!.id])
  })

  test('takes both roles of the house, and a session that a key names must live', async () => {
    for (const role of ['service_role', 'supabase_admin'])
      expect(
        (await auth.ask('GET', '/admin/users', undefined, bearer(await auth.keys.sign({ role })))).status,
      ).toBe(200)
    const bound = await auth.keys.sign({ role: 'service_role', session_id: NOBODY })
    expect(slug(await auth.ask('GET', '/admin/users', undefined, bearer(bound)))).toEqual([
      403,
      'session_not_found',
    ])
    const { data } = await auth.client().signUp({ email: someone(), password: GOOD })
    const [session] = await auth.sql(`select id from auth.sessions where user_id = $1`, [data.user!.id])
    const good = await auth.keys.sign({ role: 'service_role', session_id: session!.id })
    expect((await auth.ask('GET', '/admin/users', undefined, bearer(good))).status).toBe(200)
    await auth.sql(`update auth.sessions set not_after = now() - interval '1 hour' where id = $1`, [
      session!.id,
    ])
    expect(slug(await auth.ask('GET', '/admin/users', undefined, bearer(good)))).toEqual([
      403,
      'session_expired',
    ])
  })

  test('about somebody who is not there answers 404', async () => {
    for (const [method, path] of calls.filter(([, one]) => one.includes(NOBODY))) {
      expect(slug(await ask(method, path, method === 'GET' ? undefined : {}))).toEqual([
        404,
        'user_not_found',
      ])
      expect(slug(await ask(method, path.replace(NOBODY, 'me'), method === 'GET' ? undefined : {}))).toEqual([
        404,
        'validation_failed',
      ])
    }
  })
})

describe('the list', () => {
  test('is paged as the client reads it, newest first', async () => {
    for (let i = 0; i < 3; i++) await made()
    const first = (await house.listUsers({ page: 1, perPage: 2 })).data
    expect(first.users).toHaveLength(2)
    const { total, nextPage, lastPage } = first as { total: number; nextPage: number; lastPage: number }
    const [{ count }] = (await auth.sql(`select count(*) as count from auth.users`)) as [{ count: number }]
    expect([total, nextPage, lastPage]).toEqual([count, 2, Math.ceil(count / 2)])
    expect(first.users[0]!.created_at >= first.users[1]!.created_at).toBe(true)
    const { headers, body } = await ask('GET', '/admin/users?page=2&per_page=1')
    expect(headers.get('x-total-count')).toBe(String(count))
    expect(headers.get('link')).toBe(
      `<${auth.keys.issuer}/admin/users?page=3&per_page=1>; rel="next", <${auth.keys.issuer}/admin/users?page=${count}&per_page=1>; rel="last"`,
    )
    expect(body.aud).toBe('authenticated')
    const last = await ask('GET', `/admin/users?page=${count}&per_page=1`)
    expect(last.headers.get('link')).not.toContain('next')
    expect((await ask('GET', '/admin/users?page=&per_page=')).body.users.length).toBe(Math.min(50, count))
  })

  test('is filtered by address and name, literally, and sorted', async () => {
    const { email, id } = await made({ user_metadata: { full_name: 'Zawadi 100%' } })
    const ids = async (query: string) =>
      (await ask('GET', `/admin/users?${query}`)).body.users.map((user: { id: string }) => user.id)
    expect(await ids(`filter=${email}`)).toEqual([id])
    expect(await ids(`filter=zawadi`)).toEqual([id])
    expect(await ids(`filter=${encodeURIComponent('100%')}`)).toEqual([id])
    expect(await ids(`filter=${encodeURIComponent('1_0')}`)).toEqual([])
    expect((await ids('sort=created_at asc')).at(-1)).toBe(id)
    for (const query of ['page=0', 'page=x', 'per_page=-1', 'sort=password_hash asc', 'sort=email; drop'])
      expect([query, slug(await ask('GET', `/admin/users?${query}`))]).toEqual([
        query,
        [400, 'validation_failed'],
      ])
  })
})

describe('making an account', () => {
  test('gives it what was asked, and nobody is told', async () => {
    const { email, user } = await made({
      user_metadata: { full_name: 'Asha' },
      app_metadata: { plan: 'gold', provider: 'forged' },
    })
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      role: 'authenticated',
      user_metadata: { full_name: 'Asha' },
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email' }],
    })
    expect(await logIn(email, GOOD)).toBe('in')
    expect(mails.filter(({ to }) => to === email)).toEqual([])
  })

  test('leaves it unconfirmed unless told, bans it if told, and takes an id', async () => {
    const unconfirmed = await made({ email_confirm: false })
    expect(await logIn(unconfirmed.email, GOOD)).toBe('email_not_confirmed')
    expect(await logIn((await made({ ban_duration: '24h' })).email, GOOD)).toBe('user_banned')
    const id = '018f0000-0000-7000-8000-00000000abcd'
    expect((await made({ id })).id).toBe(id)
  })

  test('takes a hash of another house that can be compared here', async () => {
    const password_hash = await argon2(GOOD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    const { email } = await made({ password: undefined, password_hash })
    expect(await logIn(email, GOOD)).toBe('in')
  })

  test('without a password makes one that nobody knows', async () => {
    expect(await logIn((await made({ password: undefined })).email, '')).toBe('invalid_credentials')
  })

  test.each([
    ['no address', {}, 400, 'validation_failed'],
    ['something else than an address', { email: 'asha' }, 400, 'validation_failed'],
    ['a weak password', { email: 'weak@example.com', password: 'short' }, 422, 'weak_password'],
    ['a hash that is none', { email: 'hash@example.com', password_hash: '$2y$x' }, 400, 'validation_failed'],
    ['an id that is none', { email: 'id@example.com', id: '1' }, 400, 'validation_failed'],
    ['a length that is none', { email: 'ban@example.com', ban_duration: '1 day' }, 400, 'validation_failed'],
  ])('is refused with %s', async (_, body, status, code) =>
    expect(slug(await ask('POST', '/admin/users', body))).toEqual([status, code]),
  )

  test('is refused for an address that is taken', async () => {
    const { email } = await made()
    expect((await house.createUser({ email: email.toUpperCase() })).error?.code).toBe('email_exists')
    const phone = '255700000001'
    expect((await house.createUser({ phone })).error).toBeNull()
    expect((await house.createUser({ phone: `+${phone}` })).error?.code).toBe('phone_exists')
  })
})

describe('changing an account', () => {
  test('merges its metadata, and a null deletes', async () => {
    const { id } = await made({ user_metadata: { a: 1, b: 2 }, app_metadata: { plan: 'gold' } })
    const { data } = await house.updateUserById(id, {
      user_metadata: { b: null, c: 3 },
      app_metadata: { plan: null },
    })
    expect(data.user!.user_metadata).toEqual({ a: 1, c: 3 })
    expect(data.user!.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect((await house.getUserById(id)).data.user!.user_metadata).toEqual({ a: 1, c: 3 })
  })

  test('gives it another address at once, and tells the old one', async () => {
    const [asha, juma] = [await made(), await made()]
    const email = someone()
    expect((await house.updateUserById(asha.id, { email })).data.user).toMatchObject({
      email,
      identities: [{ email, identity_data: { email } }],
    })
    expect(await logIn(email, GOOD)).toBe('in')
    expect(mails.find(({ to }) => to === asha.email)).toMatchObject({ kind: 'email-changed', email })
    expect(await auth.sql(`select email from profiles where id = $1`, [asha.id])).toEqual([{ email }])
    expect((await house.updateUserById(asha.id, { email: juma.email })).error?.code).toBe('email_exists')
  })

  test('with another password ends all sessions and tells its owner', async () => {
    const { id, email } = await made()
    const { data } = await auth.client().signInWithPassword({ email, password: GOOD })
    const next = 'Tembo-9-wanacheza'
    await house.updateUserById(id, { password: next })
    expect(slug(await auth.ask('GET', '/user', undefined, bearer(data.session!.access_token)))).toEqual([
      403,
      'session_not_found',
    ])
    expect(await logIn(email, next)).toBe('in')
    expect(mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(['password-changed'])
  })

  test('bans and lets in again', async () => {
    const { id, email } = await made()
    const { data } = await house.updateUserById(id, { ban_duration: '876000h' })
    expect(Date.parse((data.user as { banned_until?: string }).banned_until!)).toBeGreaterThan(Date.now())
    expect(await logIn(email, GOOD)).toBe('user_banned')
    await house.updateUserById(id, { ban_duration: 'none' })
    expect(await logIn(email, GOOD)).toBe('in')
  })

  test('confirms its address', async () => {
    const { id, email } = await made({ email_confirm: false })
    await house.updateUserById(id, { email_confirm: true })
    expect(await logIn(email, GOOD)).toBe('in')
  })

  test('leaves the last admin in office', async () => {
    const { id } = await made()
    await auth.sql(`update profiles set role = case id when $1 then 'admin' else 'user' end`, [id])
    expect(slug(await ask('PUT', `/admin/users/${id}`, { ban_duration: '24h' }))).toEqual([
      422,
      'validation_failed',
    ])
    for (const should_soft_delete of [false, true])
      expect(slug(await ask('DELETE', `/admin/users/${id}`, { should_soft_delete }))).toEqual([
        422,
        'validation_failed',
      ])
    await auth.sql(`update profiles set role = 'user' where id = $1`, [id])
  })
})

describe('deleting an account', () => {
  test('wholly leaves nothing to ask for', async () => {
    const { id, email } = await made()
    expect((await house.deleteUser(id)).error).toBeNull()
    expect((await house.getUserById(id)).error?.code).toBe('user_not_found')
    expect((await house.createUser({ email })).error).toBeNull()
  })

  test('softly leaves its id, and nothing by which anybody is known or comes in', async () => {
    const { id, email } = await made({ user_metadata: { full_name: 'Asha Mwangi' } })
    const { data: session } = await auth.client().signInWithPassword({ email, password: GOOD })
    await factorOf(id)
    expect((await house.deleteUser(id, true)).error).toBeNull()
    const { data } = await house.getUserById(id)
    expect(data.user).toMatchObject({
      email: expect.stringMatching(/^[0-9a-f]{64}$/),
      deleted_at: expect.any(String),
      user_metadata: {},
      app_metadata: {},
      identities: [],
    })
    expect(data.user).not.toHaveProperty('factors')
    expect(slug(await auth.ask('GET', '/user', undefined, bearer(session.session!.access_token)))).toEqual([
      403,
      'user_not_found',
    ])
    expect(await logIn(email, GOOD)).toBe('invalid_credentials')
    expect((await house.createUser({ email })).error).toBeNull()
    expect(await auth.sql(`select full_name, email from profiles where id = $1`, [id])).toEqual([
      { full_name: null, email: null },
    ])
  })
})

describe('the second factors of an account', () => {
  test('are listed, named and removed', async () => {
    const { id, email } = await made()
    const factor = await factorOf(id)
    expect((await house.mfa.listFactors({ userId: id })).data?.factors).toMatchObject([
      { id: factor, factor_type: 'totp', status: 'verified' },
    ])
    const named = await ask('PUT', `/admin/users/${id}/factors/${factor}`, { friendly_name: 'Phone' })
    expect(named.body).toMatchObject({ id: factor, friendly_name: 'Phone' })
    expect((await house.mfa.deleteFactor({ userId: id, id: factor })).error).toBeNull()
    expect((await house.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    expect(mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(['factor-removed'])
  })

  test("that are nobody's or another's are not found", async () => {
    const [asha, juma] = [await made(), await made()]
    const factor = await factorOf(asha.id)
    for (const [method, body] of [
      ['PUT', {}],
      ['DELETE', undefined],
    ] as const) {
      expect(slug(await ask(method, `/admin/users/${juma.id}/factors/${factor}`, body))).toEqual([
        404,
        'mfa_factor_not_found',
      ])
      expect(slug(await ask(method, `/admin/users/${juma.id}/factors/me`, body))).toEqual([
        404,
        'validation_failed',
      ])
    }
  })
})

describe('an invitation', () => {
  test('makes an account and mails the way in', async () => {
    const email = someone()
    const { data, error } = await house.inviteUserByEmail(email, { data: { full_name: 'Asha' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { full_name: 'Asha' },
    })
    const mail = mails.find(({ to }) => to === email)
    if (mail?.kind !== 'invite') throw new Error('no invitation')
    const token_hash = new URL(mail.link).searchParams.get('token')!
    const entered = await auth.client().verifyOtp({ type: 'invite', token_hash })
    expect(entered.data.user).toMatchObject({ id: data.user!.id, email_confirmed_at: expect.any(String) })
    expect((await house.inviteUserByEmail(email)).error?.code).toBe('email_exists')
  })

  test('is refused without an address', async () => {
    expect(slug(await ask('POST', '/invite', {}))).toEqual([400, 'validation_failed'])
  })
})

describe('a link that a program mails itself', () => {
  const enter = async (type: string, token_hash: string) => {
    const { body } = await auth.ask('POST', '/verify', { type, token_hash })
    return body.user?.email ?? body.error_code ?? body.msg
  }

  test('signs up, invites, lets in and recovers, and nothing is mailed', async () => {
    for (const type of ['signup', 'invite', 'magiclink', 'recovery'] as const) {
      const email = type === 'recovery' || type === 'magiclink' ? (await made()).email : someone()
      const { data, error } = await house.generateLink({ type, email, password: GOOD } as never)
      expect(error).toBeNull()
      const { action_link, email_otp, hashed_token, verification_type, redirect_to } = data.properties!
      expect(data.user!.email).toBe(email)
      expect(verification_type).toBe(type)
      expect(email_otp).toMatch(/^\d{6}$/)
      expect(redirect_to).toBe('http://localhost:3000')
      expect(action_link).toBe(
        `${auth.keys.issuer}/verify?${new URLSearchParams({ token: hashed_token, type, redirect_to }).toString()}`,
      )
      expect(await enter(type, hashed_token)).toBe(email)
      expect(mails.filter(({ to }) => to === email)).toEqual([])
    }
  })

  test('changes an address once both mailboxes have agreed', async () => {
    const { email } = await made()
    const newEmail = someone()
    const links = await Promise.all(
      (['email_change_current', 'email_change_new'] as const).map((type) =>
        house.generateLink({ type, email, newEmail }),
      ),
    )
    for (const { data } of links)
      expect(new URL(data.properties!.action_link).searchParams.get('type')).toBe('email_change')
    await enter('email_change', links[0]!.data.properties!.hashed_token)
    expect(await enter('email_change', links[1]!.data.properties!.hashed_token)).toBe(newEmail)
  })

  test('to let in somebody unknown is a sign-up; who is unknown recovers nothing', async () => {
    const { data } = await house.generateLink({ type: 'magiclink', email: someone() })
    expect(data.properties!.verification_type).toBe('signup')
    for (const body of [{ type: 'recovery' }, { type: 'email_change_new', new_email: someone() }])
      expect(slug(await ask('POST', '/admin/generate_link', { ...body, email: someone() }))).toEqual([
        404,
        'user_not_found',
      ])
  })

  test.each([
    ['another type', { type: 'sms', email: 'a@example.com' }, 400, 'validation_failed'],
    ['no address', { type: 'recovery' }, 400, 'validation_failed'],
    ['a sign-up without a password', { type: 'signup', email: 'a@example.com' }, 400, 'validation_failed'],
  ])('is refused with %s', async (_, body, status, code) =>
    expect(slug(await ask('POST', '/admin/generate_link', body))).toEqual([status, code]),
  )

  test('is refused for who has proved the address already, and ends at the product', async () => {
    const { email } = await made()
    expect(
      slug(await ask('POST', '/admin/generate_link', { type: 'signup', email, password: GOOD })),
    ).toEqual([422, 'email_exists'])
    const { body } = await ask('POST', '/admin/generate_link', {
      type: 'recovery',
      email,
      redirect_to: 'https://elsewhere.example/',
    })
    expect(body.redirect_to).toBe('http://localhost:3000')
  })
})
