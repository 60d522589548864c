import { sql } from 'kysely'
import { moneyFromDecimal, type Money, sumOf } from '../../../shared/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import { columnFromMoney, moneyFromColumn } from '../../../server/database/tables.ts'
import { postReceipt, postReversal, postSale } from '../../ledger/server/ledger.ts'
import { issueInvoice } from '../../papers/server/issue.ts'
import { productOf } from '../../products/item.ts'
import { methodKey } from '../receipt-key.ts'
import { type Charge, chargeColumns, restOf, VOIDED } from './charges.ts'
import { mailReversed, mailShort } from './money-mails.ts'

/** What received money did: paid all that was due, a part of it, more than it, or something that was paid before. */
export type Outcome = 'matched' | 'short' | 'over' | 'double'

/** A row of received money, as far as a settlement reads it. */
export interface ReceivedMoney {
  id: string
  method: string | null
  amount: string | null
  currency: string | null
  code?: string | null
  paid_at: Date | null
  version: number
}

interface Settlement {
  charge: Charge
  received: ReceivedMoney
  /** The claim that the money confirms. */
  claim?: string | null
  /** Whether the program delivers what the charge is for, as soon as it is paid. */
  activates: boolean
  now: Date
  /** The admin who decided it; null for the program. */
  by: string | null
}

/**
 * What received money counts for a charge, in the charge's currency: its amount, or the part of a kept quote in the
 * currency of the payment. Undefined where the charge has no quote in that currency, or the row has no amount.
 */
export function creditFor(
  charge: Pick<Charge, 'amount' | 'currency' | 'quotes'>,
  { amount, currency, method }: Pick<ReceivedMoney, 'amount' | 'currency' | 'method'>,
): Money | undefined {
  if (amount === null || currency === null) return undefined
  if (currency === charge.currency) return moneyFromColumn(amount, currency)
  const inCurrency = charge.quotes.filter((one) => one.currency === currency && one.amount > 0)
  const quote = inCurrency.find((one) => methodKey(one.method) === method) ?? inCurrency[0]
  if (!quote) return undefined
  const [paid, asked] = [moneyFromColumn(amount, currency), moneyFromDecimal(quote.amount, currency)]
  const due = moneyFromColumn(charge.amount, charge.currency)
  return { ...due, amount: Math.round((due.amount * paid.amount) / asked.amount) }
}

/**
 * Pays a charge with received money, exactly once: both rows are compared with the versions given. A surplus and a second
 * payment become the customer's credit in the ledger. Gives what the money did, and the charge after it.
 * Refuses with `CHARGE_VOID`, and with `OTHER_CURRENCY` money in a currency that the offer has no quote in.
 * @throws ConcurrentChange where one of the rows was changed meanwhile.
 */
export async function settleCharge(
  tx: Transaction,
  { charge, received, claim = null, activates, now, by }: Settlement,
): Promise<{ outcome: Outcome; charge: Charge; isPaidNow: boolean }> {
  if (charge.state === 'void') throw new Refused('CHARGE_VOID')
  const credit = creditFor(charge, received)
  if (!credit) throw new Refused('OTHER_CURRENCY')
  const rest = restOf(charge)
  const outcome = charge.state === 'paid' ? 'double' : outcomeOf(credit, rest)
  await assign(tx, received, {
    state: outcome,
    charge_id: charge.id,
    user_id: charge.user_id,
    payment_id: claim,
    decided_by: by,
    decided_at: now,
  })
  const { method } = received
  const money = moneyFromColumn(received.amount!, received.currency!)
  const { user_id } = charge
  await postReceipt(tx, {
    source: { kind: 'received', id: received.id },
    user_id,
    method: method ?? 'other',
    money,
    counts: credit,
    now,
  })
  if (outcome === 'double') return { outcome, charge, isPaidNow: false }
  const isPaidNow = outcome !== 'short'
  const settled = isPaidNow
    ? charge.amount
    : columnFromMoney(sumOf([settledOf(charge), credit], credit.currency))
  const after = await change(tx, charge, {
    settled,
    ...(isPaidNow && { state: 'paid', paid_at: charge.paid_at ?? now, activate: activates }),
  })
  if (!isPaidNow) await mailShort(tx, after, received)
  else
    await completePayment(
      tx,
      after,
      { method: method ?? 'other', code: received.code ?? null, paidAt: received.paid_at ?? now },
      now,
    )
  return { outcome, charge: after, isPaidNow }
}

const settledOf = ({ settled, currency }: Charge) => moneyFromColumn(settled, currency)

function outcomeOf(credit: Money, rest: Money): Outcome {
  if (credit.amount === rest.amount) return 'matched'
  return credit.amount < rest.amount ? 'short' : 'over'
}

/** What follows from a charge being paid, once: its parts count as matched, the invoice is issued, the sale is posted. */
export async function completePayment(
  tx: Transaction,
  charge: Charge,
  payment: { method: string; code: string | null; paidAt: Date },
  now: Date,
) {
  await tx.db
    .updateTable('received_payments')
    .set({ state: 'matched', version: sql<number>`version + 1` })
    .where('charge_id', '=', charge.id)
    .where('state', '=', 'short')
    .execute()
  const { net, vat } = await issueInvoice(tx, { charge, lines: await soldLines(tx, charge), payment, now })
  await postSale(tx, {
    source: { kind: 'charge', id: charge.id },
    user_id: charge.user_id,
    net,
    vat,
    now,
  })
}

/** The lines of the invoice: the items of an order, or what the request is for. */
export async function soldLines(
  { db }: Transaction,
  {
    order_id,
    kind,
    subject,
    amount,
    currency,
  }: Pick<Charge, 'order_id' | 'kind' | 'subject' | 'amount' | 'currency'>,
) {
  const product = order_id === null ? kind : null
  const whole = [{ text: subject, quantity: 1, product, amount: moneyFromColumn(amount, currency) }]
  if (order_id === null) return whole
  const items = await db
    .selectFrom('order_lines')
    .select(['domain', 'price'])
    .where('order_id', '=', order_id)
    .where('state', '<>', 'gone')
    .orderBy('position')
    .execute()
  const lines = items.map(({ domain, price }) => ({
    text: domain,
    quantity: 1,
    product: productOf(domain),
    amount: moneyFromColumn(price, currency),
  }))
  // The items may have changed since the charge was fixed by a first payment.
  const isWhole =
    sumOf(
      lines.map((line) => line.amount),
      currency,
    ).amount === whole[0]!.amount.amount
  return isWhole ? lines : whole
}

/**
 * Takes back what the bank or the mobile-money company reversed. The charge is open again with what it lacks then, or
 * void where what it is for was withdrawn. Refuses with `NOT_SETTLED` money that pays nothing.
 * @param original the row that paid, and its charge
 */
export async function reverseSettlement(
  tx: Transaction,
  {
    charge,
    original,
    isWithdrawn,
    now,
    by,
  }: {
    charge: Charge
    original: ReceivedMoney & { state: string }
    isWithdrawn: boolean
    now: Date
    by: string | null
  },
): Promise<Charge> {
  if (!['matched', 'short', 'over', 'double'].includes(original.state)) throw new Refused('NOT_SETTLED')
  const { numUpdatedRows } = await tx.db
    .updateTable('received_payments')
    .set({ state: 'reversed', decided_by: by, decided_at: now, version: original.version + 1 })
    .where('id', '=', original.id)
    .where('version', '=', original.version)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new ConcurrentChange()
  const counts = creditFor(charge, original)
  await postReversal(tx, {
    source: { kind: 'received', id: original.id },
    user_id: charge.user_id,
    method: original.method ?? 'other',
    money: moneyFromColumn(original.amount!, original.currency!),
    counts,
    now,
  })
  const left = await tx.db
    .selectFrom('received_payments')
    .select(['amount', 'currency', 'method'])
    .where('charge_id', '=', charge.id)
    .where('state', 'in', ['matched', 'short', 'over', 'double'])
    .where('reason', 'is distinct from', VOIDED)
    .execute()
  const paid = sumOf(
    left.flatMap((row) => creditFor(charge, row) ?? []),
    charge.currency,
  )
  const due = moneyFromColumn(charge.amount, charge.currency)
  const settled = { ...due, amount: Math.min(due.amount, paid.amount) }
  const after = await change(tx, charge, {
    settled: columnFromMoney(settled),
    ...(settled.amount < due.amount &&
      charge.state === 'paid' && { state: isWithdrawn ? 'void' : 'open', activate: false }),
  })
  await mailReversed(tx, after, original)
  return after
}

interface Assignment {
  state: Outcome
  charge_id: string
  user_id: string
  payment_id: string | null
  decided_by: string | null
  decided_at: Date
}

async function assign({ db }: Transaction, { id, version }: ReceivedMoney, assignment: Assignment) {
  const { numUpdatedRows } = await db
    .updateTable('received_payments')
    .set({ ...assignment, reason: null, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('charge_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new ConcurrentChange()
}

async function change(
  { db }: Transaction,
  { id, version }: Charge,
  changed: { settled: string; state?: 'open' | 'paid' | 'void'; paid_at?: Date; activate?: boolean },
): Promise<Charge> {
  const after = await db
    .updateTable('charges')
    .set({ ...changed, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(chargeColumns)
    .executeTakeFirst()
  if (!after) throw new ConcurrentChange()
  return after
}
