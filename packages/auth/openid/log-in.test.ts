import { afterAll, describe, expect, test } from 'vitest'
import { GOOD, someone } from '../testing/auth-server.ts'
import { HOME, isCallback, newcomer, startJourney } from '../testing/openid-journey.ts'
import { browse } from '../testing/openid-provider.ts'

const { auth, provider, mails, browser, goBack, begin, logInAs, identitiesOf, close } = await startJourney()
afterAll(close)

describe('a log-in at a provider', () => {
  test('makes an account for somebody new, and finds it the next time', async () => {
    const who = newcomer({ picture: 'https://pictures.example/asha.jpg' })
    const first = await logInAs(who)
    expect(first.error).toBeNull()
    expect(first.back.href.startsWith(HOME)).toBe(true)
    expect(first.user).toMatchObject({
      email: who.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'test', providers: ['test'] },
      user_metadata: { full_name: 'Asha Mwangi', avatar_url: 'https://pictures.example/asha.jpg' },
      identities: [
        { provider: 'test', id: who.sub, email: who.email, identity_data: { email_verified: true } },
      ],
    })
    expect(first.session!.token_type).toBe('bearer')
    expect(first.session).not.toHaveProperty('provider_token')
    const [session] = await auth.sql(`select amr from auth.sessions where user_id = $1`, [first.user!.id])
    expect(session!.amr).toMatchObject([{ method: 'oauth' }])
    const [profile] = await auth.sql(`select role, full_name, email from profiles where id = $1`, [
      first.user!.id,
    ])
    expect(profile).toEqual({ role: 'user', full_name: 'Asha Mwangi', email: who.email })

    const second = await logInAs({ ...who, email: someone() })
    expect(second.user!.id).toBe(first.user!.id)
    expect(second.user!.email).toBe(who.email)
  })

  test('gives the data of a sign-up to the profile, and none of it to the provider', async () => {
    const { location } = await begin(browser(), 'test', { queryParams: { data: '{"language":"sw"}' } })
    expect(new URL(location).searchParams.has('data')).toBe(false)
    const { user } = await logInAs(newcomer(), browser(), { data: '{"language":"sw"}' })
    const stored = await auth.sql(`select full_name, language from profiles where id = $1`, [user!.id])
    expect(stored).toEqual([{ full_name: 'Asha Mwangi', language: 'sw' }])
  })

  test.each(['no JSON', '[]', '"text"', JSON.stringify({ full_name: 'A'.repeat(300) })])(
    'refuses data that no sign-up could send: %s',
    async (data) => {
      const { status } = await begin(browser(), 'test', { queryParams: { data } })
      expect(status).toBe(400)
    },
  )

  test('links to the account whose address the provider has verified, and tells its owner', async () => {
    const email = someone()
    const { data } = await auth
      .client()
      .signUp({ email, password: GOOD, options: { data: { full_name: 'Asha' } } })
    await auth.sql(`update auth.users set email_confirmed_at = now() where email = $1`, [email])
    const { user } = await logInAs(newcomer({ email: email.toUpperCase() }))
    expect(user!.id).toBe(data.user!.id)
    expect(user!.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'test'] })
    expect(user!.user_metadata).toMatchObject({ full_name: 'Asha' })
    expect(mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toContain('identity-linked')
    // Credentials of a proved account stay, the password too.
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
  })

  test('wipes what somebody else has put into an account whose address was never proved', async () => {
    const email = someone()
    const { data } = await auth
      .client()
      .signUp({ email, password: GOOD, options: { data: { full_name: 'Mallory' } } })
    const id = data.user!.id
    const who = newcomer({ email })
    const { user } = await logInAs(who)
    expect(user!.id).toBe(id)
    expect(user!.user_metadata).toEqual({})
    expect(await identitiesOf(id)).toEqual([{ provider: 'test', provider_id: who.sub }])
    // The stranger who signed up gets the same error as before, so that they do not learn that the owner has
    // logged in.
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error?.code).toBe(
      'email_not_confirmed',
    )
    const [left] = await auth.sql(
      `select password_hash, email_confirmed_at is not null as confirmed,
              (select count(*)::int from auth.one_time_tokens where user_id = u.id) as codes,
              (select full_name from profiles where id = u.id) as name
         from auth.users u where id = $1`,
      [id],
    )
    expect(left).toEqual({ password_hash: null, confirmed: true, codes: 0, name: null })
  })

  test('never links an address that the provider has not verified', async () => {
    const email = someone()
    const { data } = await auth.client().signUp({ email, password: GOOD })
    await auth.sql(`update auth.users set email_confirmed_at = now() where email = $1`, [email])
    for (const email_verified of [false, undefined, 'yes', 1]) {
      const { user } = await logInAs(newcomer({ email, email_verified }))
      expect(user!.id).not.toBe(data.user!.id)
      // The new account does not get the address either: otherwise anyone could reserve other people's
      // addresses.
      expect(user!.email).toBe('')
    }
    expect(await identitiesOf(data.user!.id)).toHaveLength(1)
  })

  test('of eight at once makes one account', async () => {
    const who = newcomer()
    const all = await Promise.all(Array.from({ length: 8 }, () => logInAs(who)))
    expect(all.map(({ error }) => error)).toEqual(Array(8).fill(null))
    expect(new Set(all.map(({ user }) => user!.id)).size).toBe(1)
  })

  test('is refused to who is banned', async () => {
    const who = newcomer()
    const { user } = await logInAs(who)
    await auth.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [user!.id])
    expect((await logInAs(who)).error).toBe('user_banned')
  })

  test('that the person cancels comes back with the reason', async () => {
    provider.next = undefined
    const { location } = await begin(browser())
    const returnTarget = await goBack(await browse(location, isCallback))
    expect(returnTarget.searchParams.get('error')).toBe('access_denied')
    expect(returnTarget.searchParams.get('code')).toBeNull()
    expect(new URLSearchParams(returnTarget.hash.slice(1)).get('error_code')).toBe('access_denied')
  })
})
