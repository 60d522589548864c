import { randomUUIDv7 } from 'node:crypto'
import { constraintOf, type Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import type { Claims } from '../protocol/bearer.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { holder, insufficient, isBelow, isVerified, UNFINISHED_MS } from './factor.ts'
import { sealedSecret } from './secret.ts'
import { newTotp } from './totp.ts'

const MOST_FACTORS = 10

interface Wish {
  type: 'totp' | 'phone'
  /** Digits alone, of a phone. */
  phone?: string | undefined
  friendly_name?: string | undefined
  issuer?: string | undefined
}

/**
 * Begins the enrolment of an app that makes codes, or of a phone that is sent them: it counts once a code was shown. An
 * app's secret is answered this once. Refuses a second factor of one name or one phone, more than ten, and a session
 * that has not shown the factor there is.
 */
export async function enroll(tx: Transaction, auth: Auth, claims: Claims, wish: Wish) {
  const now = auth.now()
  await tx.db
    .deleteFrom('auth.factors')
    .where('user_id', '=', claims.sub)
    .where('status', '=', 'unverified')
    .where('last_challenged_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - UNFINISHED_MS))
    .execute()
  const me = await holder(tx, claims, now)
  if (isBelow(me)) throw insufficient(403, 'AAL2 required to enroll a new factor')
  if (me.factors.length >= MOST_FACTORS)
    throw new AuthError(
      '422 too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  const { type, phone } = wish
  if (phone && me.factors.some((factor) => isVerified(factor) && factor.phone === phone))
    throw new AuthError('422 mfa_verified_factor_exists', 'A verified phone factor already exists')
  const id = randomUUIDv7()
  const app =
    type === 'totp'
      ? newTotp({
          issuer: wish.issuer || new URL(auth.config.SITE_URL).host,
          account: me.user.email ?? me.user.phone ?? me.user.id,
        })
      : undefined
  const name = wish.friendly_name?.trim() ?? ''
  await tx.db
    .insertInto('auth.factors')
    .values({
      id,
      user_id: me.user.id,
      factor_type: type,
      friendly_name: name,
      phone: phone ?? null,
      ...(app && sealedSecret(auth.keys, id, app.secret)),
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch((error: unknown) => {
      throw constraintOf(error) === 'factors_names' ? nameTaken(name) : error
    })
  await auth.application.audit(tx, {
    action: 'factor_in_progress',
    user: me.user.id,
    actor: me.user.id,
    role: 'user',
    after: { factor: id, type },
  })
  return { id, type, friendly_name: name, ...(app ? { totp: app.shown } : { phone }) }
}

export const nameTaken = (name: string) =>
  new AuthError(
    '422 mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )
