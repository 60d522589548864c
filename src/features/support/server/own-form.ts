import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from a page of this site. Browsers say so in Sec-Fetch-Site, older ones in Origin (Fetch
 * Metadata; RFC 6454 §7); a request that says neither comes from no form of ours.
 */
export function isOwnForm(
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  siteUrl: string,
): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === new URL(siteUrl).origin || new URL(origin).host === host
}
