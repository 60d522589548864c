import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'

/** Sales less what was taken back, in one currency, as decimal texts. */
export interface SoldSum {
  currency: string
  /** Without VAT. */
  net: string
  vat: string
}

/**
 * The revenue: what the ledger says was sold from one moment to another, less credit notes, whether it was activated or
 * not. Summed by the values of `by`, such as a month, and by currency.
 * @param by an expression on the columns `at` and `kind` of `public.sales`
 */
export async function sumSales<By>(
  { db }: Transaction,
  { from, to }: { from: RawBuilder<unknown>; to: RawBuilder<unknown> },
  by: RawBuilder<By>,
): Promise<(SoldSum & { by: By })[]> {
  const { rows } = await sql<SoldSum & { by: By }>`
    select ${by} as by, currency, sum(net)::text as net, sum(vat)::text as vat
      from sales where at >= ${from} and at < ${to}
     group by 1, 2 having sum(net) <> 0 or sum(vat) <> 0 order by 1, 2`.execute(db)
  return rows
}
