import { sql } from 'kysely'
import { constraintOf, type Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { keepOwnIdentity } from '../create-user.ts'
import { endOneTimes, type OneTime } from './one-time.ts'
import { AuthError } from '../protocol/errors.ts'
import {
  type Address,
  demandProvider,
  needsNoProof,
  newAddress,
  userByAddress,
  type UserRow,
} from '../users.ts'
import { limit } from '../rate-limits.ts'
import { askForProof, makeLink, type Return, wasJustAsked } from './ask-for-proof.ts'
import { acceptProof } from './accept-proof.ts'
import type { Proved } from './prove.ts'
import { demandSms, type PhoneCode } from '../sms/text-code.ts'

/**
 * Gives an account the address that was proved, with the log-in that it is; one that is not seen needs no proof here.
 * Codes on their way to the old one are void. Refuses with 422 `email_exists` or `phone_exists` where somebody else has it by now.
 */
async function takeAddress(
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

/** Somebody has the address: what signed-in people are told, who may ask rarely. */
export const addressTaken = {
  email: () =>
    new AuthError('422 email_exists', 'A user with this email address has already been registered'),
  phone: () => new AuthError('422 phone_exists', 'A user with this phone number has already been registered'),
}

/**
 * Notes the wish for another e-mail address and asks both addresses to prove it; the account keeps its address until
 * both have. Where no mail can be sent it is refused: an unproved address would be an account for the taking.
 */
export async function askForNewEmail(
  tx: Transaction,
  auth: Auth,
  user: UserRow,
  typed: string,
  back: Return,
): Promise<void> {
  const { value: email } = newAddress({ email: typed })
  if (email === user.email) return
  const { application, config, now } = auth
  if (!application.sendMail)
    throw new AuthError(
      '422 email_provider_disabled',
      'Email addresses cannot be changed here: no mail can be sent',
    )
  const last = user.email_change_sent_at
  if (last && now().getTime() - last.getTime() < config.AUTH_MAIL_COOLDOWN * 1000)
    throw new AuthError(
      '429 over_email_send_rate_limit',
      'For security purposes, you can only request this after a moment.',
    )
  // Whether an address is taken can be found out where accounts need no proof: too rarely to try lists.
  await limit(auth, 'change-email', user.id)
  await tx.db
    .updateTable('auth.users')
    .set({ new_email: email, updated_at: now() })
    .where('id', '=', user.id)
    .execute()
  await mailNewEmail(tx, auth, { ...user, new_email: email }, back)
}

/** Mails a code and a link to the new address of a pending change, and others to the current one. */
export async function mailNewEmail(tx: Transaction, auth: Auth, user: UserRow, back: Return) {
  const address = { kind: 'email', value: user.new_email! } as const
  const owner = await userByAddress(tx, address)
  if (owner && needsNoProof(auth, address)) throw addressTaken.email()
  if (owner) {
    // The caller sees the same as with a free address; the code that would complete it is sent nowhere.
    await makeLink(tx, auth, { user, type: 'email_change_new', address, ...back })
    if ((await auth.limits.consume('notice', address.value)) === 0)
      await auth.application.sendMail?.(tx, { kind: 'already-registered', to: address.value, user: owner.id })
  } else await askForProof(tx, auth, { user, type: 'email_change_new', address, ...back })
  if (!user.email) return
  const current = { kind: 'email', value: user.email } as const
  await askForProof(tx, auth, { user, type: 'email_change_current', address: current, ...back })
}

/** Takes one side's agreement; with the second one the account has the new address. */
export async function proveNewEmail(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  proof: OneTime,
): Promise<Proved> {
  const now = auth.now()
  const side = proof.type === 'email_change_new' ? user.new_email : user.email
  if (!user.new_email || proof.relates_to !== side) return { outcome: 'void' }
  if (user.email && !(await otherAgreed(tx, proof, now))) {
    await tx.db
      .updateTable('auth.one_time_tokens')
      .set({ proved_at: now })
      .where('id', '=', proof.id)
      .execute()
    return { outcome: 'half' }
  }
  await acceptProof(tx, auth, user, 'email', { flow: proof.flow_id, now })
  const changed = await takeAddress(
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

async function otherAgreed({ db }: Transaction, { user_id, type }: OneTime, now: Date): Promise<boolean> {
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
 * Gives the account another phone number: after a code that is texted to it, or at once where numbers need no proof.
 * Refuses with 422 `phone_exists` a number that somebody has; how often may be asked is limited hard.
 * @returns the code to text once the transaction is committed.
 */
export async function askForNewPhone(
  tx: Transaction,
  auth: Auth,
  user: UserRow,
  typed: string,
  back: Return,
): Promise<PhoneCode | undefined> {
  const address = newAddress({ phone: typed })
  demandProvider(auth, address, 400)
  if (address.value === user.phone) return undefined
  const atOnce = needsNoProof(auth, address)
  if (!atOnce) {
    await demandSms(auth, address.value)
    if (await wasJustAsked(tx, auth, user, 'phone_change'))
      throw new AuthError(
        '429 over_sms_send_rate_limit',
        'For security purposes, you can only request this after a moment.',
      )
  }
  await limit(auth, 'change-phone', user.id)
  if (await userByAddress(tx, address)) throw addressTaken.phone()
  if (atOnce) {
    await takePhone(tx, auth, user, { phone: address.value, isSeen: false })
    return undefined
  }
  await tx.db
    .updateTable('auth.users')
    .set({ new_phone: address.value, updated_at: auth.now() })
    .where('id', '=', user.id)
    .execute()
  return askForProof(tx, auth, { user, type: 'phone_change', address, ...back })
}

/** Takes the proof of the number that the account is to have. */
export async function proveNewPhone(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  proof: OneTime,
): Promise<Proved> {
  if (user.new_phone !== proof.relates_to) return { outcome: 'void' }
  const { new_phone: phone } = user
  await acceptProof(tx, auth, user, 'phone', { flow: proof.flow_id, now: auth.now() })
  return { outcome: 'in', user: await takePhone(tx, auth, user, { phone, isSeen: true }) }
}

async function takePhone(
  tx: Transaction,
  { application, now }: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  { phone, isSeen }: { phone: string; isSeen: boolean },
): Promise<UserRow> {
  const changed = await takeAddress(
    tx,
    { application },
    user,
    { kind: 'phone', value: phone },
    { isSeen, now: now() },
  )
  if (user.email) await application.sendMail?.(tx, { kind: 'phone-changed', to: user.email, user: user.id })
  return changed
}
