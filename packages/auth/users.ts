import type { Selectable } from 'kysely'
import type { Factors, Identities, Transaction, Users } from './tables.ts'
import { oneLine } from './rules/one-line.ts'
import { isEmail, normalEmail } from './rules/email.ts'
import type { Auth } from './auth.ts'
import { AuthError, invalid } from './protocol/errors.ts'

export type UserRow = Selectable<Users>

/** An account with all that the protocol shows. */
export interface Account {
  user: UserRow
  identities: Selectable<Identities>[]
  factors: Selectable<Factors>[]
}

/** One of the two kinds of address that identify a person. */
export type Address = { kind: 'email' | 'phone'; value: string }

/** The account with an address. Accounts of a company directory are not found by address. */
export const userByAddress = ({ db }: Transaction, { kind, value }: Address): Promise<UserRow | undefined> =>
  db
    .selectFrom('auth.users')
    .selectAll()
    .where(kind, '=', value)
    .where('is_sso', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The same, locked until the transaction ends, so that changes of one account run one after the other. */
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

/** The identities and factors of an account, read in one query. */
export async function identitiesAndFactors(
  { db }: Transaction,
  user: string,
): Promise<Omit<Account, 'user'>> {
  const [identities, factors] = await Promise.all([
    db.selectFrom('auth.identities').selectAll().where('user_id', '=', user).orderBy('created_at').execute(),
    db.selectFrom('auth.factors').selectAll().where('user_id', '=', user).orderBy('created_at').execute(),
  ])
  return { identities, factors }
}

/** Whether the account has proved this kind of address. */
export const isConfirmedFor = (user: UserRow, { kind }: Address) =>
  Boolean(kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at)

/**
 * Whether the person has proved the e-mail address. If the operator requires no proof, it counts as proved.
 */
export const hasProvedEmail = (user: Pick<UserRow, 'email_confirmed_at' | 'email_unseen'>) =>
  Boolean(user.email_confirmed_at) && !user.email_unseen

/**
 * Whether the owner has proved the account: its e-mail address, or its phone number if it has no e-mail
 * address. An account with only a provider has nothing to prove.
 */
export function isProved(user: UserRow): boolean {
  if (user.email) return hasProvedEmail(user)
  if (user.phone) return Boolean(user.phone_confirmed_at) && !user.phone_unseen
  return true
}

/** Whether any address of the account counts as proved. */
export const isConfirmed = (user: Pick<UserRow, 'email_confirmed_at' | 'phone_confirmed_at'>) =>
  Boolean(user.email_confirmed_at ?? user.phone_confirmed_at)

export const isBanned = (user: Pick<UserRow, 'banned_until'>, now: Date) =>
  Boolean(user.banned_until && user.banned_until > now)

interface Given {
  email?: string | undefined
  phone?: string | undefined
}

/**
 * The address of a new account in its stored form. Refuses an invalid one with 400 `validation_failed`, with
 * the protocol's message.
 */
export function newAddress({ email, phone }: Given): Address {
  if (email) {
    if (!isEmail(email)) throw invalid('Unable to validate email address: invalid format')
    return { kind: 'email', value: normalEmail(email) }
  }
  const value = phoneDigits(phone ?? '')
  if (!/^[1-9]\d{6,14}$/.test(value)) throw invalid('Invalid phone number format (E.164 required)')
  return { kind: 'phone', value }
}

/** The address of a log-in. An invalid one is not found, like any unknown one. */
export const knownAddress = ({ email, phone }: Given): Address =>
  email ? { kind: 'email', value: normalEmail(email) } : { kind: 'phone', value: phoneDigits(phone ?? '') }

/** Digits only: the protocol stores phone numbers without their plus, or the zeros that stand for it. */
const phoneDigits = (phone: string) =>
  oneLine(phone)
    .replace(/\s/g, '')
    .replace(/^(?:\+|0{2,3}(?=[1-9]))/, '')

/** Whether an address of this kind needs no proof before the account can be used. */
export const needsNoProof = ({ config }: Pick<Auth, 'config'>, { kind }: Address) =>
  kind === 'email' ? !config.AUTH_EMAIL_CONFIRMATION : !config.AUTH_PHONE_CONFIRMATION

/**
 * Refuses a kind of address that the operator has disabled. The protocol answers 400 at sign-up and 422 at
 * log-in; for a code by mail 422, for a code by phone 400.
 */
export function requireProvider({ config }: Pick<Auth, 'config'>, { kind }: Address, status: 400 | 422) {
  if (kind === 'email' ? config.AUTH_EMAIL : config.AUTH_PHONE) return
  const [slug, name] =
    kind === 'email'
      ? (['email_provider_disabled', 'Email'] as const)
      : (['phone_provider_disabled', 'Phone'] as const)
  throw new AuthError(`${status} ${slug}`, `${name} ${status === 400 ? 'signups' : 'logins'} are disabled`)
}
