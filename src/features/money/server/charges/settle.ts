import { type Money, sumOf } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney, moneyFromColumn } from '../../../../server/database/tables.ts'
import { postReceipt, postSale } from '../ledger/ledger.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { soldLines } from './sold-lines.ts'
import { type Charge, chargeColumns, creditFor, restOf } from './charges.ts'
import { mailShort } from './money-mails.ts'
import type { OpenClaim } from './payable.ts'
import {
  allocationsOf,
  insertAllocation,
  type Outcome,
  settleShortParts,
  stateOfParts,
} from '../received/allocations.ts'

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

interface Settlement {
  charge: Charge
  received: ReceivedMoney
  /** The part of the payment, in its currency. All of it by default. */
  part?: Money | undefined
  claim?: OpenClaim | undefined
  /** Whether the program delivers what the charge is for, as soon as it is paid. */
  activates: boolean
  now: Date
  /** The admin who decided it; null for the program. */
  by: string | null
}

/**
 * Pays a charge with received money or a part of it, exactly once: both rows are compared with the versions given. A
 * surplus and a second payment become the customer's credit in the ledger. Money settles the open claim with its receipt
 * number, and what pays the charge settles any. Gives what the money did, the charge after it, and whether a claim was settled. Refuses with `CHARGE_VOID` also that of a test sale, with `OTHER_CURRENCY` money in a currency that the offer has no quote in, and with
 * `NOT_WAITING` more than what is left of the payment.
 * @throws ConcurrentChange where one of the rows was changed meanwhile.
 */
export async function settleCharge(
  tx: Transaction,
  { charge, received, part, claim, activates, now, by }: Settlement,
): Promise<{ outcome: Outcome; charge: Charge; isPaidNow: boolean; isClaimSettled: boolean }> {
  if (charge.state === 'void' || charge.is_test) throw new Refused('CHARGE_VOID')
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
    payment: received.id,
    charge,
    part: money,
    outcome,
    claim: settled?.id ?? null,
    by,
    now,
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
  const after = await changeCharge(tx, charge, {
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
  const invoice = await issueInvoice(tx, { charge, lines: await soldLines(tx, charge, now), payment, now })
  await postSale(tx, {
    // A charge that is sold again has a posting for each of its invoices.
    source: charge.sale === 1 ? { kind: 'charge', id: charge.id } : { kind: 'paper', id: invoice.id },
    user_id: charge.user_id,
    net: invoice.net,
    vat: invoice.vat,
    now,
  })
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
      state: stateOfParts([...parts.map((one) => one.outcome), outcome]),
      reason: null,
      user_id,
      decided_by: by,
      decided_at: now,
      version: version + 1,
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

/** Changes a charge of a version. @throws ConcurrentChange where it was changed meanwhile. */
export async function changeCharge(
  { db }: Transaction,
  { id, version }: Charge,
  changed: {
    settled?: string
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
