/** What is known of public suffixes without their list, which is too large for every page. */

/** The top-level domains of more than two letters that have suffixes below them. */
const STRUCTURED = 'aero arpa coop int jobs museum name post pro tel travel'.split(' ')
/** The suffixes of countries below their top-level domain, by the public suffix list. */
const BELOW: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    'tz ac co go hotel info me mil mobi ne or sc tv',
    'ke ac co go info me mobi ne or sc',
    'ug ac co com go ne or org sc',
    'rw ac co coop gov mil net org',
    'bi co com edu or org',
    'mz ac adv co edu gov mil net org',
    'za ac co edu gov law mil net ngo nom org school web',
    'uk ac co gov ltd me net org plc',
  ].map((line) => {
    const [top, ...labels] = line.split(' ')
    return [top!, labels]
  }),
)
/** What countries call their suffixes. A name of such a label needs the list. */
const suffixLabel =
  /^(?:ac|adv|agric|alt|biz|com?|coop|edu|gob|gouv|gov?|grondar|hotel|id|info|int|law|ltd|me|mil|mobi|museum|name|net?|ngo|nhs|nic|nis|nom|org?|or|plc|police|pro|sch?|school|store|tm|tv|us|web|[a-z0-9])$/

/**
 * Whether a text in lower case is a public suffix, as far as that is known without the list: undefined where the list has
 * to say it.
 */
export function isSuffix(text: string): boolean | undefined {
  const labels = text.split('.')
  const top = labels.at(-1)!
  if (/^[a-z]{3,}$/.test(top) && !STRUCTURED.includes(top)) return labels.length === 1
  const below = Object.hasOwn(BELOW, top) ? BELOW[top] : undefined
  if (!below) return undefined
  const second = labels.at(-2)
  if (second === undefined) return true
  if (below.includes(second)) return labels.length === 2
  // The table above does not have all of them.
  return suffixLabel.test(second) ? undefined : false
}
