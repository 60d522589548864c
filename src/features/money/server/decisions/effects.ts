import { sql } from 'kysely'
import { decimalOf, type Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import type { Acting } from '../../../../server/http/context.ts'
import type { Settings } from '../../../settings/settings.ts'
import { type Charge, chargeColumns, restOf } from '../charges/charges.ts'
import { creditsOf } from '../ledger/credit-balances.ts'
import { allocate } from '../matching/allocate-payment.ts'
import { confirm, reverse } from '../matching/decide-payment.ts'
import type { Decision, Effects } from './decisions.tables.ts'

/** Does what was decided. Gives the payment, and the charges that it pays. Refuses what its act refuses. */
export async function carryOut(
  tx: Transaction,
  acting: Acting,
  settings: Settings,
  { act, id, parts = [], reason, version }: Decision,
): Promise<{ payment: string; charges: Charge[] }> {
  if (act === 'allocate')
    return { payment: id, charges: await allocate(tx, acting, settings, { id, parts, reason, version }) }
  if (act === 'reverse') return { payment: await reverse(tx, acting, { id, version }), charges: [] }
  const { payment, charge } = await confirm(tx, acting, settings, { id, version })
  return { payment, charges: [charge] }
}

/** Tries a decision and takes it back, so that nothing of it stays. Gives what it does. Refuses what its act refuses. */
export async function effectsOf(
  tx: Transaction,
  acting: Acting,
  settings: Settings,
  decision: Decision,
): Promise<Effects> {
  await sql`savepoint tried`.execute(tx.db)
  // Its events are taken back too.
  const { payment } = await carryOut({ ...tx, notify() {} }, acting, settings, decision)
  const after = await stateOf(tx, payment)
  await sql`rollback to savepoint tried`.execute(tx.db)
  await sql`release savepoint tried`.execute(tx.db)
  return compare(await stateOf(tx, payment, after.charges), after)
}

interface State {
  charges: Charge[]
  /** How much of the payment each charge has, as a decimal number. */
  shares: Map<string, number>
  credits: { customer: string; money: Money }[]
  invoices: { id: string; charge_id: string; kind: 'invoice' | 'credit-note' }[]
}

/** What a payment pays, with the charges that it paid at any time and the credit of their customers. */
async function stateOf(tx: Transaction, payment: string, known: readonly Charge[] = []): Promise<State> {
  const parts = await tx.db
    .selectFrom('allocations')
    .select(['charge_id', 'amount', 'currency', 'undone_at'])
    .where('payment_id', '=', payment)
    .execute()
  const ids = [...parts.map(({ charge_id }) => charge_id), ...known.map(({ id }) => id)]
  const charges = await tx.db
    .selectFrom('charges')
    .select(chargeColumns)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .execute()
  const invoices = await tx.db
    .selectFrom('invoices')
    .select(['id', 'charge_id', 'kind'])
    .where('charge_id', 'in', [...new Set(ids)])
    .execute()
  const counted = parts.filter(({ undone_at }) => undone_at === null)
  const credits: State['credits'] = []
  for (const customer of new Set(charges.map(({ user_id }) => user_id))) {
    const money = new Map((await creditsOf(tx, customer)).map(({ currency, amount }) => [currency, amount]))
    // What was sold and is due again is owed, which is no less credit.
    for (const charge of charges)
      if (charge.user_id === customer && charge.state === 'open' && charge.paid_at) {
        const { currency, amount } = restOf(charge)
        money.set(currency, (money.get(currency) ?? 0) + amount)
      }
    for (const [currency, amount] of money) credits.push({ customer, money: { currency, amount } })
  }
  return {
    charges,
    shares: new Map(
      counted.map(({ charge_id, amount, currency }) => [
        charge_id,
        decimalOf(moneyFromColumn(amount, currency)),
      ]),
    ),
    credits,
    invoices,
  }
}

function compare(before: State, after: State): Effects {
  const charges = after.charges.flatMap((charge) => {
    const was = before.charges.find(({ id }) => id === charge.id)
    const [had, has] = [before.shares.get(charge.id), after.shares.get(charge.id)]
    if (had === has && was?.state === charge.state && was.settled === charge.settled) return []
    const becomes = { state: charge.state, rest: decimalOf(restOf(charge)) }
    const issues = after.invoices
      .filter(({ id, charge_id }) => charge_id === charge.id && before.invoices.every((one) => one.id !== id))
      .map(({ kind }) => kind)
      .toSorted()
    return { charge: charge.id, pays: has ?? null, loses: had ?? null, issues, becomes }
  })
  const keys = new Map(
    [...before.credits, ...after.credits].map(({ customer, money: { currency } }) => [
      `${customer} ${currency}`,
      { customer, currency },
    ]),
  )
  const credits = [...keys.values()].flatMap(({ customer, currency }) => {
    const of = ({ credits: all }: State) =>
      all.find((one) => one.customer === customer && one.money.currency === currency)?.money.amount ?? 0
    const amount = of(after) - of(before)
    return amount === 0 ? [] : { customer, currency, amount: decimalOf({ amount, currency }) }
  })
  return { charges, credits }
}
