import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'

/**
 * An admin's transaction on accounts, which only the service role can change. It checks session and role in
 * the same transaction, so that an admin who is being demoted changes nothing.
 */
export const changeAsAdmin = <T>(caller: CallerContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  caller.write((tx) => asService(tx, work))

/** As `changeAsAdmin`, read-only. */
export const readAsAdmin = <T>(caller: CallerContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  caller.read((tx) => asService(tx, work))

async function asService<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await sql`select auth.enter_service()`.execute(tx.db)
  return work(tx)
}
