import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { givenName } from '../../../shared/person.ts'
import { type Database, Unavailable } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from './audit.ts'
import { type AuditFilter, auditPage, type AuditRow } from './list-entries.ts'
import { Refused } from '../../../shared/refusal.ts'
import { adminFiles } from '../../../shared/staff/permissions.ts'
import type { Identity } from '../../../server/http/context.ts'
import { bearerOf, errorBody, type Server } from '../../../server/http/server.ts'
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
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const rows = Readable.from(allRows(database, caller, filter))
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
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

interface ExportOptions {
  database: Database
  identify(token: string): Promise<Identity | undefined>
  /** Multiplies the limit. */
  limitScale: number
}

/** Exports per minute and person. */
const PER_MINUTE = 6
const filter = z.strictObject(auditFilter)

/**
 * `GET /api/admin/audit/export`: the log as a streamed file, outside of the contract, which does not stream.
 * Refuses like the contract's admin endpoints: 400 for an invalid filter, 401, 403, 429, 503.
 */
export function registerAuditExport(app: Server, { database, identify, limitScale }: ExportOptions) {
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(PER_MINUTE * limitScale)),
    duration: 60,
  })
  app.get('/api/admin/audit/export', async (request, reply) => {
    const refuse = (status: number) => reply.code(status).send(errorBody(status))
    const token = bearerOf(request)
    const identity = token ? await identify(token) : undefined
    if (!identity) return refuse(401)
    const input = filter.safeParse(request.query)
    if (!input.success) return refuse(400)
    const isWithinLimit = await limit.consume(identity === 'key' ? 'key' : identity.person).catch(() => false)
    if (!isWithinLimit) return reply.header('retry-after', 60).code(429).send(errorBody(429))
    try {
      const csv = await exportAudit(database, identity, input.data)
      return await reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="audit-${new Date().toISOString().slice(0, 10)}.csv"`,
        )
        .send(csv)
    } catch (error) {
      if (error instanceof Refused) return refuse(error.refusal.code === 'FORBIDDEN' ? 403 : 401)
      if (error instanceof Unavailable) return refuse(503)
      throw error
    }
  })
}
