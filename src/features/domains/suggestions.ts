import { getDomain } from 'tldts'
import { gluedEndings, suggestedEndings } from '../catalogue/catalogue.ts'
import { bareName, isDomainName } from '../products/domain-names.ts'

export interface DomainSearch {
  /** The name as typed, with .com where no ending was typed. */
  typed: string
  suggestions: string[]
}

/**
 * What the customer area offers for a typed name (specification section 5, readings 22): the name itself, its base
 * with .com and the other endings, and the base dressed up; each once, and valid names only. A subdomain is not
 * offered as typed. Undefined for an empty input.
 * @param glued endings glued to the base without a dot between, such as `online.com`
 */
export function suggestDomains(
  input: string,
  glued: readonly string[] = gluedEndings,
): DomainSearch | undefined {
  const name = bareName(input)
  if (!name) return undefined
  const base = name.split('.')[0]!
  const typed = name.includes('.') ? name : `${name}.com`
  const offered = getDomain(typed, { allowPrivateDomains: false }) === typed ? [typed] : []
  const suggestions = [
    ...offered,
    `${base}.com`,
    ...suggestedEndings.map((ending) => `${base}.${ending}`),
    `get${base}.com`,
    ...glued.map((ending) => `${base}${ending}`),
    `try${base}.com`,
    `${base}-store.com`,
  ]
  return { typed, suggestions: [...new Set(suggestions)].filter(isDomainName) }
}
