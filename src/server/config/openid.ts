import { StartError } from '../start-error.ts'

/** A provider of log-ins by OpenID Connect, as the operator has set it. */
export interface OpenIdProvider {
  /** As the protocol and the account's identities name it, such as `google`. */
  name: string
  /** As people know it. */
  title: string
  /** The issuer, as its tokens must name it. */
  issuer: string
  /** The first one asks for log-ins; further ones belong to other programs whose tokens are taken too. */
  clientIds: [string, ...string[]]
  /** None for a public client. */
  secret: string | undefined
}

const DISCOVERY = /\/\.well-known\/openid-configuration$/
const reserved = new Set(['email', 'phone', 'anonymous_users', 'anonymous', 'google', 'sso'])

/**
 * Reads the providers of log-ins: Google by AUTH_GOOGLE_CLIENT_ID and AUTH_GOOGLE_CLIENT_SECRET, any other by
 * AUTH_OIDC_<NAME>_ISSUER (issuer or discovery address), _CLIENT_ID, _CLIENT_SECRET and, for people, _TITLE.
 * @throws StartError with one sentence that names the wrong setting.
 */
export function openIdProviders(env: Record<string, string | undefined>): OpenIdProvider[] {
  const providers: OpenIdProvider[] = []
  if (env.AUTH_GOOGLE_CLIENT_ID)
    providers.push({
      name: 'google',
      title: 'Google',
      issuer: 'https://accounts.google.com',
      clientIds: idsOf('AUTH_GOOGLE_CLIENT_ID', env.AUTH_GOOGLE_CLIENT_ID),
      secret: env.AUTH_GOOGLE_CLIENT_SECRET,
    })
  for (const [setting, value] of Object.entries(env)) {
    const named = /^AUTH_OIDC_([A-Z0-9_]+)_ISSUER$/.exec(setting)?.[1]
    if (!named || !value) continue
    const of = (field: string) => env[`AUTH_OIDC_${named}_${field}`]
    const name = named.toLowerCase()
    if (reserved.has(name)) throw wrong(setting, `${name} is the name of another log-in`)
    const clientId = of('CLIENT_ID')
    if (!clientId) throw wrong(`AUTH_OIDC_${named}_CLIENT_ID`, 'it belongs to the issuer and is missing')
    providers.push({
      name,
      title: of('TITLE') || named.charAt(0) + name.slice(1).replaceAll('_', ' '),
      issuer: issuerOf(setting, value),
      clientIds: idsOf(`AUTH_OIDC_${named}_CLIENT_ID`, clientId),
      secret: of('CLIENT_SECRET'),
    })
  }
  return providers
}

const wrong = (setting: string, why: string) => new StartError(`The setting ${setting} is wrong: ${why}.`)

function idsOf(setting: string, list: string): [string, ...string[]] {
  const [first, ...others] = list.split(/[\s,]+/).filter(Boolean)
  if (!first) throw wrong(setting, 'it names no client')
  return [first, ...others]
}

/** An address without TLS may only be this machine's own. */
function issuerOf(setting: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isOwn = url?.protocol === 'http:' && isLoopback(url)
  if (!url || (url.protocol !== 'https:' && !isOwn) || url.username || url.search || url.hash)
    throw wrong(setting, 'it must be an address that starts with https://')
  return value.replace(DISCOVERY, '')
}

/** Whether an address stays on this machine. */
export const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
