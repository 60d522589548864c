import { sql } from 'kysely'
import { methodKey, receiptKey } from '../../received/receipt-key.ts'
import type { Statement, StatementRow } from '../../statements/statement.ts'
import { type Access, KEYS, slicesOf } from './row-evidence.ts'

interface Named {
  /** Undefined in a preview without a method: payments of all methods are looked at. */
  method: string | undefined
  /** For rows that name none. */
  currency: string
}

/**
 * A statement in which money that went out under the number of a payment of an earlier statement, and is as much, is the
 * reversal of that payment, also where no word says so. Within one statement the reader sees it by itself.
 */
export async function withLateReversals(
  { read }: Access,
  statement: Statement,
  { method, currency }: Named,
): Promise<Statement> {
  const printOf = (row: StatementRow) =>
    JSON.stringify([receiptKey(row.code!), row.currency ?? currency, Number(row.amount)])
  const prints = new Set<string>()
  const keys = [...new Set(statement.debits.map(({ code }) => receiptKey(code!)))]
  for await (const slice of slicesOf(keys, KEYS)) {
    const found = await read(({ db }) =>
      db
        .selectFrom('received_payments')
        .select(['code_key', 'currency', 'amount'])
        .where('code_key', '=', sql<string>`any (${slice}::text[])`)
        .where('kind', '=', 'incoming')
        .$if(method !== undefined, (query) => query.where('method', '=', methodKey(method!)))
        .execute(),
    )
    for (const one of found) prints.add(JSON.stringify([one.code_key, one.currency, Number(one.amount)]))
  }
  const reversals = statement.debits.filter((row) => prints.has(printOf(row)))
  if (!reversals.length) return statement
  const { skipped, rows } = statement
  return {
    ...statement,
    rows: [...rows, ...reversals].toSorted((one, other) => one.row - other.row),
    skipped: { ...skipped, out: skipped.out - reversals.length },
  }
}
