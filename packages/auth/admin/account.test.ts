import { hash as argon2 } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone } from '../testing/auth-server.ts'
import { slug, startServiceKey } from '../testing/service-key.ts'

const { auth, mails, serviceAdmin, call: request, logIn, made, factorOf } = await startServiceKey()
afterAll(() => auth.close())

describe('making an account', () => {
  test('creates it as requested, and sends no mail', async () => {
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

  test('looks at the addresses before the password, and says of them what is wrong first', async () => {
    const { email } = await made()
    const phone = '255700000178'
    await made({ phone })
    const refused = async (input: object) => {
      const { error } = await serviceAdmin.createUser({ password: 'weak', ...input })
      return [error?.status, error?.code, error?.message]
    }
    const noEmail = 'Unable to validate email address: invalid format'
    expect(await refused({ email: 'none' })).toEqual([400, 'validation_failed', noEmail])
    expect((await refused({ phone: '12' }))[2]).toBe('Invalid phone number format (E.164 required)')
    expect((await refused({ email: someone(), phone: '12' }))[1]).toBe('validation_failed')
    expect((await refused({}))[2]).toBe('Cannot create a user without either an email or phone')
    expect((await refused({ email }))[1]).toBe('email_exists')
    expect((await refused({ email: someone(), phone }))[1]).toBe('phone_exists')
    expect((await refused({ email: someone() }))[1]).toBe('weak_password')
    const changed = await serviceAdmin.updateUserById((await made()).id, { email: 'none', password: 'weak' })
    expect(changed.error).toMatchObject({ status: 400, code: 'validation_failed', message: noEmail })
  })

  test('leaves it unconfirmed by default, bans it on request, and accepts an id', async () => {
    const unconfirmed = await made({ email_confirm: false })
    expect(await logIn(unconfirmed.email, GOOD)).toBe('email_not_confirmed')
    expect(await logIn((await made({ ban_duration: '24h' })).email, GOOD)).toBe('user_banned')
    const id = '018f0000-0000-7000-8000-00000000abcd'
    expect((await made({ id })).id).toBe(id)
  })

  test.each([
    ['Argon2id', GOOD, () => argon2(GOOD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })],
    ['bcrypt', GOOD, () => bcrypt.hash(GOOD, 6)],
    ['bcrypt, as PHP writes it', GOOD, async () => (await bcrypt.hash(GOOD, 6)).replace('$2b$', '$2y$')],
    [
      // The example from github.com/firebase/scrypt.
      'Firebase’s scrypt',
      'user1password',
      async () =>
        '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    ],
  ])('takes a hash by %s, and keeps its own after the first log-in', async (_, password, hash) => {
    const { email, id } = await made({ password: undefined, password_hash: await hash() })
    expect(await logIn(email, `${password}!`)).toBe('invalid_credentials')
    expect(await logIn(email, password)).toBe('in')
    const [kept] = await auth.sql('select password_hash from auth.users where id = $1', [id])
    expect(kept!.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(await logIn(email, password)).toBe('in')
  })

  test('takes an e-mail address and a phone number together, each a log-in with its own proof', async () => {
    const phone = '255700000077'
    const { user } = await made({ phone: `+${phone}`, phone_confirm: false })
    expect(user).toMatchObject({
      phone,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
      identities: [
        { provider: 'email', identity_data: { email_verified: true } },
        { provider: 'phone', identity_data: { phone: phone, phone_verified: false } },
      ],
    })
    expect(user).not.toHaveProperty('phone_confirmed_at')
    const again = await serviceAdmin.createUser({ email: someone(), phone })
    expect(again.error?.code).toBe('phone_exists')
    const [{ count }] = (await auth.sql('select count(*)::int as count from auth.users where phone = $1', [
      phone,
    ])) as [{ count: number }]
    expect(count).toBe(1)
  })

  test('leaves its language open until the first log-in, and the one that was named alone', async () => {
    const [open, named] = [await made(), await made({ user_metadata: { language: 'sw' } })]
    const languages = async () =>
      (
        await auth.sql('select language from profiles where id in ($1, $2) order by email = $3', [
          open.id,
          named.id,
          named.email,
        ])
      ).map(({ language }) => language)
    expect(await languages()).toEqual([null, 'sw'])
    for (const { email } of [open, named])
      await auth.call(
        'POST',
        '/token?grant_type=password',
        { email, password: GOOD },
        { 'accept-language': 'sw-TZ' },
      )
    expect(await languages()).toEqual(['sw', 'sw'])
    for (const { email } of [open, named])
      await auth.call(
        'POST',
        '/token?grant_type=password',
        { email, password: GOOD },
        { 'accept-language': 'en' },
      )
    expect(await languages()).toEqual(['sw', 'sw'])
  })

  test('without a password makes one that nobody knows', async () => {
    expect(await logIn((await made({ password: undefined })).email, '')).toBe('invalid_credentials')
  })

  test.each([
    ['no address', {}, 400, 'validation_failed'],
    ['something else than an address', { email: 'asha' }, 400, 'validation_failed'],
    ['a weak password', { email: 'weak@example.com', password: 'short' }, 422, 'weak_password'],
    ['a hash that is none', { email: 'hash@example.com', password_hash: '$2y$x' }, 400, 'validation_failed'],
    [
      'a hash that nobody could wait for',
      { email: 'hash@example.com', password_hash: `$2b$31$${'a'.repeat(53)}` },
      400,
      'validation_failed',
    ],
    ['an id that is none', { email: 'id@example.com', id: '1' }, 400, 'validation_failed'],
    ['a length that is none', { email: 'ban@example.com', ban_duration: '1 day' }, 400, 'validation_failed'],
  ])('is refused with %s', async (_, body, status, code) =>
    expect(slug(await request('POST', '/admin/users', body))).toEqual([status, code]),
  )

  test('is refused for an address that is taken', async () => {
    const { email } = await made()
    expect((await serviceAdmin.createUser({ email: email.toUpperCase() })).error?.code).toBe('email_exists')
    const phone = '255700000001'
    expect((await serviceAdmin.createUser({ phone })).error).toBeNull()
    expect((await serviceAdmin.createUser({ phone: `+${phone}` })).error?.code).toBe('phone_exists')
  })
})

describe('changing an account', () => {
  test('merges its metadata, and a null deletes', async () => {
    const { id } = await made({ user_metadata: { a: 1, b: 2 }, app_metadata: { plan: 'gold' } })
    const { data } = await serviceAdmin.updateUserById(id, {
      user_metadata: { b: null, c: 3 },
      app_metadata: { plan: null },
    })
    expect(data.user!.user_metadata).toEqual({ a: 1, c: 3 })
    expect(data.user!.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect((await serviceAdmin.getUserById(id)).data.user!.user_metadata).toEqual({ a: 1, c: 3 })
  })

  test('gives it another address at once, and tells the old one', async () => {
    const [asha, juma] = [await made(), await made()]
    const email = someone()
    expect((await serviceAdmin.updateUserById(asha.id, { email })).data.user).toMatchObject({
      email,
      identities: [{ email, identity_data: { email } }],
    })
    expect(await logIn(email, GOOD)).toBe('in')
    expect(mails.find(({ to }) => to === asha.email)).toMatchObject({ kind: 'email-changed', email })
    expect(await auth.sql(`select email from profiles where id = $1`, [asha.id])).toEqual([{ email }])
    expect((await serviceAdmin.updateUserById(asha.id, { email: juma.email })).error?.code).toBe(
      'email_exists',
    )
  })

  test('gives it a phone number, which is a log-in of its own, and tells its owner', async () => {
    const { id, email } = await made()
    const phone = '255700000078'
    const { data } = await serviceAdmin.updateUserById(id, { phone, phone_confirm: true })
    expect(data.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    })
    expect(data.user!.identities!.map(({ provider }) => provider)).toEqual(['email', 'phone'])
    expect(mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(['phone-changed'])
  })

  test('with another password ends all sessions and tells its owner', async () => {
    const { id, email } = await made()
    const { data } = await auth.client().signInWithPassword({ email, password: GOOD })
    const next = 'Tembo-9-wanacheza'
    await serviceAdmin.updateUserById(id, { password: next })
    expect(slug(await auth.call('GET', '/user', undefined, bearer(data.session!.access_token)))).toEqual([
      403,
      'session_not_found',
    ])
    expect(await logIn(email, next)).toBe('in')
    expect(mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(['password-changed'])
  })

  test('bans and lets in again', async () => {
    const { id, email } = await made()
    const { data } = await serviceAdmin.updateUserById(id, { ban_duration: '876000h' })
    expect(Date.parse((data.user as { banned_until?: string }).banned_until!)).toBeGreaterThan(Date.now())
    expect(await logIn(email, GOOD)).toBe('user_banned')
    await serviceAdmin.updateUserById(id, { ban_duration: 'none' })
    expect(await logIn(email, GOOD)).toBe('in')
  })

  test('confirms its address', async () => {
    const { id, email } = await made({ email_confirm: false })
    await serviceAdmin.updateUserById(id, { email_confirm: true })
    expect(await logIn(email, GOOD)).toBe('in')
  })

  test('leaves the last admin in office', async () => {
    const { id } = await made()
    await auth.sql(`update profiles set role = case id when $1 then 'admin' else 'user' end`, [id])
    expect(slug(await request('PUT', `/admin/users/${id}`, { ban_duration: '24h' }))).toEqual([
      422,
      'validation_failed',
    ])
    for (const should_soft_delete of [false, true])
      expect(slug(await request('DELETE', `/admin/users/${id}`, { should_soft_delete }))).toEqual([
        422,
        'validation_failed',
      ])
    await auth.sql(`update profiles set role = 'user' where id = $1`, [id])
  })
})

describe('deleting an account', () => {
  test('wholly leaves nothing to ask for', async () => {
    const { id, email } = await made()
    expect((await serviceAdmin.deleteUser(id)).error).toBeNull()
    expect((await serviceAdmin.getUserById(id)).error?.code).toBe('user_not_found')
    expect((await serviceAdmin.createUser({ email })).error).toBeNull()
  })

  test('softly leaves its id, and nothing by which anybody is known or comes in', async () => {
    const { id, email } = await made({ user_metadata: { full_name: 'Asha Mwangi' } })
    const { data: session } = await auth.client().signInWithPassword({ email, password: GOOD })
    await factorOf(id)
    expect((await serviceAdmin.deleteUser(id, true)).error).toBeNull()
    const { data } = await serviceAdmin.getUserById(id)
    expect(data.user).toMatchObject({
      email: expect.stringMatching(/^[0-9a-f]{64}$/),
      deleted_at: expect.any(String),
      user_metadata: {},
      app_metadata: {},
      identities: [],
    })
    expect(data.user).not.toHaveProperty('factors')
    expect(slug(await auth.call('GET', '/user', undefined, bearer(session.session!.access_token)))).toEqual([
      403,
      'user_not_found',
    ])
    expect(await logIn(email, GOOD)).toBe('invalid_credentials')
    expect((await serviceAdmin.createUser({ email })).error).toBeNull()
    expect(await auth.sql(`select full_name, email from profiles where id = $1`, [id])).toEqual([
      { full_name: null, email: null },
    ])
  })
})
