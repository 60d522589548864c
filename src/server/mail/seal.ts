import { seal as sealBytes, unseal as unsealBytes } from '../seal.ts'
import { Unwritable } from './failure.ts'

/**
 * Seals the data of a mail, so that a code can't be read out of the database or its backup, for this mail alone.
 * @param key 32 bytes.
 */
export const seal = (data: Record<string, unknown>, key: Buffer, id: string): Buffer =>
  sealBytes(JSON.stringify(data), key, id)

/**
 * Opens what `seal` has sealed.
 * @throws Unwritable when it was sealed under another key or for another mail.
 */
export function unseal(sealed: Buffer, key: Buffer, id: string): Record<string, unknown> {
  try {
    return JSON.parse(unsealBytes(sealed, key, id).toString('utf8')) as Record<string, unknown>
  } catch (error) {
    throw new Unwritable('it was sealed under a key that is not here', { cause: error })
  }
}
