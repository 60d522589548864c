import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import * as z from 'zod/mini'
import {
  csvOf,
  csvType,
  type Downloader,
  type DownloadOptions,
  registerDownload,
} from '../../../../server/http/download.ts'
import type { Server } from '../../../../server/http/server.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { audit } from '../../../audit/server/audit.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { type ExportName, exportNames } from '../../ledger/exports.ts'
import { csvExports, pdfsOf } from './export-rows.ts'

/**
 * A table as CSV (RFC 4180) or the PDFs as a ZIP archive, streamed. Formulas are escaped. The export itself is logged.
 * Refuses with `UNAUTHORIZED` and `FORBIDDEN`.
 */
async function exportPeriod(
  { database, read, write }: Downloader,
  what: ExportName,
  days: { from: string; to: string },
): Promise<Readable> {
  await write(async (tx) => {
    await audit(tx, 'admin', { action: 'money.exported', entity: 'export', entity_id: what, after: days })
    await publishEvents(tx, { user_id: null, type: 'money.exported', topics: ['audit'], for_admins: true })
  })
  const period = { ...days, timeZone: (await readSettings(database))['shop.timeZone'] }
  if (what === 'pdfs') return Readable.from(zipOf(pdfsOf(read, period)), { objectMode: false })
  const { columns, rows: rowsOf } = csvExports[what]
  return csvOf(columns, rowsOf(read, period))
}

/** The bytes of an archive, file by file. PDFs are compressed already, so they are only stored. */
async function* zipOf(files: AsyncGenerator<{ name: string; pdf: Buffer | null }>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(Buffer.from(chunk))
  })
  const add = (name: string, bytes: Uint8Array) => {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(bytes, true)
  }
  const take = () => {
    const taken = Buffer.concat(chunks)
    chunks = []
    return taken
  }
  const unwritten: string[] = []
  for await (const { name, pdf } of files) {
    if (!pdf) unwritten.push(name)
    else {
      add(`${name}.pdf`, pdf)
      yield take()
    }
  }
  // Invoices that were issued a moment ago: the archive says so and does not just lack them.
  if (unwritten.length) add('not-written-yet.txt', Buffer.from(`${unwritten.join('\n')}\n`))
  zip.end()
  yield take()
}

const PER_MINUTE = 12
const name = z.enum(exportNames)
const days = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .check(z.refine(({ from, to }) => from <= to && Number(to.slice(0, 4)) - Number(from.slice(0, 4)) <= 10))

/** `GET /api/admin/exports/{what}?from=&to=`: the money of a period as a streamed file. */
export const registerExports = (app: Server, options: DownloadOptions) =>
  registerDownload(app, options, {
    path: '/api/admin/exports/:what',
    needs: 'payments.read',
    perMinute: PER_MINUTE,
    read(request) {
      const what = name.safeParse((request.params as { what: string }).what)
      if (!what.success) return 404
      const period = days.safeParse(request.query)
      return period.success ? { what: what.data, ...period.data } : 400
    },
    async open(caller, { what, ...period }) {
      const isZip = what === 'pdfs'
      return {
        name: `${what}-${period.from}-${period.to}.${isZip ? 'zip' : 'csv'}`,
        type: isZip ? 'application/zip' : csvType,
        body: await exportPeriod(caller, what, period),
      }
    },
  })
