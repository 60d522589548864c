import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** A new refresh token: 32 random bytes, as the client carries it. */
export const newRefreshToken = () => randomBytes(32).toString('base64url')

/** As which it is kept. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

const keyFrom = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'kikoa refresh successor', 32))

/**
 * Seals the token that follows under the one it follows. A client that has lost the reply proves with the old token
 * that it may have the new one, while the database alone gives away neither.
 */
export function seal(successor: string, under: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(under), nonce)
  return Buffer.concat([nonce, cipher.update(successor), cipher.final(), cipher.getAuthTag()])
}

/** Opens what `seal` has made; throws for another token. */
export function unseal(sealed: Buffer, under: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(under), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString()
}
