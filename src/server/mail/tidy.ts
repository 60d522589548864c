import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import './tables.ts'

/** Forgets mails a season after they were written. Those that still wait have an end of their own. */
export async function tidyMails(database: Database): Promise<void> {
  await database.write('service', ({ db }) =>
    db
      .deleteFrom('mails')
      .where('state', '<>', 'waiting')
      .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
      .execute(),
  )
}
