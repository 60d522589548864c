import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** What somebody types into a search, as patterns of LIKE. */
export interface Words {
  pattern: string
  /**
   * What an index is asked for: all of the words, or the part that tells most. An index of trigrams looks each of them
   * up for every row that has the rarest, and letters such as those of "@example.com" are everybody's.
   */
  telling: string
  /** The numbers of the words, as `digits_of` of the database takes them: fives of long ones, and whole ones after a `=`. */
  digits: string[]
}

/** Fewer letters make no index useful but for how a word begins. */
export const SHORT = 3
/** Signs of the part that tells most. */
const TELLING = 6
/** Digits that are looked up together. */
const FIVE = 5

/**
 * Words that may stand anywhere in a text, as they are typed.
 * @param of whose texts: in an address it is the mailbox that tells people apart, and the domain that tells names.
 */
export function inside(words: string, of: 'people' | 'names' = 'people'): Words {
  const all = `%${literally(words)}%`
  const numbers = words.match(/\D?\d{2,}\D?/g) ?? []
  const number = numbers.toSorted((a, b) => b.length - a.length)[0]
  const letters = (of === 'people' ? /.{3,5}@/ : /@.{3,5}/).exec(words)?.[0]
  const telling = words.length > TELLING ? (number ?? letters) : undefined
  return {
    pattern: all,
    telling: telling ? `%${literally(telling)}%` : (eachOf(words) ?? all),
    digits: [...fivesOf(words), ...wholeIn(words)],
  }
}

/** The words one by one: how one ends and another begins is common to many, and tells little. */
function eachOf(words: string): string | undefined {
  const each = words.match(/[\p{L}\p{N}]+/gu) ?? []
  return each.some(({ length }) => length >= SHORT) ? `%${each.join('%')}%` : undefined
}

const fivesOf = (words: string) =>
  (words.match(/\d{5,}/g) ?? []).flatMap((run) =>
    Array.from({ length: run.length - FIVE + 1 }, (_, from) => run.slice(from, from + FIVE)),
  )

/** Numbers that end where they end in any text with the words: something else stands on either side. */
const wholeIn = (words: string) => (words.match(/(?<=\D)\d{2,}(?=\D)/g) ?? []).map((number) => `=${number}`)

/** Whether the words hold a long number, which few rows have. */
export const isNumbered = ({ digits }: Words) => digits.some((one) => !one.startsWith('='))

/** What a text begins with, or one of its words where those begin after a blank. */
export function beginning(words: string, after = ''): Words {
  const pattern = `${after && `%${after}`}${literally(words)}%`
  return { pattern, telling: pattern, digits: [] }
}

/**
 * Whether a text has the words, asked so that an index answers. Cases are told apart in the text alone.
 * @param numbers the digits of the text, as the index holds them; without them its trigrams are asked for numbers too.
 */
export function has(text: Sql, words: Words, numbers?: Sql): Sql {
  const { pattern, telling, digits } = words
  // The blank text keeps the index from being asked for all of the words.
  const isAll = sql`(${text} || '') like lower(${pattern})`
  const isTelling = sql`${text} like lower(${telling})`
  if (numbers && digits.length)
    return isNumbered(words)
      ? sql`(${numbers} @> ${digits}::text[] and ${isAll})`
      : sql`(${numbers} @> ${digits}::text[] and ${isTelling} and ${isAll})`
  return pattern === telling ? isTelling : sql`(${isTelling} and ${isAll})`
}

/** A text as a pattern of LIKE, with what means something there escaped. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
