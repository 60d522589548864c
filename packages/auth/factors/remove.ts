import type { Transaction } from '../tables.ts'
import type { Auth, AuthApplication } from '../auth.ts'
import type { UserRow } from '../users.ts'
import {
  type FactorRow,
  factorOwner,
  insufficient,
  needsSecondFactor,
  isVerified,
  methods,
  ownFactor,
} from './factor.ts'
import type { Claims } from '../keys/keys.ts'

/**
 * Removes the person's own factor. A verified one requires a session that has shown a factor: 422
 * `insufficient_aal`.
 */
export async function removeOwnFactor(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  claims: Claims,
  which: (factors: FactorRow[]) => string | undefined,
): Promise<FactorRow> {
  const me = await factorOwner(tx, claims, auth.now())
  const factor = ownFactor(me, which(me.factors))
  if (isVerified(factor) && needsSecondFactor(me))
    throw insufficient(422, 'AAL2 required to unenroll verified factor')
  await removeFactor(tx, auth, me.user, factor, { actor: me.user.id, role: 'user' })
  return factor
}

/**
 * Removes a factor for the owner or an admin. Sessions that have shown it drop to aal1, and recovery codes
 * are removed with the last factor. The owner gets a mail.
 */
export async function removeFactor(
  tx: Transaction,
  auth: { application: Pick<AuthApplication, 'audit' | 'sendMail'> },
  user: UserRow,
  factor: FactorRow,
  by: { actor: string | null; role: 'user' | 'admin' | 'service' },
): Promise<void> {
  const { db } = tx
  const sessions = await db
    .selectFrom('auth.sessions')
    .select(['id', 'amr'])
    .where('factor_id', '=', factor.id)
    .forUpdate()
    .execute()
  for (const { id, amr } of sessions)
    await db
      .updateTable('auth.sessions')
      .set({
        aal: 'aal1',
        factor_id: null,
        amr: JSON.stringify(amr.filter(({ method }) => method !== methods[factor.factor_type])),
      })
      .where('id', '=', id)
      .execute()
  await db.deleteFrom('auth.factors').where('id', '=', factor.id).execute()
  await auth.application.audit(tx, {
    action: isVerified(factor) ? 'factor_unenrolled' : 'factor_deleted',
    user: user.id,
    ...by,
    after: { factor: factor.id, type: factor.factor_type },
  })
  if (!isVerified(factor)) return
  if (user.email)
    await auth.application.sendMail?.(tx, {
      kind: 'factor-removed',
      to: user.email,
      user: user.id,
      factor: factor.factor_type,
    })
  const left = await db
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('status', '=', 'verified')
    .execute()
  if (left.length > 0 && left.every(({ factor_type }) => factor_type === 'recovery_code'))
    for (const codes of left) await removeFactor(tx, auth, user, codes, by)
}
