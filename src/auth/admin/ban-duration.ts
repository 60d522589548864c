import { invalid } from '../protocol/auth-error.ts'

/** Units of a duration as Go writes it, in milliseconds. */
const units: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const whole = /^[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g
/** The last moment that the database and RFC 3339 both can write. */
const LAST = Date.UTC(9999, 11, 31)

/**
 * Reads for how long somebody is banned: `none`, or a duration as Go writes it ("24h", "1h30m", "876000h").
 * Refuses with 400 `validation_failed`.
 * @returns when the ban ends; null for none.
 */
export function banEnd(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  if (!whole.test(duration)) throw invalid(`Invalid format for ban duration: "${duration.slice(0, 40)}"`)
  let length = 0
  for (const [, count, unit] of duration.matchAll(part)) length += Number(count) * units[unit!]!
  if (duration.startsWith('-')) length = -length
  return length <= 0 ? null : new Date(Math.min(now.getTime() + length, LAST))
}
