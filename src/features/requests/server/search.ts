import { type RawBuilder, sql } from 'kysely'
import { byShelf, type Search, type Shelved } from '../../../server/database/search.ts'
import { beginning, has, inside, isNumbered, SHORT, type Words } from '../../../server/database/words.ts'
import { byPeople, isOnes, wordsForPeople } from '../../../server/people-search.ts'
import { products } from '../../products/products.ts'
import { receiptKey } from '../../catalogue/receipts.ts'

/** What an admin types into a search. */
export interface Sought {
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
    name: words.length < SHORT ? beginning(words) : inside(words, 'names'),
    customer: wordsForPeople(words),
    receipt: receiptKey(words),
  }
}

type Sql = RawBuilder<unknown>

type Queue = Pick<Shelved, 'queue' | 'indexed' | 'isOwn'>

/** The queues of what is claimed to be paid, and of what is offered and not paid. */
const claims = ['claimed', 'unclaimed']

/** The queues of the products' requests, as `index_searches` of the database is told them. */
export const requestQueues = Object.values(products).flatMap(({ name, stages }) => [
  name,
  ...[...Object.keys(stages), ...claims].map((state) => `${name} ${state}`),
])

/**
 * One of the rows' queues, and the index that holds it alone: see `index_searches`.
 * @param kind empty for orders, which are of one kind.
 * @param state a status, or what is claimed or unclaimed; none for the queue of all.
 */
export function queueOf(table: Searched['table'], kind: string, state: string | undefined): Queue {
  const queue = [kind, state].filter(Boolean).join(' ')
  const place = state === undefined ? 1 : claims.includes(state) ? 7 : 4
  const isIn = sql`${sql.ref(`${table}.shelves`)}[${sql.lit(place)}] = ${sql.lit(queue)}`
  return { queue, ...(queue && { indexed: isIn }), isOwn: true }
}

interface Searched {
  table: 'requests' | 'orders'
  kept: Sql
  /** The text of names, and what is looked for in it. */
  names: Sql
  name: Words
  queue: Queue
  sought: Sought
}

/** A search by name, by customer and by receipt, for what is paid with `payments`. */
export function searchOf({ table, kept, names, name, queue, sought }: Searched): Search {
  const rows = sql.table(table)
  const id = sql.ref(`${table}.id`)
  const person = sql.ref(`${table}.user_id`)
  const customer = sql.ref(`${table}.search`)
  const paidFor = sql.ref(table === 'requests' ? 'request_id' : 'order_id')
  const isPaid = sql`${id} in (select ${paidFor} from payments where number = ${sought.receipt} and ${paidFor} is not null)`
  const isNamed = has(names, name, sql`digits_of(${names})`)
  const isTheirs = has(customer, sought.customer)
  return {
    table,
    columns: sql`created_at, id, search, ${sql.ref(table === 'requests' ? 'subject' : 'names')}`,
    kept,
    matches: sql`(${names} like lower(${name.pattern}) or ${customer} like lower(${sought.customer.pattern}) or ${isPaid})`,
    paths({ here, from, wanted, perDay }) {
      const byWords = (found: Sql, pace?: Sql) =>
        byShelf({ ...queue, table, found, from: from.created_at, perDay: pace }, { here, wanted })
      const paid = sql`select created_at, id from ${rows} where ${here} and ${isPaid}`
      if (!isOnes(sought.customer)) return [byWords(sql`(${isNamed} or ${isTheirs})`, perDay), paid]
      const theirs = (people: Sql) => sql`
        select theirs.created_at, theirs.id from unnest(${people}) as person
         cross join lateral (select created_at, id from ${rows} where ${here} and ${person} = person
           order by created_at desc, id desc limit ${wanted}) as theirs`
      return [
        // A long number is in few rows, all of which one look gives.
        byWords(isNamed, isNumbered(name) ? undefined : perDay),
        paid,
        byPeople(sought.customer, theirs, byWords(isTheirs, perDay)),
      ]
    },
  }
}
