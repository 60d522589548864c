import type { Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { type LedgerSource, negative, post, type Posted } from './ledger.ts'

interface CostPosting {
  source: LedgerSource
  /** The id of the account at the registrar. */
  account: string
  cost: Money
  now: Date
}

/** Posts what a name costs the shop: the balance at its registrar falls. */
export const postCost = (tx: Transaction, { source, account, cost, now }: CostPosting): Promise<Posted> =>
  post(tx, source, 'cost', now, [
    { account: 'cost', money: negative(cost) },
    { account: `registrar:${account}`, money: cost },
  ])
