import { domainToASCII } from 'node:url'

/** Values as providers write them in JSON and in headers. */

/** RFC 1035 §2.3.4. */
const MOST_NAME = 255
/** The longest wait that a provider may ask for. */
const MOST_WAIT_MS = 24 * 3_600_000

export type Fields = Record<string, unknown>

/** An object of JSON. Undefined for all else. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** A name in ASCII and lower case. Undefined for what is none. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MOST_NAME) return undefined
  const name = domainToASCII(value.trim().replace(/\.$/, ''))
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(name) ? name : undefined
}

/** A date such as `2027-05-31`, `2027-05-31 0:00:00` or `2027-05-31T00:00:00.000000Z`; UTC where it has no zone. */
export function dateOf(value: unknown): Date | null {
  const form = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/
  const [, day, time = '00:00', zone = 'Z'] = (typeof value === 'string' && form.exec(value.trim())) || []
  if (!day) return null
  const date = new Date(`${day}T${time.indexOf(':') === 1 ? '0' : ''}${time}${zone}`)
  // `new Date` reads 30 February as 2 March.
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(`${day}T00:00Z`).toISOString().startsWith(day)
  return isDay && !Number.isNaN(date.getTime()) ? date : null
}

/**
 * When to come again: seconds or a date (RFC 9110 §10.2.3), at most a day ahead. Undefined for what is neither, and for
 * what is past.
 */
export function retryAt(header: string | null, now: Date): Date | undefined {
  if (!header) return undefined
  const at = /^\d+$/.test(header) ? now.getTime() + Number(header) * 1000 : Date.parse(header)
  if (Number.isNaN(at) || at < now.getTime()) return undefined
  return new Date(Math.min(at, now.getTime() + MOST_WAIT_MS))
}

/** The address that the owner entered, without a slash at the end. A bare host has the usual path. */
export function baseUrl(address: string, usualPath: string): string {
  const base = address.trim().replace(/\/+$/, '')
  return URL.canParse(base) && new URL(base).pathname === '/' ? base + usualPath : base
}
