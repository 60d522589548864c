import type { Contact, DriverAccount } from '../driver.ts'
import type { ProviderAnswer, ProviderCall } from '../provider-call.ts'
import { baseUrl } from '../values.ts'

/**
 * The routes. The provider's page names all up to `sync` with their methods. Of the others it says that they exist: their
 * methods and the last part of their paths are the natural ones.
 */
const routes = {
  list: ['GET', '/domains'],
  check: ['POST', '/domains/check'],
  register: ['POST', '/domains/register'],
  info: ['GET', '/domains/:name'],
  'register-again': ['POST', '/domains/:name/register'],
  renew: ['POST', '/domains/:name/renew'],
  'transfer-in': ['POST', '/domains/:name/transfer'],
  sync: ['POST', '/domains/:name/sync'],
  nameservers: ['PUT', '/domains/:name/nameservers'],
  contacts: ['PUT', '/domains/:name/whois'],
  'auth-code': ['GET', '/domains/:name/epp'],
  lock: ['PUT', '/domains/:name/lock'],
  privacy: ['PUT', '/domains/:name/privacy'],
  balance: ['GET', '/balance'],
} as const
export type Action = keyof typeof routes

/** The fields of requests. The page names `domain_name` alone. */
export const sent = {
  name: (name: string) => ({ domain_name: name }),
  // A field that is not known is ignored, and a year is bought without it: so the number has both of its usual names.
  years: (years: number) => ({ years, period: years }),
  nameservers: (nameservers: readonly string[]) => ({ nameservers }),
  holder: (holder: Contact) => ({
    registrant: {
      name: `${holder.first_name} ${holder.last_name}`.trim(),
      first_name: holder.first_name,
      last_name: holder.last_name,
      organization: holder.company,
      email: holder.email,
      phone: holder.phone,
      address: holder.address,
      city: holder.city,
      state: holder.state,
      postal_code: holder.postcode,
      country: holder.country,
    },
  }),
  code: (code: string) => ({ epp_code: code }),
  lock: (locked: boolean) => ({ locked }),
  privacy: (enabled: boolean) => ({ enabled }),
  privacyOfOrder: (privacy: boolean) => ({ privacy }),
}

interface More {
  query?: string
  secrets?: readonly string[]
}

/** Makes the function that sends a request. It sends once. The key is a secret of each request. */
export const askOf =
  ({ base_url, key }: DriverAccount, call: ProviderCall) =>
  (
    action: Action,
    name: string | null,
    body?: object,
    { query = '', secrets = [] }: More = {},
  ): Promise<ProviderAnswer> => {
    const [method, path] = routes[action]
    return call({
      method,
      url: baseUrl(base_url, '/api/v1') + path.replace(':name', () => encodeURIComponent(name ?? '')) + query,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      action,
      target: name,
      secrets: [key, ...secrets],
    })
  }
