import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import { newestPage, pagesOf } from '../../../platform/server/database/keyset.ts'
import { type Search, searchPage } from '../../../platform/server/database/search.ts'
import type { Desk } from '../../../platform/server/http/context.ts'
import type { Mails, MailState } from '../../../platform/server/mail/tables.ts'

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
export async function listMails(desk: Desk, { status, q, ...place }: Wanted) {
  const { rows, next_cursor } = await desk.read(async ({ db }) => {
    const mails = db.selectFrom('mails').select([...columns])
    if (!q) return newestPage(status ? mails.where('state', '=', status) : mails, 'mails', place)
    // Written out: a plan that is kept for any status can't use the index of what is not sent.
    const kept = status ? sql`mails.state = ${sql.lit(status)}` : sql`true`
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

/** A search by the start of an address. All that it reads stands in the index of addresses. */
function searchOf(kept: RawBuilder<unknown>, q: string): Search {
  // Written as a range: one plan then serves for any address.
  const isNamed = sql`mails.recipient >= lower(${q}) and mails.recipient < lower(${q}) || ${LAST}`
  return {
    table: 'mails',
    columns: sql`id, created_at, recipient`,
    kept,
    matches: isNamed,
    // The fence keeps the order from choosing the index.
    paths: ({ here }) => [
      sql`select created_at, id from (select created_at, id from mails where ${here} and ${isNamed} offset 0) as found`,
    ],
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
})
