import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { seal } from './seal.ts'
import './tables.ts'

/** A mail to be sent. What its texts are is known by its kind, and filled from its data. */
export interface Mail {
  kind: string
  /** One address, checked by whoever let it in. */
  to: string
  /** The account it is about, whose language it is written in. */
  user: string | null
  data: Record<string, unknown>
  /** The language where the account has none. */
  language?: string | undefined
  /** Said only once: a second mail with the same word is not written. */
  once?: string
  /** How long it is of use, in milliseconds. */
  lifeMs?: number
  /** The row goes once the mail was sent or given up: nobody may be known by it afterwards. */
  forget?: boolean
}

const DAY_MS = 24 * 3600_000
/** What is said by a mail of another week is news no more. */
const LIFE_MS = 3 * DAY_MS

/**
 * Writes a mail into the transaction that causes it; it is sent within a second or so of the commit.
 * @param key seals its data, where a code or a link is in it: 32 bytes. Such a mail is never sent twice by hand.
 */
export async function enqueue(
  tx: Transaction,
  { kind, to, user, data, language, once, lifeMs = LIFE_MS, forget = false }: Mail,
  key?: Buffer,
): Promise<void> {
  const id = randomUUIDv7()
  const known = sql<
    string | null
  >`coalesce((select language from profiles where id = ${user}), ${language ?? null})`
  await tx.db
    .insertInto('mails')
    .values({
      id,
      kind,
      recipient: to,
      user_id: user,
      language: known,
      once: once ?? null,
      ...(forget && { forget }),
      expires_at: sql<Date>`clock_timestamp() + ${`${lifeMs} milliseconds`}::interval`,
      ...(key ? { secret: true, sealed: seal(data, key, id) } : { data: JSON.stringify(data) }),
    })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .execute()
}
