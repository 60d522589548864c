import { bareName, isDomainName } from '../products/names/syntax.ts'
import type { Refusal } from '../../shared/refusal.ts'

/** A typed name as a label, or why it can't be used. */
export type NameReading = { ok: true; label: string } | { ok: false; refusal: Refusal<'NAME_INVALID'> }

/** Longest label (RFC 1035 §2.3.4). */
const LONGEST_LABEL = 63
/**
 * Letters and digits of any script with their marks, hyphens, and the joiners and middle dots that some scripts use
 * inside words (RFC 5892 appendix A).
 */
const run = /^[\u200D\u200C\p{L}\p{M}\p{N}\u00B7\u0375\u05F3\u05F4\u30FB-]+/u
const ascii = /^[a-z0-9-]+$/
const invalid: NameReading = { ok: false, refusal: { code: 'NAME_INVALID' } }

/**
 * Returns the label that a visitor searches for (readings 5). Removes scheme, path, `www.`, case and final dot, cuts
 * the leading run of letters, digits and hyphens at 63, and turns other letters into an A-label (RFC 5890 §2.3.2.1).
 * Refuses with `NAME_INVALID` if nothing is left, if a hyphen is at an edge, or if characters 3 and 4 are `--` in
 * anything but a valid A-label. Loads the table of scripts only for a name that needs it.
 */
export async function readName(typed: string): Promise<NameReading> {
  const label = leadingRun(typed)
  if (isPlainLabel(label)) return { ok: true, label }
  if (!label || (ascii.test(label) && !label.startsWith('xn--'))) return invalid
  const { toAsciiLabel } = await import('../products/names/scripts.ts')
  const encoded = toAsciiLabel(label)
  return encoded === undefined ? invalid : { ok: true, label: encoded }
}

/** The synchronous form of `readName`. Undefined for a name that needs the table of scripts. */
export function readPlainName(typed: string): NameReading | undefined {
  const label = leadingRun(typed)
  if (isPlainLabel(label)) return { ok: true, label }
  return !label || (ascii.test(label) && !label.startsWith('xn--')) ? invalid : undefined
}

const leadingRun = (typed: string) =>
  Array.from(run.exec(bareName(typed))?.[0] ?? '')
    .slice(0, LONGEST_LABEL)
    .join('')

const isPlainLabel = (label: string) =>
  ascii.test(label) && !label.startsWith('xn--') && isDomainName(`${label}.com`)
