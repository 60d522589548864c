import { sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { MailTemplate } from '../../../server/mail/layout.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import type { InboxKind } from '../../inbox/kinds.data.ts'
import { waitingItem, writeSeeingAll } from './arrivals.ts'
import { calledStaff, maySee } from './people.ts'
import { itemPath, nameItem } from './texts.ts'

const MOST_PEOPLE = 20
/** How many items a mail names. It counts the others. */
const MOST_NAMED = 30
const LIFE_MS = 24 * 3600_000

interface Item {
  kind: InboxKind
  id: string
  title: string
}

/** Queues one mail for each of the staff whose calls by mail are due, with all of these. Both are in one transaction. */
export async function mailCalls(database: Database): Promise<void> {
  const people = await database.read('service', async ({ db }) => {
    const { rows } = await sql<{ user_id: string }>`
      select distinct user_id from staff_notifications
       where state = 'waiting' and channel = 'mail' and due_at <= clock_timestamp() limit ${MOST_PEOPLE}`.execute(
      db,
    )
    return rows
  })
  for (const { user_id } of people) await writeSeeingAll(database, (tx) => mailTo(tx, user_id))
}

async function mailTo(tx: Transaction, user: string): Promise<void> {
  const { rows } = await sql<{
    id: string
    is_late: boolean
    kind: InboxKind
    item_id: string
    since: Date
    expired: boolean
  }>`
    select n.id, n.is_late, a.kind, a.item_id, a.since, n.expires_at <= clock_timestamp() as expired
      from staff_notifications n join inbox_arrivals a on a.id = n.arrival_id
     where n.user_id = ${user} and n.state = 'waiting' and n.channel = 'mail' and n.due_at <= clock_timestamp()
     order by a.since, n.id for update of n skip locked`.execute(tx.db)
  const [person] = await calledStaff(tx, user)
  const items: Item[] = []
  for (const row of rows) {
    const isFor = person?.email && !row.expired && maySee(person, row.kind)
    const item = isFor ? await waitingItem(tx, row) : undefined
    if (item) items.push({ kind: row.kind, id: row.item_id, title: item.title })
    await tx.db
      .updateTable('staff_notifications')
      .set({
        state: item ? 'sent' : 'gone',
        attempts: 1,
        sent_at: item ? sql<Date>`clock_timestamp()` : null,
      })
      .where('id', '=', row.id)
      .execute()
  }
  if (!items.length) return
  await enqueue(tx, {
    kind: 'staff-work',
    to: person!.email!,
    user,
    data: {
      // Names that people wrote are not stored with the mail.
      items: items.slice(0, MOST_NAMED).map(({ kind, id, title }) => ({
        kind,
        id,
        title: nameItem('en', kind, title).name && title,
      })),
      count: items.length,
      is_late: rows.some(({ is_late }) => is_late),
    },
    once: `staff-work ${rows[0]!.id}`,
    lifeMs: LIFE_MS,
  })
}

/** The mail to one of the staff about what has arrived in the inbox. */
export const staffMailTemplates: Record<string, MailTemplate> = {
  'staff-work': (data, { translate, locale, site }) => {
    const { items, count, is_late } = data as { items: Item[]; count: number; is_late: boolean }
    const named = items.map(({ kind, title }) => nameItem(locale, kind, title))
    const [first] = named
    const subject = is_late
      ? translate('staff_call_late', { kind: first!.kind })
      : count === 1
        ? translate('staff_call_new', { kind: [first!.kind, first!.name].filter(Boolean).join(' ') })
        : translate('staff_call_mail_subject', { count: String(count) })
    const more = count - items.length
    return {
      subject,
      heading: subject,
      paragraphs: [
        translate(is_late ? 'staff_call_mail_late' : 'staff_call_mail_text'),
        ...(more ? [translate('staff_call_mail_more', { count: String(more) })] : []),
      ],
      facts: named.map(({ kind, name }) => [kind, name || '—']),
      button: {
        label: translate('staff_call_mail_button'),
        link: site + (count === 1 ? itemPath(items[0]!.kind, items[0]!.id) : '/admin/inbox'),
      },
      notes: [translate('staff_call_mail_note', { link: `${site}/admin/notifications` })],
    }
  },
}
