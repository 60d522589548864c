import { bareName, isDomainName, readDomainName } from './domain-names.ts'

/** The roles offered at a domain, in the order shown. */
const rolePrefixes = [
  'info', 'support', 'sales', 'contact', 'helpdesk', 'admin', 'hello', 'billing', 'accounts', 'marketing', 'careers', 'team',
  'legal', 'office', 'service', 'customercare', 'enquiries', 'hr', 'ops', 'dev', 'tech', 'it', 'webmaster',
] as const // prettier-ignore

/** A dot-atom of RFC 5322 §3.2.3, at most 64 characters (RFC 5321 §4.5.3.1.1), in lower case. */
const localPart = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** An e-mail address in its one spelling here, lower case. `undefined` for what is none. */
export function readAddress(typed: string): string | undefined {
  const address = typed.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return at > 0 && localPart.test(address.slice(0, at)) && isDomainName(domain) ? address : undefined
}

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/**
 * What the e-mail search offers for an input (specification section 5, readings 23): a full address gives itself; a
 * domain gives the role prefixes at it and the notice to own the domain first; a word without a dot the notice alone.
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
