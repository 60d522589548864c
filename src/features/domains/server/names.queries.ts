import { type Kysely, sql } from 'kysely'
import { listPage, type SortKey } from '../../../server/database/list.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Input } from '../../../shared/contract.ts'
import { displayName } from '../../../shared/people/person.ts'
import { Refused } from '../../../shared/refusal.ts'
import { type NameDifference, nameDifferences, type namesContract, type NameSort } from '../names.contract.ts'
import { differenceOf, soldAs } from './name-differences.ts'

const rowsOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('registrar_names')
    .leftJoin('services', (join) => join.on(sql<boolean>`${soldAs}`))
    .leftJoin('profiles', 'profiles.id', 'services.user_id')
    .leftJoin('profiles as holder', 'holder.id', 'registrar_names.holder_id')
    .select([
      'registrar_names.id',
      'registrar_names.account_id',
      'registrar_names.name',
      'registrar_names.state',
      'registrar_names.expires_at',
      'registrar_names.nameservers',
      'registrar_names.read_at',
      'registrar_names.accepted',
      'registrar_names.created_at',
      'services.id as service_id',
      'services.user_id',
      'services.expires_at as paid_until',
      'services.registry',
      'profiles.full_name',
      'profiles.business_name',
      'profiles.email',
      'holder.email as suggested',
    ])
    .select(differenceOf.as('difference'))

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

function present(row: Row) {
  const { full_name, business_name, email } = row
  return {
    id: row.id,
    account: row.account_id,
    name: row.name,
    state: row.state,
    expires_at: row.expires_at?.toISOString() ?? null,
    nameservers: row.nameservers,
    read_at: row.read_at?.toISOString() ?? null,
    difference: row.difference,
    is_accepted: row.difference !== null && row.accepted === row.difference,
    code_shown_at: row.registry?.code_shown_at ?? null,
    service:
      row.service_id === null
        ? null
        : {
            id: row.service_id,
            customer: { id: row.user_id!, name: displayName({ full_name, business_name, email: email! }) },
            expires_at: row.paid_until?.toISOString() ?? null,
            nameservers: row.registry?.nameservers ?? null,
          },
    suggested: row.suggested,
  }
}

/** The names of an account, with how many differ. Refuses an invalid cursor with `NOT_FOUND`. */
export const listNames = (
  caller: CallerContext,
  { account, difference, ...paging }: Input<typeof namesContract.list>,
) =>
  caller.read(async ({ db }) => {
    const ofAccount = account ? sql`registrar_names.account_id = ${account}` : sql`true`
    const filter = sql`${ofAccount}
      and ${difference ? sql`${differenceOf} = ${difference}` : sql`true`}`
    const { rows, ...page } = await listPage(
      db,
      rowsOf(db),
      { table: 'registrar_names', filter, sorts },
      paging,
    )
    const counted = await sql<{ difference: NameDifference | null; n: number; due: number }>`
      select case when difference is distinct from accepted then difference end as difference, count(*)::int as n,
             count(*) filter (where due_at is not null)::int as due
        from (select ${differenceOf} as difference, accepted, due_at from registrar_names where ${ofAccount}) found
       group by 1`.execute(db)
    const listing = await db
      .selectFrom('registrar_accounts')
      .select('id')
      .where('list_due_at', 'is not', null)
      .$if(account !== undefined, (query) => query.where('id', '=', account!))
      .limit(1)
      .executeTakeFirst()
    const count = (one: NameDifference) => counted.rows.find((row) => row.difference === one)?.n ?? 0
    return {
      items: rows.map(present),
      ...page,
      differences: Object.fromEntries(nameDifferences.map((one) => [one, count(one)])) as Record<
        NameDifference,
        number
      >,
      due: counted.rows.reduce((sum, { due }) => sum + due, 0),
      is_listing: listing !== undefined,
    }
  })

const sorts = {
  name: { by: sql`registrar_names.name`, type: 'text' },
  until: { by: sql`registrar_names.expires_at`, type: 'timestamptz' },
} as const satisfies Record<NameSort, SortKey>

/** One of them. Refuses with `NOT_FOUND`. */
export async function oneName(db: Kysely<Tables>, id: string) {
  const row = await rowsOf(db).where('registrar_names.id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return present(row)
}
