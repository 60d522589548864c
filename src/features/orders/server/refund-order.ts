import { orderName } from '../../../shared/order-name.ts'
import { randomUUIDv7 } from 'node:crypto'
import { type Money, readPayment } from '../../../shared/money/money.ts'
import { isDayBetween } from '../../../shared/calendar.ts'
import { columnFromMoney } from '../../../server/database/tables.ts'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { hasReceiptFor, lockCredit, soldForOrder } from '../../money/server/ledger/credit-balances.ts'
import { postCreditNote, postReceipt, postRefund } from '../../money/server/ledger/ledger.ts'
import { issueCreditNote } from '../../money/server/invoices/issue.ts'
import { findCharge } from '../../money/server/charges/charges.ts'
import { methodKey } from '../../money/received/receipt-key.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { oneForReview } from './orders.queries.ts'
import type { OrderMail } from './order-mails.ts'
import { payableOrder } from './payable-order.ts'
import { amountPaid, auditable, findOrder, type OrderRow, owedFor } from './store.ts'
import type { Input } from '../../../shared/contract.ts'
import type { ordersContract } from '../orders.contract.ts'

/** How an amount was paid back. Days are written as `2026-11-22`. */
interface PaidBack {
  method: string
  reference: string
  date: string
}

/**
 * An admin records that the customer was refunded what is owed, or a part of it, or that it stays as the customer's
 * credit. What was sold and not delivered becomes a credit note in the ledger. Gives the order as admins see it.
 * Refuses with `NOT_FOUND`, `CONFLICT` with the newer order, `NOTHING_OWED`, `MORE_THAN_OWED`, and with `CREDIT_USED`
 * where the customer has paid something else with it; with `DATE_INVALID` a day before the order or after today.
 */
export async function refundOrder(caller: CallerContext, input: Input<typeof ordersContract.refund>) {
  const { id, version } = input
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const row = await findOrder(tx, id, { lock: true })
    if (!row) throw new Refused('NOT_FOUND')
    if (version !== row.version) throw new Refused('CONFLICT', await oneForReview(tx, row))
    const owed = owedFor(row)
    if (owed.amount === 0) throw new Refused('NOTHING_OWED')
    const part = input.amount === undefined ? owed : readPayment(input.amount, owed.currency, owed)
    if (!part || part.amount === 0 || part.amount > owed.amount) throw new Refused('MORE_THAN_OWED')
    const back = 'keep' in input ? null : input
    if (back && !isDayBetween(back.date, row.created_at, caller.now)) throw new Refused('DATE_INVALID')
    const amount = columnFromMoney(part)
    const { numUpdatedRows } = await tx.db
      .updateTable('orders')
      .set({ version: version + 1, updated_at: caller.now })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new ConcurrentChange()
    const refund = randomUUIDv7()
    await tx.db
      .insertInto('refunds')
      .values({
        id: refund,
        order_id: id,
        user_id: row.user_id,
        amount,
        currency: part.currency,
        kept: !back,
        method: back?.method ?? null,
        reference: back?.reference ?? null,
        paid_on: back?.date ?? null,
        order_version: version,
        created_by: caller.actor(),
      })
      .execute()
    const note = await post(tx, row, { refund, part, back, now: caller.now })
    const after = (await findOrder(tx, id))!
    const subject = orderName(row.lines.map(({ item }) => item))
    const about = {
      product: 'order',
      subject,
      amount: part,
      ...(note && { invoice: note.id, number: note.name }),
    }
    const mail: OrderMail = back
      ? { kind: 'order-refunded', data: { ...about, ...paidBackOf(back) } }
      : { kind: 'order-kept', data: about }
    await mailCustomer(tx, settings, row.user_id, mail)
    await Promise.all([
      audit(tx, 'admin', {
        action: 'order.refunded',
        entity: 'order',
        entity_id: id,
        before: auditable(row),
        after: { ...auditable(after), amount, ...(back ? paidBackOf(back) : { kept: true }) },
      }),
      publishEvents(tx, {
        user_id: row.user_id,
        type: 'order.refunded',
        topics: ['orders'],
        entity_id: id,
        data: { kind: 'order', subject },
      }),
    ])
    return oneForReview(tx, after)
  })
}

const paidBackOf = ({ method, reference, date }: PaidBack): PaidBack => ({ method, reference, date })

/**
 * Posts a refund: the claim that nobody has confirmed, what was sold and is not delivered, and what is paid back. Gives the
 * credit note, where there is one.
 */
async function post(
  tx: Transaction,
  row: OrderRow,
  { refund, part, back, now }: { refund: string; part: Money; back: PaidBack | null; now: Date },
) {
  const { user_id } = row
  const paid = amountPaid(row)
  // A refund says that the claim was true.
  if (paid && row.claim_id && row.payment_method && !(await hasReceiptFor(tx, row.id)))
    await postReceipt(tx, {
      source: { kind: 'payment', id: row.claim_id },
      user_id,
      method: methodKey(row.payment_method),
      money: paid,
      now,
    })
  const source = { kind: 'refund', id: refund }
  const sold = await soldForOrder(tx, row.id, part.currency)
  const due = row.status === 'cancelled' ? 0 : (payableOrder.amountDue(row)?.amount ?? 0)
  const returned = { ...part, amount: Math.min(part.amount, Math.max(0, sold.amount - due)) }
  const note = await noteFor(tx, row, { refund, returned, back, now })
  await postCreditNote(tx, {
    source,
    user_id,
    net: note?.net ?? returned,
    vat: note?.vat ?? { ...part, amount: 0 },
    now,
  })
  if (!back) return note
  const credit = await lockCredit(tx, user_id, part.currency)
  if (credit.amount < part.amount) throw new Refused('CREDIT_USED')
  await postRefund(tx, { source, user_id, method: methodKey(back.method), money: part, now })
  return note
}

/** The credit note for what is taken back of an order that has an invoice. */
async function noteFor(
  tx: Transaction,
  row: OrderRow,
  { refund, returned, back, now }: { refund: string; returned: Money; back: PaidBack | null; now: Date },
) {
  const charge = returned.amount > 0 ? await findCharge(tx, 'order_id', row.id) : undefined
  if (!charge) return null
  const line = { text: charge.subject, quantity: 1, amount: returned }
  const payment = back && { method: back.method, code: back.reference, paidAt: new Date(back.date) }
  return issueCreditNote(tx, { charge, refund, lines: [line], payment, now })
}
