import { implement } from '@orpc/server'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { domain } from '../../products/domain.ts'
import { claimPayment } from '../../payments/server/claim-payment.ts'
import { payableRequest } from '../../requests/server/payable-request.ts'
import { listOwnRequests } from '../../requests/server/list.ts'
import { listOwnRecords, renewRecord } from '../../requests/server/records.ts'
import { submitRequest } from '../../requests/server/submit-request.ts'
import { customersContract } from '../contract.ts'
import { Refused } from '../../../shared/refusal.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { newestPage, pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { hasWords, patternsOf, type Search, searchPage } from '../../../server/database/search.ts'
import { adminColumns } from '../../../shared/profile.ts'
import { countryCode } from '../../countries/server/countries.ts'
import '../../../auth/tables.ts'
import '../../requests/server/tables.ts'

const on = implement(customersContract).$context<Context>().use(authorize)

// The functions serve all products. The contract validates the shape of the answers.
const shaped = (answer: Promise<unknown>) => answer as Promise<never>

/** The customers' own actions, done by an admin for one of them: the same functions with another caller. */
export const customersRouter = {
  list: on.list.handler(({ context: { caller }, input }) => listCustomers(caller, input)),
  show: on.show.handler(({ context: { caller }, input }) => showCustomer(caller, input.profile)),
  domains: on.domains.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
    shaped(listOwnRecords(await actingFor(caller, profile), domain, paging)),
  ),
  requests: on.requests.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
    shaped(listOwnRequests(await actingFor(caller, profile), domain, paging)),
  ),
  submit: on.submit.handler(async ({ context: { caller }, input: { profile, ...request } }) =>
    shaped(submitRequest(await actingFor(caller, profile), domain, request)),
  ),
  claimPayment: on.claimPayment.handler(async ({ context: { caller }, input: { profile, id, ...payment } }) =>
    shaped(claimPayment(await actingFor(caller, profile), payableRequest(domain), id, payment)),
  ),
  renew: on.renew.handler(async ({ context: { caller }, input: { profile, id } }) =>
    shaped(renewRecord(await actingFor(caller, profile), domain, id)),
  ),
}

/**
 * An admin's caller that acts for a customer: the rows are the customer's, the audit log names the admin and
 * `on_behalf_of`. The transactions run with the admin's rights, so only endpoints for admins may use it. Refuses
 * with `NOT_FOUND` an id that is not a customer's.
 */
async function actingFor(caller: CallerContext, customer: string): Promise<CallerContext> {
  const found = await caller.read(({ db }) =>
    db
      .selectFrom('profiles')
      .select('id')
      .where('id', '=', customer)
      .where('role', '=', 'user')
      .executeTakeFirst(),
  )
  if (!found) throw new Refused('NOT_FOUND')
  const write: CallerContext['write'] = (work) => caller.write((tx) => work({ ...tx, onBehalfOf: customer }))
  return { ...caller, person: () => customer, write, writeAsServer: write }
}

const columns = ['id', 'created_at', ...adminColumns] as const

interface ListInput extends Paging {
  q?: string | undefined
}

/** The customers, newest first, with the numbers of their domains and open requests. `q` searches. */
async function listCustomers(caller: CallerContext, { q, ...paging }: ListInput) {
  const country = q?.trim() ? countryCode(q) : undefined
  return caller.read(async (tx) => {
    const customers = tx.db.selectFrom('profiles').select(columns).where('role', '=', 'user')
    if (!q?.trim()) {
      const { rows, next_cursor } = await newestPage(customers, 'profiles', paging)
      return { items: await withCounts(tx, rows), next_cursor }
    }
    const { ids, next_cursor } = await searchPage(tx.db, searchOf(q, country), paging)
    if (!ids.length) return { items: [], next_cursor }
    const rows = await customers
      .where(sql<boolean>`profiles.id = any (${ids}::uuid[])`)
      .orderBy(pagesOf('profiles', {}).order)
      .execute()
    return { items: await withCounts(tx, rows), next_cursor }
  })
}

/** A search in names, address, phone number and country. */
function searchOf(q: string, country: string | null | undefined): Omit<Search, 'order'> {
  const named = hasWords('profiles.search', patternsOf(q))
  return {
    table: 'profiles',
    columns: sql`id, created_at, search, country`,
    filter: sql`profiles.role = 'user'`,
    matches: country ? sql`(${named} or profiles.country = ${country})` : named,
  }
}

/** One customer. Refuses with `NOT_FOUND`. */
async function showCustomer(caller: CallerContext, id: string) {
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

/** Adds the number of domains, and of open requests of all products. */
async function withCounts({ db }: Transaction, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const count = sql<number>`count(*)`.as('count')
  const [domains, open] = await Promise.all([
    db
      .selectFrom('records')
      .select(['user_id', count])
      .where(sql<boolean>`user_id = any (${ids}::uuid[])`)
      .where('kind', '=', 'domain')
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
  ])
  const countOf = (counts: readonly { user_id: string; count: number }[], id: string) =>
    counts.find((one) => one.user_id === id)?.count ?? 0
  return rows.map((row) => ({
    ...presentCustomer(row),
    domains: countOf(domains, row.id),
    open_requests: countOf(open, row.id),
  }))
}
