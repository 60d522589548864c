import { sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import './tables.ts'

/** Says anew in the account which providers it can be entered by; the first of them stays the first. */
export async function nameProviders({ db }: Transaction, user: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('auth.identities')
    .select('provider')
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const providers = [...new Set(rows.map(({ provider }) => provider))]
  const named = JSON.stringify({ provider: providers[0], providers })
  await db
    .updateTable('auth.users')
    .set({ app_metadata: sql`app_metadata || ${named}::jsonb`, updated_at: now })
    .where('id', '=', user)
    .execute()
}
