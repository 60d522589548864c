import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '../keys/keys.ts'

const PURPOSE = 'factor secrets'
const CIPHER = 'aes-256-gcm'

/**
 * Seals a factor's secret for the database, for this factor alone: a row that is copied to another factor opens
 * nothing, and the database without the signing keys gives no codes.
 */
export function sealSecret(keys: Pick<Keys, 'derive'>, factor: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(CIPHER, keys.derive(PURPOSE), nonce).setAAD(Buffer.from(factor))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Opens what `sealSecret` has sealed; throws for another factor's, or without the key. */
export function openSecret(keys: Pick<Keys, 'derive'>, factor: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, keys.derive(PURPOSE), sealed.subarray(0, 12))
    .setAAD(Buffer.from(factor))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}
