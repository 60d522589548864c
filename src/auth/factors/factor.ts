import type { Selectable } from 'kysely'
import type { Transaction } from '../../server/database/database.ts'
import { type Claims, present, type Present } from '../protocol/bearer.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Factors } from '../tables.ts'
import { isUuid } from '../uuid.ts'

export type FactorRow = Selectable<Factors>

/** How a session writes down that a factor of a type was shown. */
export const methods: Record<string, string> = {
  totp: 'totp',
  phone: 'mfa/phone',
  recovery_code: 'mfa/recovery_code',
}

/** A session that an enrolment was never finished in leaves its factor; it is forgotten after this. */
export const UNFINISHED_MS = 5 * 60_000

interface Holder extends Present {
  factors: FactorRow[]
}

/**
 * The person of a call with their factors, locked: what changes factors or shows one goes on one after the other for
 * each person.
 */
export async function holder(tx: Transaction, claims: Claims, now: Date): Promise<Holder> {
  const [, present_, factors] = await Promise.all([
    tx.db.selectFrom('auth.users').select('id').where('id', '=', claims.sub).forUpdate().execute(),
    present(tx, claims, now),
    tx.db
      .selectFrom('auth.factors')
      .selectAll()
      .where('user_id', '=', claims.sub)
      .orderBy('created_at')
      .execute(),
  ])
  return { ...present_, factors }
}

/** One's own factor by its id; somebody else's is not found. */
export function own({ factors }: Holder, id: string | undefined): FactorRow {
  const found = isUuid(id) && factors.find((factor) => factor.id === id)
  if (!found) throw notFound(404)
  return found
}

export const notFound = (status: 404 | 422, what = 'factor') =>
  new AuthError(
    `${status} mfa_factor_not_found`,
    `MFA ${what} with the provided ${what === 'factor' ? 'factor' : 'challenge'} ID not found`,
  )

export const isVerified = ({ status }: Pick<FactorRow, 'status'>) => status === 'verified'

export const totpOff = () =>
  new AuthError('422 mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')

/** Whether the session has to show a factor before it may change any. */
export const isBelow = ({ session, factors }: Holder) => session.aal === 'aal1' && factors.some(isVerified)

export const insufficient = (status: 401 | 403 | 422, message: string) =>
  new AuthError(`${status} insufficient_aal`, message)
