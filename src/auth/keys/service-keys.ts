import type { Database } from '../../server/database/database.ts'
import { isUuid } from '../uuid.ts'
import '../tables.ts'

/** Whether a service key was revoked by its id. One that was signed elsewhere has none, and ends with its signing key. */
export async function isRevoked(database: Database, id: string | undefined): Promise<boolean> {
  if (!isUuid(id)) return false
  const found = await database.read('service', ({ db }) =>
    db.selectFrom('auth.service_keys').select('revoked_at').where('id', '=', id).executeTakeFirst(),
  )
  return Boolean(found?.revoked_at)
}
