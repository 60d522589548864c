import { isIP } from 'node:net'
import type { Config } from '../server/config/config.ts'

type Where = Pick<Config, 'SITE_URL' | 'AUTH_REDIRECTS'>

/** Schemes that run something or show something of the sender's own, whatever a pattern of the operator's says. */
const neverSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

/**
 * Where a flow that left the product may end: an address of the product itself, or one that the operator has named
 * in AUTH_REDIRECTS. Any other wish silently becomes the product's own address, so that nobody is led elsewhere by
 * a link that begins here.
 * @returns the address as browsers read it, so that what was compared is what is gone to.
 */
export function allowedRedirect({ SITE_URL, AUTH_REDIRECTS }: Where, wished: string | undefined): string {
  if (!wished || !URL.canParse(wished)) return SITE_URL
  const url = new URL(wished)
  if (neverSchemes.has(url.protocol) || url.username || url.password) return SITE_URL
  if (isWeb(url) && url.origin === new URL(SITE_URL).origin) return url.href
  if (isForeignNumber(url)) return SITE_URL
  const [compared = ''] = url.href.split('#', 1)
  return AUTH_REDIRECTS.some((pattern) => globOf(pattern).test(compared)) ? url.href : SITE_URL
}

/** The address to end at, with what is to be told there. */
export function redirectWith(to: string, told: Record<string, string>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  return url.href
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

/** An address in numbers says nothing of who is behind it: only the machine's own may be named. */
function isForeignNumber({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 && bare !== '::1' && !bare.startsWith('127.')
}

/** `*` stands for anything but a dot and a slash, `**` for anything at all, `?` for one sign but those. */
function globOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[*?]|[.+^${}()|[\]\\]/g, (sign) =>
    sign === '**' ? '.*' : sign === '*' ? '[^./]*' : sign === '?' ? '[^./]' : `\\${sign}`,
  )
  return new RegExp(`^${source}$`)
}
