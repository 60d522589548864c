import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { nameColumns, ProfileValues } from '../../../../shared/profile.ts'
import { displayName } from '../../../../shared/person.ts'
import { pagesOf, type Paging } from '../../../../server/database/keyset.ts'

interface Row extends Pick<ProfileValues, (typeof nameColumns)[number]> {
  id: string
  created_at: Date
  action: string
  actor_id: string | null
  actor_role: string
}

/** The history of an account with its actors, newest first. */
export async function historyOf({ db }: Transaction, user: string, paging: Paging) {
  const { after, order, limit, take } = pagesOf('entry', paging)
  const { rows } = await sql<Row>`
    select entry.*, p.business_name, p.full_name, p.email
      from (select id, at as created_at, action, actor_id, actor_role from audit_log
             where entity in ('account', 'profile') and entity_id = ${user}) as entry
      left join profiles p on p.id = entry.actor_id
     ${after ? sql`where ${after}` : sql``}
     order by ${order} limit ${limit + 1}`.execute(db)
  const page = take(rows)
  return {
    items: page.rows.map(({ created_at, business_name, full_name, email, ...row }) => ({
      ...row,
      actor: displayName({ business_name, full_name, email }),
      at: created_at.toISOString(),
    })),
    next_cursor: page.next_cursor,
  }
}
