/** The operator's rule: the portal's own, or only a minimum number of characters. */
export type PasswordRule = 'portal' | `length:${number}`

export type Weakness = 'length' | 'characters'

const PORTAL_LENGTH = 8
const demanded = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u]

/** What a password lacks under a rule; empty for a good one. */
export function weaknessesOf(password: string, rule: PasswordRule = 'portal'): Weakness[] {
  const found: Weakness[] = []
  // Counts characters, not UTF-16 units.
  if (Array.from(password).length < leastLength(rule)) found.push('length')
  if (rule === 'portal' && !demanded.every((kind) => kind.test(password))) found.push('characters')
  return found
}

/** The minimum number of characters of a rule. */
export const leastLength = (rule: PasswordRule) =>
  rule === 'portal' ? PORTAL_LENGTH : Number(rule.split(':')[1])
