import type { Transaction } from './tables.ts'
import type { Address } from './users.ts'

const LIFE_MS = 24 * 60 * 60 * 1000

/**
 * Stores the first password of a day that was chosen for an address, whether it has an account or not. So the
 * row does not reveal an account.
 */
export async function saveSignupTry(
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

/** The hash that is stored for an address. */
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

/** Deletes the tries after the owner has logged in: only the account's own password counts from now on. */
export async function forgetTries({ db }: Transaction, { value }: Address): Promise<void> {
  await db.deleteFrom('auth.signup_tries').where('address', '=', value).execute()
}
