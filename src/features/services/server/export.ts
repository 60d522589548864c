import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { givenName } from '../../../shared/people/person.ts'
import {
  csvOf,
  csvType,
  type Downloader,
  type DownloadOptions,
  registerDownload,
} from '../../../server/http/download.ts'
import type { Server } from '../../../server/http/server.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { serviceFilter } from '../services.contract.ts'
import { bookPage, presentService, type ServiceFilter } from './services.queries.ts'

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

/** The filtered services as CSV, by expiry. The export itself is logged. Refuses with `UNAUTHORIZED` and `FORBIDDEN`. */
async function exportServices(caller: Downloader, filter: ServiceFilter): Promise<Readable> {
  await caller.write(async (tx) => {
    await audit(tx, 'admin', {
      action: 'services.exported',
      entity: 'export',
      entity_id: 'services',
      after: filter,
    })
    await publishEvents(tx, { user_id: null, type: 'services.exported', topics: ['audit'], for_admins: true })
  })
  return csvOf(columns, rowsOf(caller, filter))
}

async function* rowsOf({ database, now, read }: Downloader, filter: ServiceFilter) {
  const settings = await readSettings(database)
  let cursor: string | undefined
  do {
    const page = await read((tx) => bookPage(tx, filter, { cursor, limit: BATCH }, { settings, now }))
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
export const registerServicesExport = (app: Server, options: DownloadOptions) =>
  registerDownload(app, options, {
    path: '/api/admin/services/export',
    needs: 'services.read',
    perMinute: PER_MINUTE,
    read: ({ query }) => filterShape.safeParse(query).data ?? 400,
    open: async (caller, filter) => ({
      name: `services-${caller.now.toISOString().slice(0, 10)}.csv`,
      type: csvType,
      body: await exportServices(caller, filter),
    }),
  })
