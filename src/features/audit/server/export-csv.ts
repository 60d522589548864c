import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { givenName } from '../../../shared/person.ts'
import type { Database } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from './audit.ts'
import { type AuditFilter, auditPage, type AuditRow } from './list-entries.ts'
import { adminFiles } from '../../../shared/staff/permissions.ts'
import { csvOf, csvType, type DownloadOptions, registerDownload } from '../../../server/http/download.ts'
import type { Server } from '../../../server/http/server.ts'
import { auditFilter } from '../contract.ts'

/** Rows in memory at a time. */
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
 * The filtered rows as CSV (RFC 4180), newest first. Formulas are escaped. Each batch checks the session again, so that
 * the export stops when the session ends. The export itself is logged. Refuses with `UNAUTHORIZED` and `FORBIDDEN`.
 */
async function exportAudit(
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
    adminFiles['GET /admin/audit/export'],
  )
  return csvOf(columns, allRows(database, caller, filter))
}

async function* allRows(
  database: Database,
  caller: { session: string; person: string } | 'key',
  filter: AuditFilter,
) {
  let cursor: string | undefined
  do {
    const page = await database.read(
      caller,
      (tx) => auditPage(tx, filter, { cursor, limit: BATCH }),
      adminFiles['GET /admin/audit/export'],
    )
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

/** Exports per minute and person. */
const PER_MINUTE = 6
const filter = z.strictObject(auditFilter)

/** `GET /api/admin/audit/export`: the log as a streamed file. */
export const registerAuditExport = (
  app: Server,
  { database, ...options }: DownloadOptions & { database: Database },
) =>
  registerDownload(app, options, {
    path: '/api/admin/audit/export',
    perMinute: PER_MINUTE,
    read: ({ query }) => filter.safeParse(query).data ?? 400,
    open: async (caller, input) => ({
      name: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
      type: csvType,
      body: await exportAudit(database, caller, input),
    }),
  })
