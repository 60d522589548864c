import { implement } from '@orpc/server'
import type { Selectable } from 'kysely'
import { exchange } from '../../../shared/currency/exchange.ts'
import { decimalOf } from '../../../shared/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import { moneyFromColumn, type Tables } from '../../../server/database/tables.ts'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { chargesContract, type ChargeState } from '../charges-contract.ts'
import { referenceKey } from '../reference.ts'
import { type Charge, chargeColumns } from './charges.ts'
import { restOf } from './settle.ts'

type Claim = Selectable<Tables['payments']>

/** What the caller owes and has paid, newest first. A withdrawn offer is left out. */
async function listOwnCharges(caller: CallerContext, paging: Paging) {
  const person = caller.person()
  return caller.read(async (tx) => {
    const { rows, next_cursor } = await newestPage(
      ownCharges(tx, person).where('state', '<>', 'void'),
      'charges',
      paging,
    )
    return { items: await withClaims(tx, person, rows), next_cursor }
  })
}

/** One of the caller's charges. Refuses with `NOT_FOUND`, also a reference with a wrong character. */
async function ownCharge(caller: CallerContext, typed: string) {
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

const ownCharges = ({ db }: Transaction, person: string) =>
  db.selectFrom('charges').select(chargeColumns).where('user_id', '=', person)

async function withClaims({ db }: Transaction, person: string, rows: readonly Charge[]) {
  const ids = (column: 'request_id' | 'order_id') => rows.flatMap((row) => row[column] ?? [])
  const claims = await db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', person)
    .where((eb) => eb.or([eb('request_id', 'in', ids('request_id')), eb('order_id', 'in', ids('order_id'))]))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) =>
    present(
      row,
      claims.filter((claim) =>
        row.order_id
          ? claim.order_id === row.order_id
          : row.request_id !== null && claim.request_id === row.request_id,
      ),
    ),
  )
}

function present(row: Charge, claims: readonly Claim[]) {
  const { id, reference, kind, subject, request_id, order_id, currency, due_on } = row
  const rest = restOf(row)
  // What is still to be paid, at the rates of the offer.
  const quotes = row.quotes.map((quote) => ({
    ...quote,
    amount: decimalOf(exchange(rest, quote, { round: 'up' })),
  }))
  return {
    ...{ id, reference, kind, subject, request_id, order_id, currency, quotes, due_on },
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
  if (claims.some((claim) => claim.state === 'claimed')) return 'claimed'
  return Number(settled) > 0 ? 'part' : 'open'
}

const charges = implement(chargesContract).$context<Context>().use(authorize)
export const chargesRouter = {
  list: charges.list.handler(({ context, input }) => listOwnCharges(context.caller, input)),
  get: charges.get.handler(({ context, input }) => ownCharge(context.caller, input.reference)),
}
