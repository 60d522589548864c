import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '../../../server/database/database.ts'
import { deleteInBatches } from '../../../server/database/delete-in-batches.ts'
import { audit } from './audit.ts'

const count = z.int().check(z.gte(0))

/** What the row of a removal says in `after`. */
export const removalShape = z.object({
  rows: count,
  /** The last removed row. */
  until: z.object({ seq: count, hash: z.string() }),
  /** The rows among them whose contents were erased, by the row of the erasure, where that is not removed itself. */
  erased: z.record(z.string(), count),
})
type Removal = z.output<typeof removalShape>

/**
 * Removes the sealed rows from before a moment, and none that is younger than a year. A first transaction moves the
 * beginning of the chain behind them and writes a row that reports it, so that the chain is valid at any time, also when
 * the program ends in between. The rows themselves are deleted after that, or by the next call.
 */
export async function removeOldAudit(database: Database, before: RawBuilder<Date>): Promise<void> {
  await database.write('service', async (tx) => {
    const { db } = tx
    const head = await db.selectFrom('audit_head').selectAll().forUpdate().executeTakeFirstOrThrow()
    const kept = await db
      .selectFrom('audit_log')
      .select('seq')
      .where('at', '>=', sql<Date>`(select least(${before}, audit_stays_from()))`)
      .where('seq', '>', head.removed_seq)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    const seq = kept ? kept.seq! - 1 : head.seq
    if (seq <= head.removed_seq) return
    const { hash } = await db
      .selectFrom('audit_log')
      .select('hash')
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    const { rows: erased } = await sql<{ erased_by: string; rows: number }>`
      select gone.erased_by, count(*) as rows
        from audit_log gone join audit_log entry on entry.id = gone.erased_by and (entry.seq > ${seq} or entry.seq is null)
       where gone.seq > ${head.removed_seq} and gone.seq <= ${seq} group by gone.erased_by`.execute(db)
    await db.updateTable('audit_head').set({ removed_seq: seq, removed_hash: hash! }).execute()
    await audit(tx, 'service', {
      action: 'audit.removed',
      entity: 'audit',
      after: {
        rows: seq - head.removed_seq,
        until: { seq, hash: hash!.toString('hex') },
        erased: Object.fromEntries(erased.map((row) => [row.erased_by, row.rows])),
      } satisfies Removal,
    })
  })
  await deleteInBatches(
    database,
    (most) => sql`
    delete from audit_log where id in (
      select id from audit_log where seq <= (select removed_seq from audit_head) order by seq limit ${most})`,
  )
}
