/** Scripts of living languages (Unicode TR31, recommended scripts). */
const recommended = [
  'Latin', 'Cyrillic', 'Greek', 'Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Devanagari', 'Ethiopic', 'Georgian', 'Gujarati',
  'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya',
  'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan',
] as const // prettier-ignore
const only = (...scripts: readonly string[]) =>
  new RegExp(
    `^[${[...scripts, 'Common', 'Inherited'].map((script) => `\\p{Script_Extensions=${script}}`).join('')}]+$`,
    'u',
  )
const single = recommended.map((script) => [script, only(script)] as const)
/** Scripts that are used together (Unicode TR39, "highly restrictive"). */
const together = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
].map((scripts) => [scripts, only(...scripts)] as const)

/**
 * The scripts of a readable label, empty for signs and unusual scripts. `mixed` for scripts that no language uses
 * together, as in a name that imitates another one.
 */
export function scriptsUsed(label: string): readonly string[] | 'mixed' {
  const alone = single.filter(([, pattern]) => pattern.test(label)).map(([script]) => script)
  const own = alone.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(label))
  if (own.length > 0) return own
  const pair = together.find(([, pattern]) => pattern.test(label))
  if (pair) return pair[0].filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(label))
  return only(...recommended).test(label) ? 'mixed' : []
}
