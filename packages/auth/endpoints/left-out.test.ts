import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import {
  browserOf,
  logInAtProvider,
  newcomer,
  providerSettings,
  SITE,
  startJourney,
} from '../testing/openid-journey.ts'

/** How the published client sees the parts of the protocol that are not offered. */

const { auth, provider, close } = await startJourney()
const open = await startAuth({
  SITE_URL: SITE,
  ...providerSettings('TEST', provider),
})
afterAll(async () => {
  await Promise.all([close(), open.close()])
})

async function customer() {
  const client = browserOf(open)
  const { data } = await client.signUp({ email: someone(), password: GOOD })
  return { client, user: data.user!, token: data.session!.access_token }
}

describe('linking log-ins by hand', () => {
  test('is refused as switched off, and changes nothing', async () => {
    const { client, user } = await customer()
    const linked = await client.linkIdentity({
      provider: 'test' as 'google',
      options: { skipBrowserRedirect: true },
    })
    expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
    const [only] = (await client.getUserIdentities()).data!.identities
    expect((await client.unlinkIdentity(only!)).error).toMatchObject({
      status: 404,
      code: 'manual_linking_disabled',
    })
    expect((await client.getUser()).data.user!.identities).toEqual(user.identities)
  })

  test('is closed to visitors', async () => {
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=test'],
      ['DELETE', '/user/identities/018f0000-0000-7000-8000-000000000000'],
    ] as const)
      expect((await open.call(method, path)).body.error_code).toBe('no_authorization')
  })
})

test('an id token logs nobody in, and links nothing', async () => {
  const { client, token } = await customer()
  const credentials = { provider: 'test' as 'google', token: 'a.b.c' }
  expect((await open.client().signInWithIdToken(credentials)).error).toMatchObject({
    status: 400,
    code: 'provider_disabled',
  })
  expect((await client.linkIdentity(credentials)).error).toMatchObject({
    status: 404,
    code: 'manual_linking_disabled',
  })
  const body = { provider: 'test', id_token: 'a.b.c', link_identity: true }
  expect((await open.call('POST', '/token?grant_type=id_token', body)).body.error_code).toBe(
    'no_authorization',
  )
  expect((await open.call('GET', '/user', undefined, bearer(token))).status).toBe(200)
})

test('nobody signs in anonymously', async () => {
  expect((await open.client().signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
  })
  expect((await open.call('GET', '/settings')).body.external.anonymous_users).toBe(false)
})

test("a provider's log-in answers without the provider's tokens", async () => {
  const { session } = await logInAtProvider(open, provider, newcomer())
  expect(session!.access_token).toEqual(expect.any(String))
  expect(session).not.toHaveProperty('provider_token')
  expect(session).not.toHaveProperty('provider_refresh_token')
})

describe('a log-in at a provider', () => {
  test('is refused to new people where sign-ups are off, and lets in who is known', async () => {
    const closed = await startAuth({
      SITE_URL: SITE,
      AUTH_SIGNUPS: 'off',
      ...providerSettings('TEST', provider),
    })
    expect((await logInAtProvider(closed, provider, newcomer())).error).toBe('signup_disabled')
    const who = newcomer()
    await closed.sql(
      `insert into auth.users (id, email, email_confirmed_at) values ('018f0000-0000-7000-8000-000000000001', $1, now())`,
      [who.email],
    )
    await closed.sql(`insert into profiles (id, email) values ('018f0000-0000-7000-8000-000000000001', $1)`, [
      who.email,
    ])
    expect((await logInAtProvider(closed, provider, who)).error).toBeNull()
    await closed.close()
  })

  test('takes an account whose address nobody was asked to prove', async () => {
    const email = someone()
    const hijacker = (await open.client().signUp({ email, password: GOOD })).data
    const { user } = await logInAtProvider(open, provider, newcomer({ email }))
    expect(user!.id).toBe(hijacker.user!.id)
    const old = bearer(hijacker.session!.access_token)
    expect((await open.call('GET', '/user', undefined, old)).status).toBe(403)
    expect((await open.client().signInWithPassword({ email, password: GOOD })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  test('makes an account in the language of the page', async () => {
    const client = browserOf(auth, { 'accept-language': 'sw, en;q=0.5' })
    const { user } = await logInAtProvider(auth, provider, newcomer(), client)
    const rows = await auth.sql('select language from profiles where id = $1', [user!.id])
    expect(rows).toEqual([{ language: 'sw' }])
  })
})
