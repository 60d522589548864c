import { toASCII, toUnicode } from 'tr46'
import { bareName, isDomainName } from './syntax.ts'

/** Names in other scripts. A file of its own, so that pages load its large table (UTS 46) only when they need it. */

/** Rejects what registries reject, and all that RFC 5891 §4.2.3 forbids. */
const strict = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
  ignoreInvalidPunycode: false,
} as const

/** A label as an A-label, or unchanged if it is ASCII. Undefined for an invalid label. */
export function toAsciiLabel(label: string): string | undefined {
  if (label.includes('.')) return undefined
  const encoded = encode(label)
  return encoded !== undefined && !encoded.includes('.') && isDomainName(`${encoded}.com`)
    ? encoded
    : undefined
}

/**
 * Reads a typed name of at least two labels and returns it in ASCII, also one that cannot be registered. Scheme, path,
 * `www.`, case and final dot are removed. Undefined for text that is no valid name with an ending, or has more than 253
 * characters.
 */
export const readAsciiName = (typed: string): string | undefined => toAsciiName(bareName(typed))

/** A name of at least two labels in ASCII. Undefined for an invalid one. */
export function toAsciiName(name: string): string | undefined {
  const encoded = encode(name)
  return encoded !== undefined && isDomainName(encoded) ? encoded : undefined
}

/** A readable name: every A-label becomes text of its own script. */
export const toReadableName = (name: string): string => toUnicode(name, strict).domain

/**
 * Letters, marks and digits of any script, the joiners of words, hyphens and dots (RFC 5892). Emoji and symbols are not
 * allowed.
 */
const letters = /^[\u200D\u200C\p{L}\p{M}\p{N}\u00B7\u0375\u05F3\u05F4\u30FB.-]+$/u

/** In characters as typed, of which some are left out. The work of encoding a label grows as the square of its length. */
const LONGEST = 1_000

function encode(name: string): string | undefined {
  if (name.length > LONGEST) return undefined
  const encoded = toASCII(name, strict)
  if (encoded === null) return undefined
  // An A-label is valid only if it decodes to a valid U-label (RFC 5890 §2.3.2.1).
  const { domain, error } = toUnicode(encoded, strict)
  return error || !letters.test(domain) ? undefined : encoded
}
