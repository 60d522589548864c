import { getDomain } from 'tldts'
import { gluedEndings, suggestedEndings } from '../catalogue/catalogue.ts'
import { bareName, isDomainName } from '../products/domain-names.ts'

export interface DomainSearch {
  /** The typed name, with .com where no ending was typed. */
  typed: string
  suggestions: string[]
}

/**
 * The suggestions for a typed name (specification section 5, readings 22): the name itself, its base with .com and the
 * other endings, and variations of the base. Each valid name appears once. Of a typed subdomain its registrable name
 * comes first (readings 43).
 * Undefined for an empty input.
 * @param glued endings that are appended to the base without a dot, such as `online.com`
 */
export function suggestDomains(
  input: string,
  glued: readonly string[] = gluedEndings,
): DomainSearch | undefined {
  const name = bareName(input)
  if (!name) return undefined
  const base = name.split('.')[0]!
  const typed = name.includes('.') ? name : `${name}.com`
  const registrable = getDomain(typed, { allowPrivateDomains: false })
  const suggestions = [
    ...(registrable ? [registrable] : []),
    `${base}.com`,
    ...suggestedEndings.map((ending) => `${base}.${ending}`),
    `get${base}.com`,
    ...glued.map((ending) => `${base}${ending}`),
    `try${base}.com`,
    `${base}-store.com`,
  ]
  return { typed, suggestions: [...new Set(suggestions)].filter(isDomainName) }
}
