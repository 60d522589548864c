import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import { postCreditNote } from '../ledger/ledger.ts'
import { issueCreditNote } from '../invoices/issue.ts'
import { mailCreditNote } from '../invoices/invoice-mails.ts'
import { readStored } from '../../../settings/server/settings.ts'
import { type ChargeFor, findCharge } from './charges.ts'
import { changeCharge } from './settle.ts'

/**
 * Takes back the sale of something that was paid and is not delivered: its amount becomes the customer's credit, once. Does
 * nothing where nothing was paid in full. A charge that a reversal has opened again becomes void: the credit clears its
 * debt.
 */
export async function returnSale(
  tx: Transaction,
  column: ChargeFor['column'],
  id: string,
  now: Date,
): Promise<void> {
  const charge = await findCharge(tx, column, id)
  if (!charge?.paid_at) return
  const gross = moneyFromColumn(charge.amount, charge.currency)
  const line = { text: charge.subject, quantity: 1, amount: gross }
  const note = await issueCreditNote(tx, { charge, refund: charge.id, lines: [line], payment: null, now })
  if (note) await mailCreditNote(tx, await readStored(tx), { charge, invoice: note })
  await postCreditNote(tx, {
    source: { kind: 'charge', id: charge.id },
    user_id: charge.user_id,
    net: note?.net ?? gross,
    vat: note?.vat ?? { ...gross, amount: 0 },
    now,
  })
  if (charge.state === 'open') await changeCharge(tx, charge, { state: 'void' })
}

/** Whether `returnSale` has made a credit of what was paid for it. */
export async function isSaleReturned(
  { db }: Transaction,
  column: ChargeFor['column'],
  id: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('charges')
    .innerJoin('ledger_postings', 'ledger_postings.source_id', 'charges.id')
    .select(sql<number>`1`.as('one'))
    .where(`charges.${column}`, '=', id)
    .where('ledger_postings.source_kind', '=', 'charge')
    .where('ledger_postings.act', '=', 'credit-note')
    .executeTakeFirst()
  return found !== undefined
}
