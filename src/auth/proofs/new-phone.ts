import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { demandProvider, needsNoProof, newAddress } from '../addresses.ts'
import { limit } from '../rate-limits.ts'
import type { OneTime } from './one-time.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { demandSms, type PhoneCode } from '../sms/text-code.ts'
import { userByAddress, type UserRow } from '../users.ts'
import { askForProof, type Return, wasJustAsked } from './ask-for-proof.ts'
import { acceptProof } from './accept-proof.ts'
import { addressTaken, takeAddress } from './new-address.ts'
import type { Proved } from './prove.ts'

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
