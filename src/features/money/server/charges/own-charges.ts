import { implement } from '@orpc/server'
import { type Selectable, sql } from 'kysely'
import { exchange } from '../../../../shared/money/exchange.ts'
import { decimalOf } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { newestPage } from '../../../../server/database/keyset.ts'
import { moneyFromColumn, type Tables } from '../../../../server/database/tables.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { chargesContract, type ChargeState } from '../../charges/charges.contract.ts'
import type { PaymentInput } from '../../claims/payment-input.ts'
import { referenceKey } from '../../charges/reference.ts'
import { type Charge, chargeColumns, findCharge, restOf } from './charges.ts'
import { partsPaid, presentPart } from '../received/allocations.ts'
import { claimPayment } from '../claims/claim-payment.ts'
import { chargeTerms } from './charge-terms.ts'
import { type ClaimState, idsIn, payableColumns, payableId } from './payable.ts'
import { payableRenewal } from './payable-renewal.ts'

/** What the customer has said, and did not withdraw. */
type Claim = Selectable<Tables['claims']> & { state: Exclude<ClaimState, 'withdrawn'>; photo: boolean }

/** What the caller owes and has paid, newest first. A withdrawn offer is left out. */
async function listOwnCharges(
  caller: CallerContext,
  { service, paid, ...paging }: Input<typeof chargesContract.list>,
) {
  const person = caller.person()
  return caller.read(async (tx) => {
    const own = paid
      ? ownCharges(tx, person).where('state', '=', paid === 'true' ? 'paid' : 'open')
      : ownCharges(tx, person).where('state', '<>', 'void')
    const { rows, next_cursor } = await newestPage(
      service ? own.where('id', 'in', chargesOfService(service)) : own,
      'charges',
      paging,
    )
    return { items: await withClaims(tx, person, rows), next_cursor }
  })
}

/** The charges of the request or order that brought a service, and of its renewals. */
export const chargesOfService = (service: string) => sql<string>`(
  select c.id from charges c join services s on s.id = ${service}::uuid
   where c.request_id = s.request_id
      or c.request_id in (select id from requests where renews = s.id)
      or c.renewal_id in (select id from renewals where service_id = s.id)
      or c.order_id in (select order_id from order_lines where id = s.order_line_id or renews = s.id))`

/** One of the caller's charges. Refuses with `NOT_FOUND`, also a reference with a wrong character. */
export async function ownCharge(caller: CallerContext, typed: string) {
  const person = caller.person()
  return caller.read(async (tx) => {
    const reference = referenceKey(typed)
    if (!reference) throw new Refused('NOT_FOUND')
    const rows = await ownCharges(tx, person).where('reference', '=', reference).execute()
    const [shown] = await withClaims(tx, person, rows)
    if (!shown) throw new Refused('NOT_FOUND')
    return shown
  })
}

/**
 * The customer claims the payment of a renewal that was carried out before it was paid. Refuses what `claimPayment` does.
 */
async function claimRenewal(caller: CallerContext, id: string, payment: PaymentInput) {
  const charge = await caller.read((tx) => findCharge(tx, 'renewal_id', id))
  if (charge?.user_id !== caller.person()) throw new Refused('NOT_FOUND')
  await claimPayment(caller, payableRenewal(charge.kind), id, payment)
  return ownCharge(caller, charge.reference)
}

const ownCharges = ({ db }: Transaction, person: string) =>
  db.selectFrom('charges').select(chargeColumns).where('user_id', '=', person)

/** Amounts due as their customer sees them, with what has paid them and what the customer says of it. */
export async function withClaims(tx: Transaction, person: string, rows: readonly Charge[]) {
  const ids = rows.map(({ id }) => id)
  const paid = await partsPaid(tx).where('allocations.charge_id', 'in', ids).execute()
  const terms = await chargeTerms(tx, rows)
  const claims = await tx.db
    .selectFrom('claims')
    .selectAll()
    .select(sql<boolean>`exists (select from claim_photos where claim_id = claims.id)`.as('photo'))
    .where('user_id', '=', person)
    .where('state', '<>', 'withdrawn')
    .$narrowType<Pick<Claim, 'state'>>()
    .where((eb) => eb.or(payableColumns.map((column) => eb(column, 'in', idsIn(rows, column)))))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...present(
      row,
      claims.filter((claim) => payableId(claim) === payableId(row)),
    ),
    months: terms.get(row.id) ?? null,
    payments: paid
      .filter(({ charge_id }) => charge_id === row.id)
      .map((one) => ({ id: one.id, ...presentPart(one) })),
  }))
}

function present(row: Charge, claims: readonly Claim[]) {
  const { id, reference, kind, subject, request_id, order_id, renewal_id, currency, due_on } = row
  const rest = restOf(row)
  // What is still to be paid, at the rates of the offer.
  const quotes = row.quotes.map((quote) => ({
    ...quote,
    amount: decimalOf(exchange(rest, quote, { round: 'up' })),
  }))
  return {
    id,
    reference,
    kind,
    subject,
    request_id,
    order_id,
    renewal_id,
    currency,
    quotes,
    due_on,
    state: stateOf(row, claims),
    amount: decimalOf(moneyFromColumn(row.amount, currency)),
    settled: decimalOf(moneyFromColumn(row.settled, currency)),
    rest: decimalOf(rest),
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    claims: claims.map(({ created_at, ...claim }) => ({ ...claim, created_at: created_at.toISOString() })),
  }
}

function stateOf({ state, settled }: Charge, claims: readonly Claim[]): ChargeState {
  if (state !== 'open') return state
  if (claims.some((claim) => claim.state === 'open')) return 'claimed'
  return Number(settled) > 0 ? 'part' : 'open'
}

const charges = implement(chargesContract).$context<Context>().use(authorize)
export const chargesRouter = {
  list: charges.list.handler(({ context, input }) => listOwnCharges(context.caller, input)),
  get: charges.get.handler(({ context, input }) => ownCharge(context.caller, input.reference)),
  claimPayment: charges.claimPayment.handler(({ context, input: { id, ...payment } }) =>
    claimRenewal(context.caller, id, payment),
  ),
}
