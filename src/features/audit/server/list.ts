import { sql } from 'kysely'
import type { CallerContext } from '../../../server/http/context.ts'
import { nameColumns, pickColumns } from '../../../shared/profile.ts'
import { type AuditFilter, type AuditRow, auditPage } from './rows.ts'

/** The rows of the log that a filter asks for, newest first, for admins. Refuses a foreign cursor with `NOT_FOUND`. */
export async function listAudit(
  caller: CallerContext,
  { cursor, limit, ...filter }: AuditFilter & { cursor?: string | undefined; limit?: number | undefined },
) {
  const { rows, next_cursor } = await caller.read((tx) => auditPage(tx, filter, { cursor, limit }))
  return { items: rows.map(presentEntry), next_cursor }
}

const presentEntry = (row: AuditRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  actor: row.actor_id ? { id: row.actor_id, ...pickColumns(row, nameColumns) } : null,
  actor_role: row.actor_role,
  action: row.action,
  entity: row.entity,
  entity_id: row.entity_id,
  before: row.before as Record<string, unknown> | null,
  after: row.after as Record<string, unknown> | null,
  seq: row.seq,
  erased: row.erased_by !== null,
})

/** The actions and entities that occur, from the indexes alone: one step for each, however long the log is. */
export async function auditWords(caller: CallerContext) {
  const [actions, entities] = await caller.read(({ db }) =>
    Promise.all(
      (['action', 'entity'] as const).map(async (column) => {
        const name = sql.ref(column)
        const { rows } = await sql<{ word: string }>`
          with recursive words as (
            (select ${name} as word from audit_log order by ${name} limit 1)
            union all
            select (select ${name} from audit_log where ${name} > word order by ${name} limit 1) from words where word is not null)
          select word from words where word is not null`.execute(db)
        return rows.map(({ word }) => word)
      }),
    ),
  )
  return { actions: actions!, entities: entities! }
}
