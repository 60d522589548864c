import { GoTrueClient } from '@supabase/auth-js'
import { expect } from 'vitest'
import type { AuthMail } from '../auth.ts'
import { type AuthServer, someone, startAuth } from './auth-server.ts'
import { browse, startProvider, type TestProvider } from './openid-provider.ts'

export const SITE = 'http://localhost:3000'
export const CALLBACK = `${SITE}/auth/v1/callback`
export const HOME = `${SITE}/dashboard`

let subjects = 0
/** A new person at a provider. */
export const newcomer = (more: object = {}) => ({
  sub: `subject-${++subjects}`,
  email: someone(),
  email_verified: true,
  name: 'Asha Mwangi',
  ...more,
})

/** The settings for a provider of the tests. */
export const providerSettings = (name: string, { issuer, clientId, secret }: TestProvider) => ({
  [`AUTH_OIDC_${name}_ISSUER`]: issuer,
  [`AUTH_OIDC_${name}_CLIENT_ID`]: clientId,
  [`AUTH_OIDC_${name}_CLIENT_SECRET`]: secret,
})

/** The published client as a separate browser, which stores its PKCE verifiers. */
export function browserOf({ url }: Pick<AuthServer, 'url'>, headers: Record<string, string> = {}) {
  const kept = new Map<string, string>()
  return new GoTrueClient({
    url,
    headers,
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

export const isCallback = (url: URL) => url.href.startsWith(CALLBACK)

/** Calls the product's callback as a browser does. Gives the address of its redirect. */
export async function comeBackTo({ url: base }: Pick<AuthServer, 'url'>, url: URL): Promise<URL> {
  const answer = await fetch(base + url.href.slice(`${SITE}/auth/v1`.length), { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location')!)
}

/** Logs `who` in at the provider `test`, up to the session. */
export async function logInAtProvider(
  auth: Pick<AuthServer, 'url'>,
  provider: TestProvider,
  who: object,
  client = browserOf(auth),
  queryParams: Record<string, string> = {},
) {
  provider.next = who as TestProvider['next']
  const { data } = await client.signInWithOAuth({
    provider: 'test' as 'google',
    options: { skipBrowserRedirect: true, redirectTo: HOME, queryParams },
  })
  const returnTarget = await comeBackTo(auth, await browse(data.url!, isCallback))
  const code = returnTarget.searchParams.get('code')
  if (!code) return { back: returnTarget, error: returnTarget.searchParams.get('error_code'), client }
  const { data: opened, error } = await client.exchangeCodeForSession(code)
  return {
    back: returnTarget,
    client,
    session: opened.session,
    user: opened.user,
    error: error?.code ?? null,
  }
}

/** Starts the auth server with two providers, `test` and `other`. Browsers log in at the first one. */
export async function startJourney() {
  const provider = await startProvider(CALLBACK)
  const other = await startProvider(CALLBACK)
  const mails: AuthMail[] = []
  const auth = await startAuth(
    {
      SITE_URL: SITE,
      AUTH_EMAIL_CONFIRMATION: 'on',
      ...providerSettings('TEST', {
        ...provider,
        issuer: `${provider.issuer}/.well-known/openid-configuration`,
      }),
      ...providerSettings('OTHER', other),
    },
    async (_tx, mail) => void mails.push(mail),
  )
  const browser = () => browserOf(auth)
  const goBack = (url: URL) => comeBackTo(auth, url)

  async function begin(client: GoTrueClient, name: 'test' | 'other' = 'test', options: object = {}) {
    const { data, error } = await client.signInWithOAuth({
      provider: name as 'google',
      options: { skipBrowserRedirect: true, redirectTo: HOME, ...options },
    })
    expect(error).toBeNull()
    const answer = await fetch(data.url!, { redirect: 'manual' })
    return { status: answer.status, location: answer.headers.get('location') ?? '', answer }
  }

  const logInAs = (who: object, client = browser(), queryParams: Record<string, string> = {}) =>
    logInAtProvider(auth, provider, who, client, queryParams)

  return {
    auth,
    provider,
    other,
    mails,
    browser,
    goBack,
    begin,
    logInAs,
    identitiesOf: (id: string) =>
      auth.sql(`select provider, provider_id from auth.identities where user_id = $1 order by created_at`, [
        id,
      ]),
    close: () => Promise.all([auth.close(), provider.close(), other.close()]),
  }
}

export type Journey = Awaited<ReturnType<typeof startJourney>>
