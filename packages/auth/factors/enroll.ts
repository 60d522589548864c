import { randomUUIDv7 } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { constraintOf } from '@kikoa/postgres'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { AuthError } from '../protocol/errors.ts'
import {
  factorOwner,
  insufficient,
  needsSecondFactor,
  isVerified,
  sealedSecret,
  UNFINISHED_MS,
} from './factor.ts'
import { oneLine } from '../rules/one-line.ts'
import type { Claims } from '../keys/keys.ts'

const MOST_FACTORS = 10

interface Input {
  type: 'totp' | 'phone'
  /** The phone number, digits only. */
  phone?: string | undefined
  friendly_name?: string | undefined
  issuer?: string | undefined
}

/**
 * Begins the enrolment of an authenticator app or a phone. It counts after the first right code, and an app's
 * secret is answered only here. Refuses a name or phone in use, more than ten factors, and a session that has
 * not shown an existing factor.
 */
export async function enroll(tx: Transaction, auth: Auth, claims: Claims, input: Input) {
  const now = auth.now()
  await tx.db
    .deleteFrom('auth.factors')
    .where('user_id', '=', claims.sub)
    .where('status', '=', 'unverified')
    .where('last_challenged_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - UNFINISHED_MS))
    .execute()
  const me = await factorOwner(tx, claims, now)
  if (needsSecondFactor(me)) throw insufficient(403, 'AAL2 required to enroll a new factor')
  if (me.factors.length >= MOST_FACTORS)
    throw new AuthError(
      '422 too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  const { type, phone } = input
  if (phone && me.factors.some((factor) => isVerified(factor) && factor.phone === phone))
    throw new AuthError('422 mfa_verified_factor_exists', 'A verified phone factor already exists')
  const id = randomUUIDv7()
  const app =
    type === 'totp'
      ? newTotp({
          issuer: input.issuer || new URL(auth.config.SITE_URL).host,
          account: me.user.email ?? me.user.phone ?? me.user.id,
        })
      : undefined
  const name = oneLine(input.friendly_name ?? '')
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

const PERIOD_S = 30
/** Bytes of a secret: the length of the hash (RFC 4226 §4, R6). */
const SECRET_BYTES = 20

/** A new secret in the forms that apps read: base32, an otpauth: address, and its QR code (raw SVG). */
function newTotp({ issuer, account }: { issuer: string; account: string }) {
  // A colon separates issuer and account in the address, so neither may contain one.
  const words = (text: string) => text.replaceAll(':', ' ').trim()
  const totp = new TOTP({
    issuer: words(issuer),
    label: words(account) || 'account',
    secret: new Secret({ size: SECRET_BYTES }),
  })
  const uri = totp.toString()
  return {
    secret: totp.secret.bytes,
    shown: { qr_code: renderSVG(uri, { border: 2 }), secret: totp.secret.base32, uri },
  }
}

/**
 * The time step (RFC 6238) of a code: the current one, the one before or the one after, because clocks
 * differ. Undefined for a wrong code and for a step that was used before, so that a code can't be replayed.
 */
export function stepOf(code: string, secret: Buffer, now: Date, lastUsed: number | null): number | undefined {
  const totp = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: 1, timestamp: now.getTime() })
  if (delta === null) return undefined
  const step = Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
  return lastUsed !== null && step <= lastUsed ? undefined : step
}
