import './invoices.tables.ts'
import { createHash } from 'node:crypto'
import type { Database } from '../../../../server/database/database.ts'
import type { ScheduledJob } from '../../../../server/jobs.ts'
import { audit } from '../../../audit/server/audit.ts'
import { renderInvoice } from './render.ts'

interface WrittenInvoice {
  name: string
  pdf: Buffer
}

/**
 * The PDF of an invoice as it was issued. The first call makes it and stores it with its SHA-256 in the audit log; calls at
 * the same time, on any node, store one of them and give that one. Undefined for an unknown invoice.
 */
export function writeInvoice(database: Database, id: string): Promise<WrittenInvoice | undefined> {
  const own = running.get(database) ?? new Map<string, Promise<WrittenInvoice | undefined>>()
  running.set(database, own)
  const known = own.get(id)
  if (known) return known
  const writing = writeNow(database, id).finally(() => own.delete(id))
  own.set(id, writing)
  return writing
}

/** The invoices that this node is writing: calls at the same time share one. */
const running = new WeakMap<Database, Map<string, Promise<WrittenInvoice | undefined>>>()

async function writeNow(database: Database, id: string): Promise<WrittenInvoice | undefined> {
  const stored = await readInvoice(database, id)
  if (!stored) return undefined
  if (stored.pdf) return { name: stored.name, pdf: stored.pdf }
  const logo = await logoOf(database, stored.facts.seller.logo)
  const pdf = await renderInvoice(stored.facts, logo, stored.created_at)
  const isFirst = await database.write('service', async (tx) => {
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const { numUpdatedRows } = await tx.db
      .updateTable('invoices')
      .set({ pdf, sha256, written_at: new Date() })
      .where('id', '=', id)
      .where('pdf', 'is', null)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return false
    await audit(tx, 'service', {
      action: 'paper.written',
      entity: 'paper',
      entity_id: id,
      after: { number: stored.name, sha256 },
    })
    return true
  })
  if (isFirst) return { name: stored.name, pdf }
  const other = await readInvoice(database, id)
  return other?.pdf ? { name: other.name, pdf: other.pdf } : undefined
}

const readInvoice = (database: Database, id: string) =>
  database.read('service', ({ db }) =>
    db
      .selectFrom('invoices')
      .select(['name', 'facts', 'pdf', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )

/** The bytes of a stored logo. PDF has no WebP. */
export async function logoOf(database: Database, file: string | null): Promise<Buffer | undefined> {
  const [, hash] = /^([\w-]{43})\.(?:png|jpg)$/.exec(file ?? '') ?? []
  if (!hash) return undefined
  const logo = await database.read('service', ({ db }) =>
    db.selectFrom('logos').select('bytes').where('hash', '=', hash).executeTakeFirst(),
  )
  return logo?.bytes
}

const BATCH = 50

/** Writes the PDFs of issued invoices. Running it twice, or on two nodes, writes each once. */
export const invoiceWriting = (database: Database): ScheduledJob => ({
  name: 'papers',
  everyMs: 10_000,
  async run() {
    const waiting = await database.read('service', ({ db }) =>
      db
        .selectFrom('invoices')
        .select('id')
        .where('pdf', 'is', null)
        .orderBy('created_at')
        .limit(BATCH)
        .execute(),
    )
    const failures: unknown[] = []
    // One after another, so that calls that wait for a PDF take turns with them.
    for (const { id } of waiting)
      await writeInvoice(database, id).catch((error: unknown) => failures.push(error))
    if (failures.length) throw failures[0]
  },
})
