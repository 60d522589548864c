import { sql, type Generated } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../../server/database/database.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { AnswerLabel } from '../answer.ts'
import type { UnreadAnswer } from './availability.ts'
import { redact } from './redact.ts'
import type { Now } from '../../../server/database/tables.ts'

/** The most unread answers that are stored. The oldest are deleted. */
export const MOST_UNREAD = 1_000
/** The most answers that wait to be written. More are dropped, because a misbehaving registry produces many. */
const MOST_WAITING = 50
/** An answer that was just written is not counted again within this time. */
const REPEATED_MS = 60_000

/**
 * Stores answers that could not be read, without contact data. It never throws and delays no caller.
 * @param report called with errors of writing
 */
export function keepUnread(database: Database, report: (error: unknown) => void) {
  const recent = new LRUCache<string, true>({ max: 500, ttl: REPEATED_MS })
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return ({ suffix, name, source, text: raw }: UnreadAnswer) => {
    if (waiting >= MOST_WAITING) return
    const text = redact(raw, name)
    const general = text.toLowerCase().replaceAll(name, '')
    const digest = createHash('sha256').update(general).digest()
    const key = `${source} ${suffix} ${digest.toString('base64')}`
    if (!text.trim() || recent.has(key)) return
    recent.set(key, true)
    waiting += 1
    last = last
      .then(() => storeUnread(database, { suffix, name, source, text, digest }))
      .catch(report)
      .finally(() => (waiting -= 1))
  }
}

const storeUnread = (
  database: Database,
  row: Pick<UnreadAnswers, 'suffix' | 'name' | 'source' | 'text' | 'digest'>,
) =>
  database.write('service', async ({ db }) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('unread_answers')
      .values({ id: randomUUIDv7(), ...row })
      .onConflict((conflict) => conflict.columns(['suffix', 'source', 'digest']).doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      await db
        .updateTable('unread_answers')
        .set((eb) => ({ seen: eb('seen', '+', 1) }))
        .where('suffix', '=', row.suffix)
        .where('source', '=', row.source)
        .where('digest', '=', row.digest)
        .execute()
      return
    }
    await sql`
      delete from unread_answers where id in (
        select id from unread_answers order by created_at desc, id desc offset ${sql.lit(MOST_UNREAD)})`.execute(
      db,
    )
  })

/** Unread answers, newest first. */
export async function listUnread(caller: CallerContext, paging: Paging) {
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(db.selectFrom('unread_answers').selectAll(), 'unread_answers', paging),
  )
  return { items: rows.map(presentUnread), next_cursor }
}

/** Stores what an answer means, for the log and for work on the parser. Refuses with `NOT_FOUND`. */
export const labelUnread = (
  caller: CallerContext,
  { id, label }: { id: string; label: AnswerLabel | null },
) =>
  caller.write(async (tx) => {
    const before = await tx.db
      .selectFrom('unread_answers')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refused('NOT_FOUND')
    if (before.label === label) return presentUnread(before)
    const after = await tx.db
      .updateTable('unread_answers')
      .set({ label })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, 'admin', {
      action: 'answer.labelled',
      entity: 'answer',
      entity_id: id,
      before: { label: before.label },
      after: { label, suffix: after.suffix, name: after.name },
    })
    return presentUnread(after)
  })

type UnreadRow = Omit<UnreadAnswers, 'seen' | 'created_at'> & { seen: number; created_at: Date }

const presentUnread = ({ id, suffix, name, source, text, seen, label, created_at }: UnreadRow) => ({
  id,
  suffix,
  name,
  source,
  text,
  seen,
  label,
  created_at: created_at.toISOString(),
})

export interface UnreadAnswers {
  id: string
  /** Without a dot, as in the tables of endpoints. */
  suffix: string
  name: string
  source: 'rdap' | 'whois'
  text: string
  /** Hash of the text without the name, so that equal answers about several names share one row. */
  digest: Buffer
  seen: Generated<number>
  label: AnswerLabel | null
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    unread_answers: UnreadAnswers
  }
}
