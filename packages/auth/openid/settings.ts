import { StartError } from '@kikoa/postgres'

/** An OpenID Connect provider for log-ins, from the operator's settings. */
export interface OpenIdProvider {
  /** The name in the protocol and in an account's identities, such as `google`. */
  name: string
  /** The name that people see. */
  title: string
  /** The issuer that its tokens must name. */
  issuer: string
  /** The first one is used for log-ins. The others belong to other programs whose tokens are also accepted. */
  clientIds: [string, ...string[]]
  /** Undefined for a public client. */
  secret: string | undefined
}

const DISCOVERY = /\/\.well-known\/openid-configuration$/
const reserved = new Set(['email', 'phone', 'anonymous_users', 'anonymous', 'google', 'sso'])

/**
 * Reads the log-in providers: Google from AUTH_GOOGLE_CLIENT_ID and AUTH_GOOGLE_CLIENT_SECRET, any other from
 * AUTH_OIDC_<NAME>_ISSUER (issuer or discovery address), _CLIENT_ID, _CLIENT_SECRET and the visible _TITLE.
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

/** An address without TLS must be on this machine. */
function issuerOf(setting: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isOwn = url?.protocol === 'http:' && isLoopback(url)
  if (!url || (url.protocol !== 'https:' && !isOwn) || url.username || url.search || url.hash)
    throw wrong(setting, 'it must be an address that starts with https://')
  return value.replace(DISCOVERY, '')
}

/** Whether an address is on this machine. */
export const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
