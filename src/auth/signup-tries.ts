import type { Transaction } from '../server/database/database.ts'
import type { Address } from './users.ts'

const LIFE_MS = 24 * 60 * 60 * 1000

/**
 * Keeps the password that somebody has chosen for an address, the first one of a day, in the same way whether the
 * address had an account or not: what is kept says nothing about it.
 */
export async function noteTry(
  { db }: Transaction,
  { value }: Address,
  password_hash: string,
  now: Date,
): Promise<void> {
  const fresh = { password_hash, expires_at: new Date(now.getTime() + LIFE_MS) }
  await db
    .insertInto('auth.signup_tries')
    .values({ address: value, ...fresh })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet(fresh).where('auth.signup_tries.expires_at', '<=', now),
    )
    .execute()
}

/** The hash that was kept for an address. */
export async function triedPassword(
  { db }: Transaction,
  { value }: Address,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.signup_tries')
    .select('password_hash')
    .where('address', '=', value)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.password_hash
}

/** The owner has come: from now on the account's own password decides alone. */
export async function forgetTries({ db }: Transaction, { value }: Address): Promise<void> {
  await db.deleteFrom('auth.signup_tries').where('address', '=', value).execute()
}
