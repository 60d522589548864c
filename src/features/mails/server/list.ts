import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import { newestPage, pagesOf } from '../../../platform/server/database/keyset.ts'
import { type Search, searchPage } from '../../../platform/server/database/search.ts'
import { beginning } from '../../../platform/server/database/words.ts'
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
    const kept = status ? sql`mails.state = ${status}` : sql`true`
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

/** A search by the start of an address. All that it reads stands in the index of addresses. */
function searchOf(kept: RawBuilder<unknown>, q: string): Search {
  const matches = sql`mails.recipient like lower(${beginning(q).pattern})`
  return {
    table: 'mails',
    columns: sql`id, created_at, recipient`,
    kept,
    matches,
    // How an address begins is looked up in order, which no plan without the address can.
    isPlannedAnew: true,
    paths: ({ here }) => [sql`select id, created_at from mails where ${here} and ${matches}`],
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
