import { hash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { newcomer, SITE, startJourney } from '../testing/openid-journey.ts'

const { auth, provider, other, logInAs, identitiesOf, close } = await startJourney()
afterAll(close)

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

  test('makes an account in the language of the page', async () => {
    const claims = fresh()
    const { body } = await auth.ask(
      'POST',
      '/token?grant_type=id_token',
      { provider: 'test', id_token: await provider.idToken(claims) },
      { 'accept-language': 'sw, en;q=0.5' },
    )
    const rows = await auth.sql('select language from profiles where id = $1', [body.user.id])
    expect(rows).toEqual([{ language: 'sw' }])
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
