import { sql, type Generated } from 'kysely'
import type { Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'

/** The row that causes a posting, such as `{ kind: 'received', id }` or `{ kind: 'charge', id }`. */
export interface LedgerSource {
  kind: string
  id: string
}

type Act = 'receipt' | 'sale' | 'credit-note' | 'refund' | 'reversal' | 'cost' | 'top-up'

/** An act that has been posted before changes nothing, and neither does one without an amount. */
export type Posted = 'posted' | 'already-posted' | 'nothing'

export interface CashPosting {
  source: LedgerSource
  user_id: string
  /** The method's key, as `methodKey` writes it. */
  method: string
  /** What moved, in the currency of the method. */
  money: Money
  /** What it counts for the customer, if the method has a currency of its own. The same as `money` by default. */
  counts?: Money | undefined
  now: Date
}

export interface SalePosting {
  source: LedgerSource
  user_id: string
  net: Money
  /** In the currency of `net`; 0 where no VAT is charged. */
  vat: Money
  now: Date
}

export interface Entry {
  account: string
  user_id?: string
  money: Money
}

/** Posts money that the shop has received: the customer's credit grows. */
export const postReceipt = (tx: Transaction, { source, now, ...cash }: CashPosting): Promise<Posted> =>
  post(tx, source, 'receipt', now, cashEntries(cash))

/** Posts a sale: the customer's credit shrinks by net and VAT. */
export const postSale = (tx: Transaction, { source, user_id, net, vat, now }: SalePosting): Promise<Posted> =>
  post(tx, source, 'sale', now, saleEntries(user_id, net, vat))

/** Posts a sale that is taken back: the customer's credit grows by net and VAT. */
export const postCreditNote = (
  tx: Transaction,
  { source, user_id, net, vat, now }: SalePosting,
): Promise<Posted> => post(tx, source, 'credit-note', now, opposite(saleEntries(user_id, net, vat)))

/** Posts money that the shop has paid back: the customer's credit shrinks. */
export const postRefund = (tx: Transaction, { source, now, ...cash }: CashPosting): Promise<Posted> =>
  post(tx, source, 'refund', now, opposite(cashEntries(cash)))

/** Posts that the bank or mobile-money company has taken a receipt back: the opposite of `postReceipt`. */
export const postReversal = (tx: Transaction, { source, now, ...cash }: CashPosting): Promise<Posted> =>
  post(tx, source, 'reversal', now, opposite(cashEntries(cash)))

function cashEntries({
  user_id,
  method,
  money,
  counts = money,
}: Omit<CashPosting, 'source' | 'now'>): Entry[] {
  const cash = { account: `cash:${method}`, money: negative(money) }
  const customer = { account: 'customer', user_id, money: counts }
  if (counts.currency === money.currency && counts.amount === money.amount) return [cash, customer]
  return [cash, { account: 'exchange', money }, { account: 'exchange', money: negative(counts) }, customer]
}

const saleEntries = (user_id: string, net: Money, vat: Money): Entry[] => [
  { account: 'customer', user_id, money: { ...net, amount: -net.amount - vat.amount } },
  { account: 'sales', money: net },
  { account: 'vat', money: vat },
]

export const negative = (money: Money): Money => ({ ...money, amount: -money.amount })

export const opposite = (entries: Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, money: negative(entry.money) }))

/**
 * Posts an act once.
 * @throws an error with the SQLSTATE `KK422` where the entries do not balance: a defect of the caller.
 */
export async function post(
  { db }: Transaction,
  source: LedgerSource,
  act: Act,
  now: Date,
  entries: Entry[],
): Promise<Posted> {
  const rows = entries
    .filter(({ money }) => money.amount !== 0)
    .map(({ money, ...entry }) => ({ ...entry, amount: columnFromMoney(money), currency: money.currency }))
  if (!rows.length) return 'nothing'
  const { rows: found } = await sql<{ posted: boolean }>`
    select post_to_ledger(${source.kind}, ${source.id}::uuid, ${act}, ${now}::timestamptz,
                          ${JSON.stringify(rows)}::jsonb) as posted`.execute(db)
  return found[0]!.posted ? 'posted' : 'already-posted'
}

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    ledger_postings: {
      id: Generated<number>
      at: Date
      source_kind: string
      source_id: string
      act: Act | 'opening'
    }
    ledger_entries: {
      id: Generated<number>
      posting_id: number
      at: Date
      account: string
      user_id: string | null
      amount: Amount
      currency: string
    }
  }
}
