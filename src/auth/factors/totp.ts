import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_S = 30
/** Bytes of a secret: as long as the hash (RFC 4226 §4, R6). */
const SECRET_BYTES = 20

/** A new secret, with what an app reads it from: base32, an otpauth: address, and that as a QR code (raw SVG). */
export function newTotp({ issuer, account }: { issuer: string; account: string }) {
  // A colon parts issuer and account in the address: neither may hold one.
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
 * The time step (RFC 6238) whose code this is: the present one, or the one before or after it, as clocks differ.
 * Undefined for another code, and for one of a step that was used: a code that somebody saw is worth nothing.
 */
export function stepOf(code: string, secret: Buffer, now: Date, lastUsed: number | null): number | undefined {
  const totp = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: 1, timestamp: now.getTime() })
  if (delta === null) return undefined
  const step = Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
  return lastUsed !== null && step <= lastUsed ? undefined : step
}
