import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Mails } from './tables.ts'

/** A mail that is this node's to send, until its lease ends. */
export type ClaimedMail = Pick<
  Selectable<Mails>,
  'id' | 'kind' | 'recipient' | 'language' | 'data' | 'sealed' | 'secret' | 'forget' | 'attempts'
> & { expired: boolean }

interface Terms {
  most: number
  /** How long nobody else tries it. A node that dies meanwhile leaves it to another one after this. */
  leaseMs: number
  /** How many mails with a code may be sent in an hour, from all nodes together. */
  secretsPerHour: number
}

/** Whether any mail is due. */
export const anyDue = (database: Database): Promise<boolean> =>
  database.read('service', async ({ db }) =>
    Boolean(
      await db
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .limit(1)
        .executeTakeFirst(),
    ),
  )

/**
 * Takes due mails for this node, each for one node only. They count as tried from here on: whatever becomes of the
 * node, the next try comes after the lease, under the same Message-ID.
 */
export const claimMails = (
  database: Database,
  { most, leaseMs, secretsPerHour }: Terms,
): Promise<ClaimedMail[]> =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<ClaimedMail>`
      update mails set attempts = attempts + 1, due_at = clock_timestamp() + ${`${leaseMs} milliseconds`}::interval
       where id in (
         select id from mails
          where state = 'waiting' and due_at <= clock_timestamp()
            and (not secret or expires_at <= clock_timestamp()
                 or (select count(*) from mails where secret and sent_at > clock_timestamp() - interval '1 hour') < ${secretsPerHour})
          order by due_at limit ${most} for update skip locked)
      returning id, kind, recipient, language, data, sealed, secret, forget, attempts, expires_at <= clock_timestamp() as expired`.execute(
      db,
    )
    return rows
  })

/** How a try ended. */
export type Outcome =
  | { state: 'sent'; isToFile: boolean }
  /** In vain for now. */
  | { state: 'waiting'; reason: string; waitMs: number }
  /** In vain for good. */
  | { state: 'failed'; reason: string }

/**
 * Notes how a try ended, unless the lease ran out and somebody else has tried since. What was sent, and a code that
 * was given up, is forgotten at once; a notice that failed is kept, for an admin to send it again. Of a mail to a
 * deleted account the row itself goes.
 */
export async function settle(
  database: Database,
  { id, attempts, secret, forget }: ClaimedMail,
  outcome: Outcome,
) {
  const over = outcome.state === 'sent' || (outcome.state === 'failed' && secret)
  await database.write('service', async ({ db }) => {
    if (forget && outcome.state !== 'waiting') {
      await db.deleteFrom('mails').where('id', '=', id).where('attempts', '=', attempts).execute()
      return
    }
    await db
      .updateTable('mails')
      .set({
        state: outcome.state,
        reason: outcome.state === 'sent' ? null : outcome.reason,
        ...(outcome.state === 'sent' && {
          sent_at: sql<Date>`clock_timestamp()`,
          to_file: outcome.isToFile,
        }),
        ...(outcome.state === 'waiting' && {
          due_at: sql<Date>`clock_timestamp() + ${`${outcome.waitMs} milliseconds`}::interval`,
        }),
        ...(over && { data: null, sealed: null }),
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts)
      .execute()
  })
}
