import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { endOneTimes, type OneTime, type OneTimeType, type Proved } from './one-time.ts'
import { forgetTries } from '../signup-tries.ts'
import { isBanned, isConfirmedFor, lockedUser, type UserRow } from '../users.ts'
import { acceptProof } from './accept-proof.ts'
import { proveNewEmail, proveNewPhone } from './new-address.ts'

/** Carries out what a code or link is for. The caller has found it by `oneTimeByCode` or `oneTimeByLink`. */
export async function prove(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  proof: OneTime,
): Promise<Proved> {
  const now = auth.now()
  const user = await lockedUser(tx, proof.user_id)
  if (!user || user.is_sso) return { outcome: 'void' }
  if (isBanned(user, now)) return { outcome: 'banned' }
  if (proof.type === 'email_change_new' || proof.type === 'email_change_current')
    return proveNewEmail(tx, auth, user, proof)
  if (proof.type === 'phone_change') return proveNewPhone(tx, auth, user, proof)
  return proveAddress(tx, auth, user, proof)
}

const logInTypes: OneTimeType[] = ['confirmation', 'invite', 'magiclink', 'recovery', 'sms']

async function proveAddress(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  proof: OneTime,
): Promise<Proved> {
  const now = auth.now()
  const { relates_to: value, type, flow_id: flow } = proof
  const kind = value === user.email ? 'email' : value === user.phone ? 'phone' : undefined
  if (!kind) return { outcome: 'void' }
  const wasConfirmed = isConfirmedFor(user, { kind, value })
  // The mail of a sign-up confirms its password, unless two people have signed up. After the first log-in it
  // is no longer a sign-up.
  const keepsPassword = type === 'confirmation' && !user.last_sign_in_at && !user.password_doubted
  await acceptProof(tx, auth, user, kind, { keepsPassword, flow, now })
  await endOneTimes(tx, user.id, wasConfirmed ? logInTypes : undefined)
  if (wasConfirmed) return { outcome: 'in', user }
  await forgetTries(tx, { kind, value })
  const action = type === 'invite' ? 'invite_accepted' : 'user_confirmed'
  await auth.application.audit(tx, { action, user: user.id, actor: user.id, role: 'user', after: { kind } })
  return { outcome: 'in', user }
}
