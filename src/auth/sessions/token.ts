import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { seal as sealBytes, unseal as unsealBytes } from '../../server/seal.ts'

/** A new refresh token: 32 random bytes, as the client carries it. */
export const newRefreshToken = () => randomBytes(32).toString('base64url')

/** As which it is kept. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

const keyFrom = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'kikoa refresh successor', 32))

/**
 * Seals the token that follows under the one it follows. A client that has lost the reply proves with the old token
 * that it may have the new one, while the database alone gives away neither.
 */
export const seal = (successor: string, under: string): Buffer => sealBytes(successor, keyFrom(under))

/** Opens what `seal` has made; throws for another token. */
export const unseal = (sealed: Buffer, under: string): string =>
  unsealBytes(sealed, keyFrom(under)).toString()
