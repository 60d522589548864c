import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Unwritable } from './failure.ts'

const NONCE = 12
const TAG = 16

/**
 * Seals the data of a mail, so that a code can't be read out of the database or its backup: AES-256-GCM, bound to the
 * mail's id. Gives nonce, ciphertext and tag in one.
 * @param key 32 bytes.
 */
export function seal(data: Record<string, unknown>, key: Buffer, id: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
  return Buffer.concat([
    nonce,
    cipher.update(JSON.stringify(data), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/**
 * Opens what `seal` has sealed.
 * @throws Unwritable when it was sealed under another key or for another mail.
 */
export function unseal(sealed: Buffer, key: Buffer, id: string): Record<string, unknown> {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
      .setAAD(Buffer.from(id))
      .setAuthTag(sealed.subarray(-TAG))
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as Record<string, unknown>
  } catch (error) {
    throw new Unwritable('it was sealed under a key that is not here', { cause: error })
  }
}
