import { moneyFromDecimal, type Money, sumOf } from '../../../../shared/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney, moneyFromColumn } from '../../../../server/database/tables.ts'
import { postCreditNote, postReceipt, postReversal, postSale } from '../ledger/ledger.ts'
import { issueCreditNote, issueInvoice } from '../invoices/issue.ts'
import { productOf } from '../../../products/item.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { type Charge, chargeColumns, restOf } from './charges.ts'
import { mailShort } from './money-mails.ts'
import type { PayableRow } from './payable.ts'
import {
  type Allocation,
  allocationsOf,
  allocationsTo,
  insertAllocation,
  type Outcome,
  settleShortParts,
  stateOfParts,
  type Undone,
} from '../received/allocations.ts'

/** A row of received money, as far as a settlement reads it. */
export interface ReceivedMoney {
  id: string
  method: string | null
  amount: string | null
  currency: string | null
  code?: string | null
  code_key?: string | null
  paid_at: Date | null
  version: number
}

/** A claim that nobody has decided yet. */
export interface OpenClaim {
  id: string
  /** Its receipt number, for comparison. */
  number: string | null
}

/** The claim of a payable's row, where nobody has decided it. */
export const openClaimOf = ({
  claim_id,
  claim_state,
  receipt_key,
}: Pick<PayableRow, 'claim_id' | 'claim_state' | 'receipt_key'>): OpenClaim | undefined =>
  claim_id !== null && claim_state === 'open' ? { id: claim_id, number: receipt_key } : undefined

interface Settlement {
  charge: Charge
  received: ReceivedMoney
  /** The part of the payment, in its currency. All of it by default. */
  part?: Money | undefined
  /** The open claim about the charge. */
  claim?: OpenClaim | undefined
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
 * Pays a charge with received money or a part of it, exactly once: both rows are compared with the versions given. A
 * surplus and a second payment become the customer's credit in the ledger. Money settles the open claim with its receipt
 * number, and what pays the charge settles any. Gives what the money did, the charge after it, and whether a claim was settled. Refuses with `CHARGE_VOID`, with `OTHER_CURRENCY` money in a currency that the offer has no quote in, and with
 * `NOT_WAITING` more than what is left of the payment.
 * @throws ConcurrentChange where one of the rows was changed meanwhile.
 */
export async function settleCharge(
  tx: Transaction,
  { charge, received, part, claim, activates, now, by }: Settlement,
): Promise<{ outcome: Outcome; charge: Charge; isPaidNow: boolean; isClaimSettled: boolean }> {
  if (charge.state === 'void') throw new Refused('CHARGE_VOID')
  const money = part ?? moneyFromColumn(received.amount!, received.currency!)
  const { method } = received
  const credit = creditFor(charge, { amount: columnFromMoney(money), currency: money.currency, method })
  if (!credit) throw new Refused('OTHER_CURRENCY')
  const rest = restOf(charge)
  const outcome = charge.state === 'paid' ? 'double' : outcomeOf(credit, rest)
  const isPaidNow = outcome === 'matched' || outcome === 'over'
  const settled =
    claim && (isPaidNow || (claim.number !== null && claim.number === received.code_key)) ? claim : null
  await book(tx, received, { money, outcome, user_id: charge.user_id, by, now })
  const allocation = await insertAllocation(tx, {
    ...{ payment: received.id, charge, part: money, outcome, claim: settled?.id ?? null, by, now },
  })
  const { user_id } = charge
  await postReceipt(tx, {
    source: { kind: 'received', id: allocation },
    user_id,
    method: method ?? 'other',
    money,
    counts: credit,
    now,
  })
  if (settled) await settleClaim(tx, settled.id, isPaidNow ? 'settled' : 'short', now)
  const isClaimSettled = settled !== null
  if (outcome === 'double') return { outcome, charge, isPaidNow, isClaimSettled }
  const sum = isPaidNow ? charge.amount : columnFromMoney(sumOf([settledOf(charge), credit], credit.currency))
  const after = await change(tx, charge, {
    settled: sum,
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
  return { outcome, charge: after, isPaidNow, isClaimSettled }
}

const settleClaim = ({ db }: Transaction, id: string, state: 'settled' | 'short', now: Date) =>
  db.updateTable('claims').set({ state, decided_at: now }).where('id', '=', id).execute()

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
  await settleShortParts(tx, charge.id, 'matched')
  const invoice = await issueInvoice(tx, { charge, lines: await soldLines(tx, charge), payment, now })
  await postSale(tx, {
    // A charge that is sold again has a posting for each of its invoices.
    source: charge.sale === 1 ? { kind: 'charge', id: charge.id } : { kind: 'paper', id: invoice.id },
    user_id: charge.user_id,
    net: invoice.net,
    vat: invoice.vat,
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

interface UndoneAllocation {
  charge: Charge
  allocation: Allocation
  payment: ReceivedMoney
  as: Undone
  /** Whether what the charge is for was withdrawn. */
  isWithdrawn: boolean
  now: Date
  by: string | null
}

/**
 * Undoes that a part of a payment pays a charge. The charge is open again with what it lacks then, or void where what it is
 * for was withdrawn. What a bank takes back stays sold, and the customer owes it. What was booked by mistake is not: its
 * invoice is credited, and the next payment is another sale. Gives the charge after it.
 * @throws ConcurrentChange where it was undone meanwhile.
 */
export async function undoAllocation(
  tx: Transaction,
  { charge, allocation, payment, as, isWithdrawn, now, by }: UndoneAllocation,
): Promise<Charge> {
  const { numUpdatedRows } = await tx.db
    .updateTable('allocations')
    .set({ undone_at: now, undone_by: by, undone_as: as })
    .where('id', '=', allocation.id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new ConcurrentChange()
  const { amount, currency } = allocation
  const { method } = payment
  await postReversal(tx, {
    source: { kind: 'received', id: allocation.id },
    user_id: charge.user_id,
    method: method ?? 'other',
    money: moneyFromColumn(amount, currency),
    counts: creditFor(charge, { amount, currency, method }),
    now,
  })
  const left = await allocationsTo(tx, charge.id)
  const paid = sumOf(
    left.flatMap((one) => (one.outcome === 'credit' ? [] : (creditFor(charge, one) ?? []))),
    charge.currency,
  )
  const due = moneyFromColumn(charge.amount, charge.currency)
  const settled = { ...due, amount: Math.min(due.amount, paid.amount) }
  const opens = charge.state === 'paid' && settled.amount < due.amount
  const isNotSold = opens && as === 'moved'
  if (isNotSold) await takeSaleBack(tx, charge, allocation.id, now)
  const after = await change(tx, charge, {
    settled: columnFromMoney(settled),
    ...(opens && { state: isWithdrawn ? 'void' : 'open', activate: false }),
    ...(isNotSold && { paid_at: null, sale: charge.sale + 1 }),
  })
  return after
}

/** Credits the invoice of a charge whole. Its amount is the customer's again, who has not paid it. */
async function takeSaleBack(tx: Transaction, charge: Charge, refund: string, now: Date): Promise<void> {
  const lines = await soldLines(tx, charge)
  const note = await issueCreditNote(tx, { charge, refund, lines, payment: null, now })
  if (!note) throw new Error('a paid charge has an invoice')
  const source = { kind: 'paper', id: note.id }
  await postCreditNote(tx, { source, user_id: charge.user_id, net: note.net, vat: note.vat, now })
}

interface Booked {
  money: Money
  outcome: Outcome
  user_id: string
  by: string | null
  now: Date
}

/** Changes the state of a payment of which a part is allocated. Refuses with `NOT_WAITING` more than what is left of it. */
async function book(
  tx: Transaction,
  { id, version, amount, currency }: ReceivedMoney,
  { money, outcome, user_id, by, now }: Booked,
) {
  const parts = await allocationsOf(tx, id)
  const { numUpdatedRows } = await tx.db
    .updateTable('received_payments')
    .set({
      ...{ state: stateOfParts([...parts.map((one) => one.outcome), outcome]), reason: null, user_id },
      ...{ decided_by: by, decided_at: now, version: version + 1 },
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new ConcurrentChange()
  const whole = moneyFromColumn(amount!, currency!)
  const used = sumOf(
    parts.map((one) => moneyFromColumn(one.amount, one.currency)),
    whole.currency,
  )
  if (used.amount + money.amount > whole.amount) throw new Refused('NOT_WAITING')
}

async function change(
  { db }: Transaction,
  { id, version }: Charge,
  changed: {
    settled: string
    state?: 'open' | 'paid' | 'void'
    paid_at?: Date | null
    activate?: boolean
    sale?: number
  },
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
