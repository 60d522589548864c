import { seal, unseal } from '../../server/seal.ts'
import type { Keys } from '../keys/keys.ts'
import { FACTOR_SECRETS } from '../keys/sealing.ts'
import type { FactorRow } from './factor.ts'

type SealingKeys = Pick<Keys, 'derive' | 'deriveFromSigningKey' | 'sealedBy'>

/**
 * Seals a factor's secret for the database, for this factor alone: a row that is copied to another factor opens
 * nothing, and the database without the sealing key gives no codes. Gives the columns of the row.
 */
export const sealedSecret = (keys: SealingKeys, factor: string, secret: Uint8Array) => ({
  secret: seal(secret, keys.derive(FACTOR_SECRETS), factor),
  sealed_by: keys.sealedBy,
})

/** Opens what `sealedSecret` has sealed; throws for another factor's, or without the key. */
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
