import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Fulfilment } from '../../../fulfilment/server/fulfilment.tables.ts'
import '../requests.tables.ts'

/** What is done at a registrar for a name that is transferred here. */
export type Moved = Pick<Fulfilment, 'id' | 'state' | 'reason' | 'answer' | 'sent_at' | 'decided_at'>

/** A person's request to move a name here, locked until the end of the transaction. Refuses with `NOT_FOUND`. */
export async function ownTransfer(
  { db }: Transaction,
  id: string,
  { owner, lock = false }: { owner?: string; lock?: boolean },
) {
  let query = db
    .selectFrom('requests')
    .select(['id', 'user_id', 'subject', 'stage', 'in_delivery', 'created_at'])
    .where('id', '=', id)
    .where('kind', '=', 'domain')
    .where(sql<boolean>`details @> '{"transfer": true}'`)
  if (owner) query = query.where('user_id', '=', owner)
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}

/** What is done for a request at a registrar. Undefined where a person moves the name. */
export const deliveryOf = ({ db }: Transaction, request: string): Promise<Moved | undefined> =>
  db
    .selectFrom('fulfilments')
    .select(['id', 'state', 'reason', 'answer', 'sent_at', 'decided_at'])
    .where('source_kind', '=', 'request')
    .where('source', '=', request)
    .where('kind', '=', 'transfer')
    .executeTakeFirst()
