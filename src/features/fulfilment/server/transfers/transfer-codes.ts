import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { seal, type Sealing, unseal } from '../../../../server/seal.ts'
import { mendableReasons } from '../../states.ts'
import '../fulfilment.tables.ts'
import { announceFulfilment, orderedAnew } from '../open-fulfilment.ts'

const PURPOSE = 'transfer codes'

/** Seals the code with which a customer's request moves a name here, in the place of an earlier one. */
export async function storeCode(
  { db }: Transaction,
  keys: Sealing,
  { request_id, user_id, code, now }: { request_id: string; user_id: string; code: string; now: Date },
): Promise<void> {
  const sealed = seal(code, keys.derive(PURPOSE), request_id)
  await db
    .insertInto('transfer_codes')
    .values({ request_id, user_id, sealed, set_at: now })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ sealed, set_at: now }))
    .execute()
}

/** The code of a request. Undefined where there is none, or another key has sealed it. */
export async function openCode(
  { db }: Transaction,
  keys: Sealing,
  request: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('transfer_codes')
    .select('sealed')
    .where('request_id', '=', request)
    .executeTakeFirst()
  try {
    return row && unseal(row.sealed, keys.derive(PURPOSE), request).toString()
  } catch {
    return undefined
  }
}

/** Deletes the code of a request that is done or given up. */
export const wipeCode = ({ db }: Transaction, request: string) =>
  db.deleteFrom('transfer_codes').where('request_id', '=', request).execute()

/** Deletes the codes of a person whose account is deleted. */
export const eraseCodes = ({ db }: Transaction, person: string) =>
  db.deleteFrom('transfer_codes').where('user_id', '=', person).execute()

/**
 * Asks the registrar once more for a transfer that it has refused and nobody has given up, where another attempt may help.
 * Gives whether the code of the request may be another from now on: what is under way has its code.
 */
export async function takeNewCode(tx: Transaction, request: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('fulfilments')
    .select(['id', 'state', 'reason', 'attempts', 'version', 'decided_at'])
    .where('source_kind', '=', 'request')
    .where('source', '=', request)
    .where('kind', '=', 'transfer')
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.state === 'ready' || (row.state === 'held' && row.reason === 'by-hand')) return true
  if (row.state !== 'refused' || row.decided_at || !mendableReasons.includes(row.reason)) return false
  await tx.db
    .updateTable('fulfilments')
    .set({
      ...orderedAnew,
      attempts: row.attempts + 1,
      due_at: sql<Date>`clock_timestamp()`,
      version: row.version + 1,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', row.id)
    .execute()
  await announceFulfilment(tx, row.id)
  return true
}
