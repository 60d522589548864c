import { type Kysely, sql } from 'kysely'
import { customerName, listPage, type SortKey } from '../../../server/database/list.ts'
import { customersWith, hasWords, patternsOf } from '../../../server/database/search.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Input } from '../../../shared/contract.ts'
import { displayName } from '../../../shared/people/person.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { FulfilmentSort, fulfilmentsContract } from '../fulfilment.contract.ts'
import { actsOf } from '../states.ts'
import './fulfilment.tables.ts'

const MOST_CALLS = 200

const rowsOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('fulfilments')
    .innerJoin('registrar_accounts', 'registrar_accounts.id', 'fulfilments.account_id')
    .leftJoin('profiles', 'profiles.id', 'fulfilments.user_id')
    .selectAll('fulfilments')
    .select([
      'registrar_accounts.name as account_name',
      'profiles.full_name',
      'profiles.business_name',
      'profiles.email',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const present = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  target: row.target,
  driver: row.driver,
  account: { id: row.account_id, name: row.account_name },
  customer: { id: row.user_id, name: displayName(row) },
  state: row.state,
  reason: row.reason,
  attempts: row.attempts,
  due_at: row.due_at.toISOString(),
  expect: row.expect,
  cost: row.cost === null ? null : Number(row.cost),
  currency: row.currency,
  answer: row.answer,
  acts: actsOf({
    state: row.state,
    reason: row.reason,
    is_decided: row.decided_at !== null,
    is_manual: row.driver === 'manual',
  }),
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** What is done at registrars, newest first. Refuses an invalid cursor with `NOT_FOUND`. */
export const listFulfilments = (
  caller: CallerContext,
  { state, target, q, ...paging }: Input<typeof fulfilmentsContract.list>,
) =>
  caller.read(async ({ db }) => {
    const filter = sql`${state ? sql`state = ${state}` : sql`true`}
      and ${target ? sql`target = ${target.toLowerCase()}` : sql`true`}`
    const list = {
      table: 'fulfilments',
      filter,
      search: q?.trim() ? await searchOf(db, q) : undefined,
      sorts,
    }
    const { rows, ...page } = await listPage(db, rowsOf(db), list, paging)
    return { items: rows.map(present), ...page }
  })

/** The names and the customers are read by an index each, where the customers are values. */
async function searchOf(db: Kysely<Tables>, q: string) {
  const { rows } = await sql<{ id: string }>`${customersWith(q)}`.execute(db)
  const named = hasWords('fulfilments.search', patternsOf(q))
  return {
    columns: sql`user_id, search`,
    matches: sql`(${named} or fulfilments.user_id = any (${rows.map(({ id }) => id)}::uuid[]))`,
  }
}

const sorts = {
  name: { by: sql`target`, type: 'text' },
  state: { by: sql`state`, type: 'text' },
  customer: customerName('fulfilments.user_id'),
  since: { by: sql`created_at`, type: 'timestamptz' },
} as const satisfies Record<FulfilmentSort, SortKey>

/** One of them. Refuses with `NOT_FOUND`. */
export async function oneFulfilment(db: Kysely<Tables>, id: string) {
  const row = await rowsOf(db).where('fulfilments.id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return present(row)
}

/** One with its last calls, newest first. Refuses with `NOT_FOUND`. */
export const showFulfilment = (caller: CallerContext, id: string) =>
  caller.read(async ({ db }) => {
    const calls = await db
      .selectFrom('fulfilment_calls')
      .select(['action', 'target', 'at', 'took_ms', 'outcome'])
      .where('fulfilment_id', '=', id)
      .orderBy('id', 'desc')
      .limit(MOST_CALLS)
      .execute()
    return {
      ...(await oneFulfilment(db, id)),
      calls: calls.map((call) => ({ ...call, at: call.at.toISOString() })),
    }
  })
