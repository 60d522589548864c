import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { decimalOf } from '../../../shared/money.ts'
import { nameColumns } from '../../../shared/profile.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { columnFromMoney, moneyFromColumn, type Tables } from '../../../server/database/tables.ts'
import { type Charge, chargeColumns, restOf } from '../../payments/server/charges.ts'
import { isShopMethod, methodKey } from '../../payments/receipt-key.ts'
import { idsIn, payableColumns, payableId } from '../../payments/server/payable.ts'
import { isSamePayer, SUGGESTION_HOURS } from '../same-payer.ts'
import type { PaymentState } from '../contract.ts'
import type { ReceivedRow } from '../../payments/server/received/tables.ts'

/** A claim, with what its request or order says about it. */
export type ClaimRow = Selectable<Tables['payments']> & { is_delivered: boolean }

/** What was paid back. */
export type RefundRow = Selectable<Tables['refunds']>

/** A row of the admins' list, before its charge and customer are looked up. */
export type ListedRow =
  | { type: 'received'; row: ReceivedRow }
  | { type: 'claim'; row: ClaimRow }
  | { type: 'refund'; row: RefundRow }

/** The rows as admins see them: with the amount due, the customer and suggestions. Runs a few queries for any length. */
export async function presentPayments(tx: Transaction, rows: readonly ListedRow[]) {
  const charges = await chargesFor(tx, rows)
  const suggestions = await Promise.all(
    rows.map(async (one) => (isWaiting(one) ? suggestionsFor(tx, one.row as ReceivedRow) : [])),
  )
  const shown = await presentCharges(tx, [...charges, ...suggestions.flat()])
  const ofCredit = rows.flatMap((one) => (one.type === 'refund' && !one.row.order_id ? one.row.user_id : []))
  const customers = await customersOf(tx, ofCredit)
  const shownCharge = (charge: Charge | undefined) => (charge && shown.get(charge.id)) ?? null
  return rows.map((one, at) => {
    const charge = charges.find((charge) => isFor(charge, one))
    const isOfCredit = one.type === 'refund' && !one.row.order_id
    return {
      ...presentOne(one, charge),
      charge: shownCharge(charge),
      customer: isOfCredit ? (customers.find(({ id }) => id === one.row.user_id) ?? null) : null,
      suggestions: suggestions[at]!.map((charge) => shownCharge(charge)!),
    }
  })
}

/** Whether a row is about a charge. */
function isFor(charge: Charge, { type, row }: ListedRow): boolean {
  if (type === 'received') return charge.id === row.charge_id
  return type === 'claim'
    ? payableId(charge) === payableId(row)
    : charge.order_id !== null && charge.order_id === row.order_id
}

function presentOne(one: ListedRow, charge: Charge | undefined) {
  if (one.type === 'received') return presentReceived(one.row)
  return one.type === 'claim' ? presentClaim(one.row, charge) : presentRefund(one.row)
}

const isWaiting = (one: ListedRow) =>
  one.type === 'received' && one.row.state === 'received' && one.row.charge_id === null

function presentReceived(row: ReceivedRow) {
  return {
    id: row.id,
    type: 'received' as const,
    state: row.state,
    reason: row.reason,
    kind: row.kind,
    channel: row.channel,
    ...amountOf(row),
    method: row.method,
    code: row.code,
    payer_name: row.payer_name,
    payer_phone: row.payer_phone,
    reference: row.reference,
    paid_at: row.paid_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}

function presentClaim(row: ClaimRow, charge: Charge | undefined) {
  // The claim stores all that was due. After a payment that was short, it pays the rest.
  const isRest = row.state === 'claimed' && charge?.state === 'open' && Number(charge.settled) > 0
  return {
    id: row.id,
    type: 'claim' as const,
    // A claim from before received money was recorded counts as matched once it is delivered.
    state: (row.state !== 'claimed' ? row.state : row.is_delivered ? 'matched' : 'claimed') as PaymentState,
    reason: row.reason,
    kind: 'incoming',
    channel: null,
    ...amountOf(isRest ? { amount: columnFromMoney(restOf(charge)), currency: charge.currency } : row),
    method: typedMethod(row),
    code: row.receipt_number,
    payer_name: row.payer_name,
    payer_phone: null,
    reference: null,
    paid_at: null,
    created_at: row.created_at.toISOString(),
    version: 1,
  }
}

/** What the customer typed, in quotation marks where it is the name of an entry of the shop's own. */
const typedMethod = ({ payment_method, method }: ClaimRow) =>
  isShopMethod(payment_method) && method !== payment_method ? `"${payment_method}"` : payment_method

function presentRefund(row: RefundRow) {
  return {
    id: row.id,
    type: 'refund' as const,
    state: 'refunded' as const,
    reason: null,
    kind: 'refund',
    channel: null,
    ...amountOf(row),
    method: row.method && methodKey(row.method),
    code: row.reference,
    payer_name: null,
    payer_phone: null,
    reference: null,
    paid_at: row.paid_on && new Date(row.paid_on).toISOString(),
    created_at: row.created_at.toISOString(),
    version: 1,
  }
}

const amountOf = ({ amount, currency }: { amount: string | null; currency: string | null }) => {
  const money = currency === null ? null : moneyFromColumn(amount, currency)
  return { amount: money && decimalOf(money), currency: money?.currency ?? null }
}

async function chargesFor({ db }: Transaction, rows: readonly ListedRow[]): Promise<Charge[]> {
  const ids = rows.flatMap((one) => (one.type === 'received' ? (one.row.charge_id ?? []) : []))
  const claims = rows.flatMap((one) => (one.type === 'claim' ? one.row : []))
  const orders = rows.flatMap((one) => (one.type === 'refund' ? (one.row.order_id ?? []) : []))
  return db
    .selectFrom('charges')
    .select(chargeColumns)
    .where((eb) =>
      eb.or([
        eb('id', 'in', ids),
        ...payableColumns.map((column) => eb(column, 'in', idsIn(claims, column))),
        eb('order_id', 'in', orders),
      ]),
    )
    .execute()
}

/** Charges as admins see them, by their id. */
export async function presentCharges(tx: Transaction, charges: readonly Charge[]) {
  const customers = await customersOf(
    tx,
    charges.map(({ user_id }) => user_id),
  )
  return new Map(
    charges.map((charge) => {
      const { id, reference, kind, subject, request_id, order_id, renewal_id, state, currency } = charge
      return [
        id,
        {
          ...{ id, reference, kind, subject, request_id, order_id, renewal_id, state, currency },
          amount: decimalOf(moneyFromColumn(charge.amount, currency)),
          settled: decimalOf(moneyFromColumn(charge.settled, currency)),
          rest: decimalOf(restOf(charge)),
          customer: customers.find((one) => one.id === charge.user_id) ?? null,
        },
      ] as const
    }),
  )
}

const customersOf = ({ db }: Transaction, ids: readonly string[]) =>
  db
    .selectFrom('profiles')
    .select(['id', ...nameColumns])
    .where('id', 'in', [...new Set(ids)])
    .execute()

const MOST_CANDIDATES = 50

/**
 * Open charges of the amount, offered or claimed within 48 hours of the money, whose customer or claim names the same
 * payer. They are only shown: an amount and a name prove nothing.
 */
export async function suggestionsFor({ db }: Transaction, row: ReceivedRow): Promise<Charge[]> {
  if (row.amount === null || row.currency === null) return []
  const at = row.paid_at ?? row.received_at
  const quoted = JSON.stringify([{ currency: row.currency, amount: Number(row.amount) }])
  const candidates = await db
    .selectFrom('charges')
    .innerJoin('profiles', 'profiles.id', 'charges.user_id')
    .leftJoin('payments', (join) =>
      join.on('payments.state', '=', 'claimed').on(
        sql<boolean>`(payments.request_id = charges.request_id or payments.order_id = charges.order_id
                        or payments.renewal_id = charges.renewal_id)`,
      ),
    )
    .select(chargeColumns)
    .select(['profiles.full_name', 'profiles.business_name', 'profiles.phone_number', 'payments.payer_name'])
    .where('charges.state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('charges.currency', '=', row.currency!),
          sql<boolean>`charges.amount - charges.settled = ${row.amount}::numeric`,
        ]),
        sql<boolean>`charges.quotes @> ${quoted}::jsonb`,
      ]),
    )
    .where(
      sql<boolean>`abs(extract(epoch from coalesce(payments.created_at, charges.created_at) - ${at}::timestamptz)) <= ${SUGGESTION_HOURS * 3600}`,
    )
    .orderBy('charges.created_at', 'desc')
    .limit(MOST_CANDIDATES)
    .execute()
  const payer = { name: row.payer_name, phone: row.payer_phone }
  return candidates
    .filter(({ full_name, business_name, phone_number, payer_name }) =>
      [full_name, business_name, payer_name].some((name) =>
        isSamePayer(payer, { name, phone: phone_number }),
      ),
    )
    .slice(0, 3)
}
