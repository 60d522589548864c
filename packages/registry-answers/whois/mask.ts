import { domainToUnicode } from 'node:url'
import type { WhoisAnswer } from './fields.ts'

/**
 * A text in which everything that differs from question to question is replaced: the name asked, its first label,
 * numbers, dates and addresses. Two answers of one server to two names that nobody has are equal after masking.
 * A zero and a number of an HTTP error stay, because they tell of a used-up allowance or a refusal.
 * @param name the name asked about, as an A-label
 */
export const maskText = (text: string, name: string) => maskValues(maskLabel(maskName(text, name), name))

/** No registry sends more lines for one name. */
const MOST_LINES = 400

/** The masked lines of an answer. Each line is there twice: with its first label masked, and without. */
export const maskedLines = ({ blocks }: Pick<WhoisAnswer, 'blocks'>, name: string): ReadonlySet<string> =>
  new Set(
    blocks
      .flat()
      .slice(0, MOST_LINES)
      .flatMap(({ text }) => masksOf(text, name)),
  )

/** Both masks of a line. The label may also be a word of the registry's own texts, for example `domain`. */
export function masksOf(line: string, name: string): [string, string] {
  const text = maskName(line, name)
  return [maskValues(maskLabel(text, name)), maskValues(text)]
}

const exactly = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Some servers repeat the name in its own script. */
const maskName = (text: string, name: string) =>
  (name.includes('xn--') ? [name, domainToUnicode(name)] : [name]).reduce(
    (masked, one) =>
      masked.replace(
        new RegExp(`(?<![\\p{L}\\p{N}-])${exactly(one.toLowerCase())}(?![\\p{L}\\p{N}-])`, 'gu'),
        'NAME',
      ),
    text.toLowerCase(),
  )

const maskLabel = (text: string, name: string) =>
  text.replace(
    new RegExp(
      `(?<![\\p{L}\\p{N}.@-])${exactly(name.split('.')[0]!.toLowerCase())}(?![\\p{L}\\p{N}@-])`,
      'gu',
    ),
    'LABEL',
  )

const maskValues = (text: string) =>
  text
    .replace(/[^\s"'()<>[\]{},;=|]+/g, maskWord)
    .replace(/\s+/g, ' ')
    .replace(/NUMBER(?:[\s.,:/+-]+NUMBER)+/g, 'NUMBER')
    .trim()

const dateWords =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)[.:]?$/

function maskWord(word: string): string {
  if (word.includes('@')) return 'ADDRESS'
  if (dateWords.test(word)) return 'NUMBER'
  const digits = word.replace(/\D/g, '')
  // Nothing left of an allowance, and the number of a refusal.
  if (/^0*$/.test(digits) || /^[45]\d\d[.:!]?$/.test(word) || /^0+[/%]/.test(word)) return word
  // Words with a digit are numbers, times, IP addresses and identifiers. Longer words stay.
  return /\p{L}{5}/u.test(word) ? word.replace(/\d+/g, 'NUMBER') : 'NUMBER'
}
