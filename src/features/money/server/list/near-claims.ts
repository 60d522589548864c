import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Tables } from '../../../../server/database/tables.ts'
import { isNearReceipt } from '../../received/receipt-key.ts'
import type { ReceivedRow } from '../received/tables.ts'

/** Open claims of one amount and method whose receipt numbers are compared. */
const MOST_COMPARED = 500

/**
 * Open claims of the same amount and method as received money whose receipt numbers are near to its own, the first one
 * first. An admin is shown them; by themselves they decide nothing.
 */
export async function nearClaims(
  { db }: Transaction,
  { code_key, method, amount, currency }: ReceivedRow,
): Promise<Selectable<Tables['claims']>[]> {
  if (code_key === null || method === null || amount === null || currency === null) return []
  const compared = await db
    .selectFrom('claims')
    .selectAll()
    .where('state', '=', 'open')
    .where('amount', '=', amount)
    .where('currency', '=', currency)
    .where('method', '=', method)
    .where('number', '<>', code_key)
    .where(sql<boolean>`abs(length(number) - ${code_key.length}) <= 1`)
    .orderBy('created_at', 'desc')
    .limit(MOST_COMPARED)
    .execute()
  return compared.filter(({ number }) => isNearReceipt(number, code_key)).toReversed()
}
