import { type RawBuilder, sql } from 'kysely'
import { type Behind, byShelf } from './database/search.ts'
import { beginning, has, inside, isNumbered, SHORT, type Words } from './database/words.ts'
import type { PersonState } from '../shared/person.ts'

type Sql = RawBuilder<unknown>

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
export const isOnes = (words: Words) => isNumbered(words) || /[^%@]{3}@/.test(words.pattern)

/** So many people are looked up one by one. */
const FEW = 100

/**
 * Rows of the people that an address or a telephone number means, mostly one: by them they are found sooner than by the
 * words in all that they asked for.
 * @param theirs the rows of people, whose ids it gets as an array
 * @param named the same rows by their words, for where the words mean many people after all.
 * @returns `named` itself for other words, which may be many people's.
 */
export function byPeople(words: Words, theirs: (people: Sql) => Sql, named: Sql): Sql {
  if (!isOnes(words)) return named
  // Under a limit PostgreSQL would rather look for them in the whole table, for it expects many; what is materialized is
  // planned without, and made no further than it is read.
  const people = sql`
    select array(with them as materialized (select profiles.id from profiles where ${isNamed(words)})
                 select id from them limit ${sql.lit(FEW + 1)}) as ids offset 0`
  return sql`
    select found.* from (${people}) as people cross join lateral (
      select few.* from (${theirs(sql`people.ids`)}) as few where cardinality(people.ids) <= ${sql.lit(FEW)} union all
      select many.* from (${named}) as many where cardinality(people.ids) > ${sql.lit(FEW)}) as found`
}

/** The accounts in a state, where an index of their own holds them: see `index_searches`. */
const indexed: Record<PersonState, Sql> = {
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
