import { sql } from 'kysely'
import { byShelf, type Behind } from '../../../../platform/server/database/search.ts'
import { beginning, has, inside, SHORT, type Words } from '../../../../platform/server/database/words.ts'

const phone = /^[+(]?\d[\d\s().-]{3,}$/

/** What is typed to find somebody: a word of their names or address, or part of the phone number. */
export function wordsForPeople(words: string): Words {
  // People write a number with its trunk zero, or with blanks.
  const digits = phone.test(words) ? words.replace(/\D/g, '').replace(/^0+/, '') : ''
  if (digits.length >= SHORT) return inside(digits)
  return words.length < SHORT ? beginning(words, ' ') : inside(words)
}

/** The profiles that have the words, as a select of their ids. */
export const peopleWith = (words: Words) => sql`select id from profiles where ${has(sql`search`, words)}`

/** A path of a search in profiles: the newest that have the words. */
export const peopleByShelf = (words: Words, within: Behind) =>
  byShelf(
    {
      table: 'profiles',
      of: '',
      shelves: sql`shelves_of('', profiles.created_at)`,
      found: has(sql`profiles.search`, words),
    },
    within,
  )
