import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { givenName } from '../../../shared/people/person.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from './audit.ts'
import { type AuditFilter, auditPage, type AuditRow } from './audit.queries.ts'
import {
  csvOf,
  csvType,
  type Downloader,
  type DownloadOptions,
  registerDownload,
} from '../../../server/http/download.ts'
import type { Server } from '../../../server/http/server.ts'
import { auditFilter } from '../audit.contract.ts'

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
 * The filtered rows as CSV (RFC 4180), newest first. Formulas are escaped. The export itself is logged. Refuses with `UNAUTHORIZED` and `FORBIDDEN`.
 */
async function exportAudit(caller: Downloader, filter: AuditFilter): Promise<Readable> {
  await caller.write(async (tx) => {
    await audit(tx, 'admin', { action: 'audit.exported', entity: 'audit', after: filter })
    await publishEvents(tx, { user_id: null, type: 'audit.exported', topics: ['audit'], for_admins: true })
  })
  return csvOf(columns, allRows(caller, filter))
}

async function* allRows(caller: Downloader, filter: AuditFilter) {
  let cursor: string | undefined
  do {
    const page = await caller.read((tx) => auditPage(tx, filter, { cursor, limit: BATCH }))
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
export const registerAuditExport = (app: Server, options: DownloadOptions) =>
  registerDownload(app, options, {
    path: '/api/admin/audit/export',
    needs: 'audit.read',
    perMinute: PER_MINUTE,
    read: ({ query }) => filter.safeParse(query).data ?? 400,
    open: async (caller, input) => ({
      name: `audit-${caller.now.toISOString().slice(0, 10)}.csv`,
      type: csvType,
      body: await exportAudit(caller, input),
    }),
  })
