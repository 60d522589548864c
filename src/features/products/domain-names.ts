import { getPublicSuffix } from 'tldts'
import { scriptsUsed } from './names/scripts-used.ts'
import { readAsciiName, toReadableName } from './names/scripts.ts'

/** Domain names as people type them. The search, the check, requests, the cart and orders all read them here. */

/**
 * Reads a typed domain name that can be registered, in ASCII: letters of other scripts become A-labels. Surrounding
 * blanks, scheme, user, port, path, a leading `www.`, case and the final dot are removed. Undefined for any other text,
 * for an `xn--` label that is no A-label (RFC 5890 §2.3.2.1), for a label of letters of different alphabets, for a public
 * suffix, and for a name below a registrable one.
 * @param suffixes suffixes besides those of the public suffix list, such as the endings that the shop sells
 */
export function readDomainName(typed: string, suffixes: readonly string[] = []): string | undefined {
  const name = readAsciiName(typed)
  return name !== undefined && !mixesScripts(name) && isRegistrable(name, (one) => suffixes.includes(one))
    ? name
    : undefined
}

/** Whether a label has letters of scripts that no language uses together, as names have that imitate another one. */
const mixesScripts = (name: string) =>
  name.includes('xn--') &&
  toReadableName(name)
    .split('.')
    .some((label) => scriptsUsed(label) === 'mixed')

/**
 * Whether a name in ASCII is directly below a suffix, and none itself.
 * @param isSuffix says which suffixes there are besides those of the public suffix list
 */
export function isRegistrable(name: string, isSuffix: (suffix: string) => boolean): boolean {
  const parent = parentOf(name)
  if (parent === undefined || isPublicSuffix(name) || isSuffix(name)) return false
  return isPublicSuffix(parent) || isSuffix(parent)
}

/** The name in ASCII itself or the one above it that can be registered. Undefined where there is none. */
export function registrableOf(name: string, suffixes: readonly string[] = []): string | undefined {
  for (let one: string | undefined = name; one !== undefined; one = parentOf(one))
    if (isRegistrable(one, (suffix) => suffixes.includes(suffix))) return one
  return undefined
}

/** Whether registries take names directly below it, by the public suffix list. */
export const isPublicSuffix = (name: string) => getPublicSuffix(name, { allowPrivateDomains: false }) === name

/** The name without its first label. Undefined for a single label. */
export const parentOf = (name: string) => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : undefined)
