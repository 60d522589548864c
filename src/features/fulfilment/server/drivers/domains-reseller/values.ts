import { domainToASCII } from 'node:url'

/** Values as PHP programs write them. */

/** A host or domain name in ASCII and lower case, without a final dot. Empty for none. */
export const asciiName = (name: string): string => domainToASCII(name.trim().replace(/\.$/, '')).toLowerCase()

export const isSameName = (one: string, other: string): boolean => {
  const name = asciiName(one)
  return name !== '' && name === asciiName(other)
}

/** True or false. Undefined where it is neither. */
export function flagOf(value: unknown): boolean | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value
  if ([true, 1, '1', 'true', 'yes', 'on', 'locked', 'enabled'].includes(text as string)) return true
  if ([false, 0, '0', 'false', 'no', 'off', 'unlocked', 'disabled'].includes(text as string)) return false
  return undefined
}

/** A decimal number, with commas between thousands or without. Undefined where it is none. */
export function decimalIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return /^-?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,8})?$/.test(text)
    ? text.replaceAll(',', '')
    : undefined
}

/**
 * A day such as 2027-11-28, 28/11/2027 or 2027-11-28T05:31:56Z as its midnight in UTC. Null for no date: nothing, or
 * 0000-00-00. Undefined for what is no date. In `03/04/2027` the day comes first.
 */
export function dayOf(value: unknown): Date | null | undefined {
  if (value === null || value === undefined || value === '' || value === false) return null
  // PHP writes its own kind of date as an object.
  if (typeof value === 'object') return 'date' in value ? dayOf(value.date) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^0000[-/.]00[-/.]00|^00[-/.]00[-/.]0000/.test(text)) return null
  const iso = /^(\d{4})[-/.](\d{2})[-/.](\d{2})(?:$|[T ])/.exec(text)
  const local = iso ? null : /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:$| )/.exec(text)
  const [year, month, day] = (iso ? iso.slice(1) : (local?.slice(1).reverse() ?? [])).map(Number)
  if (!year || !month || !day) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year > 1984 && year < 2200 ? date : undefined
}
