import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'

/**
 * An admin's transaction on accounts, which only the service role may change. Session and role are checked first, in
 * the same transaction: an admin who is being demoted meanwhile changes nothing.
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
