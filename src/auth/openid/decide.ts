import type { Selectable } from 'kysely'
import { ConcurrentChange, type Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Identities } from '../tables.ts'
import { isBanned, lockedByAddress, lockedUser, type UserRow } from '../users.ts'
import type { Proven } from './proven.ts'

/** What somebody's log-in at a provider means here. */
export type Decision =
  | { act: 'log-in'; user: UserRow; identity: Selectable<Identities> }
  | { act: 'link'; user: UserRow }
  | { act: 'sign-up' }

/**
 * The linking rules: a known identity logs in to its account; an e-mail address that the provider has verified links
 * to the account with that address; all others sign up. An unverified address never links.
 * Refuses with 403 `user_banned` and 422 `signup_disabled`.
 */
export async function decide(
  tx: Transaction,
  { config, now }: Pick<Auth, 'config' | 'now'>,
  proven: Proven,
): Promise<Decision> {
  const identity = await identityOf(tx, proven)
  const owner = identity?.user_id
  const user = owner
    ? await lockedUser(tx, owner)
    : proven.verified
      ? await lockedByAddress(tx, { kind: 'email', value: proven.email! })
      : undefined
  if (owner && !user) throw new AuthError('403 user_not_found', 'User does not exist')
  if (user && identity && !(await identityOf(tx, proven))) throw new ConcurrentChange()
  if (user && isBanned(user, now())) throw new AuthError('403 user_banned', 'User is banned')
  if (user) return identity ? { act: 'log-in', user, identity } : { act: 'link', user }
  if (!config.AUTH_SIGNUPS)
    throw new AuthError('422 signup_disabled', 'Signups not allowed for this instance')
  return { act: 'sign-up' }
}

const identityOf = ({ db }: Transaction, { provider, subject }: Proven) =>
  db
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
