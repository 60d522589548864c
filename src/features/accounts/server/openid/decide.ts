import type { Selectable } from 'kysely'
import type { Transaction } from '../../../../platform/server/database/database.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Identities } from '../tables.ts'
import { isBanned, userByAddress, type UserRow } from '../users.ts'
import type { Proven } from './proven.ts'

/** What somebody's log-in at a provider means here. */
export type Decision =
  | { act: 'log-in'; user: UserRow; identity: Selectable<Identities> }
  | { act: 'link'; user: UserRow }
  | { act: 'sign-up' }

/**
 * The linking rules. A known log-in is its account's. A person who is signed in links a new one to their account.
 * Otherwise an address that the provider has verified finds its account, and whoever is left signs up: an address
 * that nobody has verified is nobody's.
 * Refuses with 422 `identity_already_exists`, 403 `user_banned`, 422 `signup_disabled`.
 * @param linkTo the signed-in person who links, if it is that.
 */
export async function decide(
  tx: Transaction,
  { config, now }: Pick<Accounts, 'config' | 'now'>,
  proven: Proven,
  linkTo: string | undefined,
): Promise<Decision> {
  const identity = await tx.db
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', proven.provider)
    .where('provider_id', '=', proven.subject)
    .executeTakeFirst()
  if (linkTo && identity)
    throw new AuthError('422 identity_already_exists', 'Identity is already linked to a user')
  const owner = identity?.user_id ?? linkTo
  const user = owner
    ? await userById(tx, owner)
    : proven.verified
      ? await userByAddress(tx, { kind: 'email', value: proven.email! })
      : undefined
  if (owner && !user) throw new AuthError('403 user_not_found', 'User does not exist')
  if (user && isBanned(user, now())) throw new AuthError('403 user_banned', 'User is banned')
  if (user) return identity ? { act: 'log-in', user, identity } : { act: 'link', user }
  if (!config.AUTH_SIGNUPS)
    throw new AuthError('422 signup_disabled', 'Signups not allowed for this instance')
  return { act: 'sign-up' }
}

const userById = ({ db }: Transaction, id: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
