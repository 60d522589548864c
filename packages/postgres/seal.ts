import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Derives the keys that seal secrets in the database, one for each purpose. */
export interface Sealing {
  derive(purpose: string): Buffer
}

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/**
 * Encrypts bytes with AES-256-GCM (NIST SP 800-38D). Returns nonce, ciphertext and tag in one buffer.
 * @param key 32 bytes.
 * @param boundTo the owner of the bytes, such as the id of their row. Decryption needs the same value.
 */
export function seal(bytes: Uint8Array | string, key: Buffer, boundTo = ''): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(Buffer.from(bytes)), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts what `seal` has made. Throws for another key or another `boundTo`. */
export function unseal(sealed: Buffer, key: Buffer, boundTo = ''): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(-TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
}
