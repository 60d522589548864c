import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../server/database/database.ts'
import { identityClaims } from './create-user.ts'
import type { Address } from './users.ts'
import './tables.ts'

/** Keeps the log-in that an account's own address is, with the address it has now. */
export async function keepOwnIdentity(
  { db }: Transaction,
  id: string,
  address: Address,
  { confirmed, now }: { confirmed: boolean; now: Date },
): Promise<void> {
  const { kind, value } = address
  const claims = JSON.stringify(identityClaims(id, address, confirmed))
  const email = kind === 'email' ? value : null
  await db
    .insertInto('auth.identities')
    .values({
      id: randomUUIDv7(),
      user_id: id,
      provider: kind,
      provider_id: id,
      identity_data: claims,
      email,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        identity_data: sql`identities.identity_data || ${claims}::jsonb`,
        email,
        updated_at: now,
      }),
    )
    .execute()
}

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
