/** Letters, digits and hyphens, 1 to 63, no hyphen at an edge (RFC 1035 §2.3.1 with RFC 1123 §2.1). */
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** A suffix is never a number alone, which would make an address of it. */
const suffix = /^(?!\d+$)/
/** In places 3 and 4 two hyphens stand for an A-label only (RFC 5891 §4.2.3.1). */
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

/**
 * A domain name out of what somebody typed: scheme, path, a leading `www.`, case, blanks around it and the final dot
 * are taken away. `undefined` for what is no name with an ending.
 */
export function readDomainName(typed: string): string | undefined {
  const name = bareName(typed)
  return isDomainName(name) ? name : undefined
}

/** What is left of an address when scheme, user, port, path, `www.` and a final dot are gone. */
export function bareName(typed: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/s.exec(typed.trim().toLowerCase()) ?? []
  const authority = rest.replace(/[/?#\\].*$/s, '')
  // Without a scheme "x@y" is a mailbox, whose name stands before the sign.
  const host = scheme || /^[^@]*:[^@]*@/.test(authority) ? authority.replace(/^.*@/s, '') : authority
  const name = host.replace(/:.*$/s, '').replace(/\.$/, '')
  const bare = name.replace(/^www\./, '')
  return ending.test(bare) ? name : bare
}

/** An ending alone: `www.com` is the name `www`, and not an address of `com`. */
const ending =
  /^(?:com|net|org|info|biz|xyz|app|dev|tech|online|store|site|shop|africa|edu|gov|mil|[a-z]{2}|(?:com?|or|org|net?|ac|gov?|me|sc|mil|mobi|edu|info|hotel|tv)\.[a-z]{2})$/
