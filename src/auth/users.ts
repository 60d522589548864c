import type { Selectable } from 'kysely'
import type { Transaction } from '../server/database/database.ts'
import type { Factors, Identities, Users } from './tables.ts'

export type UserRow = Selectable<Users>

/** An account with all that the protocol shows of it. */
export interface Account {
  user: UserRow
  identities: Selectable<Identities>[]
  factors: Selectable<Factors>[]
}

/** By what a person is found: the two addresses of the protocol. */
export type Address = { kind: 'email' | 'phone'; value: string }

/** The account of this house that has an address; accounts of a foreign log-in domain are none of it. */
export const userByAddress = ({ db }: Transaction, { kind, value }: Address): Promise<UserRow | undefined> =>
  db
    .selectFrom('auth.users')
    .selectAll()
    .where(kind, '=', value)
    .where('is_sso', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The same, locked until the transaction ends: acts on one account come one after the other. */
export const lockedByAddress = (
  { db }: Transaction,
  { kind, value }: Address,
): Promise<UserRow | undefined> =>
  db
    .selectFrom('auth.users')
    .selectAll()
    .where(kind, '=', value)
    .where('is_sso', '=', false)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** An account by its id, locked. */
export const lockedUser = ({ db }: Transaction, id: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** The identities and factors of an account, in the trip of the transaction. */
export async function belongings({ db }: Transaction, user: string): Promise<Omit<Account, 'user'>> {
  const [identities, factors] = await Promise.all([
    db.selectFrom('auth.identities').selectAll().where('user_id', '=', user).orderBy('created_at').execute(),
    db.selectFrom('auth.factors').selectAll().where('user_id', '=', user).orderBy('created_at').execute(),
  ])
  return { identities, factors }
}

/** Whether the account has proved this kind of address. */
export const isConfirmedFor = (user: UserRow, { kind }: Address) =>
  Boolean(kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at)

/** Whether the person has shown that the e-mail address is theirs; a shop that asks for no proof takes it for granted. */
export const hasShownEmail = (user: Pick<UserRow, 'email_confirmed_at' | 'email_unseen'>) =>
  Boolean(user.email_confirmed_at) && !user.email_unseen

/**
 * Whether somebody has proved that the account is theirs: that its e-mail address is, or its phone number where it has
 * no e-mail address. An account at a provider alone has nothing to prove.
 */
export function isProved(user: UserRow): boolean {
  if (user.email) return hasShownEmail(user)
  if (user.phone) return Boolean(user.phone_confirmed_at) && !user.phone_unseen
  return true
}

/** Whether any address of the account counts as proved. */
export const isConfirmed = (user: Pick<UserRow, 'email_confirmed_at' | 'phone_confirmed_at'>) =>
  Boolean(user.email_confirmed_at ?? user.phone_confirmed_at)

export const isBanned = (user: Pick<UserRow, 'banned_until'>, now: Date) =>
  Boolean(user.banned_until && user.banned_until > now)
