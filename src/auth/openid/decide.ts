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

/** A signed-in person who links a log-in, and the session that began it. */
export interface Linking {
  person: string
  session: string | undefined
}

/**
 * The linking rules. A known log-in is its account's. A person who is signed in links a new one to their account.
 * Otherwise an address that the provider has verified finds its account, and whoever is left signs up: an address
 * that nobody has verified is nobody's.
 * Refuses with 422 `identity_already_exists`, 403 `user_banned`, 422 `signup_disabled`.
 * @param linkTo the signed-in person who links, if it is that: 403 `session_not_found` once that session has ended.
 */
export async function decide(
  tx: Transaction,
  { config, now }: Pick<Auth, 'config' | 'now'>,
  proven: Proven,
  linkTo: Linking | undefined,
): Promise<Decision> {
  const identity = await identityOf(tx, proven)
  if (linkTo && identity)
    throw new AuthError('422 identity_already_exists', 'Identity is already linked to a user')
  const owner = identity?.user_id ?? linkTo?.person
  const user = owner
    ? await lockedUser(tx, owner)
    : proven.verified
      ? await lockedByAddress(tx, { kind: 'email', value: proven.email! })
      : undefined
  if (owner && !user) throw new AuthError('403 user_not_found', 'User does not exist')
  // Looked at again behind the lock: the account's owner may have come meanwhile, and ended what a stranger had begun.
  if (user && linkTo && !(await hasSession(tx, linkTo)))
    throw new AuthError('403 session_not_found', 'The session that began this link has ended')
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

const hasSession = async ({ db }: Transaction, { person, session }: Linking) =>
  Boolean(
    await db
      .selectFrom('auth.sessions')
      .select('id')
      .where('id', '=', session ?? null)
      .where('user_id', '=', person)
      .executeTakeFirst(),
  )
