import { currencyOf, currencyWords, readAmount } from '../amounts.ts'
import { referenceKey, referencesIn } from '../charges/reference.ts'
import { timePlaces } from '../dates.ts'
import { deniesPayment } from '../providers/grammar/doubts.ts'
import { hasUsualLetters } from '../providers/treat-message.ts'
import { LONGEST_MESSAGE } from '../received/received.ts'
import type { CodeForm, MarkField, Slot } from '../../settings/message-templates.ts'

/** What a part of a message may be. */
export type PlaceType = 'amount' | 'code' | 'name' | 'phone' | 'reference' | 'date' | 'clock'

/** A part of a message, by the places of its characters: `at` is the first, `end` the one behind it. */
export interface Place {
  type: PlaceType
  at: number
  end: number
}

/** A message with single blanks, as marks and templates count its characters. Empty where it is too long. */
export const spaced = (text: string): string =>
  text.length > LONGEST_MESSAGE ? '' : text.replaceAll(/\s+/g, ' ').trim()

/** What a slot of a template holds. Undefined for an identifier, which is no place of its own. */
export const typeOfSlot = (slot: Slot): PlaceType | undefined => {
  if (slot === 'number') return undefined
  if (slot === 'balance' || slot === 'fee') return 'amount'
  if (slot === 'other-date') return 'date'
  return slot === 'other-clock' ? 'clock' : slot
}

export const typeOfMark = (field: MarkField): PlaceType => typeOfSlot(field)!

const RUN = /\d[\d.,'’]*(?: \d{3}(?!\d))*(?:[.,]\d{1,2}(?!\d))?/g
const CODE =
  /(?<![\p{L}\d*+]|\d[.,'’]|[\p{L}\d][._/-])[A-Za-z0-9]{1,40}(?:[._/-][A-Za-z0-9]{1,40}){0,6}(?![\p{L}\d*]|[._/-][\p{L}\d]|[.,'’]\d)/gu
const PHONE =
  /(?<![\p{L}\d*+]|\d[.,'’])(?:\+?\d{9,12}|\d{4} \d{3} \d{3}|\d{1,8}[*xX]{2,8}\d{0,4}|\*{3,8}\d{3,4})(?![\p{L}\d*]|[.,'’]\d)/gu
const REFERENCE = /(?<![\p{L}\p{N}])[3-9A-Z]{3}[ -]?[3-9A-Z]{4}(?![\p{L}\p{N}])/giu

const LEAST_CODE = 5
const MOST_CODE = 40

/** Whether a text can be a receipt number or an identifier. */
export const isCode = (text: string): boolean =>
  text.length >= LEAST_CODE && text.length <= MOST_CODE && /\d/.test(text)

/** The characters of a code. Undefined for one in which no letter and no sign tells it from an amount, and others. */
export const formOf = (code: string): CodeForm => (/^\d+$/.test(code) ? 'digits' : 'mixed')

/** Whether an identifier can't be an amount: it has letters and digits, or more digits than any amount. */
export const isNumber = (text: string): boolean =>
  isCode(text) && /^[A-Za-z0-9._/-]+$/.test(text) && (/[A-Za-z]/.test(text) || /^\d{11,}$/.test(text))

/** The currency word that ends directly before a place, or begins directly behind it, with a blank or without. */
const wordsBeside = (message: string, at: number, end: number): (string | undefined)[] => [
  /([A-Za-z$€£]{1,9})\.?[ :]?$/.exec(message.slice(Math.max(0, at - 12), at))?.[1],
  /^ ?([A-Za-z$€£]{1,9})(?![A-Za-z])/.exec(message.slice(end, end + 12))?.[1],
]

/** The currency that stands beside an amount, as ISO 4217. */
export const currencyBeside = (message: string, { at, end }: Pick<Place, 'at' | 'end'>): string | undefined =>
  wordsBeside(message, at, end)
    .map((word) => word && currencyOf(word))
    .find((code) => code !== undefined)

const currencyWord = new RegExp(`^(?:${currencyWords})$`, 'i')
const isCurrencyWord = (word: string | undefined) => word !== undefined && currencyWord.test(word)

function amountAt(message: string, found: RegExpMatchArray): Place | undefined {
  const at = found.index ?? 0
  const run = found[0].replace(/[.,'’]+$/, '')
  const end = at + run.length
  const [before = '', behind = ''] = [message[at - 1], message[end]]
  const [wordBefore, wordBehind] = wordsBeside(message, at, end)
  // A minus or a bracket is money that went out, other signs join the digits with more of them.
  if (/[\d.,'’/:*+(-]/.test(before) || /[)*+-]/.test(behind)) return undefined
  if (/[:/-]/.test(behind) && /\d/.test(message[end + 1] ?? '')) return undefined
  if (/\p{L}/u.test(before) && !isCurrencyWord(wordBefore)) return undefined
  if (/\p{L}/u.test(behind) && !isCurrencyWord(wordBehind)) return undefined
  return readAmount(run) === 'doubtful' ? undefined : { type: 'amount', at, end }
}

/** Words that begin in small letters inside a name. */
const joining = /^(?:bin|binti|bint|and|van|der|de|la|wa|of|&)$/
const nameWord = /^(?:\p{Lu}[\p{L}\p{M}'’.-]{0,30}|\p{Lo}[\p{L}\p{M}]{0,30})$/u
const MOST_NAME_WORDS = 6
const LONGEST_NAME = 60
/** What banks write of money that did not come in, beside what the readers of messages know. */
const undoing =
  /reject|declin|bounc|dishono|disput|unpaid|unclear|uncleared|unconfirmed|cancel|suspend|return|provisional|estorn|anula|pendent|annul|rembours|batilish|sitishw|kataliw|subiri|shindikan|debit/i

/**
 * Whether a text can be the name of a payer, and nothing else: words with capitals and without digits, none of which
 * says that the money did not come in, names a currency, or may be a reference of the shop.
 */
export function isName(text: string): boolean {
  const words = text.split(' ')
  return (
    text.length <= LONGEST_NAME &&
    words.length <= MOST_NAME_WORDS &&
    /\p{L}{2}/u.test(text) &&
    words.every((word, at) => nameWord.test(word) || (at > 0 && joining.test(word))) &&
    !words.some(isCurrencyWord) &&
    hasUsualLetters(text) &&
    !deniesPayment(text) &&
    !undoing.test(text) &&
    referencesIn(text).length === 0
  )
}

/**
 * The amounts, dates, clocks, receipt numbers, phones and references that a message may name. Names are not among them:
 * their ends depend on what follows.
 * @param message as `spaced` gives it
 */
export function placesIn(message: string): Place[] {
  const times = timePlaces(message)
  const isFree = ({ at, end }: Pick<Place, 'at' | 'end'>) =>
    times.every((time) => end <= time.at || at >= time.end)
  const all = (type: PlaceType, pattern: RegExp, isOne: (text: string) => boolean): Place[] =>
    [...message.matchAll(pattern)]
      .filter(([text]) => isOne(text))
      .map(({ 0: text, index }) => ({ type, at: index, end: index + text.length }))
  const found: Place[] = [
    ...[...message.matchAll(RUN)].flatMap((match) => amountAt(message, match) ?? []),
    ...all('code', CODE, isCode),
    ...all('phone', PHONE, (text) => text.replaceAll(/\D/g, '').length >= 3),
    ...all('reference', REFERENCE, (text) => referenceKey(text) !== undefined),
  ]
  return [...times, ...found.filter(isFree)].toSorted((one, other) => one.at - other.at)
}

/**
 * Whether a text names what messages about payments name: an amount with its currency, a receipt number, and a day or a
 * second amount.
 */
export function isLikePayment(text: string): boolean {
  const message = spaced(text)
  const places = placesIn(message)
  const amounts = places.filter(({ type }) => type === 'amount')
  return (
    amounts.some((one) => wordsBeside(message, one.at, one.end).some(isCurrencyWord)) &&
    places.some(({ type, at, end }) => type === 'code' && formOf(message.slice(at, end)) === 'mixed') &&
    (amounts.length > 1 || places.some(({ type }) => type === 'date'))
  )
}
