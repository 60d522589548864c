import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Behind, byShelf, fewOf } from '../../../../platform/server/database/search.ts'
import type { Tables } from '../../../../platform/server/database/tables.ts'
import {
  beginning,
  has,
  inside,
  isNumbered,
  SHORT,
  type Words,
} from '../../../../platform/server/database/words.ts'
import type { PersonState } from '../../person.ts'

const phone = /^[+(]?\d[\d\s().-]{3,}$/

/** What is typed to find somebody: a word of their names or address, or part of the phone number. */
export function wordsForPeople(words: string): Words {
  // People write a number with its trunk zero, or with blanks.
  const digits = phone.test(words) ? words.replace(/\D/g, '').replace(/^0+/, '') : ''
  if (digits.length >= SHORT) return inside(digits)
  return words.length < SHORT ? beginning(words, ' ') : inside(words)
}

const isNamed = (words: Words) => has(sql`profiles.search`, words, sql`digits_of(profiles.search)`)

/** Whether they are an address or a telephone number. */
const isOnes = (words: Words) => isNumbered(words) || /[^%@]{3}@/.test(words.pattern)

/**
 * The customers that an address or a telephone number means, mostly one: by their own few profiles they are found
 * sooner than by the words in all that they asked for. Undefined for words that may be many people's. It is asked along
 * with the newest rows, and nobody may need it in the end.
 */
export function fewPeople(db: Kysely<Tables>, words: Words): Promise<string[] | undefined> | undefined {
  if (!isOnes(words)) return undefined
  const few = fewOf(db, sql`select profiles.id from profiles where ${isNamed(words)}`)
  few.catch(() => {})
  return few
}

/** The accounts in a state, where an index of their own holds them: see `index_searches`. */
const indexed: Record<PersonState, RawBuilder<unknown>> = {
  banned: sql`profiles.shelves[4] = 'banned'`,
  unconfirmed: sql`profiles.is_unconfirmed`,
  factor: sql`profiles.has_factor`,
}

/** The path of a search in profiles: those that have the words, among all or in a state. */
export function peoplePath(words: Words, { perDay, ...within }: Behind, state?: PersonState) {
  return byShelf(
    {
      table: 'profiles',
      // The index of a state has its accounts on the shelves of all.
      queue: '',
      indexed: state && indexed[state],
      isOwn: true,
      found: isNamed(words),
      from: within.from.created_at,
      perDay: isOnes(words) ? undefined : perDay,
    },
    within,
  )
}

/** A query of the ids of the newest people that some words mean. */
export function newestNamed(words: Words, most: number) {
  const found = isNamed(words)
  // From the next day on: no clock of a database is ahead of ours by more.
  const from = sql`now() + interval '1 day'`
  const perDay = sql`'infinity'::float8`
  const all = { here: sql`true`, wanted: most }
  return sql`select id from ${byShelf({ table: 'profiles', queue: '', isOwn: true, found, from, perDay }, all)} as named`
}
