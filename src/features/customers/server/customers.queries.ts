import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { moneyFromColumn, type Tables } from '../../../server/database/tables.ts'
import type { Total } from '../../../shared/lists.ts'
import { decimalOf } from '../../../shared/money/money.ts'
import { conditionOf, listPage, type SortKey } from '../../../server/database/list.ts'
import { findRows, hasWords, patternsOf } from '../../../server/database/search.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { adminColumns, pickColumns } from '../../../shared/people/profile.ts'
import { Refused } from '../../../shared/refusal.ts'
import { countryCode } from '../../countries/server/countries.ts'
import '../../requests/server/requests.tables.ts'
import type { Input } from '../../../shared/contract.ts'
import type { CustomerSort, customersContract } from '../customers.contract.ts'

const columns = ['id', 'created_at', ...adminColumns] as const

/** The customers, newest first, with the numbers of their domains and open requests. `q` searches. */
export async function listCustomers(
  caller: CallerContext,
  { q, ...paging }: Input<typeof customersContract.list>,
) {
  return caller.read(async (tx) => {
    const { filter, ...search } = searchOf(q ?? '', q?.trim() ? countryCode(q) : undefined)
    const listed = { table: 'profiles', filter, search: q?.trim() ? search : undefined, sorts }
    const query = tx.db.selectFrom('profiles').select(columns)
    const { rows, ...page } = await listPage(tx.db, query, listed, paging)
    const total = page.total && { ...page.total, sums: await dueOf(tx, listed, page.total) }
    return { items: await withCounts(tx, rows), ...page, total }
  })
}

const isDue = sql`state = 'open' and (select auth.may('payments.read'))`
const due = sql`sum(amount - settled)`

/** What all customers of a list have to pay. */
async function dueOf({ db }: Transaction, listed: Parameters<typeof conditionOf>[0], { is_more }: Total) {
  if (is_more) return []
  const { rows } = await sql<{ currency: string; amount: string }>`
    select currency, ${due} as amount from charges
     where ${isDue} and user_id in (select id from profiles where ${conditionOf(listed)})
     group by currency order by currency`.execute(db)
  return rows.map(asSum)
}

const asSum = ({ currency, amount }: { currency: string; amount: string }) => ({
  currency,
  amount: decimalOf(moneyFromColumn(amount, currency)),
})

const sorts = {
  name: { by: sql`coalesce(nullif(business_name, ''), nullif(full_name, ''), email)`, type: 'text' },
  contact: { by: sql`email`, type: 'text' },
  country: { by: sql`country`, type: 'text' },
  services: {
    by: sql`(select count(*) from services where user_id = profiles.id and released_at is null)`,
    type: 'numeric',
  },
  open: {
    by: sql`(select count(*) from requests where user_id = profiles.id and stage in ('asked', 'offered'))`,
    type: 'numeric',
  },
  due: {
    by: sql`(select ${due} from charges where user_id = profiles.id and ${isDue})`,
    type: 'numeric',
  },
  since: { by: sql`profiles.created_at`, type: 'timestamptz' },
} as const satisfies Record<CustomerSort, SortKey>

/** The first customers that a search finds, newest first, with their names and phone number. */
export async function findCustomers({ db }: Transaction, q: string, most: number) {
  const found = await findRows<Pick<Row, 'id' | 'created_at' | (typeof foundColumns)[number]>>(
    db,
    {
      ...searchOf(q, countryCode(q)),
      table: 'profiles',
      columns: sql`id, created_at, search, country, ${sql.join(foundColumns.map((name) => sql.ref(name)))}`,
      order: sql`created_at desc, id desc`,
    },
    most,
  )
  return found.map((row) => ({ id: row.id, ...pickColumns(row, foundColumns) }))
}

const foundColumns = ['full_name', 'business_name', 'email', 'phone_number'] as const

/** A search in names, address, phone number and country. */
function searchOf(q: string, country: string | null | undefined) {
  const named = hasWords('profiles.search', patternsOf(q))
  return {
    columns: sql`search, country`,
    filter: sql<boolean>`profiles.role = 'user'`,
    matches: country ? sql`(${named} or profiles.country = ${country})` : named,
  }
}

/** One customer. Refuses with `NOT_FOUND`. */
export async function showCustomer(caller: CallerContext, id: string) {
  const row = await caller.read(({ db }) =>
    db
      .selectFrom('profiles')
      .select(columns)
      .where('id', '=', id)
      .where('role', '=', 'user')
      .executeTakeFirst(),
  )
  if (!row) throw new Refused('NOT_FOUND')
  return presentCustomer(row)
}

const presentCustomer = (row: Row) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})

type Row = Pick<Selectable<Tables['profiles']>, (typeof columns)[number]>

/** Adds the numbers of domains, of all services and of open requests, and the money. */
async function withCounts({ db }: Transaction, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const count = sql<number>`count(*)`.as('count')
  const [services, open, money] = await Promise.all([
    db
      .selectFrom('services')
      .select(['user_id', count])
      .select(sql<number>`count(*) filter (where kind = 'domain')`.as('domains'))
      .where(sql<boolean>`user_id = any (${ids}::uuid[])`)
      .where('released_at', 'is', null)
      .groupBy('user_id')
      .execute(),
    db
      .selectFrom('requests')
      .select(['user_id', count])
      .where(sql<boolean>`user_id = any (${ids}::uuid[])`)
      .where('stage', 'in', ['asked', 'offered'])
      .groupBy('user_id')
      .execute(),
    sql<{ user_id: string; currency: string; due: string | null; paid: string | null }>`
      select user_id, currency, ${due} filter (where ${isDue}) as due,
             sum(least(settled, amount)) filter (where paid_at > now() - interval '12 months') as paid
        from charges where user_id = any (${ids}::uuid[]) and (select auth.may('payments.read'))
       group by user_id, currency order by currency`.execute(db),
  ])
  const sumsOf = (id: string, what: 'due' | 'paid') =>
    money.rows.flatMap(({ user_id, currency, [what]: amount }) =>
      user_id === id && Number(amount) ? asSum({ currency, amount: amount! }) : [],
    )
  const countOf = (counts: readonly { user_id: string; count: number }[], id: string) =>
    counts.find((one) => one.user_id === id)?.count ?? 0
  return rows.map((row) => ({
    ...presentCustomer(row),
    domains: services.find(({ user_id }) => user_id === row.id)?.domains ?? 0,
    services: countOf(services, row.id),
    open_requests: countOf(open, row.id),
    due: sumsOf(row.id, 'due'),
    paid: sumsOf(row.id, 'paid'),
  }))
}
