import { type Kysely, type RawBuilder, sql } from 'kysely'
import { byShelf, someOf, type Behind } from '../../../../platform/server/database/search.ts'
import type { Tables } from '../../../../platform/server/database/tables.ts'
import { beginning, has, inside, SHORT, type Words } from '../../../../platform/server/database/words.ts'

type Sql = RawBuilder<unknown>

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

/** So few are looked up at once; of more, the newest shelf by shelf. */
const FEW = 200

/** The ids of the profiles that have the words, where they are few. */
export async function fewWith(db: Kysely<Tables>, words: Words): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] }>`
    select array(${someOf(peopleWith(words), FEW + 1)}) as ids`.execute(db)
  const { ids } = rows[0]!
  return ids.length > FEW ? undefined : ids
}

/** The paths of a search in profiles: those that have the words, the newest of them where they are many. */
export async function peoplePaths(db: Kysely<Tables>, words: Words, within: Behind): Promise<Sql[]> {
  const ids = await fewWith(db, words)
  if (ids?.length === 0) return []
  return [
    ids
      ? sql`select id, created_at from profiles where ${within.here} and id = any (${ids}::uuid[])`
      : byShelf(
          {
            table: 'profiles',
            of: '',
            shelves: sql`shelves_of('', profiles.created_at)`,
            found: has(sql`profiles.search`, words),
          },
          within,
        ),
  ]
}
