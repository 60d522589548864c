import { afterAll, describe, expect, test } from 'vitest'
import { CALLBACK, isCallback, newcomer, SITE, startJourney } from '../testing/openid-journey.ts'
import { browse } from '../testing/openid-provider.ts'

const { auth, provider, other, browser, goBack, begin, close } = await startJourney()
afterAll(close)

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
    const requested = Object.fromEntries(searchParams)
    expect(requested).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile calendar',
      prompt: 'login',
      code_challenge_method: 'S256',
    })
    expect(requested.state).toMatch(/^[0-9a-f-]{36}$/)
    expect(requested.nonce).not.toBe('mine')
    expect(requested).not.toHaveProperty('request_uri')
    const [flow] = await auth.sql(`select code_challenge from auth.flow_states where id = $1`, [
      requested.state,
    ])
    // The challenge for the provider differs from the client's.
    expect(flow!.code_challenge).not.toBe(requested.code_challenge)
  })

  test.each([
    ['an unknown provider', 'provider=nobody&code_challenge=CHALLENGE&code_challenge_method=s256'],
    ['no provider', 'code_challenge=CHALLENGE&code_challenge_method=s256'],
    ['no challenge', 'provider=test'],
    ['half a challenge', 'provider=test&code_challenge=CHALLENGE'],
    ['the plain method', 'provider=test&code_challenge=CHALLENGE&code_challenge_method=plain'],
  ])('is closed for %s', async (_, query) => {
    const { status, body } = await auth.call(
      'GET',
      `/authorize?${query.replace('CHALLENGE', 'x'.repeat(43))}`,
    )
    expect([status, body.error_code]).toEqual([400, 'validation_failed'])
  })

  test('ends at the product, wherever somebody else would have it end', async () => {
    provider.next = newcomer()
    const { location } = await begin(browser(), 'test', { redirectTo: 'https://elsewhere.example/steal' })
    expect((await goBack(await browse(location, isCallback))).origin).toBe(SITE)
  })

  test('is shown in the settings', async () => {
    expect((await auth.call('GET', '/settings')).body.external).toMatchObject({
      test: true,
      other: true,
      google: false,
    })
  })
})

describe('the way back', () => {
  const refusalOf = (returnTarget: URL) => [
    returnTarget.origin,
    returnTarget.searchParams.get('error_code'),
    returnTarget.searchParams.get('code'),
  ]

  test.each([
    ['none', ''],
    ['a made-up one', 'state=018f0000-0000-7000-8000-000000000000&code=x'],
    ['something else', "state='or 1=1&code=x"],
  ])('is closed with %s for a state', async (_, query) => {
    const returnTarget = await goBack(new URL(`${CALLBACK}?${query}`))
    expect(refusalOf(returnTarget)).toEqual([SITE, 'flow_state_not_found', null])
  })

  test('is gone once: a state works for one of eight at once', async () => {
    provider.next = newcomer()
    const { location } = await begin(browser())
    const way = await browse(location, isCallback)
    const all = await Promise.all(Array.from({ length: 8 }, () => goBack(way)))
    expect(all.filter((returnTarget) => returnTarget.searchParams.has('code'))).toHaveLength(1)
    expect(
      all.filter((returnTarget) => returnTarget.searchParams.get('error_code') === 'flow_state_not_found'),
    ).toHaveLength(7)
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
    // The provider checks that the code belongs to the verifier of its own log-in.
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
    const returnTarget = await goBack(await browse((await begin(browser())).location, isCallback))
    const known = () => auth.sql(`select 1 from auth.identities where provider_id = $1`, [who.sub])
    expect(await known()).toEqual([])
    const thief = browser()
    await begin(thief)
    const { error } = await thief.exchangeCodeForSession(returnTarget.searchParams.get('code')!)
    expect(error?.code).toBe('bad_code_verifier')
    expect(await known()).toEqual([])
  })

  test('stores no token of the provider', async () => {
    provider.next = newcomer()
    const returnTarget = await goBack(await browse((await begin(browser())).location, isCallback))
    const [flow] = await auth.sql(`select f::text as everything, data from auth.flow_states f
      order by code_issued_at desc nulls last limit 1`)
    expect(Object.keys(flow!.data).toSorted()).toEqual(['proven'])
    expect(flow!.everything).not.toContain(returnTarget.searchParams.get('code'))
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
    const returnTarget = new URL(answer.headers.get('location')!)
    expect((await client.exchangeCodeForSession(returnTarget.searchParams.get('code')!)).error).toBeNull()
    expect((await auth.call('POST', '/token?grant_type=password', 'email=a', form)).body.error_code).toBe(
      'bad_json',
    )
  })
})
