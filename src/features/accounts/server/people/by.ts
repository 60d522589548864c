import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'

/** Who acts on somebody's account: an admin, or the holder of a service key, who is nobody. */
export interface By {
  actor: string | null
  role: 'admin' | 'service'
}

export const callerOf = ({ caller }: Transaction): By =>
  typeof caller === 'string' ? { actor: null, role: 'service' } : { actor: caller.person, role: 'admin' }

/**
 * An admin's transaction on accounts, which are for the service role alone. The door asks for session and role first,
 * in the same transaction: an admin who is being demoted meanwhile gets nothing done.
 */
export const changeAsAdmin = <T>(caller: CallerContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  caller.write((tx) => asService(tx, work))

/** As `changeAsAdmin`, read-only. */
export const lookAsAdmin = <T>(caller: CallerContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  caller.read((tx) => asService(tx, work))

async function asService<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await sql`select auth.enter_service()`.execute(tx.db)
  return work(tx)
}
