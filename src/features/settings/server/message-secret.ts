import { createHmac, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { seal, type Sealing, unseal } from '../../../server/seal.ts'
import { audit } from '../../audit/server/audit.ts'

const PURPOSE = 'message secrets'
/** How long the secret of before a rotation is accepted, so that the phone can be changed in peace. */
export const OVERLAP_MS = 24 * 60 * 60_000
/** How far the clocks of the phone and the server may be apart. */
export const MOST_OFF_MS = 5 * 60_000

/** When the secret was made, and until when the one before it is accepted. Null where there is none. */
export const showSecret = (caller: CallerContext) =>
  caller.read(async ({ db }) => {
    const rows = await db.selectFrom('message_secrets').select(['created_at', 'expires_at']).execute()
    const before = rows.find(({ expires_at }) => expires_at && expires_at > caller.now)
    return {
      created_at: rows.find(({ expires_at }) => !expires_at)?.created_at.toISOString() ?? null,
      previous_until: before?.expires_at?.toISOString() ?? null,
    }
  })

/**
 * Makes a new secret and returns it, the only time that it is shown. The one before is accepted for 24 hours, older ones
 * are deleted. The log says that it was rotated, not what it is.
 */
export async function rotateSecret(caller: CallerContext, keys: Sealing): Promise<{ secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const id = randomUUIDv7()
  await caller.write(async (tx) => {
    // Rotations at once wait for each other. Otherwise one could miss the row that another has just made expire.
    await sql`lock table message_secrets in share row exclusive mode`.execute(tx.db)
    await tx.db.deleteFrom('message_secrets').where('expires_at', 'is not', null).execute()
    await tx.db
      .updateTable('message_secrets')
      .set({ expires_at: new Date(caller.now.getTime() + OVERLAP_MS) })
      .where('expires_at', 'is', null)
      .execute()
    await tx.db
      .insertInto('message_secrets')
      .values({
        id,
        sealed: seal(secret, keys.derive(PURPOSE), id),
        created_at: caller.now,
        created_by: caller.actor(),
      })
      .execute()
    await audit(tx, 'admin', { action: 'message-secret.rotated', entity: 'setting', entity_id: id })
  })
  return { secret }
}

/** Deletes the secrets whose time is over. */
export async function deleteExpiredSecrets(database: Database): Promise<void> {
  await database.write('service', ({ db }) =>
    db.deleteFrom('message_secrets').where('expires_at', '<', new Date()).execute(),
  )
}

interface Signed {
  body: Buffer
  /** Unix seconds, as the header has them. */
  timestamp: unknown
  /** HMAC-SHA256 of the body directly followed by the timestamp, in hexadecimal digits. */
  signature: unknown
  now: Date
}

/** Whether one of the valid secrets has signed the body, at most five minutes ago. Without a secret nothing is signed. */
export async function isSigned(
  database: Database,
  keys: Sealing,
  { body, timestamp, signature, now }: Signed,
): Promise<boolean> {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (typeof signature !== 'string' || !/^[\da-f]{64}$/i.test(signature)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > MOST_OFF_MS) return false
  const given = Buffer.from(signature, 'hex')
  const secrets = await database.read('service', ({ db }) =>
    db
      .selectFrom('message_secrets')
      .select(['id', 'sealed'])
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .execute(),
  )
  return secrets.some(({ id, sealed }) => {
    const secret = opened(sealed, keys, id)
    const own = secret && createHmac('sha256', secret).update(body).update(timestamp).digest()
    return own !== undefined && timingSafeEqual(own, given)
  })
}

/** A secret that another key has sealed is void, as after the loss of the key file. */
function opened(sealed: Buffer, keys: Sealing, id: string): Buffer | undefined {
  try {
    return unseal(sealed, keys.derive(PURPOSE), id)
  } catch {
    return undefined
  }
}

export interface MessageSecrets {
  id: string
  sealed: Buffer
  created_at: Date
  created_by: string | null
  expires_at: Date | null
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    message_secrets: MessageSecrets
  }
}
