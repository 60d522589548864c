import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from './database.ts'
import { freshDatabase, type FreshDatabase } from './testing/cluster.ts'
import { beginning, has, inside, type Words } from './words.ts'

/** What an index is asked for leaves nothing out that the words are in, and lets nothing else in. */

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = new Database(fresh.owner, () => {})
})
afterAll(async () => {
  await database.end()
  await fresh.drop()
})

const texts = [
  'duka-17.com',
  'duka17.com',
  'duka-170.com',
  'info@duka-17.com',
  'info@duka-171.com',
  ' asha mwangi duka 17 customer17@example.com 255700000017',
  ' asha mwangi  asha.mwangi@example.com 255712345678',
  ' asha juma mwangi josé duka',
  '12345.com',
  '123456.com',
  'a-1234567-b.com',
  'na_50%.com',
  '2024-12345.co.tz',
]
const typed = [
  'duka-17',
  'duka-17.',
  'DUKA-17.com',
  '17.com',
  '17',
  'ka17',
  'info@duka-17',
  'info@duka-17.com',
  'customer17@example',
  'r17@',
  'asha.mwangi@',
  '@example.com',
  '255712345678',
  '712345',
  '12345',
  '123456',
  '-1234567-',
  '2024-12345',
  '024-1234',
  '_50%',
  'du',
  'as',
  '17 customer17',
  'asha mwangi',
  'a mwan',
  'mwangi josé d',
  'a-b',
]
const ways: [name: string, read: (words: string) => Words][] = [
  ['anywhere, among people', (words) => inside(words)],
  ['anywhere, among names', (words) => inside(words, 'names')],
  ['as a beginning', (words) => beginning(words)],
  ['as how a word begins', (words) => beginning(words, ' ')],
]

test.each(ways.flatMap(([way, read]) => typed.map((words) => [words, way, read] as const)))(
  '%s %s',
  async (words, _, read) => {
    const text = sql`text`
    const query = sql<{ plain: boolean; asked: boolean; without: boolean }>`
      select ${text} like lower(${read(words).pattern}) as plain, ${has(text, read(words), sql`digits_of(${text})`)} as asked,
             ${has(text, read(words))} as without
        from unnest(${texts}::text[]) as of (text)`
    const { rows } = await database.read('service', ({ db }) => query.execute(db))
    expect(rows.map(({ asked, without }) => [asked, without])).toEqual(
      rows.map(({ plain }) => [plain, plain]),
    )
  },
)
