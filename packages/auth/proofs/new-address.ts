import { sql } from 'kysely'
import { constraintOf } from '@kikoa/postgres'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { keepOwnIdentity } from '../create-user.ts'
import { endOneTimes, type OneTime, type Proved } from './one-time.ts'
import { AuthError } from '../protocol/errors.ts'
import {
  type Address,
  requireProvider,
  needsNoProof,
  newAddress,
  userByAddress,
  type UserRow,
} from '../users.ts'
import { limit } from '../limits/rate-limits.ts'
import { requestProof, requireMail, makeLink, type Return, wasRequestedRecently } from './request-proof.ts'
import { acceptProof } from './accept-proof.ts'
import { requireSms, type PhoneCode } from '../sms/text-code.ts'

/**
 * Gives an account its proved address and the identity for it. An address that is not shown needs no proof
 * here. Pending codes for the old one are void. Refuses with 422 `email_exists` or `phone_exists` if another
 * account has it by now.
 */
async function setProvedAddress(
  tx: Transaction,
  { application }: Pick<Auth, 'application'>,
  { id }: Pick<UserRow, 'id'>,
  { kind, value }: Address,
  { isSeen, now }: { isSeen: boolean; now: Date },
): Promise<UserRow> {
  const user = await tx.db
    .updateTable('auth.users')
    .set({
      [kind]: value,
      [`${kind}_confirmed_at`]: now,
      [`new_${kind}`]: null,
      [`${kind}_change_sent_at`]: null,
      [`${kind}_unseen`]: !isSeen,
      app_metadata: sql`app_metadata
        || jsonb_build_object('provider', coalesce(app_metadata ->> 'provider', ${kind}::text))
        || jsonb_build_object('providers', coalesce(app_metadata -> 'providers', '[]') - ${kind}::text || to_jsonb(${kind}::text))`,
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw constraintOf(error) === `users_${kind}` ? addressTaken[kind]() : error
    })
  await keepOwnIdentity(tx, id, { kind, value }, { confirmed: true, now })
  await endOneTimes(tx, id)
  await application.audit(tx, {
    action: 'user_modified',
    user: id,
    actor: id,
    role: 'user',
    after: { fields: [kind] },
  })
  return user
}

/** The refusals for an address in use. Only signed-in people get them, and their requests are limited. */
export const addressTaken = {
  email: () =>
    new AuthError('422 email_exists', 'A user with this email address has already been registered'),
  phone: () => new AuthError('422 phone_exists', 'A user with this phone number has already been registered'),
}

/**
 * Stores a change of the e-mail address and asks both addresses for a proof; the account retains its address
 * until both have agreed. Refused if no mail can be sent: with an unproved address anyone could take over an
 * account.
 */
export async function requestEmailChange(
  tx: Transaction,
  auth: Auth,
  user: UserRow,
  typed: string,
  returnTarget: Return,
): Promise<void> {
  const { value: email } = newAddress({ email: typed })
  if (email === user.email) return
  requireMail(auth)
  const { config, now } = auth
  const last = user.email_change_sent_at
  if (last && now().getTime() - last.getTime() < config.AUTH_MAIL_COOLDOWN * 1000)
    throw new AuthError(
      '429 over_email_send_rate_limit',
      'For security purposes, you can only request this after a moment.',
    )
  // If accounts need no proof, this shows whether an address is in use. The limit prevents trying lists.
  await limit(auth, 'change-email', user.id)
  await tx.db
    .updateTable('auth.users')
    .set({ new_email: email, updated_at: now() })
    .where('id', '=', user.id)
    .execute()
  await mailNewEmail(tx, auth, { ...user, new_email: email }, returnTarget)
}

/** Mails a code and a link to the new address of a pending change, and others to the current one. */
export async function mailNewEmail(tx: Transaction, auth: Auth, user: UserRow, returnTarget: Return) {
  const address = { kind: 'email', value: user.new_email! } as const
  const owner = await userByAddress(tx, address)
  if (owner && needsNoProof(auth, address)) throw addressTaken.email()
  if (owner) {
    // The answer is the same as for a free address. The code that would complete the change is not sent.
    await makeLink(tx, auth, { user, type: 'email_change_new', address, ...returnTarget })
    if ((await auth.limits.consume('notice', address.value)) === 0)
      await auth.application.sendMail?.(tx, { kind: 'already-registered', to: address.value, user: owner.id })
  } else await requestProof(tx, auth, { user, type: 'email_change_new', address, ...returnTarget })
  if (!user.email) return
  const current = { kind: 'email', value: user.email } as const
  await requestProof(tx, auth, { user, type: 'email_change_current', address: current, ...returnTarget })
}

/** Accepts the agreement of one address. After the second one the account has the new address. */
export async function proveNewEmail(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  proof: OneTime,
): Promise<Proved> {
  const now = auth.now()
  const side = proof.type === 'email_change_new' ? user.new_email : user.email
  if (!user.new_email || proof.relates_to !== side) return { outcome: 'void' }
  if (user.email && !(await otherAddressAgreed(tx, proof, now))) {
    await tx.db
      .updateTable('auth.one_time_tokens')
      .set({ proved_at: now })
      .where('id', '=', proof.id)
      .execute()
    return { outcome: 'half' }
  }
  await acceptProof(tx, auth, user, 'email', { flow: proof.flow_id, now })
  const changed = await setProvedAddress(
    tx,
    auth,
    user,
    { kind: 'email', value: user.new_email },
    { isSeen: true, now },
  )
  await auth.application.changeEmail(tx, user.id, changed.email, now)
  if (user.email)
    await auth.application.sendMail?.(tx, {
      kind: 'email-changed',
      to: user.email,
      user: user.id,
      email: changed.email!,
    })
  return { outcome: 'in', user: changed }
}

async function otherAddressAgreed(
  { db }: Transaction,
  { user_id, type }: OneTime,
  now: Date,
): Promise<boolean> {
  const other = await db
    .selectFrom('auth.one_time_tokens')
    .select('id')
    .where('user_id', '=', user_id)
    .where('type', '=', type === 'email_change_new' ? 'email_change_current' : 'email_change_new')
    .where('proved_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Changes the phone number after a code by SMS, or immediately if numbers need no proof. Refuses a number in
 * use with 422 `phone_exists`; requests are strictly limited.
 * @returns the code to send after the commit.
 */
export async function requestPhoneChange(
  tx: Transaction,
  auth: Auth,
  user: UserRow,
  typed: string,
  returnTarget: Return,
): Promise<PhoneCode | undefined> {
  const address = newAddress({ phone: typed })
  requireProvider(auth, address, 400)
  if (address.value === user.phone) return undefined
  const atOnce = needsNoProof(auth, address)
  if (!atOnce) {
    await requireSms(auth, address.value)
    if (await wasRequestedRecently(tx, auth, user, 'phone_change'))
      throw new AuthError(
        '429 over_sms_send_rate_limit',
        'For security purposes, you can only request this after a moment.',
      )
  }
  await limit(auth, 'change-phone', user.id)
  if (await userByAddress(tx, address)) throw addressTaken.phone()
  if (atOnce) {
    await setProvedPhone(tx, auth, user, { phone: address.value, isSeen: false })
    return undefined
  }
  await tx.db
    .updateTable('auth.users')
    .set({ new_phone: address.value, updated_at: auth.now() })
    .where('id', '=', user.id)
    .execute()
  return requestProof(tx, auth, { user, type: 'phone_change', address, ...returnTarget })
}

/** Accepts the proof of the new number. */
export async function proveNewPhone(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  proof: OneTime,
): Promise<Proved> {
  if (user.new_phone !== proof.relates_to) return { outcome: 'void' }
  const { new_phone: phone } = user
  await acceptProof(tx, auth, user, 'phone', { flow: proof.flow_id, now: auth.now() })
  return { outcome: 'in', user: await setProvedPhone(tx, auth, user, { phone, isSeen: true }) }
}

async function setProvedPhone(
  tx: Transaction,
  { application, now }: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  { phone, isSeen }: { phone: string; isSeen: boolean },
): Promise<UserRow> {
  const changed = await setProvedAddress(
    tx,
    { application },
    user,
    { kind: 'phone', value: phone },
    { isSeen, now: now() },
  )
  if (user.email) await application.sendMail?.(tx, { kind: 'phone-changed', to: user.email, user: user.id })
  return changed
}
