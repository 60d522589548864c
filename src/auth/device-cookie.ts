import { randomBytes } from 'node:crypto'
import type { Config } from '../server/config/config.ts'
import { KNOWN_DAYS } from '../server/limits/limits.ts'

const NAME = 'kikoa_device'
/** 256 random bits; the database keeps a hash of it together with the account. */
const TOKEN = /(?:^|;\s*)kikoa_device=([\w-]{43})(?:;|$)/

/** The token that a browser was given at an earlier log-in. */
export const deviceOf = (cookie: string | undefined): string | undefined => TOKEN.exec(cookie ?? '')?.[1]

/** The cookie of a device that has logged in (OWASP, "Device Cookies"), with a new token unless one is given. */
export function deviceCookie(
  { SITE_URL }: Pick<Config, 'SITE_URL'>,
  known: string | undefined,
): { device: string; header: string } {
  const device = known ?? randomBytes(32).toString('base64url')
  const secure = SITE_URL.startsWith('https:') ? '; Secure' : ''
  const age = KNOWN_DAYS * 24 * 60 * 60
  const header = `${NAME}=${device}; Path=/auth/v1; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
  return { device, header }
}
