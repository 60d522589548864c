import { bareName, isDomainName, readDomainName } from './domain-names.ts'

/** The local parts that are suggested for a domain, in this order. */
const rolePrefixes = [
  'info', 'support', 'sales', 'contact', 'helpdesk', 'admin', 'hello', 'billing', 'accounts', 'marketing', 'careers', 'team',
  'legal', 'office', 'service', 'customercare', 'enquiries', 'hr', 'ops', 'dev', 'tech', 'it', 'webmaster',
] as const // prettier-ignore

/** A dot-atom of RFC 5322 §3.2.3, at most 64 characters (RFC 5321 §4.5.3.1.1), in lower case. */
const localPart = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** A valid email address in lower case. Undefined for any other text. */
export function readAddress(typed: string): string | undefined {
  const address = typed.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return at > 0 && localPart.test(address.slice(0, at)) && isDomainName(domain) ? address : undefined
}

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/**
 * The suggestions of the email search (specification section 5, readings 23). A full address gives itself. A domain
 * gives the role prefixes at it and the notice to own the domain first. A word without a dot gives only the notice.
 * Undefined for an empty input.
 */
export function suggestAddresses(
  input: string,
): { address?: string; needsDomain: boolean; suggestions: string[] } | undefined {
  const typed = input.trim()
  if (!typed) return undefined
  if (typed.includes('@')) {
    const address = readAddress(typed)
    return { ...(address && { address }), needsDomain: false, suggestions: address ? [address] : [] }
  }
  const domain = readDomainName(bareName(typed))
  return { needsDomain: true, suggestions: domain ? rolePrefixes.map((prefix) => `${prefix}@${domain}`) : [] }
}
