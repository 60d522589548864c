import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { pagesOf, type Paging } from '../../../../server/database/keyset.ts'

interface Row {
  id: string
  created_at: Date
  action: string
  actor_id: string | null
  actor_role: string
  actor: string | null
}

/** What happened to an account, newest first, with who did it. */
export async function historyOf({ db }: Transaction, user: string, paging: Paging) {
  const { after, order, limit, take } = pagesOf('entry', paging)
  const { rows } = await sql<Row>`
    select entry.*, coalesce(p.full_name, p.email) as actor
      from (select id, at as created_at, action, actor_id, actor_role from audit_log
             where entity in ('account', 'profile') and entity_id = ${user}) as entry
      left join profiles p on p.id = entry.actor_id
     ${after ? sql`where ${after}` : sql``}
     order by ${order} limit ${limit + 1}`.execute(db)
  const page = take(rows)
  return {
    items: page.rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() })),
    next_cursor: page.next_cursor,
  }
}
