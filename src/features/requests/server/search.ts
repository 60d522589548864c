import { type RawBuilder, sql } from 'kysely'
import { literally, type Search } from '../../../platform/server/database/search.ts'
import { receiptKey } from '../receipts.ts'

/** What an admin types into a search, as patterns of LIKE. Null where nothing is looked for. */
interface Sought {
  /** A name. Fewer than three letters make no index useful but for how a name begins. */
  name: string
  /** A word of a customer's names or address, or part of the phone number. */
  customer: string
  /** A receipt's key; empty where the words have none. */
  receipt: string
}

const SHORT = 3
const phone = /^[+(]?\d[\d\s().-]{3,}$/

export function soughtBy(q: string | undefined): Sought | null {
  const words = q?.trim()
  if (!words) return null
  const isShort = words.length < SHORT
  const text = `${literally(words)}%`
  // People write a number with its trunk zero, or with blanks.
  const digits = phone.test(words) ? words.replace(/\D/g, '').replace(/^0+/, '') : ''
  return {
    name: isShort ? text : `%${text}`,
    customer: digits.length >= SHORT ? `%${digits}%` : isShort ? `% ${text}` : `%${text}`,
    receipt: receiptKey(words),
  }
}

interface Searched {
  table: 'requests' | 'orders'
  kept: RawBuilder<unknown>
  /** Whether the name is in a row: asked of a row, and as an index answers it. */
  named: { row: RawBuilder<unknown>; index: RawBuilder<unknown> }
  sought: Sought
}

/** A search by name, by customer and by receipt, for what is paid with `payments`. */
export function searchOf({ table, kept, named, sought }: Searched): Search {
  const rows = sql.table(table)
  const id = sql.ref(`${table}.id`)
  const person = sql.ref(`${table}.user_id`)
  const paidFor = sql.ref(table === 'requests' ? 'request_id' : 'order_id')
  const customer = sql`lower(${sought.customer})`
  const paid = sql`${id} in (select ${paidFor} from payments where number = ${sought.receipt} and ${paidFor} is not null)`
  return {
    table,
    kept,
    matches: sql`(${named.row}
      or (select search from profiles where profiles.id = ${person}) like ${customer}
      or ${paid})`,
    paths: (here) => [
      sql`select id, created_at from ${rows} where ${here} and ${named.index}`,
      sql`select theirs.id, theirs.created_at
          from (select id from profiles where search like ${customer}) customers
          cross join lateral (select id, created_at from ${rows} where ${here} and ${person} = customers.id) theirs`,
      sql`select id, created_at from ${rows} where ${here} and ${paid}`,
    ],
  }
}
