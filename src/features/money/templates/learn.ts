import { readMessage } from '../providers/read-message.ts'
import { deniesPayment } from '../providers/grammar/doubts.ts'
import type { MessageKind } from '../providers/kind.ts'
import {
  type CodeForm,
  type MarkField,
  markFields,
  type Slot,
  type TemplatePart,
} from '../../settings/message-templates.ts'
import { currencyBeside, formOf, isName, isNumber, placesIn, spaced, typeOfMark } from './places.ts'
import { factsOf, fit, type Mark, readByTemplate } from './read.ts'

export interface Labelled {
  text: string
  marks: readonly Mark[]
  /** ISO 4217, of its amount. */
  currency: string
}

/** Why no template follows from two messages. */
export const learningRefusals = [
  'same-message',
  'marks',
  'currency',
  'differs',
  'amount-unmarked',
  'adjacent',
  'few-words',
  'no-payment',
] as const
export type LearningRefusal = (typeof learningRefusals)[number]

export type Learned =
  | { ok: true; parts: TemplatePart[]; currency: string }
  /** `words`: where the messages differ, in each of them. */
  | { ok: false; code: LearningRefusal; words?: [string, string] }

/** A word, a sign or a blank of a message, or a part that is marked. */
interface Token {
  text: string
  slot?: Slot
  /** Whether an amount stands in it. */
  hasAmount?: boolean
}

const TOKEN = /[\p{L}\p{M}\p{N}*]+(?:[.,'’_/-][\p{L}\p{M}\p{N}*]+)*|[^]/gu

/** Whether marks are of such parts as they say, each field once and none inside another, with an amount among them. */
export function areMarks(text: string, marks: readonly Mark[]): boolean {
  const message = spaced(text)
  const places = placesIn(message)
  const fields = new Set(marks.map(({ field }) => field))
  const sorted = marks.toSorted((one, other) => one.at - other.at)
  return (
    fields.size === marks.length &&
    fields.has('amount') &&
    sorted.every(({ at }, index) => index === 0 || at >= sorted[index - 1]!.end) &&
    sorted.every((mark) => isMark(message, places, mark))
  )
}

function isMark(message: string, places: ReturnType<typeof placesIn>, { field, at, end }: Mark): boolean {
  if (field !== 'name')
    return places.some((place) => place.type === typeOfMark(field) && place.at === at && place.end === end)
  const isWhole = [message[at - 1], message[end]].every(
    (sign) => sign === undefined || !/[\p{L}\d]/u.test(sign),
  )
  return isWhole && isName(message.slice(at, end))
}

export const markedTexts = (text: string, marks: readonly Mark[]): Record<string, string> => {
  const message = spaced(text)
  return Object.fromEntries(marks.map(({ field, at, end }) => [field, message.slice(at, end)]))
}

/** The words and slots of a message. A day or a clock that is not marked is another one than that of the payment. */
function tokensOf({ text, marks }: Omit<Labelled, 'currency'>): Token[] {
  const message = spaced(text)
  const places = placesIn(message)
  const isFree = ({ at, end }: { at: number; end: number }) =>
    marks.every((mark) => end <= mark.at || at >= mark.end)
  const times = places.filter((place) => (place.type === 'date' || place.type === 'clock') && isFree(place))
  const amounts = places.filter(({ type }) => type === 'amount')
  const held = [
    ...marks.map(({ field, at, end }) => ({ slot: field as Slot, at, end })),
    ...times.map(({ type, at, end }) => ({ slot: `other-${type}` as Slot, at, end })),
  ].toSorted((one, other) => one.at - other.at)
  const wordsBetween = (from: number, to: number): Token[] =>
    [...message.slice(from, to).matchAll(TOKEN)].map(({ 0: word, index }) => ({
      text: word,
      hasAmount: amounts.some(({ at, end }) => at >= from + index && end <= from + index + word.length),
    }))
  let from = 0
  const tokens: Token[] = []
  for (const { slot, at, end } of held) {
    tokens.push(...wordsBetween(from, at), { text: message.slice(at, end), slot })
    from = end
  }
  return [...tokens, ...wordsBetween(from, message.length)]
}

/** The slot that two different words are values of. Undefined where they are two texts. */
const slotOf = (one: Token, other: Token): Slot | undefined => {
  if (one.slot !== other.slot) return undefined
  return one.slot ?? (isNumber(one.text) && isNumber(other.text) ? 'number' : undefined)
}

const commonForm = (one: string, other: string): CodeForm | undefined =>
  formOf(one) === formOf(other) ? formOf(one) : undefined

const refuse = (code: LearningRefusal, words?: [string, string]): Learned => ({
  ok: false,
  code,
  ...(words && { words }),
})

/**
 * The template of two messages of one sender: what both say in the same words is constant, and what is marked in both, or
 * differs and can be nothing but an identifier, is a slot. Refuses with data what it can't explain.
 * @param country ISO 3166-1 alpha-2 of the shop's phone
 */
export function learn(one: Labelled, other: Labelled, country: string): Learned {
  const [first, second] = [tokensOf(one), tokensOf(other)]
  if (spaced(one.text) === spaced(other.text)) return refuse('same-message')
  if (isSamePayment(one, other)) return refuse('same-message')
  if (!areMarks(one.text, one.marks) || !areMarks(other.text, other.marks)) return refuse('marks')
  if (fieldsOf(one) !== fieldsOf(other)) return refuse('marks')
  if (one.currency !== other.currency || ![one, other].every(namesItsCurrency)) return refuse('currency')
  const parts: TemplatePart[] = []
  for (let at = 0; at < Math.max(first.length, second.length); at++) {
    const [left, right] = [first[at], second[at]]
    if (!left || !right) return refuse('differs', [left?.text ?? '', right?.text ?? ''])
    const isSame = left.text === right.text && left.slot === right.slot
    const slot = left.slot && left.slot === right.slot ? left.slot : isSame ? undefined : slotOf(left, right)
    if (slot) parts.push(slotPart(slot, left.text, right.text))
    else if (isSame) addText(parts, left.text)
    else {
      const isAmount = left.hasAmount === true && right.hasAmount === true && !left.slot && !right.slot
      return refuse(isAmount ? 'amount-unmarked' : 'differs', [left.text, right.text])
    }
  }
  const code =
    faultOf(parts) ??
    ([one, other].some((said) => isNoPayment(said, parts, country)) ? 'no-payment' : undefined)
  if (code) return refuse(code)
  const template = { parts, currency: one.currency }
  // What the template reads of both is what was marked in them.
  const isProved = [one, other].every(
    (said) =>
      JSON.stringify(readByTemplate(template, said.text)) ===
      JSON.stringify(factsOf(markedTexts(said.text, said.marks), said.currency)),
  )
  return isProved ? { ok: true, ...template } : refuse('marks')
}

function slotPart(slot: Slot, one: string, other: string): TemplatePart {
  const form = slot === 'code' || slot === 'number' ? commonForm(one, other) : undefined
  return { slot, ...(form && { form }) }
}

function addText(parts: TemplatePart[], text: string) {
  const last = parts.at(-1)
  if (last && 'text' in last) last.text += text
  else parts.push({ text })
}

const fieldsOf = ({ marks }: Labelled) =>
  marks
    .map(({ field }) => field)
    .toSorted()
    .join(' ')

/** Two messages about one payment prove nothing about the next one. */
function isSamePayment(one: Labelled, other: Labelled): boolean {
  const [code, otherCode] = [one, other].map(({ text, marks }) => markedTexts(text, marks)['code'])
  return code !== undefined && code === otherCode
}

/** Whether the amounts stand beside no other currency than the one that was chosen. */
const namesItsCurrency = ({ text, marks, currency }: Labelled): boolean => {
  const message = spaced(text)
  return marks
    .filter(({ field }) => typeOfMark(field) === 'amount')
    .every((mark) => [currency, undefined].includes(currencyBeside(message, mark)))
}

const LEAST_LETTERS = 4
const LEAST_WORDS = 2
const times: ReadonlySet<Slot> = new Set(['date', 'clock', 'other-date', 'other-clock'])

/** What makes a template fit too much: slots side by side, or hardly a constant word. */
function faultOf(parts: readonly TemplatePart[]): LearningRefusal | undefined {
  const constants = parts.map((part) => ('text' in part ? part.text : ' ')).join(' ')
  const words = constants.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []
  if (words.length < LEAST_WORDS || words.join('').length < LEAST_LETTERS) return 'few-words'
  const isJoined = parts.some((part, at) => {
    const next = parts.slice(at + 1).find((one) => 'slot' in one || one.text.trim() !== '')
    if (!('slot' in part) || !next || !('slot' in next)) return false
    return !times.has(part.slot) || !times.has(next.slot)
  })
  return isJoined ? 'adjacent' : undefined
}

/** Kinds that no admin can make a payment of. */
const otherKinds = new Set<MessageKind>([
  'otp',
  'failed',
  'reversal',
  'loan',
  'withdrawal',
  'airtime',
  'other',
])

/** Whether the constant words say that money did not come in, or went back. */
function isNoPayment({ text }: Labelled, parts: readonly TemplatePart[], country: string): boolean {
  const constants = parts.map((part) => ('text' in part ? part.text : ' ')).join('')
  return deniesPayment(constants) || otherKinds.has(readMessage(text, country).kind)
}

/**
 * What an admin will probably mark in a message: what is marked in another one that is made in the same way. Undefined
 * where it is made in another way.
 */
export function marksLike(labelled: Omit<Labelled, 'currency'>, text: string): Mark[] | undefined {
  const parts: TemplatePart[] = []
  for (const { text: word, slot } of tokensOf(labelled)) {
    if (slot ?? isNumber(word)) parts.push({ slot: slot ?? 'number' })
    else addText(parts, word)
  }
  const held = fit(parts, spaced(text))
  return held?.flatMap(({ slot, at, end }) => (isMarkField(slot) ? [{ field: slot, at, end }] : []))
}

const isMarkField = (slot: Slot): slot is MarkField => (markFields as readonly Slot[]).includes(slot)
