import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Search, Behind } from '../../../platform/server/database/search.ts'
import type { Tables } from '../../../platform/server/database/tables.ts'
import { beginning, inside, SHORT, type Words } from '../../../platform/server/database/words.ts'
import { peopleWith, wordsForPeople } from '../../accounts/server/people/search.ts'
import { receiptKey } from '../receipts.ts'

/** What an admin types into a search. */
interface Sought {
  /** A name. */
  name: Words
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
    customer: wordsForPeople(words),
    receipt: receiptKey(words),
  }
}

type Sql = RawBuilder<unknown>

interface Searched {
  table: 'requests' | 'orders'
  kept: Sql
  named: {
    /** Whether the name is in a row. */
    row: Sql
    /** The ids of all rows that it is in, where an index gives them without an order. */
    ids?: Sql
    /** The rows that it is in, as a path. */
    path: (behind: Behind) => Sql
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
    matchesOfMany: sql`(${named.ids ? sql`${id} in (${named.ids})` : named.row} or ${person} in (${customers}) or ${paid})`,
    async paths(behind, inAnyCase) {
      const { people, names, isReceipt } = await known(
        db,
        { customers, payments, named: named.ids },
        inAnyCase,
      )
      if ((people.length > MANY || names > MANY) && !inAnyCase) return undefined
      return [
        named.path(behind),
        ...(people.length
          ? [
              sql`select theirs.id, theirs.created_at from unnest(${people}::uuid[]) as person
                  cross join lateral (select id, created_at from ${rows} where ${behind.here} and ${person} = person
                    order by created_at desc, id desc limit ${behind.wanted}) as theirs`,
            ]
          : []),
        ...(isReceipt ? [sql`select id, created_at from ${rows} where ${behind.here} and ${paid}`] : []),
      ]
    },
  }
}

/** So many customers of a name, or rows with one, and what is looked for is found sooner by reading on. */
const MANY = 500

/** What a search need not look for in vain: whom it means, how many names, and whether there is such a receipt. */
async function known(
  db: Kysely<Tables>,
  { customers, payments, named }: { customers: Sql; payments: Sql; named: Sql | undefined },
  all: boolean,
) {
  const some = sql`limit ${sql.lit(MANY + 1)}`
  const { rows } = await sql<{ people: string[]; names: number; isReceipt: boolean }>`
    select array(${customers} ${all ? sql`` : some}) as people, exists (${payments}) as "isReceipt",
           ${named && !all ? sql`(select count(*) from (${named} ${some}) as them)` : sql`0`} as names`.execute(
    db,
  )
  return rows[0]!
}
