import type { Selectable } from 'kysely'
import type { Factors, Transaction } from '../tables.ts'
import { signedIn, type SignedIn } from '../protocol/bearer.ts'
import { AuthError } from '../protocol/errors.ts'
import { isUuid } from '../uuid.ts'
import { seal, unseal } from '@kikoa/postgres'
import type { Keys, Claims } from '../keys/keys.ts'
import { FACTOR_SECRETS } from '../keys/sealing.ts'

export type FactorRow = Selectable<Factors>

/** The name of each factor type in a session's `amr`. */
export const methods: Record<string, string> = {
  totp: 'totp',
  phone: 'mfa/phone',
  recovery_code: 'mfa/recovery_code',
}

/** After this time an unfinished enrolment is deleted. */
export const UNFINISHED_MS = 5 * 60_000

interface FactorOwner extends SignedIn {
  factors: FactorRow[]
}

/**
 * The person of a call with their factors, locked, so that changes and checks of factors run one after the
 * other for each person.
 */
export async function factorOwner(tx: Transaction, claims: Claims, now: Date): Promise<FactorOwner> {
  const [, present_, factors] = await Promise.all([
    tx.db.selectFrom('auth.users').select('id').where('id', '=', claims.sub).forUpdate().execute(),
    signedIn(tx, claims, now),
    tx.db
      .selectFrom('auth.factors')
      .selectAll()
      .where('user_id', '=', claims.sub)
      .orderBy('created_at')
      .execute(),
  ])
  return { ...present_, factors }
}

/** The person's own factor by its id. Another person's factor is not found. */
export function ownFactor({ factors }: FactorOwner, id: string | undefined): FactorRow {
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
export const needsSecondFactor = ({ session, factors }: FactorOwner) =>
  session.aal === 'aal1' && factors.some(isVerified)

export const insufficient = (status: 401 | 403 | 422, message: string) =>
  new AuthError(`${status} insufficient_aal`, message)

/** Wrong codes in a row before the first pause. */
const FREE_MISSES = 5
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/**
 * How long a factor is locked after a number of wrong codes in a row: from the fifth on, twice as long each
 * time.
 */
export const lockDurationMs = (misses: number) =>
  misses < FREE_MISSES ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (misses - FREE_MISSES))

/** Seconds until the lock of a factor ends; 0 if it is not locked. */
export const lockedFor = ({ locked_until }: Pick<FactorRow, 'locked_until'>, now: Date) =>
  locked_until && locked_until > now ? Math.ceil((locked_until.getTime() - now.getTime()) / 1000) : 0

/** Counts a wrong code. It has to be committed although the call is refused. */
export async function countMiss({ db }: Transaction, factor: FactorRow, now: Date): Promise<void> {
  const misses = factor.misses + 1
  const pause = lockDurationMs(misses)
  await db
    .updateTable('auth.factors')
    .set({ misses, locked_until: pause ? new Date(now.getTime() + pause) : null })
    .where('id', '=', factor.id)
    .execute()
}

type SealingKeys = Pick<Keys, 'derive' | 'deriveFromSigningKey' | 'sealedBy'>

/**
 * Seals a factor's secret for the database, bound to this factor's id. A copy in another row can't be opened,
 * and the database without the sealing key reveals no codes. Returns the columns of the row.
 */
export const sealedSecret = (keys: SealingKeys, factor: string, secret: Uint8Array) => ({
  secret: seal(secret, keys.derive(FACTOR_SECRETS), factor),
  sealed_by: keys.sealedBy,
})

/** Opens what `sealedSecret` sealed. Throws for another factor's secret, or without the key. */
export const openSecret = (
  keys: SealingKeys,
  { id, sealed_by }: Pick<FactorRow, 'id' | 'sealed_by'>,
  secret: Buffer,
): Buffer =>
  unseal(
    secret,
    sealed_by === null ? keys.deriveFromSigningKey(FACTOR_SECRETS) : keys.derive(FACTOR_SECRETS),
    id,
  )
