import { isPublicSuffix } from './domain-names.ts'
import { readAsciiName, toAsciiName } from './names/scripts.ts'
import { splitAddress } from './names/syntax.ts'

/** The local parts that are suggested for a domain, in this order. */
const rolePrefixes = [
  'info', 'support', 'sales', 'contact', 'helpdesk', 'admin', 'hello', 'billing', 'accounts', 'marketing', 'careers', 'team',
  'legal', 'office', 'service', 'customercare', 'enquiries', 'hr', 'ops', 'dev', 'tech', 'it', 'webmaster',
] as const // prettier-ignore

/**
 * A valid email address in lower case, with its domain in ASCII. Undefined for any other text, and at a public suffix.
 */
export function readAddress(typed: string): string | undefined {
  const parts = splitAddress(typed.trim().toLowerCase())
  const domain = parts && toAsciiName(parts.domain)
  return parts && domain && !isPublicSuffix(domain) ? `${parts.local}@${domain}` : undefined
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
  const domain = readAsciiName(typed)
  const takesMail = domain !== undefined && !isPublicSuffix(domain)
  return {
    needsDomain: true,
    suggestions: takesMail ? rolePrefixes.map((prefix) => `${prefix}@${domain}`) : [],
  }
}
