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

/** What is left of an address when scheme, port, path, `www.` and a final dot are gone. */
export const bareName = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/\.$/, '')
    .replace(/^www\./, '')
