import type { Transaction } from '../../server/database/database.ts'
import { isUuid } from '../uuid.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { shownUser } from '../protocol/shown-user.ts'
import { type Account, belongings, type UserRow } from '../users.ts'

/** The account that a path names, locked; one that was softly deleted too. 404 where there is none. */
export async function namedAccount({ db }: Transaction, id: string | undefined): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError('404 validation_failed', 'user_id must be an UUID')
  const user = await db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AuthError('404 user_not_found', 'User not found')
  return user
}

/** The factor of an account that a path names. 404 `mfa_factor_not_found` where there is none. */
export async function namedFactor(tx: Transaction, user: UserRow, id: string | undefined) {
  if (!isUuid(id)) throw new AuthError('404 validation_failed', 'factor_id must be an UUID')
  const { factors } = await belongings(tx, user.id)
  const factor = factors.find((one) => one.id === id)
  if (!factor) throw new AuthError('404 mfa_factor_not_found', 'Factor not found')
  return factor
}

/** An account as it is now, with what belongs to it, as the protocol shows it. */
export async function shownAccount(tx: Transaction, id: string) {
  const user = await tx.db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return shownUser({ user, ...(await belongings(tx, id)) } satisfies Account)
}
