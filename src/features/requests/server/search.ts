import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Behind, type Search, someOf } from '../../../platform/server/database/search.ts'
import type { Tables } from '../../../platform/server/database/tables.ts'
import { beginning, inside, SHORT, type Words } from '../../../platform/server/database/words.ts'
import { peopleWith, wordsForPeople } from '../../accounts/server/people/search.ts'
import { receiptKey } from '../receipts.ts'

/** What an admin types into a search. */
interface Sought {
  /** A name. */
  name: Words
  /** Whether the index gives rows with the name alone: of few letters it gives all in which any word begins so. */
  isTelling: boolean
  /** A word of a customer's names or address, or part of the phone number. */
  customer: Words
  /** A receipt's key; empty where the words have none. */
  receipt: string
}

/** Null where nothing is looked for. */
export function soughtBy(q: string | undefined): Sought | null {
  const words = q?.trim()
  if (!words) return null
  return {
    name: words.length < SHORT ? beginning(words) : inside(words),
    isTelling: words.length >= SHORT,
    customer: wordsForPeople(words),
    receipt: receiptKey(words),
  }
}

type Sql = RawBuilder<unknown>

interface Searched {
  table: 'requests' | 'orders'
  kept: Sql
  /** At least one of `ids` and `path`. */
  named: {
    /** Whether the name is in a row. */
    row: Sql
    /** The ids of all rows that it is in, by an index that gives no others and them without an order. */
    ids?: Sql
    /** The newest rows that it is in, as a path. */
    path?: (behind: Behind) => Sql
  }
  sought: Sought
}

/** A search by name, by customer and by receipt, for what is paid with `payments`. */
export function searchOf(db: Kysely<Tables>, { table, kept, named, sought }: Searched): Search {
  const rows = sql.table(table)
  const id = sql.ref(`${table}.id`)
  const person = sql.ref(`${table}.user_id`)
  const paidFor = sql.ref(table === 'requests' ? 'request_id' : 'order_id')
  const payments = sql`select ${paidFor} from payments where number = ${sought.receipt} and ${paidFor} is not null`
  const paid = sql`${id} in (${payments})`
  const customers = peopleWith(sought.customer)
  return {
    table,
    kept,
    matches: sql`(${named.row}
      or (select search from profiles where profiles.id = ${person}) like lower(${sought.customer.pattern})
      or ${paid})`,
    matchesOfMany: sql`(${named.path || !named.ids ? named.row : sql`${id} in (${named.ids})`} or ${person} in (${customers}) or ${paid})`,
    async paths(behind, inAnyCase) {
      const most = inAnyCase ? undefined : MANY
      const byIndex = named.path && !behind.isRare ? undefined : named.ids
      const { people, names, receipts } = await known(db, {
        people: { query: customers, most },
        names: byIndex ? { query: byIndex, most: named.path ? FEW : most } : nothing,
        receipts: { query: payments, most: undefined },
      })
      const isBeyond = (ids: string[], many: number | undefined) => many !== undefined && ids.length > many
      if (isBeyond(people, most) || (!named.path && isBeyond(names, most))) return undefined
      const newest = !byIndex || isBeyond(names, FEW) ? named.path : undefined
      const byId = newest ? receipts : [...names, ...receipts]
      return [
        ...(byId.length
          ? [sql`select id, created_at from ${rows} where ${behind.here} and ${id} = any (${byId}::uuid[])`]
          : []),
        ...(newest ? [newest(behind)] : []),
        ...(people.length
          ? [
              sql`select theirs.id, theirs.created_at from unnest(${people}::uuid[]) as person
                  cross join lateral (select id, created_at from ${rows} where ${behind.here} and ${person} = person
                    order by created_at desc, id desc limit ${behind.wanted}) as theirs`,
            ]
          : []),
      ]
    },
  }
}

/** So many customers of a name, or rows with one, and what is looked for is found sooner by reading on. */
const MANY = 500
/** So few rows with a name are looked up at once; of more, the newest by their path. */
const FEW = 100

/** Rows to be known by their ids: all of them, or one more than `most` where they are more. */
interface Ids {
  query: Sql
  most: number | undefined
}
const nothing: Ids = { query: sql`select null::uuid where false`, most: undefined }

type Known<T> = Record<'people' | 'names' | 'receipts', T>

/** What a search need not look for in vain: whom it means, the rows with the name, and those with the receipt. */
async function known(db: Kysely<Tables>, { people, names, receipts }: Known<Ids>): Promise<Known<string[]>> {
  const ids = ({ query, most }: Ids) => (most === undefined ? query : someOf(query, most + 1))
  const { rows } = await sql<Known<string[]>>`
    select array(${ids(people)}) as people, array(${ids(names)}) as names, array(${ids(receipts)}) as receipts`.execute(
    db,
  )
  return rows[0]!
}
