import { sql } from 'kysely'
import type { PersonalData } from '../../features/accounts/server/accounts.ts'
import { eraseFromAudit } from '../../features/audit/server/audit.ts'
import { eraseReceivedFrom } from '../../features/money/server/received/erase.ts'
import { eraseAnswersOfRegistrars } from '../../features/fulfilment/server/open-fulfilment.ts'
import { eraseNotesAbout } from '../../features/customers/server/notes.ts'
import { eraseChat } from '../../features/chat/server/store.ts'
import { releaseAll } from '../../features/inbox/server/inbox.commands.ts'
import { eraseCart } from '../../features/orders/server/cart.ts'
import { eraseTaxDetails } from '../../features/money/server/invoices/invoices.router.ts'
import { leaveAll } from '../../features/presence/server/presence.commands.ts'
import { eraseWords, unfinishedOf } from '../../features/requests/server/personal-data.ts'
import { eraseNotes } from '../../features/services/server/services.commands.ts'
import { eraseCalls } from '../../features/staff-notifications/server/choices.ts'
import { eraseAnswersBy } from '../../features/support/server/answers.ts'
import { eraseMessagesFrom, storeMessage } from '../../features/support/server/messages.ts'
import { eraseWebhooks } from '../../features/webhooks/server/endpoints.ts'
import type { Transaction } from '../../server/database/database.ts'
import { eraseMails } from '../../server/mail/queue.ts'
import '../../server/mail/mail.tables.ts'

/** Tables with a `user_id` whose rows a customer may read. The export of the account contains the whole rows. */
const exportedTables = [
  'requests',
  'services',
  'renewals',
  'orders',
  'order_lines',
  'refunds',
  'claims',
  'invoices',
  'charge_taxes',
  'customer_taxes',
  'charges',
  'ledger_entries',
  'cart_items',
  'events',
  'consents',
  'holder_details',
] as const

/** Columns that repeat other columns, for searches, lists and as PDF. */
const derivedColumns = ['search', 'claimed_since', 'owed', 'pdf']

/**
 * The personal data of all features: how to erase and export it, and how to ask the admins to delete an account.
 */
export const personalData: PersonalData = {
  async erase(tx, { id, email, isShown }) {
    const { db } = tx
    await eraseMails(tx, id)
    await eraseWebhooks(tx, id)
    await eraseCalls(tx, id)
    await Promise.all([
      db.deleteFrom('events').where('user_id', '=', id).execute(),
      db.deleteFrom('idempotency_keys').where('actor', '=', id).execute(),
      eraseCart(tx, id),
      eraseOrderNotes(tx, id),
      eraseChat(tx, id),
      eraseAnswersBy(tx, id),
      releaseAll(tx, id),
      leaveAll(tx, id),
      eraseTaxDetails(tx, id),
      eraseReceivedFrom(tx, id),
      eraseNotesAbout(tx, id),
      eraseWords(tx, id),
      eraseNotes(tx, id),
      eraseAnswersOfRegistrars(tx, id),
      email ? eraseMessagesFrom(tx, { id, email, isShown }) : undefined,
    ])
    await eraseFromAudit(tx, id)
  },
  unfinished: unfinishedOf,
  async askForDeletion(tx, { id, email, held, paid }) {
    await storeMessage(tx, {
      name: email ?? id,
      email: email ?? '',
      message: `Please delete my account (${id}). Still active: ${held}. Paid and not delivered: ${paid}.`,
    })
  },
  messagesFrom: ({ db }, email) =>
    db
      .selectFrom('messages')
      .select(['name', 'email', 'body', 'created_at'])
      .select(
        sql<object[]>`array(select jsonb_build_object('body', a.body, 'created_at', a.created_at)
          from message_answers a where a.message_id = messages.id order by a.created_at, a.id)`.as('answers'),
      )
      .where(sql<boolean>`lower(email) = ${email}`)
      .execute(),
  async export({ db }, id) {
    const profile = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()
    const chat = await db
      .selectFrom('chat_lines')
      .select(['by_shop', 'author_name', 'body', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('place')
      .execute()
    const rows: Record<string, unknown[]> = {}
    for (const table of exportedTables) {
      // Every listed table has a `user_id`; the cast picks one of them, so that the query can be typed.
      const found = await db
        .selectFrom(table as 'requests')
        .selectAll()
        .where('user_id', '=', id)
        .execute()
      rows[table] = found.map(withoutDerived)
    }
    return { profile: withoutDerived(profile ?? null), chat, ...rows }
  },
}

function withoutDerived<Row extends object | null>(row: Row) {
  return row && Object.fromEntries(Object.entries(row).filter(([column]) => !derivedColumns.includes(column)))
}

/** Erases what admins wrote to a person about their orders. */
async function eraseOrderNotes({ db }: Transaction, person: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ admin_feedback: null, claim_rejection: null })
    .where('user_id', '=', person)
    .execute()
}
