import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import { seal, unseal } from '../seal.ts'
import type { Mails } from './tables.ts'
import { publishEvents } from '../live/publish-events.ts'

/** A mail to be sent. Its kind names the template, which is filled from the data. */
export interface Mail {
  kind: string
  /** One address. The caller has validated it. */
  to: string
  /** The account that the mail is about. The mail is written in its language. */
  user: string | null
  data: Record<string, unknown>
  /** The language if the account has none. */
  language?: string | undefined
  /** A deduplication key: a second mail with the same key is not written. */
  once?: string
  /** Milliseconds after which the mail is not sent any more. */
  lifeMs?: number
  /** Deletes the row once the mail was sent or has failed, because it holds personal data of a deleted account. */
  forget?: boolean
}

const DAY_MS = 24 * 3600_000
const DEFAULT_LIFE_MS = 3 * DAY_MS

/**
 * Writes a mail in the transaction that causes it. The worker sends it about a second after the commit.
 * @param key 32 bytes that seal the data of a mail with a code or a link. Admins can't send such a mail again.
 */
export async function enqueue(
  tx: Transaction,
  { kind, to, user, data, language, once, lifeMs = DEFAULT_LIFE_MS, forget = false }: Mail,
  key?: Buffer,
): Promise<void> {
  const id = randomUUIDv7()
  const languageOfUser = sql<
    string | null
  >`coalesce((select language from profiles where id = ${user}), ${language ?? null})`
  await tx.db
    .insertInto('mails')
    .values({
      id,
      kind,
      recipient: to,
      user_id: user,
      language: languageOfUser,
      once: once ?? null,
      ...(forget && { forget }),
      expires_at: sql<Date>`clock_timestamp() + ${`${lifeMs} milliseconds`}::interval`,
      ...(key ? { secret: true, sealed: sealMail(data, key, id) } : { data: JSON.stringify(data) }),
    })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .execute()
}

/** A mail that this node may send until the lease ends. */
export type ClaimedMail = Pick<
  Selectable<Mails>,
  'id' | 'kind' | 'recipient' | 'user_id' | 'language' | 'data' | 'sealed' | 'secret' | 'forget' | 'attempts'
> & { expired: boolean }

interface ClaimOptions {
  limit: number
  /** How long no other node tries the mail. After it, another node takes over the mails of a node that died. */
  leaseMs: number
  /** The most mails with a code that all nodes together send in an hour. */
  secretsPerHour: number
}

/** Whether a mail is due. */
export const hasDueMails = (database: Database): Promise<boolean> =>
  database.read('service', async ({ db }) =>
    Boolean(
      await db
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', sql<Date>`statement_timestamp()`)
        .limit(1)
        .executeTakeFirst(),
    ),
  )

/**
 * Claims due mails for this node only. The attempt is counted immediately. If the node dies, the next attempt follows
 * after the lease, with the same Message-ID.
 */
export const claimMails = (
  database: Database,
  { limit, leaseMs, secretsPerHour }: ClaimOptions,
): Promise<ClaimedMail[]> =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<ClaimedMail>`
      update mails set attempts = attempts + 1, due_at = clock_timestamp() + ${`${leaseMs} milliseconds`}::interval
       where id in (
         select id from mails
          where state = 'waiting' and due_at <= statement_timestamp()
            and (not secret or expires_at <= clock_timestamp()
                 or (select count(*) from mails where secret and sent_at > statement_timestamp() - interval '1 hour') < ${secretsPerHour})
          order by due_at limit ${limit} for update skip locked)
      returning id, kind, recipient, user_id, language, data, sealed, secret, forget, attempts, expires_at <= clock_timestamp() as expired`.execute(
      db,
    )
    return rows
  })

/** The result of an attempt: sent, to be repeated after `waitMs`, or permanently failed. */
export type Outcome =
  | { state: 'sent'; isToFile: boolean }
  | { state: 'waiting'; reason: string; waitMs: number }
  | { state: 'failed'; reason: string }

/**
 * Stores the result of an attempt, unless the lease has ended and another node has tried since. The data of a sent mail
 * and of a failed code is deleted. A failed notice retains its data, so that an admin can send it again.
 */
export async function recordOutcome(
  database: Database,
  { id, attempts, secret, forget }: ClaimedMail,
  outcome: Outcome,
) {
  const isDone = outcome.state === 'sent' || (outcome.state === 'failed' && secret)
  await database.write('service', async (tx) => {
    const { db } = tx
    if (forget && outcome.state !== 'waiting') {
      await db.deleteFrom('mails').where('id', '=', id).where('attempts', '=', attempts).execute()
      return
    }
    const { numUpdatedRows } = await db
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
        ...(isDone && { data: null, sealed: null }),
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    if (numUpdatedRows && outcome.state === 'failed' && !secret)
      await publishEvents(tx, { user_id: null, type: 'mail.failed', topics: ['mails'], for_admins: true })
  })
}

/** Encrypts the data of one mail, so that its code can't be read in the database or a backup. The id is bound to it. */
const sealMail = (data: Record<string, unknown>, key: Buffer, id: string): Buffer =>
  seal(JSON.stringify(data), key, id)

/** A mail that can't be composed or decrypted. Trying again does not help. */
export class UnsendableMail extends Error {
  override readonly name = 'UnsendableMail'
}

/**
 * Decrypts the data of a mail.
 * @throws UnsendableMail when it was sealed with another key or for another mail.
 */
export function unsealMail(sealed: Buffer, key: Buffer, id: string): Record<string, unknown> {
  try {
    return JSON.parse(unseal(sealed, key, id).toString('utf8')) as Record<string, unknown>
  } catch (error) {
    throw new UnsendableMail('it was sealed under a key that is not here', { cause: error })
  }
}

/** Deletes all mails of a person whose account is deleted, also those that are not sent yet. */
export async function eraseMails({ db }: Transaction, user: string): Promise<void> {
  await db.deleteFrom('mails').where('user_id', '=', user).execute()
}

/** Deletes mails 90 days after they were written. Waiting ones expire by themselves. */
export async function deleteOldMails(database: Database): Promise<void> {
  await database.write('service', ({ db }) =>
    db
      .deleteFrom('mails')
      .where('state', '<>', 'waiting')
      .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
      .execute(),
  )
}
