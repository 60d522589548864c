import type { Transaction } from '../../../server/database/database.ts'
import { moneyFromColumn } from '../../../server/database/tables.ts'
import { postCreditNote } from '../../ledger/server/ledger.ts'
import { issueCreditNote } from '../../papers/server/issue.ts'
import { type ChargeFor, findCharge } from './charges.ts'

/**
 * Takes back the sale of something that was paid and is not delivered: its amount becomes the customer's credit, once. Does
 * nothing where nothing was paid in full.
 */
export async function returnSale(
  tx: Transaction,
  column: ChargeFor['column'],
  id: string,
  now: Date,
): Promise<void> {
  const charge = await findCharge(tx, column, id)
  if (charge?.state !== 'paid') return
  const gross = moneyFromColumn(charge.amount, charge.currency)
  const line = { text: charge.subject, quantity: 1, amount: gross }
  const note = await issueCreditNote(tx, { charge, refund: charge.id, lines: [line], payment: null, now })
  await postCreditNote(tx, {
    source: { kind: 'charge', id: charge.id },
    user_id: charge.user_id,
    net: note?.net ?? gross,
    vat: note?.vat ?? { ...gross, amount: 0 },
    now,
  })
}
