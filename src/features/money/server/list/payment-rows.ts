import { type Selectable, sql } from 'kysely'
import { decimalOf } from '../../../../shared/money/money.ts'
import { pick } from '../../../../shared/pick.ts'
import { displayName } from '../../../../shared/people/person.ts'
import { nameColumns } from '../../../../shared/people/profile.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney, moneyFromColumn, type Tables } from '../../../../server/database/tables.ts'
import { type Charge, chargeColumns, restOf } from '../charges/charges.ts'
import { isShopMethod, methodKey } from '../../received/receipt-key.ts'
import { idsIn, payableColumns, payableId } from '../charges/payable.ts'
import { needsCheck } from '../../received/received.ts'
import { withPhoto } from '../claims/claim-photos.ts'
import type { DecisionRow } from '../decisions/decisions.tables.ts'
import type { Allocation } from '../received/allocations.ts'
import { suggestionsFor } from './suggestions.ts'
import type { ReceivedRow } from '../received/received.tables.ts'

/** A claim, with what its request or order says about it. */
export type ClaimRow = Selectable<Tables['claims']> & { is_delivered: boolean }

export type RefundRow = Selectable<Tables['refunds']>

/** A row of the admins' list, before its charge and customer are looked up. */
export type ListedRow =
  | { type: 'received'; row: ReceivedRow }
  | { type: 'claim'; row: ClaimRow }
  | { type: 'refund'; row: RefundRow }

/** The rows as admins see them: with the amount due, the customer and suggestions. Runs a few queries for any length. */
export async function presentPayments(tx: Transaction, rows: readonly ListedRow[]) {
  const parts = await partsOf(tx, rows)
  const charges = await chargesFor(tx, rows, parts)
  const suggestions = await Promise.all(
    rows.map(async (one) => (isWaiting(one) ? suggestionsFor(tx, one.row as ReceivedRow) : [])),
  )
  const shown = await presentCharges(tx, [...charges, ...suggestions.flat()])
  const ofCredit = rows.flatMap((one) => (one.type === 'refund' && !one.row.order_id ? one.row.user_id : []))
  const decisions = await decisionsOf(
    tx,
    rows.map(({ row }) => row.id),
  )
  const deciders = await customersOf(tx, [
    ...rows.flatMap((one) => (one.type === 'received' ? (unseenBy(one.row) ?? []) : [])),
    ...decisions.map(({ decided_by }) => decided_by),
  ])
  const customers = await customersOf(tx, ofCredit)
  const photos = await withPhoto(
    tx,
    rows.flatMap((one) => (one.type === 'claim' ? one.row.id : [])),
  )
  const shownCharge = (charge: Charge | undefined) => (charge && shown.get(charge.id)) ?? null
  return rows.map((one, at) => {
    const own = parts.filter(({ payment_id }) => one.type === 'received' && payment_id === one.row.id)
    const charge = charges.find((charge) => isFor(charge, one, own[0]))
    const isOfCredit = one.type === 'refund' && !one.row.order_id
    return {
      ...presentOne(one, charge),
      confirmed_by: one.type === 'received' ? nameOf(deciders, unseenBy(one.row)) : null,
      decision: presentDecision(
        decisions.find(({ payment_id, claim_id }) => one.row.id === (payment_id ?? claim_id)),
        deciders,
      ),
      photo: photos.has(one.row.id),
      charge: shownCharge(charge),
      parts: own
        .filter(({ undone_at }) => undone_at === null)
        .map(({ charge_id, amount, currency, outcome }) => ({
          amount: decimalOf(moneyFromColumn(amount, currency)),
          outcome,
          charge: shown.get(charge_id)!,
        })),
      customer: isOfCredit ? (customers.find(({ id }) => id === one.row.user_id) ?? null) : null,
      suggestions: suggestions[at]!.map((charge) => ({ ...shownCharge(charge)!, typed: charge.typed })),
    }
  })
}

function nameOf(people: Awaited<ReturnType<typeof customersOf>>, person: string | null): string | null {
  const found = people.find(({ id }) => id === person)
  return found ? displayName(found) : null
}

const presentDecision = (
  decision: DecisionRow | undefined,
  people: Awaited<ReturnType<typeof customersOf>>,
) =>
  decision
    ? {
        act: decision.decision.act,
        by: nameOf(people, decision.decided_by) ?? '—',
        due_at: decision.due_at.toISOString(),
        failed: decision.failed,
      }
    : null

/** What admins have decided of payments and claims, and is not carried out. */
const decisionsOf = ({ db }: Transaction, ids: readonly string[]): Promise<DecisionRow[]> =>
  db
    .selectFrom('payment_decisions')
    .selectAll()
    .where((eb) => eb.or([eb('payment_id', 'in', ids), eb('claim_id', 'in', ids)]))
    .execute()

function isFor(charge: Charge, { type, row }: ListedRow, part: Allocation | undefined): boolean {
  if (type === 'received') return charge.id === part?.charge_id
  return type === 'claim'
    ? payableId(charge) === payableId(row)
    : charge.order_id !== null && charge.order_id === row.order_id
}

function presentOne(one: ListedRow, charge: Charge | undefined) {
  if (one.type === 'received') return presentReceived(one.row)
  return one.type === 'claim' ? presentClaim(one.row, charge) : presentRefund(one.row)
}

/** Whether an admin may match the payment as it is. */
const isWaiting = (one: ListedRow) =>
  one.type === 'received' &&
  one.row.kind === 'incoming' &&
  (one.row.state === 'received' || (one.row.state === 'held' && !needsCheck(one.row)))

const unseenBy = (row: ReceivedRow) => (row.seen ? null : row.decided_by)

function presentReceived(row: ReceivedRow) {
  return {
    ...pick(row, ['id', 'state', 'reason', 'kind', 'channel', 'method', 'code', 'payer_name', 'payer_phone']),
    ...pick(row, ['reference', 'seen', 'disagrees', 'version']),
    ...amountOf(row),
    type: 'received' as const,
    // The text of a message is shown with its evidence.
    pasted: row.channel === 'by-hand' ? row.body : null,
    paid_at: row.paid_at?.toISOString() ?? null,
    at: row.at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

const noFacts = {
  reason: null,
  channel: null,
  pasted: null,
  payer_name: null,
  payer_phone: null,
  reference: null,
}

/** The states of claims in the admins' list. A claim with received money is shown in the row of that money. */
const claimStates = {
  open: 'claimed',
  settled: 'matched',
  short: 'short',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const

function presentClaim(row: ClaimRow, charge: Charge | undefined) {
  // The claim stores all that was due. After a payment that was short, it pays the rest.
  const isRest = row.state === 'open' && charge?.state === 'open' && Number(charge.settled) > 0
  return {
    ...noFacts,
    ...pick(row, ['id', 'reason', 'payer_name', 'version']),
    type: 'claim' as const,
    state: claimStates[row.state],
    kind: 'incoming',
    ...amountOf(isRest ? { amount: columnFromMoney(restOf(charge)), currency: charge.currency } : row),
    method: typedMethod(row),
    code: row.receipt_number,
    pasted: row.receipt_text,
    paid_at: null,
    at: row.created_at.toISOString(),
    seen: false,
    disagrees: false,
    created_at: row.created_at.toISOString(),
  }
}

/** What the customer typed, in quotation marks where it is the name of an entry of the shop's own. */
const typedMethod = ({ payment_method, method }: ClaimRow) =>
  isShopMethod(payment_method) && method !== payment_method ? `"${payment_method}"` : payment_method

function presentRefund(row: RefundRow) {
  return {
    ...noFacts,
    id: row.id,
    type: 'refund' as const,
    state: 'refunded' as const,
    kind: 'refund',
    ...amountOf(row),
    method: row.method && methodKey(row.method),
    code: row.reference,
    paid_at: row.paid_on && new Date(row.paid_on).toISOString(),
    at: (row.paid_on ? new Date(row.paid_on) : row.created_at).toISOString(),
    seen: true,
    disagrees: false,
    created_at: row.created_at.toISOString(),
    version: 1,
  }
}

const amountOf = ({ amount, currency }: { amount: string | null; currency: string | null }) => {
  const money = currency === null ? null : moneyFromColumn(amount, currency)
  return { amount: money && decimalOf(money), currency: money?.currency ?? null }
}

/** The parts of payments: those that count, the first one first, and after them those that were undone, the last first. */
const partsOf = ({ db }: Transaction, rows: readonly ListedRow[]): Promise<Allocation[]> =>
  db
    .selectFrom('allocations')
    .selectAll()
    .where(
      'payment_id',
      'in',
      rows.flatMap((one) => (one.type === 'received' ? one.row.id : [])),
    )
    .orderBy(sql`undone_at is null`, 'desc')
    .orderBy('undone_at', 'desc')
    .orderBy('allocated_at')
    .orderBy('id')
    .execute()

async function chargesFor(
  { db }: Transaction,
  rows: readonly ListedRow[],
  parts: readonly Allocation[],
): Promise<Charge[]> {
  const ids = parts.map(({ charge_id }) => charge_id)
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

export const chargesByIds = ({ db }: Transaction, ids: readonly string[]): Promise<Charge[]> =>
  db.selectFrom('charges').select(chargeColumns).where('id', 'in', ids).execute()

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
          id,
          reference,
          kind,
          subject,
          request_id,
          order_id,
          renewal_id,
          state,
          currency,
          amount: decimalOf(moneyFromColumn(charge.amount, currency)),
          settled: decimalOf(moneyFromColumn(charge.settled, currency)),
          rest: decimalOf(restOf(charge)),
          customer: customers.find((one) => one.id === charge.user_id) ?? null,
        },
      ] as const
    }),
  )
}

/** People, with the columns that make up their names. */
export const customersOf = ({ db }: Transaction, ids: readonly string[]) =>
  db
    .selectFrom('profiles')
    .select(['id', ...nameColumns])
    .where('id', 'in', [...new Set(ids)])
    .execute()
