/** The form of names that are stored and sent, in ASCII. It needs no tables, so that every page can load it. */

/** Letters, digits and hyphens, 1 to 63, no hyphen at an edge (RFC 1035 §2.3.1 with RFC 1123 §2.1). */
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** A top-level domain is never numeric, so that an IP address is no domain name. */
const suffix = /^(?!\d+$)/
/** Two hyphens at positions 3 and 4 are reserved for A-labels (RFC 5891 §4.2.3.1). */
const reserved = /^(?!xn)..--/

/** True for a name of at least two valid labels, at most 253 characters, in lower case. */
export function isDomainName(name: string): boolean {
  const labels = name.split('.')
  return (
    name.length <= 253 &&
    labels.length >= 2 &&
    labels.every((one) => label.test(one) && !reserved.test(one)) &&
    suffix.test(labels.at(-1)!) &&
    labels.at(-1)!.length >= 2
  )
}

/** Typed text in lower case without scheme, user, port, path, leading `www.` and final dot. */
export function bareName(typed: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/s.exec(typed.trim().toLowerCase()) ?? []
  const authority = rest.replace(/[/?#\\].*$/s, '')
  // Without a scheme, "x@y" is a mailbox, and the name is the part before the @.
  const hasUser = authority.includes('@') && authority.slice(0, authority.indexOf('@')).includes(':')
  const host = scheme || hasUser ? authority.slice(authority.lastIndexOf('@') + 1) : authority
  const name = host.replace(/:.*$/s, '').replace(/\.$/, '')
  const bare = name.replace(/^www\./, '')
  // `www.com` is the name `www` below .com.
  return isCommonSuffix(bare) ? name : bare
}

/** Whether a text in lower case has the form of a usual public suffix. `domain-names.ts` knows which of them exist. */
export const isCommonSuffix = (text: string) => commonSuffix.test(text)

const commonSuffix =
  /^(?:com|net|org|info|biz|xyz|app|dev|tech|online|store|site|shop|africa|edu|gov|mil|[a-z]{2}|(?:com?|or|org|net?|ac|gov?|me|sc|mil|mobi|edu|info|hotel|tv)\.[a-z]{2})$/

/** A dot-atom of RFC 5322 §3.2.3, at most 64 characters (RFC 5321 §4.5.3.1.1), in lower case. */
const localPart = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** An email address split at its last @; undefined where the part before it is none. */
export function splitAddress(address: string): { local: string; domain: string } | undefined {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  return localPart.test(local) ? { local, domain: address.slice(at + 1) } : undefined
}

/** True for an email address in lower case, with its domain in ASCII. */
export function isEmailAddress(address: string): boolean {
  const parts = splitAddress(address)
  return parts !== undefined && isDomainName(parts.domain)
}
