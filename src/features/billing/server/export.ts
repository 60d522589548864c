import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { Zip, ZipPassThrough } from 'fflate'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { type Database, type Transaction, Unavailable } from '../../../server/database/database.ts'
import type { Identity } from '../../../server/http/context.ts'
import { bearerOf, errorBody, type Server } from '../../../server/http/server.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { Refused } from '../../../shared/refusal.ts'
import { adminFiles } from '../../../shared/staff/permissions.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { type ExportName, exportNames } from '../exports.ts'
import { csvExports, pdfsOf } from './export-rows.ts'

type Caller = { session: string; person: string } | 'key'

/**
 * A table as CSV (RFC 4180) or the PDFs as a ZIP archive, streamed. Formulas are escaped. Each batch checks the session
 * again, so that the export stops when the session ends. The export itself is logged. Refuses with `UNAUTHORIZED` and
 * `FORBIDDEN`.
 */
async function exportPeriod(
  database: Database,
  caller: Caller,
  what: ExportName,
  days: { from: string; to: string },
): Promise<Readable> {
  await database.write(
    caller,
    async (tx) => {
      await audit(tx, 'admin', { action: 'money.exported', entity: 'export', entity_id: what, after: days })
      await publishEvents(tx, { user_id: null, type: 'money.exported', topics: ['audit'], for_admins: true })
    },
    adminFiles['GET /admin/exports/{what}'],
  )
  const read = <T>(work: (tx: Transaction) => Promise<T>) =>
    database.read(caller, work, adminFiles['GET /admin/exports/{what}'])
  const period = { ...days, timeZone: (await readSettings(database))['shop.timeZone'] }
  if (what === 'pdfs') return Readable.from(zipOf(pdfsOf(read, period)), { objectMode: false })
  const { columns, rows: rowsOf } = csvExports[what]
  const csv = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const rows = Readable.from(rowsOf(read, period))
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
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
  // Papers that were issued a moment ago: the archive says so and does not just lack them.
  if (unwritten.length) add('not-written-yet.txt', Buffer.from(`${unwritten.join('\n')}\n`))
  zip.end()
  yield take()
}

interface ExportOptions {
  database: Database
  identify(token: string): Promise<Identity | undefined>
  /** Multiplies the limit. */
  limitScale: number
}

/** Exports per minute and person. */
const PER_MINUTE = 12
const name = z.enum(exportNames)
const days = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .check(z.refine(({ from, to }) => from <= to && Number(to.slice(0, 4)) - Number(from.slice(0, 4)) <= 10))

/**
 * `GET /api/admin/exports/{what}?from=&to=`: the money of a period as a streamed file, outside of the contract, which
 * does not stream. Refuses like the contract's admin endpoints: 400 for an invalid period, 401, 403, 404, 429, 503.
 */
export function registerExports(app: Server, { database, identify, limitScale }: ExportOptions) {
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(PER_MINUTE * limitScale)),
    duration: 60,
  })
  app.get('/api/admin/exports/:what', async (request, reply) => {
    const refuse = (status: number) => reply.code(status).send(errorBody(status))
    const token = bearerOf(request)
    const identity = token ? await identify(token) : undefined
    if (!identity) return refuse(401)
    const what = name.safeParse((request.params as { what: string }).what)
    if (!what.success) return refuse(404)
    const input = days.safeParse(request.query)
    if (!input.success) return refuse(400)
    const isWithinLimit = await limit.consume(identity === 'key' ? 'key' : identity.person).catch(() => false)
    if (!isWithinLimit) return reply.header('retry-after', 60).code(429).send(errorBody(429))
    try {
      const file = await exportPeriod(database, identity, what.data, input.data)
      const isZip = what.data === 'pdfs'
      return await reply
        .type(isZip ? 'application/zip' : 'text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="${what.data}-${input.data.from}-${input.data.to}.${isZip ? 'zip' : 'csv'}"`,
        )
        .send(file)
    } catch (error) {
      if (error instanceof Refused) return refuse(error.refusal.code === 'FORBIDDEN' ? 403 : 401)
      if (error instanceof Unavailable) return refuse(503)
      throw error
    }
  })
}
