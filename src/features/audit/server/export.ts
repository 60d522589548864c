import { givenName } from '../../../shared/person.ts'
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Database } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from './audit.ts'
import { type AuditFilter, type AuditRow, auditPage } from './rows.ts'

/** Rows that are in memory at a time. */
const BATCH = 500

const columns = [
  'seq',
  'at',
  'actor_id',
  'actor_name',
  'actor_email',
  'actor_role',
  'action',
  'entity',
  'entity_id',
  'before',
  'after',
  'hash',
]

/**
 * The rows that a filter asks for as CSV (RFC 4180), newest first, for an admin. What a spreadsheet would take for a
 * formula is made a text. Each batch asks for the session again, so that it ends with it. The export is written down.
 * Refuses with `UNAUTHORIZED` and `FORBIDDEN`.
 */
export async function exportAudit(
  database: Database,
  caller: { session: string; person: string } | 'key',
  filter: AuditFilter,
): Promise<Readable> {
  await database.write(
    caller,
    async (tx) => {
      await audit(tx, 'admin', { action: 'audit.exported', entity: 'audit', after: filter })
      await publishEvents(tx, { user_id: null, type: 'audit.exported', topics: ['audit'], for_admins: true })
    },
    'admin',
  )
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const rows = Readable.from(everyRow(database, caller, filter))
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
}

async function* everyRow(
  database: Database,
  caller: { session: string; person: string } | 'key',
  filter: AuditFilter,
) {
  let cursor: string | undefined
  do {
    const page = await database.read(caller, (tx) => auditPage(tx, filter, { cursor, limit: BATCH }), 'admin')
    for (const row of page.rows) yield recordOf(row)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
}

const recordOf = ({
  created_at,
  business_name,
  full_name,
  email,
  before,
  after,
  hash,
  ...row
}: AuditRow) => ({
  ...row,
  at: created_at.toISOString(),
  actor_name: givenName({ business_name, full_name }),
  actor_email: email,
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
  hash: hash?.toString('hex'),
})
