import { hash } from 'node:crypto'
import { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthMail } from '../mail.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { browse, startProvider, type TestProvider } from '../testing/openid-provider.ts'

const SITE = 'http://localhost:3000'
const CALLBACK = `${SITE}/auth/v1/callback`
const HOME = `${SITE}/dashboard`

let auth: AuthServer
let provider: TestProvider
let other: TestProvider
const mails: AuthMail[] = []
beforeAll(async () => {
  provider = await startProvider(CALLBACK)
  other = await startProvider(CALLBACK)
  auth = await startAuth(
    {
      SITE_URL: SITE,
      AUTH_MANUAL_LINKING: 'on',
      AUTH_EMAIL_CONFIRMATION: 'on',
      AUTH_OIDC_TEST_ISSUER: `${provider.issuer}/.well-known/openid-configuration`,
      AUTH_OIDC_TEST_CLIENT_ID: provider.clientId,
      AUTH_OIDC_TEST_CLIENT_SECRET: provider.secret,
      AUTH_OIDC_OTHER_ISSUER: other.issuer,
      AUTH_OIDC_OTHER_CLIENT_ID: other.clientId,
      AUTH_OIDC_OTHER_CLIENT_SECRET: other.secret,
    },
    async (_tx, mail) => void mails.push(mail),
  )
})
afterAll(() => Promise.all([auth.close(), provider.close(), other.close()]))

let subjects = 0
/** Somebody new at the provider. */
const newcomer = (more: object = {}) => ({
  sub: `subject-${++subjects}`,
  email: someone(),
  email_verified: true,
  name: 'Asha Mwangi',
  ...more,
})

/** The published client in a browser of its own. */
function browser() {
  const kept = new Map<string, string>()
  return new GoTrueClient({
    url: auth.url,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
}

const isCallback = (url: URL) => url.href.startsWith(CALLBACK)
/** The way back to the product, as the browser would go it. */
async function goBack(url: URL): Promise<URL> {
  const answer = await fetch(auth.url + url.href.slice(`${SITE}/auth/v1`.length), { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location')!)
}

async function begin(client: GoTrueClient, name: 'test' | 'other' = 'test', options: object = {}) {
  const { data, error } = await client.signInWithOAuth({
    provider: name as 'google',
    options: { skipBrowserRedirect: true, redirectTo: HOME, ...options },
  })
  expect(error).toBeNull()
  const answer = await fetch(data.url!, { redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location') ?? '', answer }
}

/** A whole log-in at the provider, up to the session. */
async function logInAs(who: object, client = browser()) {
  provider.next = who as TestProvider['next']
  const { location } = await begin(client)
  const back = await goBack(await browse(location, isCallback))
  const code = back.searchParams.get('code')
  if (!code) return { back, error: back.searchParams.get('error_code'), client }
  const { data, error } = await client.exchangeCodeForSession(code)
  return { back, client, session: data.session, user: data.user, error: error?.code ?? null }
}

const identitiesOf = (id: string) =>
  auth.sql(`select provider, provider_id from auth.identities where user_id = $1 order by created_at`, [id])

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
    expect(first.session).toMatchObject({
      provider_token: expect.any(String),
      token_type: 'bearer',
    })
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
    // What was proved stays: the password too.
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
    // Who signed up is told the same as ever: not even they learn that the address has found its owner.
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
      // Nor does the new account get the address: it would be a way to squat on others' addresses.
      expect(user!.email).toBe('')
      expect(user!.is_anonymous).toBe(false)
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
    const back = await goBack(await browse(location, isCallback))
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('code')).toBeNull()
    expect(new URLSearchParams(back.hash.slice(1)).get('error_code')).toBe('access_denied')
  })
})

describe('the way to the provider', () => {
  test('has PKCE, a nonce and a state of its own, and no reserved parameter of the client', async () => {
    provider.next = newcomer()
    const { status, location } = await begin(browser(), 'test', {
      scopes: 'calendar',
      queryParams: {
        prompt: 'login',
        state: 'mine',
        redirect_uri: 'https://elsewhere.example',
        client_id: 'mine',
        response_type: 'token',
        nonce: 'mine',
        request_uri: 'https://elsewhere.example',
      },
    })
    expect(status).toBe(302)
    const { origin, searchParams } = new URL(location)
    expect(origin).toBe(provider.issuer)
    const asked = Object.fromEntries(searchParams)
    expect(asked).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile calendar',
      prompt: 'login',
      code_challenge_method: 'S256',
    })
    expect(asked.state).toMatch(/^[0-9a-f-]{36}$/)
    expect(asked.nonce).not.toBe('mine')
    expect(asked).not.toHaveProperty('request_uri')
    const [flow] = await auth.sql(`select code_challenge from auth.flow_states where id = $1`, [asked.state])
    // The provider's challenge is another one than the client's.
    expect(flow!.code_challenge).not.toBe(asked.code_challenge)
  })

  test.each([
    ['an unknown provider', 'provider=nobody&code_challenge=CHALLENGE&code_challenge_method=s256'],
    ['no provider', 'code_challenge=CHALLENGE&code_challenge_method=s256'],
    ['no challenge', 'provider=test'],
    ['half a challenge', 'provider=test&code_challenge=CHALLENGE'],
    ['the plain method', 'provider=test&code_challenge=CHALLENGE&code_challenge_method=plain'],
  ])('is closed for %s', async (_, query) => {
    const { status, body } = await auth.ask('GET', `/authorize?${query.replace('CHALLENGE', 'x'.repeat(43))}`)
    expect([status, body.error_code]).toEqual([400, 'validation_failed'])
  })

  test('ends at the product, wherever somebody else would have it end', async () => {
    provider.next = newcomer()
    const { location } = await begin(browser(), 'test', { redirectTo: 'https://elsewhere.example/steal' })
    expect((await goBack(await browse(location, isCallback))).origin).toBe(SITE)
  })

  test('is shown in the settings', async () => {
    expect((await auth.ask('GET', '/settings')).body.external).toMatchObject({
      test: true,
      other: true,
      google: false,
    })
  })
})

describe('the way back', () => {
  const refusalOf = (back: URL) => [
    back.origin,
    back.searchParams.get('error_code'),
    back.searchParams.get('code'),
  ]

  test.each([
    ['none', ''],
    ['a made-up one', 'state=018f0000-0000-7000-8000-000000000000&code=x'],
    ['something else', "state='or 1=1&code=x"],
  ])('is closed with %s for a state', async (_, query) => {
    const back = await goBack(new URL(`${CALLBACK}?${query}`))
    expect(refusalOf(back)).toEqual([SITE, 'flow_state_not_found', null])
  })

  test('is gone once: a state works for one of eight at once', async () => {
    provider.next = newcomer()
    const { location } = await begin(browser())
    const way = await browse(location, isCallback)
    const all = await Promise.all(Array.from({ length: 8 }, () => goBack(way)))
    expect(all.filter((back) => back.searchParams.has('code'))).toHaveLength(1)
    expect(all.filter((back) => back.searchParams.get('error_code') === 'flow_state_not_found')).toHaveLength(
      7,
    )
  })

  test('is closed after ten minutes', async () => {
    provider.next = newcomer()
    const { location } = await begin(browser())
    const way = await browse(location, isCallback)
    await auth.sql(
      `update auth.flow_states set created_at = created_at - interval '11 minutes' where id = $1`,
      [way.searchParams.get('state')],
    )
    expect(refusalOf(await goBack(way))).toEqual([SITE, 'flow_state_not_found', null])
  })

  test('is closed for the code of another log-in', async () => {
    provider.next = newcomer()
    const mine = await browse((await begin(browser())).location, isCallback)
    const theirs = await browse((await begin(browser())).location, isCallback)
    mine.searchParams.set('code', theirs.searchParams.get('code')!)
    // The provider holds the code to the verifier of the log-in that it was given for.
    expect(refusalOf(await goBack(mine))).toEqual([SITE, 'bad_oauth_callback', null])
  })

  test('is closed for the answer of another provider', async () => {
    other.next = provider.next = newcomer()
    const mine = await browse((await begin(browser(), 'test')).location, isCallback)
    const theirs = await browse((await begin(browser(), 'other')).location, isCallback)
    theirs.searchParams.set('state', mine.searchParams.get('state')!)
    expect(refusalOf(await goBack(theirs))).toEqual([SITE, 'bad_oauth_callback', null])
  })

  test('changes no account before the client that began has shown its verifier', async () => {
    const who = newcomer()
    provider.next = who
    const back = await goBack(await browse((await begin(browser())).location, isCallback))
    const known = () => auth.sql(`select 1 from auth.identities where provider_id = $1`, [who.sub])
    expect(await known()).toEqual([])
    const thief = browser()
    await begin(thief)
    const { error } = await thief.exchangeCodeForSession(back.searchParams.get('code')!)
    expect(error?.code).toBe('bad_code_verifier')
    expect(await known()).toEqual([])
  })

  test('keeps no token of the provider readable', async () => {
    provider.next = newcomer()
    const back = await goBack(await browse((await begin(browser())).location, isCallback))
    const [flow] = await auth.sql(`select f::text as everything, data from auth.flow_states f
      order by code_issued_at desc nulls last limit 1`)
    expect(Object.keys(flow!.data).toSorted()).toEqual(['proven', 'tokens'])
    expect(flow!.everything).not.toContain(back.searchParams.get('code'))
    expect(Buffer.from(flow!.data.tokens, 'base64').toString('latin1')).not.toContain('provider_token')
  })

  test('takes a form as well, and no other call does', async () => {
    const client = browser()
    provider.next = newcomer()
    const way = await browse((await begin(client)).location, isCallback)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${auth.url}/callback`, {
      method: 'POST',
      headers: form,
      body: way.searchParams.toString(),
      redirect: 'manual',
    })
    const back = new URL(answer.headers.get('location')!)
    expect((await client.exchangeCodeForSession(back.searchParams.get('code')!)).error).toBeNull()
    expect((await auth.ask('POST', '/token?grant_type=password', 'email=a', form)).body.error_code).toBe(
      'bad_json',
    )
  })
})

describe('an id token that a program brings', () => {
  const minutes = (count: number) => Math.floor(auth.clock.now().getTime() / 1000) + count * 60
  const fresh = (more: object = {}) => ({ ...newcomer(), iat: minutes(0), exp: minutes(10), ...more })
  const bring = async (token: string, more: object = {}) => {
    const { status, body } = await auth.ask('POST', '/token?grant_type=id_token', {
      provider: 'test',
      id_token: token,
      ...more,
    })
    return [status, body.error_code ?? body.user.email]
  }

  test('lets its person in, with the nonce that it was asked with', async () => {
    const nonce = 'of this log-in'
    const claims = fresh({ nonce: hash('sha256', nonce, 'hex') })
    const { data, error } = await auth.client().signInWithIdToken({
      provider: 'test' as 'google',
      token: await provider.idToken(claims),
      nonce,
    })
    expect(error).toBeNull()
    expect(data.user!.email).toBe(claims.email)
  })

  test.each<[string, (claims: ReturnType<typeof fresh>) => object]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://elsewhere.example' })],
    ['of the other provider of ours', (claims) => ({ ...claims, iss: other.issuer })],
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['for several clients that names none', (claims) => ({ ...claims, aud: [provider.clientId, 'another'] })],
    ['given to another client', (claims) => ({ ...claims, azp: 'another' })],
    ['that has ended', (claims) => ({ ...claims, iat: minutes(-20), exp: minutes(-10) })],
    ['without an end', (claims) => ({ ...claims, exp: undefined })],
    ['without a subject', (claims) => ({ ...claims, sub: undefined })],
    ['with a nonce that was not brought', (claims) => ({ ...claims, nonce: 'x' })],
  ])('is refused when it is one %s', async (_, changed) => {
    expect(await bring(await provider.idToken(changed(fresh()) as never))).toEqual([400, 'validation_failed'])
  })

  test('is refused with another nonce, or with one that it does not have', async () => {
    const hashed = fresh({ nonce: hash('sha256', 'right', 'hex') })
    expect(await bring(await provider.idToken(hashed), { nonce: 'wrong' })).toEqual([
      400,
      'validation_failed',
    ])
    expect(await bring(await provider.idToken(fresh()), { nonce: 'any' })).toEqual([400, 'validation_failed'])
    // The nonce itself in the token proves nothing: whoever reads the token could bring it.
    expect(await bring(await provider.idToken(fresh({ nonce: 'right' })), { nonce: 'right' })).toEqual([
      400,
      'validation_failed',
    ])
  })

  test('is refused when another provider has signed it, or nobody', async () => {
    const claims = { ...fresh(), iss: provider.issuer, aud: provider.clientId }
    expect(await bring(await other.idToken(claims))).toEqual([400, 'validation_failed'])
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    expect(await bring(`${part({ alg: 'none' })}.${part(claims)}.`)).toEqual([400, 'validation_failed'])
    expect(await bring('not a token')).toEqual([400, 'validation_failed'])
  })

  test('is refused for a provider that is not set, whatever issuer the token names', async () => {
    const token = await provider.idToken(fresh())
    expect(await bring(token, { provider: 'azure' })).toEqual([400, 'provider_disabled'])
    expect(await bring(token, { provider: undefined })).toEqual([400, 'validation_failed'])
    expect(await bring(token, { provider: '__proto__' })).toEqual([400, 'provider_disabled'])
  })

  test('links to the account of the bearer', async () => {
    const { session, user, client } = await logInAs(newcomer())
    const claims = fresh({ email: someone() })
    const { data, error } = await client.linkIdentity({
      provider: 'other' as 'google',
      token: await other.idToken({ ...claims, iss: other.issuer, aud: other.clientId }),
    })
    expect(error).toBeNull()
    expect(data.user!.id).toBe(user!.id)
    expect(await identitiesOf(user!.id)).toMatchObject([{ provider: 'test' }, { provider: 'other' }])
    const again = await auth.ask(
      'POST',
      '/token?grant_type=id_token',
      { provider: 'other', id_token: await other.idToken(claims), link_identity: true },
      bearer(session!.access_token),
    )
    expect([again.status, again.body.error_code]).toEqual([422, 'identity_already_exists'])
    const nobody = await auth.ask('POST', '/token?grant_type=id_token', {
      provider: 'other',
      id_token: await other.idToken(fresh()),
      link_identity: true,
    })
    expect([nobody.status, nobody.body.error_code]).toEqual([401, 'no_authorization'])
  })
})

test('where nobody new is let in, a provider lets in those who are known', async () => {
  const closed = await startAuth({
    SITE_URL: SITE,
    AUTH_SIGNUPS: 'off',
    AUTH_OIDC_TEST_ISSUER: provider.issuer,
    AUTH_OIDC_TEST_CLIENT_ID: provider.clientId,
  })
  const id_token = await provider.idToken({
    ...newcomer(),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 600,
  })
  const { status, body } = await closed.ask('POST', '/token?grant_type=id_token', {
    provider: 'test',
    id_token,
  })
  expect([status, body.error_code]).toEqual([422, 'signup_disabled'])
  await closed.close()
})

test('an account whose address nobody was asked to prove is taken by who proves it', async () => {
  const open = await startAuth({
    SITE_URL: SITE,
    AUTH_OIDC_TEST_ISSUER: provider.issuer,
    AUTH_OIDC_TEST_CLIENT_ID: provider.clientId,
  })
  const email = someone()
  const hijacker = (await open.client().signUp({ email, password: GOOD })).data
  const now = Math.floor(Date.now() / 1000)
  const id_token = await provider.idToken({ ...newcomer({ email }), iat: now, exp: now + 600 })
  const { body } = await open.ask('POST', '/token?grant_type=id_token', { provider: 'test', id_token })
  expect(body.user.id).toBe(hijacker.user!.id)
  expect((await open.ask('GET', '/user', undefined, bearer(hijacker.session!.access_token))).status).toBe(403)
  expect((await open.client().signInWithPassword({ email, password: GOOD })).error?.code).toBe(
    'invalid_credentials',
  )
  await open.close()
})
