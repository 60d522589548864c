import { sql } from 'kysely'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Refused } from '../../../../shared/refusal.ts'
import type { Permission } from '../../../../shared/people/permissions.ts'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import type { Identity } from '../../../../server/http/context.ts'
import { errorBody } from '../../../../server/http/error-body.ts'
import { bearerOf, type Server } from '../../../../server/http/server.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { InvoiceFacts } from '../../invoices/invoice.ts'
import { dayInZone, type SoldLine, taxLines, totalsOf, vatByRate } from '../../../settings/vat.ts'
import { type ChargeOfInvoice, invoiceBase, taxing } from './facts.ts'
import { renderInvoice } from './render.ts'
import { logoOf, writeInvoice } from './write-invoice.ts'

/** An amount due, as its pro forma needs it. */
interface DueCharge extends ChargeOfInvoice {
  amount: string
  state: string
  due_on: string | null
  order_id: string | null
  request_id: string | null
  renewal_id: string | null
}

/** PDFs of one person a minute. A pro forma is written at each request, which takes about a quarter of a second. */
const PER_MINUTE = 60

interface InvoiceRoutes {
  database: Database
  identify(token: string): Promise<Identity | undefined>
  now(): Date
  limitScale: number
  /** What a charge is for, line by line, with gross amounts. */
  linesOf(tx: Transaction, charge: DueCharge, starts: null): Promise<SoldLine[]>
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Pdf {
  name: string
  pdf: Buffer
}

/**
 * The PDFs of invoices and of pro formas, outside of the contract, whose answers are JSON: for their owner below
 * `/api/`, for admins below `/api/admin/`. They refuse as the contract does; another person's is 404.
 */
export function registerInvoices(app: Server, services: InvoiceRoutes) {
  const { database, identify, limitScale } = services
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(PER_MINUTE * limitScale)),
    duration: 60,
  })
  const serve = (
    path: string,
    needed: Permission | undefined,
    find: (tx: Transaction, id: string) => Promise<unknown>,
    make: (id: string) => Promise<Pdf | undefined>,
  ) =>
    app.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const { id } = request.params
      const token = bearerOf(request)
      const identity = token ? await identify(token) : undefined
      if (!identity || (identity === 'key' && !needed)) throw new Refused('UNAUTHORIZED')
      const isWithinLimit = await limit
        .consume(identity === 'key' ? 'key' : identity.person)
        .catch(() => false)
      if (!isWithinLimit) return reply.header('retry-after', 60).code(429).send(errorBody(429))
      const found = await database.read(
        identity,
        (tx) => (uuidShape.test(id) ? find(tx, id) : Promise.resolve(undefined)),
        needed ?? 'customer',
      )
      const file = found ? await make(id) : undefined
      if (!file) throw new Refused('NOT_FOUND')
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${file.name}.pdf"`)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(file.pdf)
    })
  for (const isForAdmins of [false, true]) {
    const prefix = isForAdmins ? '/api/admin' : '/api'
    // Customers see rows of their own only, by row-level security and by the condition.
    const owned = (tx: Transaction) =>
      isForAdmins || typeof tx.caller === 'string' ? sql`true` : sql`user_id = ${tx.caller.person}`
    serve(
      `${prefix}/invoices/:id/pdf`,
      isForAdmins ? 'payments.read' : undefined,
      async (tx, id) =>
        (await sql`select 1 from invoices where id = ${id} and ${owned(tx)}`.execute(tx.db)).rows[0],
      (id) => writeInvoice(database, id),
    )
    serve(
      `${prefix}/charges/:id/pro-forma`,
      isForAdmins ? 'payments.read' : undefined,
      async (tx, id) =>
        (await sql`select 1 from charges where id = ${id} and state = 'open' and ${owned(tx)}`.execute(tx.db))
          .rows[0],
      (id) => proFormaOf(services, id),
    )
  }
}

/** The pro forma of an open charge, made from what is due now. It has no number and is not stored. */
async function proFormaOf({ database, now, linesOf }: InvoiceRoutes, id: string): Promise<Pdf | undefined> {
  const settings = await readSettings(database)
  const at = now()
  const facts = await database.read('service', async (tx): Promise<InvoiceFacts | undefined> => {
    const { rows } = await sql<DueCharge>`
      select id, user_id, reference, kind, subject, amount, currency, state, due_on::text, order_id, request_id, renewal_id
        from charges where id = ${id} and state = 'open'`.execute(tx.db)
    const charge = rows[0]
    if (!charge) return undefined
    const base = await invoiceBase(tx, settings, charge)
    const today = dayInZone(at, base.timeZone)
    const lines = taxLines(await linesOf(tx, charge, null), taxing(base, settings, today))
    return {
      ...base,
      title: 'pro-forma',
      number: null,
      issuedOn: today,
      taxPoint: today,
      dueOn: charge.due_on,
      currency: charge.currency,
      lines,
      byRate: vatByRate(lines),
      totals: totalsOf(lines),
      payment: null,
      fiscal: null,
      withheld: null,
      credits: null,
    }
  })
  if (!facts) return undefined
  const logo = await logoOf(database, facts.seller.logo)
  return {
    name: `pro-forma-${facts.reference.replaceAll(/[^\w-]/g, '')}`,
    pdf: await renderInvoice(facts, logo, at),
  }
}
