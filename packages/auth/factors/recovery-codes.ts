import { createHmac, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'
import { constraintOf } from '@kikoa/postgres'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import type { Keys, Claims } from '../keys/keys.ts'
import { RECOVERY_CODES } from '../keys/sealing.ts'
import { AuthError } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/call.ts'
import { nameTaken } from './enroll.ts'
import {
  type FactorRow,
  factorOwner,
  insufficient,
  isVerified,
  notFound,
  openSecret,
  sealedSecret,
} from './factor.ts'
import { recordMiss, upgraded, upgradeSession, type Verified } from './verify.ts'

const CODES = 10
const LENGTH = 16
const KEY_BYTES = 32
/** Without letters that look alike. 16 of these 31 characters are 79 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Case, blanks and hyphens are ignored. */
const canonical = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')

/** The digest of a code. The key is the factor's secret. */
function macOf(keys: Keys, factor: FactorRow, code: string) {
  const key = factor.secret
    ? openSecret(keys, factor, factor.secret)
    : keys.deriveFromSigningKey(RECOVERY_CODES)
  return createHmac('sha256', key).update(`${factor.id}\n${code}`).digest()
}

const codesOf = (factors: FactorRow[]) => factors.find(({ factor_type }) => factor_type === 'recovery_code')

/** The number of codes, and of unused ones. Refuses with 404 if there are none. */
export async function recoveryStatus(tx: Transaction, { now }: Auth, claims: Claims) {
  const { factors } = await factorOwner(tx, claims, now())
  const factor = codesOf(factors)
  if (!factor) throw notFound(404)
  const rows = await tx.db
    .selectFrom('auth.recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factor.id)
    .execute()
  return {
    id: factor.id,
    type: 'recovery_code',
    total: rows.length,
    remaining: rows.filter(({ used_at }) => !used_at).length,
  }
}

/**
 * Makes the person's recovery codes, or replaces them. They are answered only here. Requires a session that
 * has shown a factor, and another factor: recovery codes only replace a lost one.
 */
export async function makeRecoveryCodes(
  tx: Transaction,
  auth: Auth,
  claims: Claims,
  { again, friendlyName = 'Recovery codes' }: { again: boolean; friendlyName?: string | undefined },
) {
  const now = auth.now()
  const { user, session, factors } = await factorOwner(tx, claims, now)
  if (!factors.some((factor) => isVerified(factor) && factor.factor_type !== 'recovery_code'))
    throw new AuthError(
      '422 mfa_recovery_codes_sole_factor',
      'Recovery codes cannot be the only factor: enroll another factor first',
    )
  if (session.aal === 'aal1') throw insufficient(403, 'AAL2 required to generate recovery codes')
  const known = codesOf(factors)
  if (again && !known) throw notFound(404)
  if (!again && known)
    throw new AuthError('422 mfa_verified_factor_exists', 'Recovery codes have already been generated')
  const factor = known ?? (await newFactor(tx, auth, user.id, friendlyName))
  const codes = Array.from({ length: CODES }, newCode)
  await tx.db.deleteFrom('auth.recovery_codes').where('factor_id', '=', factor.id).execute()
  await tx.db
    .insertInto('auth.recovery_codes')
    .values(codes.map((code) => ({ factor_id: factor.id, code_mac: macOf(auth.keys, factor, code) })))
    .execute()
  await tx.db
    .updateTable('auth.factors')
    .set({ misses: 0, locked_until: null, updated_at: now })
    .where('id', '=', factor.id)
    .execute()
  await auth.application.audit(tx, {
    action: known ? 'recovery_codes_replaced' : 'recovery_codes_made',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { factor: factor.id },
  })
  if (!known && user.email)
    await auth.application.sendMail?.(tx, {
      kind: 'factor-added',
      to: user.email,
      user: user.id,
      factor: 'recovery_code',
    })
  const { id, friendly_name } = factor
  return { id, type: 'recovery_code', friendly_name, total: CODES, codes }
}

function newFactor({ db }: Transaction, { keys, now: clock }: Auth, user: string, friendly_name: string) {
  const id = randomUUIDv7()
  const now = clock()
  return db
    .insertInto('auth.factors')
    .values({
      id,
      ...sealedSecret(keys, id, randomBytes(KEY_BYTES)),
      user_id: user,
      factor_type: 'recovery_code',
      status: 'verified',
      friendly_name,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw constraintOf(error) === 'factors_names' ? nameTaken(friendly_name) : error
    })
}

/**
 * Accepts one recovery code as the second factor. The update that finds it also uses it up. Wrong ones cause
 * no pause: 79 bits can't be guessed, and a pause would lock the owner out.
 */
export async function useRecoveryCode(
  tx: Transaction,
  auth: Auth,
  claims: Claims,
  typed: string,
  { ip, userAgent }: Pick<AuthRequest, 'ip' | 'userAgent'>,
): Promise<Verified> {
  const now = auth.now()
  const me = await factorOwner(tx, claims, now)
  const factor = codesOf(me.factors)
  if (!factor) return { outcome: 'wrong' }
  const { numUpdatedRows } = await tx.db
    .updateTable('auth.recovery_codes')
    .set({ used_at: now })
    .where('factor_id', '=', factor.id)
    .where('code_mac', '=', macOf(auth.keys, factor, canonical(typed)))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) {
    await recordMiss(tx, auth, me.user.id, factor)
    return { outcome: 'wrong' }
  }
  await tx.db
    .updateTable('auth.factors')
    .set({ misses: 0, locked_until: null, last_challenged_at: now, updated_at: now })
    .where('id', '=', factor.id)
    .execute()
  const refreshToken = await upgradeSession(tx, auth, { ...me, factor, ip, userAgent })
  return { outcome: 'passed', refreshToken, ...(await upgraded(tx, me)) }
}
