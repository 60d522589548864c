import { sql } from 'kysely'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import type { Charge } from './charges.ts'
import { type Claim, claimColumns, isCounted, type Payable } from './payable.ts'

type RenewalRow = Claim &
  Pick<Charge, 'user_id' | 'version' | 'currency' | 'subject' | 'state'> & {
    id: string
    due: string
    payment_confirmed: boolean
  }

/**
 * The renewals of a product as payables: those that were carried out first and are paid after it. What a claim changes is
 * in the claim alone.
 */
export const payableRenewal = (product: string): Payable<RenewalRow, object, object> => ({
  entity: 'renewal',
  column: 'renewal_id',
  product,
  topic: 'payments',
  find({ db }, id, { owner, lock } = {}) {
    let row = db
      .selectFrom('charges')
      .leftJoin('claims', (join) => join.onRef('claims.renewal_id', '=', 'charges.renewal_id').on(isCounted))
      .select(['charges.user_id', 'charges.version', 'charges.currency', 'charges.subject', 'charges.state'])
      .select(claimColumns)
      .select([
        sql<string>`charges.renewal_id`.as('id'),
        'charges.amount as due',
        sql<boolean>`claims.state = 'open' or charges.state = 'paid'`.as('payment_confirmed'),
      ])
      .where('charges.renewal_id', '=', id)
    if (owner) row = row.where('charges.user_id', '=', owner)
    return (lock ? row.forUpdate('charges') : row).executeTakeFirst()
  },
  subjectOf: ({ subject }) => subject,
  isPayable: ({ state }) => state === 'open',
  amountDue: ({ due, currency }) => moneyFromColumn(due, currency),
  isDelivered: () => true,
  setRejection: () => Promise.resolve(true),
  auditable: ({ subject, state, payment_confirmed }) => ({ subject, state, payment_confirmed }),
  present: () => ({}),
  presentForReview: () => Promise.resolve({}),
})
