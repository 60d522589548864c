import { gluedEndings, suggestedEndings } from '../catalogue/catalogue.ts'
import { readDomainName, registrableOf } from '../products/domain-names.ts'
import { readAsciiName, toAsciiLabel, toReadableName } from '../products/names/scripts.ts'
import { bareName } from '../products/names/syntax.ts'

export interface DomainSearch {
  /** The typed name in ASCII, with .com where no ending was typed. As typed where it is no name. */
  typed: string
  suggestions: string[]
}

/**
 * The suggestions for a typed name (specification section 5, readings 22): the name itself, its base with .com and the
 * other endings, and variations of the base. Each valid name appears once. Of a typed subdomain its registrable name
 * comes first (readings 43).
 * Undefined for an empty input.
 * @param glued endings that are appended to the base without a dot, such as `online.com`
 * @param suffixes the endings that the shop sells
 */
export function suggestDomains(
  input: string,
  glued: readonly string[] = gluedEndings,
  suffixes: readonly string[] = [],
): DomainSearch | undefined {
  const name = bareName(input)
  if (!name) return undefined
  const withEnding = /[.\u3002\uFF0E\uFF61]/.test(name) ? name : `${name}.com`
  const typed = readAsciiName(withEnding)
  const label = (typed ?? name).split('.')[0]!
  const encoded = toAsciiLabel(label)
  // "get" in front of an invalid A-label would make a name of its code.
  if (encoded === undefined && label.startsWith('xn--'))
    return { typed: typed ?? withEnding, suggestions: [] }
  const base = encoded === undefined ? label : toReadableName(encoded)
  const registrable = typed && registrableOf(typed, suffixes)
  const suggestions = [
    ...(registrable ? [registrable] : []),
    `${base}.com`,
    ...suggestedEndings.map((ending) => `${base}.${ending}`),
    `get${base}.com`,
    ...glued.map((ending) => `${base}${ending}`),
    `try${base}.com`,
    `${base}-store.com`,
  ].flatMap((one) => readDomainName(one, suffixes) ?? [])
  return { typed: typed ?? withEnding, suggestions: [...new Set(suggestions)] }
}
