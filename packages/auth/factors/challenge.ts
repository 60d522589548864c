import { createHmac, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import type { Keys, Claims } from '../keys/keys.ts'
import { AuthError } from '../protocol/errors.ts'
import { seenFrom } from '../sessions/session.ts'
import type { PhoneCode } from '../sms/text-code.ts'
import { type FactorRow, factorOwner, notFound, ownFactor } from './factor.ts'

const LIFE_MS = 5 * 60_000
const DIGITS = 6

/**
 * Opens a challenge of the person's own factor, to be answered from the same IP address within five minutes.
 * For a phone it returns the code to send after the commit, and refuses another code during the cool-down.
 */
export async function challengeFactor(
  tx: Transaction,
  { application, now: clock, keys, config }: Auth,
  claims: Claims,
  { id, ip, channel }: { id: string | undefined; ip: string; channel?: PhoneCode['channel'] },
) {
  const now = clock()
  const me = await factorOwner(tx, claims, now)
  const factor = ownFactor(me, id)
  const last = factor.last_challenged_at
  if (factor.phone && last && now.getTime() - last.getTime() < config.AUTH_MAIL_COOLDOWN * 1000)
    throw new AuthError(
      '429 over_sms_send_rate_limit',
      'For security purposes, you can only request this after a moment.',
    )
  const code = factor.phone ? String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0') : undefined
  const challenge = {
    id: randomUUIDv7(),
    factor_id: factor.id,
    ip: seenFrom(ip, undefined).ip,
    created_at: now,
    code_hash: null as Buffer | null,
  }
  if (code) challenge.code_hash = macOf(keys, challenge.id, code)
  await Promise.all([
    tx.db.insertInto('auth.challenges').values(challenge).execute(),
    tx.db.updateTable('auth.factors').set({ last_challenged_at: now }).where('id', '=', factor.id).execute(),
    application.audit(tx, {
      action: 'challenge_created',
      user: me.user.id,
      actor: me.user.id,
      role: 'user',
      after: { factor: factor.id },
    }),
  ])
  const phoneCode: PhoneCode | undefined = code ? { to: factor.phone!, code, channel } : undefined
  const opened = {
    id: challenge.id,
    type: factor.factor_type,
    expires_at: Math.floor((now.getTime() + LIFE_MS) / 1000),
  }
  return { opened, phoneCode }
}

/** A plain hash of six digits could be reversed by trying them all. */
const macOf = (keys: Pick<Keys, 'derive'>, challenge: string, code: string) =>
  createHmac('sha256', keys.derive('factor codes')).update(`${challenge}\n${code}`).digest()

/** Whether the code is the one sent to the phone for this challenge. */
export const isCodeOf = (
  keys: Pick<Keys, 'derive'>,
  { id, code_hash }: { id: string; code_hash: Buffer | null },
  code: string,
) => code_hash !== null && timingSafeEqual(code_hash, macOf(keys, id, code.trim()))

/** The open challenge of a factor. Refuses one that is unknown, used, too old, or from another IP address. */
export async function openChallenge(
  { db }: Transaction,
  factor: FactorRow,
  { id, ip, now }: { id: string; ip: string; now: Date },
) {
  const challenge = await db
    .selectFrom('auth.challenges')
    .selectAll()
    .where('id', '=', id)
    .where('factor_id', '=', factor.id)
    .executeTakeFirst()
  if (!challenge) throw notFound(422, 'challenge')
  if (challenge.used_at || challenge.ip !== seenFrom(ip, undefined).ip)
    throw new AuthError('422 mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
  if (now.getTime() - challenge.created_at.getTime() >= LIFE_MS)
    throw new AuthError(
      '422 mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    )
  return challenge
}
