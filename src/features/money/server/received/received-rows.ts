import { randomUUIDv7 } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../../server/database/database.ts'
import type { ReceivedPayments, ReceivedRow } from './received.tables.ts'

/** A row of received money, locked until the transaction ends. */
export const lockReceived = ({ db }: Transaction, id: string): Promise<ReceivedRow | undefined> =>
  db.selectFrom('received_payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Refuses with `NOT_FOUND`. */
export async function findReceived({ db }: Transaction, id: string): Promise<ReceivedRow> {
  const row = await db.selectFrom('received_payments').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row
}

/** A locked row in the version that an admin saw. Refuses with `NOT_FOUND` and `CONFLICT`. */
export async function seenReceived(tx: Transaction, { id, version }: Pick<ReceivedRow, 'id' | 'version'>) {
  const row = await lockReceived(tx, id)
  if (!row) throw new Refused('NOT_FOUND')
  if (row.version !== version) throw new Refused('CONFLICT')
  return row
}

/** Changes a locked row. Gives it after that. */
export const changeReceived = (
  { db }: Transaction,
  { id, version }: Pick<ReceivedRow, 'id' | 'version'>,
  change: Updateable<ReceivedPayments>,
): Promise<ReceivedRow> =>
  db
    .updateTable('received_payments')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Stores money that only an admin, or the shop itself, says has come in. */
export const insertByHand = (
  { db }: Transaction,
  facts: Omit<Insertable<ReceivedPayments>, 'id' | 'channel' | 'kind' | 'state'>,
) =>
  db
    .insertInto('received_payments')
    .values({ ...facts, id: randomUUIDv7(), channel: 'by-hand', kind: 'incoming', state: 'received' })
    .returningAll()

/** The facts of a payment or of evidence that admins see as they are stored. */
export const shownFacts = [
  'channel',
  'sender',
  'body',
  'method',
  'currency',
  'code',
  'payer_name',
  'payer_phone',
  'reason',
] as const

/** Those that JSON writes in another way. */
export const presentFacts = ({
  amount,
  paid_at,
  received_at,
}: Pick<ReceivedRow, 'amount' | 'paid_at' | 'received_at'>) => ({
  amount: amount === null ? null : Number(amount),
  paid_at: paid_at?.toISOString() ?? null,
  received_at: received_at.toISOString(),
})

/** Refuses with `CODE_COUNTED` a payment whose receipt number another one has, which counts. */
export function refuseCounted(error: unknown): never {
  if (['received_code_counts', 'received_once'].includes(constraintOf(error) ?? ''))
    throw new Refused('CODE_COUNTED')
  throw error
}
