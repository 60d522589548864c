import { isIP } from 'node:net'
import type { AuthConfig } from './settings.ts'

type Where = Pick<AuthConfig, 'SITE_URL' | 'AUTH_REDIRECTS'>

/** Schemes that run code or show the sender's content. No pattern of the operator's can allow them. */
const neverSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

/**
 * The final address of a flow that left the product: an address of the product, or one that AUTH_REDIRECTS
 * allows. Any other silently becomes the product's own address, so that our links can't lead to a foreign
 * site.
 * @returns the address as browsers parse it, so that the checked address is the one used.
 */
export function allowedRedirect(
  { SITE_URL, AUTH_REDIRECTS }: Where,
  requestedParameters: string | undefined,
): string {
  if (!requestedParameters || !URL.canParse(requestedParameters)) return SITE_URL
  const url = new URL(requestedParameters)
  if (neverSchemes.has(url.protocol) || url.username || url.password) return SITE_URL
  if (isWeb(url) && url.origin === new URL(SITE_URL).origin) return url.href
  if (isForeignNumber(url)) return SITE_URL
  const [compared = ''] = url.href.split('#', 1)
  return AUTH_REDIRECTS.some((pattern) => globOf(pattern).test(compared)) ? url.href : SITE_URL
}

/** The destination with parameters for it. */
export function redirectWith(to: string, parameters: Record<string, string>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

/** An IP address does not identify its owner, so only loopback is allowed. */
function isForeignNumber({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 && bare !== '::1' && !bare.startsWith('127.')
}

/** `*` matches any text without a dot or slash, `**` any text, `?` one character except those. */
function globOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[*?]|[.+^${}()|[\]\\]/g, (sign) =>
    sign === '**' ? '.*' : sign === '*' ? '[^./]*' : sign === '?' ? '[^./]' : `\\${sign}`,
  )
  return new RegExp(`^${source}$`)
}
