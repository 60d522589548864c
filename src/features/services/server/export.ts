import type { Readable } from 'node:stream'
import { adminFiles } from '../../../shared/staff/permissions.ts'
import * as z from 'zod/mini'
import { givenName } from '../../../shared/person.ts'
import type { Database } from '../../../server/database/database.ts'
import type { Identity } from '../../../server/http/context.ts'
import { csvOf, csvType, type DownloadOptions, registerDownload } from '../../../server/http/download.ts'
import type { Server } from '../../../server/http/server.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { serviceFilter } from '../contract.ts'
import { bookPage, presentService, type ServiceFilter } from './book.ts'

/** Rows in memory at a time. */
const BATCH = 500

const columns = [
  'name',
  'product',
  'customer',
  'email',
  'state',
  'started_on',
  'expires_on',
  'renewal_price',
  'currency',
  'id',
]

interface Source {
  database: Database
  now: Date
}

/**
 * The filtered book as CSV, by expiry. Each batch checks the session again, so that the export stops when the session
 * ends. The export itself is logged. Refuses with `UNAUTHORIZED` and `FORBIDDEN`.
 */
async function exportServices(source: Source, caller: Identity, filter: ServiceFilter): Promise<Readable> {
  await source.database.write(
    caller,
    async (tx) => {
      await audit(tx, 'admin', {
        action: 'services.exported',
        entity: 'export',
        entity_id: 'services',
        after: filter,
      })
      await publishEvents(tx, {
        user_id: null,
        type: 'services.exported',
        topics: ['audit'],
        for_admins: true,
      })
    },
    adminFiles['GET /admin/services/export'],
  )
  return csvOf(columns, rowsOf(source, caller, filter))
}

async function* rowsOf({ database, now }: Source, caller: Identity, filter: ServiceFilter) {
  const settings = await readSettings(database)
  let cursor: string | undefined
  do {
    const page = await database.read(
      caller,
      (tx) => bookPage(tx, filter, { cursor, limit: BATCH }, { settings, now }),
      adminFiles['GET /admin/services/export'],
    )
    for (const row of page.rows) {
      const { customer, renewal, kind, started_at, expires_at, ...service } = presentService(
        row,
        settings,
        now,
      )
      yield {
        ...service,
        product: kind,
        customer: givenName(customer),
        email: customer.email,
        started_on: started_at.slice(0, 10),
        expires_on: expires_at?.slice(0, 10),
        renewal_price: renewal?.amount,
        currency: renewal?.currency,
      }
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor)
}

/** Exports per minute and person. */
const PER_MINUTE = 6
const filterShape = z.strictObject(serviceFilter)

/** `GET /api/admin/services/export`: the book as a streamed file. */
export const registerServicesExport = (
  app: Server,
  { database, now, ...options }: DownloadOptions & { database: Database; now: () => Date },
) =>
  registerDownload(app, options, {
    path: '/api/admin/services/export',
    perMinute: PER_MINUTE,
    read: ({ query }) => filterShape.safeParse(query).data ?? 400,
    async open(caller, filter) {
      const at = now()
      return {
        name: `services-${at.toISOString().slice(0, 10)}.csv`,
        type: csvType,
        body: await exportServices({ database, now: at }, caller, filter),
      }
    },
  })
