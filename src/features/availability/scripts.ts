import { toASCII, toUnicode } from 'tr46'
import { bareName, isDomainName } from '../products/domain-names.ts'

/**
 * Names in other scripts. Apart from the rest because of the table behind it (UTS 46), which no page needs at first.
 */

/** Validity as registries see it: nothing that RFC 5891 §4.2.3 forbids. */
const strict = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
  ignoreInvalidPunycode: false,
} as const

/** A label as an A-label, or as it is in ASCII. Undefined for one that is not valid. */
export function toAsciiLabel(label: string): string | undefined {
  if (label.includes('.')) return undefined
  const encoded = encode(label)
  return encoded !== undefined && !encoded.includes('.') && isDomainName(`${encoded}.com`)
    ? encoded
    : undefined
}

/**
 * A whole domain name out of what somebody typed, in ASCII: scheme, path, `www.`, case and final dot are taken away.
 * Undefined for what is no valid name with an ending, of at most 253 characters.
 */
export function readAsciiName(typed: string): string | undefined {
  const encoded = encode(bareName(typed))
  return encoded !== undefined && isDomainName(encoded) ? encoded : undefined
}

/** A name as people read it: every A-label in its own script. */
export const toReadableName = (name: string): string => toUnicode(name, strict).domain

/** Letters, marks and digits of any script, the joiners of words, hyphens and dots: no emoji, no symbols (RFC 5892). */
const letters = /^[\u200D\u200C\p{L}\p{M}\p{N}\u00B7\u0375\u05F3\u05F4\u30FB.-]+$/u

function encode(name: string): string | undefined {
  const encoded = toASCII(name, strict)
  if (encoded === null) return undefined
  // An A-label is valid only if it stands for a valid U-label (RFC 5890 §2.3.2.1): decoding tells.
  const { domain, error } = toUnicode(encoded, strict)
  return error || !letters.test(domain) ? undefined : encoded
}
