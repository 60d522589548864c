import { allCodesIn } from './codes.ts'
import { type CutPart, findParts, noteIn } from './cut.ts'
import { findMoney, type FoundMoney } from './money.ts'

/** A message without what people typed and without its numbers: what is left says what happened. */
export interface Skeleton {
  /** In small letters. `#` stands for an amount, `~` for a name or for what somebody typed. */
  text: string
  parts: readonly CutPart[]
  /** The amounts, one for each `#` in their order. */
  money: readonly FoundMoney[]
  /** What names and notes are blanked in, at the places of the message. */
  blanked: string
  /** Where the first text begins that the payer typed, who may have written there what looks like other facts. */
  typedAt: number
  sentenceAt(at: number): string
}

/** Signs around the text of some menus: `*165*S*…*EN#`. They and the signs that stand for something are left out. */
export const flatten = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/^ ?(?:<#> ?)?\*\d{1,4}\*(?:[A-Z]\*)?/, '')
    .replace(/\*EN#$/, '')
    .replaceAll(/\*[A-Z]\*/g, '. ')
    .replaceAll(/[#~]/g, ' ')
    .trim()

/** Where a sentence ends, or another fact begins. */
export const sentenceEnd =
  /(?<!\b(?:bal|no|acc|ref|id))[.!;](?=\s|$|[a-z~#])|(?= (?:save|invest|earn|borrow|enjoy|win|download|join) (?:&|and|a|up|daily|more|big|now|your|the|with)(?: |$)| (?:kopa|okoa|wekeza|pakua) )/

/** Takes a message apart. @param message as `flatten` gives it */
export function skeletonOf(message: string): Skeleton {
  const parts = findParts(message)
  let blanked = ''
  for (const { at, end } of parts) blanked += message.slice(blanked.length, at) + '~'.repeat(end - at)
  blanked += message.slice(blanked.length)
  const money = findMoney(blanked, message)
  let rest = ''
  let from = 0
  for (const { at, end } of money) {
    rest += `${blanked.slice(from, at)} # `
    from = end
  }
  const text = (rest + blanked.slice(from))
    .replaceAll(/~+/g, '~')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;])/g, '')
    .trim()
    .toLowerCase()
  const typed = parts.find(({ role, text: part }) => role === 'note' || role === 'account' || isListed(part))
  const noteAt = noteIn(message)
  const typedAt = Math.min(typed?.at ?? message.length, noteAt < 0 ? message.length : noteAt)
  return { text, parts, money, blanked, typedAt, sentenceAt: (at) => sentenceOf(text, at) }
}

/** Phone, name and note, one after the other. */
const isListed = (part: string) => /^\+?\d{9,12},[^,]+,/.test(part)

export function endOfSentence(text: string, at: number): number {
  const length = text.slice(at).search(sentenceEnd)
  return length < 0 ? text.length : at + length
}

function sentenceOf(text: string, at: number): string {
  const before = text.slice(0, at)
  const start = Math.max(before.lastIndexOf('. '), before.lastIndexOf('! '), before.lastIndexOf('; ')) + 1
  return text.slice(start, endOfSentence(text, at)).trim()
}

/** The receipt numbers behind what the payer typed. Of several the last one is the provider's, and the message is doubtful. */
export const codesBehindNotes = ({ blanked, typedAt }: Skeleton): string[] =>
  allCodesIn(blanked.slice(typedAt))
