import { type RawBuilder, sql } from 'kysely'

/** What somebody types into a search, as patterns of LIKE. */
export interface Words {
  pattern: string
  /**
   * What an index is asked for: all of the words, or the part that tells most. An index of trigrams looks each of them
   * up for every row that has the rarest, and letters such as those of "@example.com" are everybody's.
   */
  telling: string
}

/** Fewer letters make no index useful but for how a word begins. */
export const SHORT = 3
/** Signs of the part that tells most. */
const TELLING = 6

/** Words that may stand anywhere in a text, as they are typed. */
export function inside(words: string): Words {
  const all = `%${literally(words)}%`
  // The end of a mailbox tells one address from another, and numbers one name.
  const mailbox = /(?:.?\d{2,5}|.{3,5})@/.exec(words)?.[0]
  const digits = /\d{3,}/.exec(words)?.[0].slice(-TELLING)
  const telling = words.length > TELLING ? (mailbox ?? digits) : undefined
  return { pattern: all, telling: telling ? `%${literally(telling)}%` : all }
}

/** What a text begins with, or one of its words where those begin after a blank. */
export function beginning(words: string, after = ''): Words {
  const pattern = `${after && `%${after}`}${literally(words)}%`
  return { pattern, telling: pattern }
}

/** Whether a text has the words, asked so that an index of trigrams answers. Cases are told apart in the text alone. */
export const has = (text: RawBuilder<unknown>, { pattern, telling }: Words) =>
  pattern === telling
    ? sql`${text} like lower(${pattern})`
    : // The blank text keeps the index from being asked for all of the words.
      sql`(${text} like lower(${telling}) and (${text} || '') like lower(${pattern}))`

/** A text as a pattern of LIKE, with what means something there escaped. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
