import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../../server/database/database.ts'
import { StartError } from '../../../server/start-error.ts'
import { auditAccount } from './application.ts'
import type { Keys } from '../../../auth/keys/keys.ts'
import { rotateKey } from '../../../auth/keys/rotate.ts'
import { isUuid } from '../../../auth/uuid.ts'
import '../../../auth/tables.ts'

/*
 * The operator's key commands for the shell. Each returns the sentence to print, or throws a StartError with
 * one.
 */

const DAY_S = 24 * 60 * 60

/**
 * Makes a service key: a token with the role `service_role`, with the rights of an admin until it expires or
 * is revoked by its id. The token is not stored.
 */
export async function makeServiceKey(
  database: Database,
  keys: Keys,
  { days, now }: { days: number; now: Date },
): Promise<{ id: string; key: string }> {
  if (!Number.isInteger(days) || days < 1 || days > 3650)
    throw new StartError('--days must be a whole number from 1 to 3650.')
  const id = randomUUIDv7()
  const iat = Math.floor(now.getTime() / 1000)
  const exp = iat + days * DAY_S
  const expires_at = new Date(exp * 1000)
  await database.write('service', async (tx) => {
    await tx.db.insertInto('auth.service_keys').values({ id, expires_at, created_at: now }).execute()
    await auditAccount(tx, { action: 'service_key_made', role: 'service', after: { id, expires_at } })
  })
  return { id, key: await keys.sign({ iss: keys.issuer, role: 'service_role', jti: id, iat, exp }) }
}

/** Revokes a service key. Its next call is refused on every node. */
export async function revokeServiceKey(database: Database, id: string, now: Date): Promise<string> {
  if (!isUuid(id)) throw new StartError(`"${String(id)}" is no id of a service key.`)
  return database.write('service', async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('auth.service_keys')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new StartError(`There is no service key ${id} that could be revoked.`)
    await auditAccount(tx, { action: 'service_key_revoked', role: 'service', after: { id } })
    return `The service key ${id} is revoked.`
  })
}

/** Replaces the current signing key with a new one. */
export async function rotateSigningKey(rotation: Parameters<typeof rotateKey>[0]): Promise<string> {
  const { kid, signsFrom, verifiesUntil } = await rotateKey(rotation)
  await rotation.database.write('service', (tx) =>
    auditAccount(tx, {
      action: 'signing_key_rotated',
      role: 'service',
      after: { kid, signs_from: signsFrom.toISOString() },
    }),
  )
  return rotation.atOnce
    ? `The key ${kid} signs from now on. Whatever the old ones signed is void: people stay signed in, service keys have to be made anew.`
    : `The key ${kid} is published and signs from ${signsFrom.toISOString()}; the old ones verify until ${verifiesUntil.toISOString()}.`
}
