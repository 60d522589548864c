import type { Selectable } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import { newestPage } from '../../../platform/server/database/keyset.ts'
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
  const { rows, next_cursor } = await desk.readAtOnce(({ db }) => {
    let mails = db.selectFrom('mails').select([...columns])
    if (status) mails = mails.where('state', '=', status)
    if (q) mails = mails.where('recipient', 'like', `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
    return newestPage(mails, 'mails', place)
  })
  return { items: rows.map(presentMail), next_cursor }
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
