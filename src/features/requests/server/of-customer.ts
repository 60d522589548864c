import { dollarsFrom } from '../../../platform/money.ts'
import type { Transaction } from '../../../platform/server/database/database.ts'

const SHOWN = 8

/** What a customer asked for last, of every product, in short; newest first. */
export async function latestRequestsOf({ db }: Transaction, user_id: string) {
  const rows = await db
    .selectFrom('requests')
    .select(['id', 'kind', 'subject', 'status', 'price', 'payment_confirmed', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    ...row,
    price: dollarsFrom(row.price),
    created_at: row.created_at.toISOString(),
  }))
}
