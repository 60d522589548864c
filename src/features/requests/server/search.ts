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
  /** Whether the name is in a row: asked of a row, and as an index answers it. */
  named: { row: Sql; index: (behind: Behind) => Sql }
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
    matchesOfMany: sql`(${named.row} or ${person} in (${customers}) or ${paid})`,
    async paths(behind, inAnyCase) {
      const { people, isReceipt } = await known(db, customers, payments, inAnyCase)
      if (people.length > MANY && !inAnyCase) return undefined
      return [
        named.index(behind),
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

/** So many customers of a name, and what they asked for is found sooner by reading on. */
const MANY = 500

/** What a search need not look for in vain: whom it means, and whether there is such a receipt. */
async function known(db: Kysely<Tables>, customers: Sql, payments: Sql, all: boolean) {
  const { rows } = await sql<{ people: string[]; isReceipt: boolean }>`
    select array(${all ? customers : sql`${customers} limit ${sql.lit(MANY + 1)}`}) as people,
           exists (${payments}) as "isReceipt"`.execute(db)
  return rows[0]!
}
