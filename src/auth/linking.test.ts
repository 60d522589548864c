import { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthMail } from './auth.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from './testing/auth-server.ts'
import { browse, startProvider, type TestProvider } from './testing/openid-provider.ts'

const SITE = 'http://localhost:3000'

let auth: AuthServer
let provider: TestProvider
const mails: AuthMail[] = []
beforeAll(async () => {
  provider = await startProvider(`${SITE}/auth/v1/callback`)
  auth = await startAuth(
    {
      SITE_URL: SITE,
      AUTH_MANUAL_LINKING: 'on',
      AUTH_OIDC_TEST_ISSUER: provider.issuer,
      AUTH_OIDC_TEST_CLIENT_ID: provider.clientId,
      AUTH_OIDC_TEST_CLIENT_SECRET: provider.secret,
    },
    async (_tx, mail) => void mails.push(mail),
  )
})
afterAll(() => Promise.all([auth.close(), provider.close()]))

let subjects = 0
const newcomer = () => ({ sub: `linked-${++subjects}`, email: someone(), email_verified: true })

/** A customer with a password, and the published client that holds their session. */
async function customer() {
  const email = someone()
  const kept = new Map<string, string>()
  const client = new GoTrueClient({
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
  const { data } = await client.signUp({ email, password: GOOD })
  return { client, email, id: data.user!.id, token: data.session!.access_token }
}

/** Links whoever the provider says next, by the browser's way. */
async function link(client: GoTrueClient, who: TestProvider['next']) {
  provider.next = who
  const { data, error } = await client.linkIdentity({
    provider: 'test' as 'google',
    options: { skipBrowserRedirect: true, redirectTo: SITE },
  })
  if (error) return error.code
  const way = await browse(data.url!, (url) => url.href.startsWith(SITE))
  const answer = await fetch(auth.url + way.href.slice(`${SITE}/auth/v1`.length), { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  const code = back.searchParams.get('code')
  if (!code) return back.searchParams.get('error_code')
  return (await client.exchangeCodeForSession(code)).error?.code ?? 'linked'
}

const identitiesOf = async (client: GoTrueClient) => (await client.getUserIdentities()).data!.identities
const kindsOf = (email: string) => mails.filter(({ to }) => to === email).map(({ kind }) => kind)
const slug = ({ status, body }: { status: number; body: { error_code: string } }) => [status, body.error_code]

describe('linking a log-in', () => {
  test('adds it to the account of who is signed in, and tells them', async () => {
    const { client, email, id } = await customer()
    const who = newcomer()
    expect(await link(client, who)).toBe('linked')
    const { data } = await client.getUser()
    expect(data.user).toMatchObject({
      id,
      email,
      app_metadata: { provider: 'email', providers: ['email', 'test'] },
    })
    expect(await identitiesOf(client)).toMatchObject([
      { provider: 'email' },
      { provider: 'test', id: who.sub },
    ])
    expect(kindsOf(email)).toContain('identity-linked')
    // Their own choice is no proof of the address: nothing of the account is wiped.
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
  })

  test('is refused for one that is linked already, here or elsewhere', async () => {
    const who = newcomer()
    const { client } = await customer()
    expect(await link(client, who)).toBe('linked')
    expect(await link(client, who)).toBe('identity_already_exists')
    expect(await link((await customer()).client, who)).toBe('identity_already_exists')
  })

  test('of one log-in by eight at once goes to one account', async () => {
    const who = newcomer()
    provider.next = who
    const people = await Promise.all(Array.from({ length: 8 }, customer))
    const outcomes = await Promise.all(people.map(({ client }) => link(client, who)))
    expect(outcomes.filter((one) => one === 'linked')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'identity_already_exists')).toHaveLength(7)
  })

  test("cannot be finished in another person's browser", async () => {
    const [asha, juma] = [await customer(), await customer()]
    const { data } = await asha.client.linkIdentity({
      provider: 'test' as 'google',
      options: { skipBrowserRedirect: true, redirectTo: SITE },
    })
    // Juma is lured to the provider by Asha's address, and would give her his log-in.
    provider.next = newcomer()
    const way = await browse(data.url!, (url) => url.href.startsWith(SITE))
    const answer = await fetch(auth.url + way.href.slice(`${SITE}/auth/v1`.length), { redirect: 'manual' })
    const code = new URL(answer.headers.get('location')!).searchParams.get('code')!
    await juma.client.signInWithOAuth({
      provider: 'test' as 'google',
      options: { skipBrowserRedirect: true },
    })
    expect((await juma.client.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
    expect(await identitiesOf(asha.client)).toHaveLength(1)
  })
})

describe('unlinking a log-in', () => {
  test('takes it away and tells its owner', async () => {
    const { client, email } = await customer()
    await link(client, newcomer())
    const [, linked] = await identitiesOf(client)
    expect((await client.unlinkIdentity(linked!)).error).toBeNull()
    expect(await identitiesOf(client)).toMatchObject([{ provider: 'email' }])
    expect((await client.getUser()).data.user!.app_metadata).toMatchObject({ providers: ['email'] })
    expect(kindsOf(email)).toContain('identity-unlinked')
  })

  test("leaves the last one, and finds nobody else's", async () => {
    const { client, token } = await customer()
    const [only] = await identitiesOf(client)
    expect((await client.unlinkIdentity(only!)).error?.code).toBe('single_identity_not_deletable')
    const [theirs] = await identitiesOf((await customer()).client)
    const remove = (id: string) => auth.ask('DELETE', `/user/identities/${id}`, undefined, bearer(token))
    expect(slug(await remove(theirs!.identity_id))).toEqual([422, 'identity_not_found'])
    expect(slug(await remove('mine'))).toEqual([404, 'validation_failed'])
  })

  test('of both at once leaves one', async () => {
    const { client } = await customer()
    await link(client, newcomer())
    const both = await identitiesOf(client)
    const outcomes = await Promise.all(both.map((one) => client.unlinkIdentity(one)))
    expect(outcomes.map(({ error }) => error?.code ?? 'gone').toSorted()).toEqual([
      'gone',
      'single_identity_not_deletable',
    ])
  })

  test('that owned the address lets another one take its place, with its own confirmation', async () => {
    const { client, email, id } = await customer()
    const who = newcomer()
    await link(client, who)
    const [own] = await identitiesOf(client)
    expect((await client.unlinkIdentity(own!)).error).toBeNull()
    const [user] = await auth.sql(
      `select u.email, u.email_confirmed_at is not null as confirmed, p.email as shown
         from auth.users u join profiles p using (id) where u.id = $1`,
      [id],
    )
    expect(user).toEqual({ email: who.email, confirmed: true, shown: who.email })
    expect(kindsOf(email)).toContain('identity-unlinked')

    const second = await customer()
    await link(second.client, { ...newcomer(), email_verified: false })
    expect((await second.client.unlinkIdentity((await identitiesOf(second.client))[0]!)).error).toBeNull()
    const [unproved] = await auth.sql(`select email_confirmed_at from auth.users where id = $1`, [second.id])
    expect(unproved).toEqual({ email_confirmed_at: null })
  })

  test("is refused where the account's address would become somebody else's", async () => {
    const [asha, juma] = [await customer(), await customer()]
    await link(asha.client, { ...newcomer(), email: juma.email, email_verified: false })
    const [own] = await identitiesOf(asha.client)
    expect((await asha.client.unlinkIdentity(own!)).error?.code).toBe('email_conflict_identity_not_deletable')
    expect(await identitiesOf(asha.client)).toHaveLength(2)
  })
})

describe('the log-ins of an account are closed', () => {
  const calls = (token?: string) => [
    auth.ask(
      'GET',
      `/user/identities/authorize?provider=test&skip_http_redirect=true&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`,
      undefined,
      token ? bearer(token) : {},
    ),
    auth.ask(
      'DELETE',
      '/user/identities/018f0000-0000-7000-8000-000000000000',
      undefined,
      token ? bearer(token) : {},
    ),
  ]
  const slugs = async (token?: string) => (await Promise.all(calls(token))).map(slug)
  const twice = (one: unknown) => [one, one]

  test('to visitors', async () => expect(await slugs()).toEqual(twice([401, 'no_authorization'])))

  test('where the operator has not turned linking on', async () => {
    const off = await startAuth()
    const { data } = await off.client().signUp({ email: someone(), password: GOOD })
    const at = '/user/identities/authorize?provider=test'
    expect(slug(await off.ask('GET', at, undefined, bearer(data.session!.access_token)))).toEqual([
      404,
      'manual_linking_disabled',
    ])
    await off.close()
  })

  test('without the second factor of who has one', async () => {
    const { id, token } = await customer()
    await auth.sql(
      `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')`,
      [id],
    )
    expect(await slugs(token)).toEqual(twice([403, 'insufficient_aal']))
  })

  test('after a log-in that is not recent', async () => {
    const { id, token } = await customer()
    await auth.sql(
      `update auth.sessions set created_at = created_at - interval '2 hours',
              amr = jsonb_set(amr, '{0,timestamp}', to_jsonb((amr->0->>'timestamp')::bigint - 7200)) where user_id = $1`,
      [id],
    )
    expect(await slugs(token)).toEqual(twice([400, 'reauthentication_needed']))
  })
})
