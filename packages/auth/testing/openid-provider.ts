import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'

/** A person at the provider: `sub` and the other claims. */
export interface Somebody extends Record<string, unknown> {
  sub: string
}

/** A real OpenID provider on loopback. The test decides who logs in. */
export interface TestProvider {
  issuer: string
  clientId: string
  secret: string
  /** The person of the next log-in. With undefined the log-in is cancelled. */
  next: Somebody | undefined
  close(): Promise<void>
}

export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const [clientId, secret] = ['kikoa', 'a secret of the test, thirty-two signs']
  const people = new Map<string, Somebody>()
  let provider: Provider
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://provider.invalid')
    if (!pathname.startsWith('/interaction/')) return void provider.callback()(request, response)
    const { next } = test
    if (next) people.set(next.sub, next)
    const result = next ? { login: { accountId: next.sub } } : { error: 'access_denied' }
    return void provider.interactionFinished(request, response, result)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  provider = new Provider(issuer, {
    adapter: keptInMemory(),
    clients: [{ client_id: clientId, client_secret: secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [key as never] },
    cookies: { keys: ['of the test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
    },
    // The id token contains the claims, as with the large providers.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => people.get(sub) ?? { sub } }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  const test: TestProvider = {
    issuer,
    clientId,
    secret,
    next: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return test
}

/** The provider's storage, in memory. */
function keptInMemory() {
  const kept = new Map<string, AdapterPayload>()
  return (kind: string): Adapter => {
    const found = async (id: string) => kept.get(`${kind}:${id}`)
    const having = async (field: 'uid' | 'userCode', value: string) =>
      [...kept.values()].find((payload) => payload[field] === value)
    return {
      find: found,
      findByUid: (uid) => having('uid', uid),
      findByUserCode: (code) => having('userCode', code),
      upsert: async (id, payload) => void kept.set(`${kind}:${id}`, payload),
      destroy: async (id) => void kept.delete(`${kind}:${id}`),
      consume: async (id) => void ((await found(id))!.consumed = Math.floor(Date.now() / 1000)),
      revokeByGrantId: async (grant) => {
        for (const [id, payload] of kept) if (payload.grantId === grant) kept.delete(id)
      },
    }
  }
}

/** Follows redirects with cookies, as a browser does, until `stop` returns true. Gives the last address. */
export async function browse(from: string, stop: (url: URL) => boolean): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(from)
  for (let hops = 0; hops < 10; hops++) {
    if (stop(url)) return url
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`${url.href} answers ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error('the redirects do not end')
}
