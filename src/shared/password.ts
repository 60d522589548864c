/** The operator's rule: the portal's own, or a least number of characters and nothing else. */
export type PasswordRule = 'portal' | `length:${number}`

export type Weakness = 'length' | 'characters'

const PORTAL_LENGTH = 8
const demanded = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u]

/** What a rule finds missing in a password; nothing for one that is good. */
export function weaknessesOf(password: string, rule: PasswordRule = 'portal'): Weakness[] {
  const found: Weakness[] = []
  // People count characters, not UTF-16 units.
  if (Array.from(password).length < leastLength(rule)) found.push('length')
  if (rule === 'portal' && !demanded.every((kind) => kind.test(password))) found.push('characters')
  return found
}

/** How many characters a rule asks for at the least. */
export const leastLength = (rule: PasswordRule) =>
  rule === 'portal' ? PORTAL_LENGTH : Number(rule.split(':')[1])
