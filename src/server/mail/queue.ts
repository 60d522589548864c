import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import { seal, unseal } from '../seal.ts'
import './mail.tables.ts'

/** A mail to be sent. Its kind names the template, which is filled from the data. */
export interface Mail {
  kind: string
  /** One address. The caller has validated it. */
  to: string
  /** The account that the mail is about. The mail is written in its language. */
  user: string | null
  data: Record<string, unknown>
  /** What it is about, such as the name of a domain, which the admins read in the list of mails. */
  about?: string
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
  { kind, to, user, data, about, language, once, lifeMs = DEFAULT_LIFE_MS, forget = false }: Mail,
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
      about: about ?? null,
      once: once ?? null,
      ...(forget && { forget }),
      expires_at: sql<Date>`clock_timestamp() + ${`${lifeMs} milliseconds`}::interval`,
      ...(key ? { secret: true, sealed: sealMail(data, key, id) } : { data: JSON.stringify(data) }),
    })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .execute()
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
