import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { needsNoProof, newAddress } from '../addresses.ts'
import { limit } from '../rate-limits.ts'
import type { OneTime } from './one-time.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { userByAddress, type UserRow } from '../users.ts'
import { askForProof, makeLink, type Return } from './ask-for-proof.ts'
import { acceptProof } from './accept-proof.ts'
import { addressTaken, takeAddress } from './new-address.ts'
import type { Proved } from './prove.ts'

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
