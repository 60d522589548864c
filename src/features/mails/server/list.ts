import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { newestPage, pagesOf } from '../../../server/database/keyset.ts'
import { type Search, searchPage } from '../../../server/database/search.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Mails, MailState } from '../../../server/mail/tables.ts'

/** What an admin's role may see of a mail: not its data. */
const columns = [
  'id',
  'kind',
  'recipient',
  'language',
  'secret',
  'state',
  'attempts',
  'due_at',
  'reason',
  'created_at',
  'sent_at',
  'to_file',
] as const
type Row = Pick<Selectable<Mails>, (typeof columns)[number]>

interface Wanted {
  status?: MailState | undefined
  /** The start of an address. */
  q?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Mails, newest first: those of a status, and to addresses that start so. */
export async function listMails(caller: CallerContext, { status, q, ...place }: Wanted) {
  const { rows, next_cursor } = await caller.read(async ({ db }) => {
    const mails = db.selectFrom('mails').select([...columns])
    // Written out: a plan that is kept for any status can't use the indexes of what is sent and what is not.
    const kept = status ? sql<boolean>`mails.state = ${sql.lit(status)}` : sql<boolean>`true`
    if (!q) return newestPage(mails.where(kept), 'mails', place)
    const { ids, next_cursor } = await searchPage(db, searchOf(kept, q), place)
    if (!ids.length) return { rows: [], next_cursor }
    const rows = await mails
      .where(sql<boolean>`mails.id = any (${ids}::uuid[])`)
      .orderBy(pagesOf('mails', {}).order)
      .execute()
    return { rows, next_cursor }
  })
  return { items: rows.map(presentMail), next_cursor }
}

/** Comes after all that an address may go on with. */
const LAST = '\u{10FFFF}'

/** So many days back a search goes from day to day, through the index of each; what fills no page in them is rare. */
const DAYS = 2

/** A search by the start of an address. All that it reads stands in the index of addresses. */
function searchOf(kept: RawBuilder<unknown>, q: string): Search {
  // Written as a range: one plan then serves for any address.
  const isNamed = sql`mails.recipient >= lower(${q}) and mails.recipient < lower(${q}) || ${LAST}`
  return {
    table: 'mails',
    columns: sql`id, created_at, recipient`,
    kept,
    matches: isNamed,
    paths: ({ here, from: { created_at }, wanted }) => {
      const dayOf = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'UTC')::date`
      const from = dayOf(sql`${created_at}::timestamptz`)
      // The fence keeps the times out of the index: PostgreSQL would look them up for each address by itself.
      const page = (on: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`(
        select created_at, id from (select created_at, id, state from mails where ${kept} and ${isNamed} and ${on} offset 0) as mails
         where ${here} and created_at < ${until} order by created_at desc, id desc limit ${wanted})`
      const onDay = page(sql`${dayOf(sql`mails.created_at`)} = ${from} - ago`, sql`'infinity'`)
      const before = page(sql`true`, sql`(${from} - ${sql.lit(DAYS)})::timestamp at time zone 'UTC'`)
      return [
        sql`(select found.* from generate_series(0, ${sql.lit(DAYS)}) as ago cross join lateral ${onDay} as found
              union all ${before} limit ${wanted})`,
      ]
    },
  }
}

export const findMail = ({ db }: Transaction, id: string): Promise<Row | undefined> =>
  db
    .selectFrom('mails')
    .select([...columns])
    .where('id', '=', id)
    .executeTakeFirst()

/** A mail as the contract shows it. */
export const presentMail = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  language: row.language,
  status: row.state,
  attempts: row.attempts,
  reason: row.reason,
  next_try_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  can_retry: row.state === 'failed' && !row.secret,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  to_file: row.to_file,
})
