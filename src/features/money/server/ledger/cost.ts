import type { Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { type Entry, type LedgerSource, negative, opposite, post, type Posted } from './ledger.ts'

interface CostPosting {
  source: LedgerSource
  /** The id of the account at the registrar. */
  account: string
  cost: Money
  /** The cost in the shop's currency, with the rate of the day. Null without a rate: it is posted as it is. */
  inShop: Money | null
  now: Date
}

/** Posts what a name costs the shop: the balance at its registrar falls. */
export const postCost = (
  tx: Transaction,
  { source, account, cost, inShop, now }: CostPosting,
): Promise<Posted> =>
  post(tx, source, 'cost', now, [
    { account: 'cost', money: negative(inShop ?? cost) },
    ...exchanged(inShop ?? cost, cost),
    { account: registrarAccount(account), money: cost },
  ])

interface TopUpPosting {
  source: LedgerSource
  account: string
  /** What the registrar has credited. */
  credited: Money
  /** What was paid for it, and the key of the method. */
  paid: Money
  method: string
  now: Date
}

/** Posts what was paid in to an account at a registrar. */
export const postTopUp = (tx: Transaction, { source, now, ...topUp }: TopUpPosting): Promise<Posted> =>
  post(tx, source, 'top-up', now, topUpEntries(topUp))

/** Posts that it was entered by mistake. */
export const undoTopUp = (tx: Transaction, { source, now, ...topUp }: TopUpPosting): Promise<Posted> =>
  post(tx, source, 'reversal', now, opposite(topUpEntries(topUp)))

const topUpEntries = ({ account, credited, paid, method }: Omit<TopUpPosting, 'source' | 'now'>): Entry[] => [
  { account: `cash:${method}`, money: paid },
  ...exchanged(credited, paid),
  { account: registrarAccount(account), money: negative(credited) },
]

const registrarAccount = (id: string) => `registrar:${id}`

/** What turns one amount into another, where they differ. */
const exchanged = (gone: Money, came: Money): Entry[] =>
  gone.currency === came.currency && gone.amount === came.amount
    ? []
    : [
        { account: 'exchange', money: gone },
        { account: 'exchange', money: negative(came) },
      ]
