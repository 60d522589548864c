import { isEndOfName } from '../providers/grammar/cut.ts'
import { readMessage } from '../providers/read-message.ts'
import { type MarkField, markFields } from '../../settings/message-templates.ts'
import { currencyBeside, isName, type Place, placesIn, spaced, typeOfMark } from './places.ts'
import type { Mark } from './read.ts'

/** A part of a message that a field may be marked with. */
export type Choice = Mark & { text: string }

/** In words. The reader takes longer names, but nobody finds one among so many. */
const MOST_WORDS = 4
const NAMES_SHOWN = 40
/** Words before or behind a name, beside those that end one in messages of the region. */
const besideNames = new Set(
  'by de of dear credit credited confirmed deposit transfer cash payer sender name jina mteja mpendwa ndugu cr in out'.split(
    ' ',
  ),
)

/** All that can be marked in a message, field by field, in the order of the text. */
export function choicesIn(text: string): Choice[] {
  const message = spaced(text)
  const places = [...placesIn(message), ...namesIn(message)]
  return markFields.flatMap((field) =>
    places
      .filter(({ type }) => type === typeOfMark(field))
      .map(({ at, end }) => ({ field, at, end, text: message.slice(at, end) })),
  )
}

/** Names of up to four words, the longer ones first where several begin at one place. */
function namesIn(message: string): Place[] {
  const runs = [...message.matchAll(/\p{L}[\p{L}\p{M}'’.-]*(?: [\p{L}&][\p{L}\p{M}'’.-]*)*/gu)]
  return runs
    .flatMap(({ 0: run, index }) => {
      const words = [...run.matchAll(/\S+/g)].map(({ 0: word, index: at }) => ({
        at: index + at,
        end: index + at + word.replace(/[.-]+$/, '').length,
        word,
      }))
      return words.flatMap(({ at }, first) =>
        Array.from({ length: Math.min(MOST_WORDS, words.length - first) }, (_, more) =>
          words.slice(first, first + more + 1),
        )
          .toReversed()
          .filter((some) => !some.some(({ word }) => isBeside(word)))
          .map((some) => ({ type: 'name' as const, at, end: some.at(-1)!.end }))
          .filter(({ end }) => isName(message.slice(at, end))),
      )
    })
    .slice(0, NAMES_SHOWN)
}

const isBeside = (word: string) => {
  const bare = word.toLowerCase().replace(/[.,:]+$/, '')
  return isEndOfName(bare) || besideNames.has(bare)
}

/** What is probably to be marked in a message of a sender of whom no other one is marked. */
export function suggestedMarks(text: string, sender: string, country: string): Mark[] {
  const message = spaced(text)
  const read = readMessage(message, country)
  const choices = choicesIn(message)
  const of = (field: MarkField) => choices.filter((one) => one.field === field)
  const amounts = of('amount')
  const named = amounts.filter((one) => currencyBeside(message, one) !== undefined)
  const likely = named.length > 0 ? named : amounts
  const same = (value: string | null) =>
    likely.find((one) => value !== null && digits(one.text) === digits(value))
  const amount = same(read.amount) ?? likely[0]
  const balance =
    same(read.balance) ?? (likely.length === 2 ? likely.find((one) => one !== amount) : undefined)
  const phone = of('phone')[0]
  const names = of('name').filter((one) => !letters(sender).includes(letters(one.text)))
  const name = names.find((one) => one.text === read.name) ?? names.find((one) => one.text.includes(' '))
  const codes = of('code').filter(
    (one) =>
      [amount, balance, phone].every((other) => !other || isApart(one, other)) && /\d.*\d/.test(one.text),
  )
  const code =
    codes.find((one) => one.text === read.code) ?? codes.find((one) => /[A-Za-z]/.test(one.text)) ?? codes[0]
  const reference = of('reference').find((one) =>
    [code, name].every((other) => !other || isApart(one, other)),
  )
  const found = [
    amount,
    balance && balance !== amount ? { ...balance, field: 'balance' as const } : undefined,
    code,
    name,
    phone,
    reference,
    of('date')[0],
    of('clock')[0],
  ]
  return found
    .flatMap((one) => (one ? [{ field: one.field, at: one.at, end: one.end }] : []))
    .reduce<Mark[]>(
      (marks, one) => (marks.every((other) => isApart(one, other)) ? [...marks, one] : marks),
      [],
    )
}

const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
const digits = (written: string) => written.replace(/\.0{1,2}$/, '').replaceAll(/\D/g, '')
const isApart = (one: Pick<Mark, 'at' | 'end'>, other: Pick<Mark, 'at' | 'end'>) =>
  one.end <= other.at || one.at >= other.end
